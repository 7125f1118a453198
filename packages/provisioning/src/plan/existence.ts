// Whether an object exists at a point of a run: the changes of earlier plans over what was stored before.
import { nameOfResource } from '@symbolon/core-protocol'
import type { ResourceReference, StoredResource } from '@symbolon/core-protocol'

/** What is stored, by name (`nameOfResource`). */
export type Lookup = ReadonlyMap<string, StoredResource>

/** Whether an object exists at the current point of the run. */
export type Existence =
  | { readonly state: 'present'; readonly orgId: string | undefined }
  | { readonly state: 'absent' }
  /** The document removes it. */
  | { readonly state: 'removed' }

/** Existences by name (`nameOfResource`). */
export type Existences = ReadonlyMap<string, Existence>

/** @param layers the newest first */
export function existenceOf(reference: ResourceReference, layers: readonly Existences[], stored: Lookup): Existence {
  const name = nameOfResource(reference)
  for (const layer of layers) {
    const existence = layer.get(name)
    if (existence !== undefined) return existence
  }
  const resource = stored.get(name)
  if (resource === undefined) return { state: 'absent' }
  // In a dry run the storage does not apply the removal of an organization to its objects, so that is done here.
  const owner =
    resource.orgId === undefined || resource.kind === 'org'
      ? undefined
      : existenceOf({ kind: 'org', key: [resource.orgId] }, layers, new Map())
  return owner?.state === 'removed' ? owner : { state: 'present', orgId: resource.orgId }
}
