// Whose policies a page is about, and what is stored of them.
import type { ResourceReference, StoredResource } from '@symbolon/core-protocol'
import { PageNotFound } from '@symbolon/core-protocol'
import { findResource, instancePolicySchemas, instancePolicyTarget, orgPolicySchemas, orgPolicyTarget } from '@symbolon/management-api'
import type { Target } from '@symbolon/management-api'
import { holds, may, theInstance } from '@symbolon/permissions'
import { consoleAddress } from '../html/markup.ts'
import { organizationOf } from '../resource/organizations.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { policies } from './settings.ts'
import type { Policy, Setting } from './settings.ts'
import { effectiveOf } from './values.ts'
import type { Chain, Effective } from './values.ts'

/** The instance or an organization, with its policies. */
export interface PolicyPlace {
  readonly level: 'instance' | 'organization'
  /** The policies that there may be. */
  readonly policies: readonly Policy[]
  readonly mayChange: boolean
  readonly mayReset: boolean
  /** @returns the stored policies of the name, the nearest first */
  readonly chainOf: (policy: Policy) => Chain
  /** @returns the stored policies that apply where the one of the place itself does not */
  readonly inheritedOf: (policy: Policy) => Chain
  readonly effective: (policy: Policy, setting: Setting) => Effective
  readonly targetOf: (policy: Policy) => Target
  /** @returns the address of the list, or of something below it */
  readonly address: (...below: readonly string[]) => string
  readonly heading: string
  /** The context that all pages here share. */
  readonly frame: Pick<ConsoleContent, 'section' | 'org'>
}

/**
 * @returns the place that the path names
 * @throws PageNotFound if it does not exist, or without the right to read its policies. A visitor who may read the policies of an organization sees the
 *   defaults of the instance too: they hold for the organization.
 */
export async function policyPlaceOf(visit: Visit): Promise<PolicyPlace> {
  const { parameters, visitor, management, texts } = visit
  const { caller } = visitor
  const org = parameters['orgId'] === undefined ? undefined : await organizationOf(visit)
  const mayRead = org === undefined ? holds(caller, 'instance.read', theInstance) : holds(caller, 'policy.read', { orgId: org.id })
  if (!mayRead) throw new PageNotFound()
  const own = policies.filter(({ ofOrganizations }) => org === undefined || ofOrganizations)
  const stored = await management.context.stores.directory.find(
    own.flatMap(({ name }): readonly ResourceReference[] => [
      { kind: 'instancePolicy', key: [name] },
      ...(org === undefined ? [] : [{ kind: 'orgPolicy', key: [org.id, name] } as const]),
    ]),
  )
  const contentOf = (kind: 'instancePolicy' | 'orgPolicy', { name }: Policy) =>
    stored.find((each) => each.kind === kind && each.key.at(-1) === name)?.content
  const chainOf = (policy: Policy): Chain => {
    const [ofOrg, ofInstance] = [contentOf('orgPolicy', policy), contentOf('instancePolicy', policy)]
    return [
      ...(ofOrg === undefined ? [] : [{ source: 'organization', content: ofOrg } as const]),
      ...(ofInstance === undefined ? [] : [{ source: 'instance', content: ofInstance } as const]),
    ]
  }
  const kind = org === undefined ? 'instancePolicy' : 'orgPolicy'
  const place = org === undefined ? theInstance : { orgId: org.id }
  const level = org === undefined ? 'instance' : 'organization'
  return {
    level,
    policies: own,
    mayChange: may(caller, 'change', kind, place) === undefined,
    mayReset: may(caller, 'remove', kind, place) === undefined,
    chainOf,
    inheritedOf: (policy) => chainOf(policy).filter(({ source }) => source !== level),
    effective: (policy, setting) => effectiveOf(setting, chainOf(policy), forcesSecondFactor(own, chainOf)),
    targetOf: (policy) => targetOf(policy, org?.id),
    address: (...below) =>
      org === undefined ? consoleAddress('instance', 'policies', ...below) : consoleAddress('orgs', org.id, 'policies', ...below),
    heading: org === undefined ? texts.policies.defaultsHeading : texts.policies.heading,
    frame: org === undefined ? { section: 'instance-policies' } : { section: 'policies', org: { id: org.id, name: org.name } },
  }
}

/** Passwords may be shorter where a second factor is needed. */
function forcesSecondFactor(own: readonly Policy[], chainOf: (policy: Policy) => Chain): boolean {
  const login = own.find(({ name }) => name === 'loginPolicy')
  const [nearest] = login === undefined ? [] : chainOf(login)
  return nearest?.content['forceMfa'] === true || nearest?.content['forceMfaLocalOnly'] === true
}

function targetOf({ name }: Policy, orgId: string | undefined): Target {
  const schema = (orgId === undefined ? instancePolicySchemas : orgPolicySchemas).get(name)
  if (schema === undefined) throw new PageNotFound()
  return orgId === undefined ? instancePolicyTarget(name, schema) : orgPolicyTarget(orgId, name, schema)
}

/** @returns the policy of the place itself, as it is stored */
export async function ownPolicy(place: PolicyPlace, policy: Policy, visit: Visit): Promise<StoredResource | undefined> {
  return await findResource(place.targetOf(policy), visit.management)
}
