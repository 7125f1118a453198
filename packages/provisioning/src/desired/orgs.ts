// The organization itself, its domains and its policies. Members that repeat the id of the organization are left out of the content.
import { canonicalDomain } from '@symbolon/core-protocol'
import type { ResourceReference } from '@symbolon/core-protocol'
import { domainNameProblem, identifierProblem } from '../validate/identifier.ts'
import { soundPolicy } from '../validate/policy.ts'
import { desiredResource, orgReference, withState } from './desired-resource.ts'
import type { Content, DesiredResource } from './desired-resource.ts'
import { entriesOf } from './document-piece.ts'
import type { DocumentPiece } from './document-piece.ts'

type OrgPolicy = 'loginPolicy' | 'lockoutPolicy' | 'passwordComplexityPolicy' | 'domainPolicy' | 'privacyPolicy' | 'labelPolicy'

/** The policies that an organization may have. */
export const orgPolicies: readonly OrgPolicy[] = [
  'loginPolicy',
  'lockoutPolicy',
  'passwordComplexityPolicy',
  'domainPolicy',
  'privacyPolicy',
  'labelPolicy',
]

/** Without `org` and `orgState` the entry only extends an existing organization. */
export function orgOf({ org: { orgId, org, orgState }, path }: DocumentPiece): readonly DesiredResource[] {
  if (org === undefined && orgState === undefined) return []
  const { state } = withState(orgState)
  return [
    desiredResource(
      {
        kind: 'org',
        key: [orgId],
        path,
        orgId,
        content: { orgId, ...(org === undefined ? {} : { org }), ...(state === undefined ? {} : { orgState: state }) },
        removed: orgState === 'ORG_STATE_REMOVED',
        keep: (stored): Content => (org === undefined && stored['org'] !== undefined ? { org: stored['org'] } : {}),
      },
      identifierProblem([orgId]),
    ),
  ]
}

/** @returns the domains of a piece, each in the ASCII form in which login names end */
export function domainsOf(piece: DocumentPiece): readonly DesiredResource[] {
  const { orgId } = piece.org
  return entriesOf(piece, 'domains').map(({ item, path, origin }) => {
    const { orgId: _orgId, details: _details, state, ...domain } = item
    const domainName = canonicalDomain(domain.domainName)
    return desiredResource(
      {
        kind: 'orgDomain',
        key: [orgId, domainName],
        path,
        origin,
        orgId,
        content: { ...domain, domainName, ...withState(state) },
        removed: state === 'STATE_REMOVED',
        references: [orgReference(orgId)],
      },
      domainNameProblem(domainName),
    )
  })
}

/** @returns the policies of a piece, without the URIs that may not be stored, and those that it resets */
export function policiesOf({ org, path, resetPolicies = [] }: DocumentPiece): readonly DesiredResource[] {
  return orgPolicies.flatMap((name) => {
    if (resetPolicies.includes(name)) return [resetPolicy({ kind: 'orgPolicy', key: [org.orgId, name], orgId: org.orgId })]
    const policy: Content | undefined = org[name]
    if (policy === undefined) return []
    const { orgId: _orgId, ...given } = policy
    const { value: content, dropped } = soundPolicy(given)
    return [
      desiredResource({
        kind: 'orgPolicy',
        key: [org.orgId, name],
        path: `${path}.${name}`,
        orgId: org.orgId,
        content,
        dropped,
        references: [orgReference(org.orgId)],
      }),
    ]
  })
}

/** @returns the removal of a policy. Documents cannot say it: a policy has no state. */
export function resetPolicy(policy: ResourceReference & { readonly orgId?: string }): DesiredResource {
  return desiredResource({ ...policy, path: policy.key.at(-1) ?? '', content: {}, removed: true })
}
