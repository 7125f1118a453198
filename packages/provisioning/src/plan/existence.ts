// Whether an object exists at a point of a run: the changes of earlier plans over what was stored before.
import { nameOfResource } from '@symbolon/core-protocol'
import type { ResourceKind, ResourceReference, StoredResource } from '@symbolon/core-protocol'

/** The stored objects, by name (`nameOfResource`). */
export type Lookup = ReadonlyMap<string, StoredResource>

/** Whether an object exists at the current point of the run. */
export type Existence =
  | { readonly state: 'present'; readonly orgId: string | undefined }
  | { readonly state: 'absent' }
  /** The document removes it. */
  | { readonly state: 'removed' }
  /**
   * It belongs to another organization, and the document holds one with its id that was refused. What the document says about its own must not
   * be stored about the other one.
   */
  | { readonly state: 'foreign' }

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

/** Whether resources of the kind share the ids that links of users name. */
export function isIdentityProvider(kind: ResourceKind): boolean {
  return kind === 'oidcIdp' || kind === 'jwtIdp' || kind === 'instanceOidcIdp'
}

const twins: Partial<Record<ResourceKind, readonly ResourceKind[]>> = {
  humanUser: ['machineUser'],
  machineUser: ['humanUser'],
  oidcApp: ['apiApp'],
  apiApp: ['oidcApp'],
  // Links of users name a provider by its id alone. No organization takes the id of a provider of the instance: its users would become users of the organization.
  oidcIdp: ['jwtIdp', 'instanceOidcIdp'],
  jwtIdp: ['oidcIdp', 'instanceOidcIdp'],
  instanceOidcIdp: ['oidcIdp', 'jwtIdp'],
}

/** People and service users share their ids, and so do the kinds of apps and of identity providers. */
export function twinsOf({ kind, key }: ResourceReference): readonly ResourceReference[] {
  return (twins[kind] ?? []).map((twin) => ({ kind: twin, key }))
}
