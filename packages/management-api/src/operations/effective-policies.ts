// What holds: each policy of an organization, or of the instance, with where it comes from and what it takes the place of. A policy counts as a
// whole: that of an organization, else that of the instance, else the built-in one.
import type { Resource, ResourceReference } from '@symbolon/core-protocol'
import { isJsonObject } from '@symbolon/schema-v2'
import type { JsonObject } from '@symbolon/schema-v2'
import { builtInPolicy } from '../resources/built-in-policies.ts'
import { instancePolicySchemas, orgPolicySchemas, orgTarget } from '../resources/target.ts'
import type { Management } from './context.ts'
import { findResource, unknown } from './read.ts'
import { requireList } from './rights.ts'

/** Where a policy comes from. */
export type PolicySource = 'organization' | 'instance' | 'built_in'

/** A policy as it is at its source. */
export interface SourcedPolicy {
  readonly from: PolicySource
  readonly entry: JsonObject
}

/** The policy that holds. */
export interface EffectivePolicy extends SourcedPolicy {
  readonly policy: string
  /** What would hold without it; absent for the built-in policy. */
  readonly inherited?: SourcedPolicy
}

/**
 * Lists the policies that hold for an organization, or without one the defaults. A caller who may read the policies of an
 * organization sees what it inherits from the instance, but no identity provider of another organization.
 * @throws RestError permission_denied, resource_unknown
 */
export async function listEffectivePolicies(orgId: string | undefined, management: Management): Promise<readonly EffectivePolicy[]> {
  if (orgId === undefined) requireList('instancePolicy', {}, management)
  else {
    requireList('orgPolicy', { orgId }, management)
    if ((await findResource(orgTarget(orgId), management)) === undefined) throw unknown()
  }
  const names = [...(orgId === undefined ? instancePolicySchemas : orgPolicySchemas).keys()]
  const stored = await management.context.stores.directory.find(
    names.flatMap((name): readonly ResourceReference[] => [
      { kind: 'instancePolicy', key: [name] },
      ...(orgId === undefined ? [] : [{ kind: 'orgPolicy', key: [orgId, name] } as const]),
    ]),
  )
  const ofLogin = chainOf('loginPolicy', stored, false).at(0)?.entry
  const forcesSecondFactor = ofLogin?.['forceMfa'] === true || ofLogin?.['forceMfaLocalOnly'] === true
  const isForeign = await foreignProviders(stored, orgId, management)
  return names.map((policy) => {
    const [holding, inherited] = chainOf(policy, stored, forcesSecondFactor).map((each) =>
      each.from === 'instance' ? { ...each, entry: withoutProviders(each.entry, isForeign) } : each,
    )
    if (holding === undefined) throw new TypeError(`There is no built-in ${policy}`)
    return { policy, ...holding, ...(inherited === undefined ? {} : { inherited }) }
  })
}

/** The policies of the name, the nearest first. */
function chainOf(name: string, stored: readonly Resource[], forcesSecondFactor: boolean): readonly SourcedPolicy[] {
  const at = (kind: 'orgPolicy' | 'instancePolicy', from: PolicySource): readonly SourcedPolicy[] =>
    stored
      .filter((each) => each.kind === kind && each.key.at(-1) === name)
      .map(({ content }) => ({ from, entry: isJsonObject(content) ? content : {} }))
  return [
    ...at('orgPolicy', 'organization'),
    ...at('instancePolicy', 'instance'),
    { from: 'built_in', entry: builtInPolicy(name, forcesSecondFactor) },
  ]
}

/** The identity providers of other organizations that the policy of the instance lists. The organization could not list them itself. */
async function foreignProviders(
  stored: readonly Resource[],
  orgId: string | undefined,
  { context }: Management,
): Promise<ReadonlySet<string>> {
  if (orgId === undefined) return new Set()
  const ids = stored.filter(({ kind }) => kind === 'instancePolicy').flatMap(({ content }) => providerIds(content['idps']))
  const references = ids.flatMap((id): readonly ResourceReference[] => [
    { kind: 'oidcIdp', key: [id] },
    { kind: 'jwtIdp', key: [id] },
  ])
  const found = references.length === 0 ? [] : await context.stores.directory.find(references)
  return new Set(found.filter((each) => each.orgId !== orgId).map(({ key: [id = ''] }) => id))
}

function withoutProviders(entry: JsonObject, isForeign: ReadonlySet<string>): JsonObject {
  const { idps, ...others } = entry
  if (!Array.isArray(idps)) return entry
  return { ...others, idps: idps.filter((each: unknown) => !providerIds([each]).some((id) => isForeign.has(id))) }
}

function providerIds(idps: unknown): readonly string[] {
  if (!Array.isArray(idps)) return []
  return idps.flatMap((each: unknown) => (isJsonObject(each) && typeof each['idpId'] === 'string' ? [each['idpId']] : []))
}
