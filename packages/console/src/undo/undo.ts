// A change that can be taken back. What is needed for it is sealed into the address of the page that follows: nothing is stored, and nothing of
// it can be read or made up. Taking back is a change like any other, with the rights of that moment, and only while the object was not changed again.
import type { Answer, Context, ResourceKind, StoredResource } from '@symbolon/core-protocol'
import {
  entityTag,
  entryTarget,
  instanceEntryTarget,
  instanceMemberTarget,
  instancePolicySchemas,
  instancePolicyTarget,
  managedLists,
  orgPolicySchemas,
  orgPolicyTarget,
  orgTarget,
} from '@symbolon/management-api'
import type { FeatureState, Target } from '@symbolon/management-api'
import { instanceLists, isJsonObject } from '@symbolon/schema-v2'
import type { JsonObject } from '@symbolon/schema-v2'
import { after } from '../visit/notice.ts'
import type { Done } from '../visit/notice.ts'
import type { Visit } from '../visit/visit.ts'

/** An object before and after a change. */
export interface Change {
  readonly target: Target
  /** Undefined: it was created. */
  readonly before: Pick<StoredResource, 'content'> | undefined
  /** Undefined: it was removed. */
  readonly now: Pick<StoredResource, 'content'> | undefined
}

/** The reversal of one change. */
export interface TakenBack {
  readonly kind: ResourceKind
  readonly key: readonly string[]
  readonly orgId: string | undefined
  readonly parts: readonly string[]
  /** The entity tag of the object as the change left it; absent if it was removed. */
  readonly etag?: string | undefined
  /** The entry as it was before, if the change removed it. */
  readonly entry?: JsonObject | undefined
  /** The members as they were before, if the change changed them. With neither of the two the change created the object. */
  readonly patch?: JsonObject | undefined
}

/** The reversal of the changes of a form. */
export interface Undo {
  /** The only user who may use it. */
  readonly userId: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly changes: readonly TakenBack[]
  /** A feature that was switched, and the state that it had. */
  readonly feature?: FeatureState | undefined
  /** Where to go afterwards. */
  readonly path: string
  /** The name of what was changed, as it is shown. */
  readonly name: string
}

const purpose = 'console undo'

/** Milliseconds. */
const lifetime = 600_000

/** Characters of an address that every server and browser takes. What is larger, such as an image, is not taken back. */
const longest = 6000

/** @returns the redirect to the page that follows a form, which offers to take the changes back */
export async function afterChange(visit: Visit, path: string, done: Done, name: string, ...changes: readonly Change[]): Promise<Answer> {
  const taken = changes.flatMap(takenBack)
  return taken.length === 0 ? after(visit, path, done, name) : await offering({ changes: taken, path, name }, { path, done }, visit)
}

/** An object that was just created. */
export interface Creation {
  readonly target: Target
  readonly now: Pick<StoredResource, 'content'> | undefined
  readonly name: string
  /** Its page. */
  readonly path: string
  /** Where to go when it is gone again. */
  readonly list: string
}

/** @returns the redirect to the page of a new object, which offers to remove it while nothing refers to it */
export async function afterCreation(visit: Visit, { target, now, name, path, list }: Creation): Promise<Answer> {
  return await offering({ changes: takenBack({ target, before: undefined, now }), path: list, name }, { path, done: 'created' }, visit)
}

/** @returns the redirect to the page that follows the switch of a feature, which offers to switch it back */
export async function afterSwitch(visit: Visit, path: string, { name, enabled }: FeatureState): Promise<Answer> {
  const title = visit.texts.features.names[name]
  return await offering({ changes: [], feature: { name, enabled: !enabled }, path, name: title }, { path, done: 'changed' }, visit)
}

async function offering(
  undo: Omit<Undo, 'userId' | 'expiresAt'>,
  { path, done }: { readonly path: string; readonly done: Done },
  visit: Visit,
): Promise<Answer> {
  const { visitor, management } = visit
  const { now, sealing } = management.context
  const own: Undo = { ...undo, userId: visitor.user.id, expiresAt: now() + lifetime }
  const sealed = await sealing.seal(JSON.stringify(own), purpose)
  return after(visit, path, done, undo.name, sealed.length > longest ? undefined : sealed)
}

function takenBack({ target, before, now }: Change): readonly TakenBack[] {
  const { reference, orgId, given } = target
  const object = { ...reference, orgId, parts: Object.values(given), ...(now === undefined ? {} : { etag: entityTag(now) }) }
  if (before === undefined) return now === undefined ? [] : [object]
  if (now === undefined) return [{ ...object, entry: before.content }]
  const patch = patchBetween(now.content, before.content)
  return Object.keys(patch).length === 0 ? [] : [{ ...object, patch }]
}

/** @returns what the value is about; undefined if it is forged, belongs to another user, or has expired */
export async function readUndo(sealed: string, { visitor, management }: Visit): Promise<Undo | undefined> {
  const { now, sealing }: Pick<Context, 'now' | 'sealing'> = management.context
  try {
    // The value was sealed by `afterChange` alone.
    const undo = JSON.parse(await sealing.open(sealed, purpose)) as Undo
    return undo.userId === visitor.user.id && undo.expiresAt > now() ? undo : undefined
  } catch {
    return undefined
  }
}

/** @returns the object of the change */
export function targetOfUndo({ kind, key, orgId, parts }: Pick<TakenBack, 'kind' | 'key' | 'orgId' | 'parts'>): Target | undefined {
  const [first = '', second = ''] = key
  if (kind === 'org') return orgTarget(first)
  if (kind === 'instanceMember') return instanceMemberTarget(first)
  if (kind === 'instanceOidcIdp') return instanceEntryTarget('oidcIdps', first)
  const texts = kind === 'instanceText' ? instanceLists.find(({ member }) => member === first) : undefined
  if (texts !== undefined) return instanceEntryTarget(texts.member, second)
  const policy = kind === 'instancePolicy' ? instancePolicySchemas.get(first) : orgPolicySchemas.get(second)
  if (kind === 'instancePolicy') return policy === undefined ? undefined : instancePolicyTarget(first, policy)
  if (orgId === undefined) return undefined
  if (kind === 'orgPolicy') return policy === undefined ? undefined : orgPolicyTarget(orgId, second, policy)
  const list = managedLists.find((each) => each.kind === kind && (kind !== 'orgText' || each.member === second))
  return list === undefined ? undefined : entryTarget(list, orgId, parts)
}

/** @returns the merge patch that makes the other object of one. https://www.rfc-editor.org/rfc/rfc7396 */
function patchBetween(one: JsonObject, other: JsonObject): JsonObject {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const [from, to] = [one[name], other[name]]
      if (JSON.stringify(from) === JSON.stringify(to)) return []
      return [[name, isJsonObject(from) && isJsonObject(to) ? patchBetween(from, to) : (to ?? null)]]
    }),
  )
}
