// Entity tags of resources, and the conditions that requests put on them. https://www.rfc-editor.org/rfc/rfc9110#section-13.1
import { digest } from '@symbolon/core-protocol'
import type { Resource } from '@symbolon/core-protocol'
import { RestError } from '@symbolon/rest'
import { canonicalJson } from '@symbolon/schema-v2'

/** @returns a strong entity tag. It depends on the content alone, so it changes with the resource. */
export function entityTag({ content }: Pick<Resource, 'content'>): string {
  return `"${digest(canonicalJson(content)).slice(0, 22)}"`
}

/** The conditions of a request. */
export interface Conditions {
  /** `If-Match`: the request is about one of these versions; `*` about any. */
  readonly ifMatch: string | undefined
  /** `If-None-Match: *`: the resource must not exist yet. */
  readonly ifNoneMatch: string | undefined
}

/** No conditions. */
export const unconditional: Conditions = { ifMatch: undefined, ifNoneMatch: undefined }

/** The resource must not exist yet. */
export const ifAbsent: Conditions = { ifMatch: undefined, ifNoneMatch: '*' }

/** @returns the condition that the resource still has the entity tag; without a tag, that it does not exist yet */
export function ifUnchanged(etag: string = ''): Conditions {
  return etag === '' ? ifAbsent : { ifMatch: etag, ifNoneMatch: undefined }
}

/**
 * Checks the conditions of a change against what is stored.
 * @throws RestError precondition_failed (412) if a condition does not hold, query_malformed for an `If-None-Match` with versions
 */
export function checkConditions({ ifMatch, ifNoneMatch }: Conditions, stored: Resource | undefined): void {
  if (ifNoneMatch !== undefined && ifNoneMatch.trim() !== '*') {
    throw new RestError('query_malformed', 'If-None-Match of a change must be *. Use If-Match to name a version.')
  }
  if (ifNoneMatch !== undefined && stored !== undefined) {
    throw new RestError('precondition_failed', 'The resource exists already. Leave If-None-Match out to change it.')
  }
  if (ifMatch === undefined) return
  const tags = ifMatch.split(',').map((tag) => tag.trim())
  const matches = stored !== undefined && (tags.includes('*') || tags.includes(entityTag(stored)))
  if (!matches) {
    throw new RestError('precondition_failed', 'Another request changed or removed the resource. Read it again, then repeat the change.')
  }
}
