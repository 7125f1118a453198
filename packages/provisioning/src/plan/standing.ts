// What is there at a point of the run: what the plans before have done, over what was stored when they began.
import type { Resource, ResourceReference } from '@symbolon/core-protocol'

/** One text per resource, for maps. */
export function nameOf({ kind, key }: ResourceReference): string {
  return JSON.stringify([kind, ...key])
}

/** What is stored, by name (`nameOf`). */
export type Lookup = ReadonlyMap<string, Resource>

/** Whether an object is there at a point of the run. */
export type Standing =
  | { readonly state: 'present', readonly orgId: string | undefined }
  | { readonly state: 'absent' }
  /** The document said that it shall go. */
  | { readonly state: 'removed' }

/** Standings by name (`nameOf`). */
export type Standings = ReadonlyMap<string, Standing>

/** @param layers the newest first */
export function standingOf(reference: ResourceReference, layers: readonly Standings[], stored: Lookup): Standing {
  const name = nameOf(reference)
  for (const layer of layers) {
    const standing = layer.get(name)
    if (standing !== undefined) return standing
  }
  const resource = stored.get(name)
  if (resource === undefined) return { state: 'absent' }
  // In a dry run the storage still answers with what an organization takes along.
  const owner = resource.orgId === undefined || resource.kind === 'org'
    ? undefined
    : standingOf({ kind: 'org', key: [resource.orgId] }, layers, new Map())
  return owner?.state === 'removed' ? owner : { state: 'present', orgId: resource.orgId }
}
