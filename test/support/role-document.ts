// Two organizations with projects, roles and grants between them: what role claims, metadata and organization scopes are made of.
import type { OrgDocument } from '@symbolon/schema-v2'
import { acmeDocument, clientSecret, redirectUri } from '@symbolon/test-kit'
import type { Credentials } from '@symbolon/test-kit'

type Org = NonNullable<OrgDocument['orgs']>[number]

export const pat: Credentials = { loginName: 'pat@partner.example', password: 'correct horse battery staple' }
/** There is a `sam` in either organization. */
export const acmeSam: Credentials = { loginName: 'sam@acme.example', password: 'Sam of Acme, Ltd. 1' }
export const partnerSam: Credentials = { loginName: 'sam@partner.example', password: 'Sam of Partner, Inc. 2' }

/** What differs from the document. */
export interface Overrides {
  readonly acme?: Partial<Org>
  readonly partner?: Partial<Org>
}

/** Alice's roles of the project `portal`, as claims have them. */
export const portalRoles = { reader: { acme: 'acme.example', partner: 'partner.example' }, writer: { acme: 'acme.example' } }
export const otherRoles = { auditor: { acme: 'acme.example' } }

const person = (userId: string, { loginName, password }: Credentials) => ({
  userId,
  user: {
    userName: loginName.slice(0, loginName.indexOf('@')),
    password,
    profile: { firstName: userId, lastName: 'X', displayName: userId },
  },
})
const app = (id: string, projectId: string, more: Partial<NonNullable<Org['oidcApps']>[number]['app']> = {}) => ({
  appId: id,
  clientId: id,
  clientSecret,
  app: { projectId, name: id, redirectUris: [redirectUri], accessTokenType: 'OIDC_TOKEN_TYPE_JWT' as const, ...more },
})
const api = (id: string, projectId: string) => ({ appId: id, clientId: id, clientSecret, app: { projectId, name: id } })

/**
 * Apps `quiet` (portal; no flag), `access` and `id` (portal; one flag each), `loud` (asserting; the flag of the project), `basic` …
 * as in `acmeDocument`; APIs `portal-api`, `other-api`, `asserting-api`. `auditor` is a role of `other`.
 */
export function roleDocument({ acme = {}, partner = {} }: Overrides = {}): OrgDocument {
  const [org] = acmeDocument().orgs ?? []
  if (org === undefined) throw new Error('The fixture has no organization')
  const roleKeys = ['reader', 'writer', 'admin', '__proto__']
  return {
    orgs: [
      {
        ...org,
        projects: [
          ...(org.projects ?? []),
          { projectId: 'other', project: { name: 'Other' } },
          { projectId: 'asserting', project: { name: 'Asserting', projectRoleAssertion: true } },
        ],
        projectRoles: [
          ...roleKeys.map((roleKey) => ({ projectId: 'portal', roleKey, displayName: roleKey })),
          { projectId: 'other', roleKey: 'auditor', displayName: 'Auditor' },
          { projectId: 'asserting', roleKey: 'reader', displayName: 'Reader' },
        ],
        projectGrants: [{ grantId: 'to-partner', projectGrant: { projectId: 'portal', grantedOrgId: 'partner', roleKeys: ['reader'] } }],
        userGrants: [
          { userId: 'alice', projectId: 'portal', roleKeys: ['reader', 'writer'] },
          { userId: 'alice', projectId: 'other', roleKeys: ['auditor'] },
          { userId: 'alice', projectId: 'asserting', roleKeys: ['reader'] },
          { userId: 'bob', projectId: 'portal', roleKeys: ['__proto__'] },
        ],
        humanUsers: [...(org.humanUsers ?? []), person('acme-sam', acmeSam)],
        userMetadata: [
          { id: 'alice', key: 'tier', value: btoa('gold?>') },
          { id: 'alice', key: '__proto__', value: btoa('\xff\xfe') },
        ],
        oidcApps: [
          ...(org.oidcApps ?? []),
          app('quiet', 'portal'),
          app('access', 'portal', { accessTokenRoleAssertion: true }),
          app('id', 'portal', { idTokenRoleAssertion: true }),
          app('userinfo', 'portal', { idTokenUserinfoAssertion: true }),
          app('loud', 'asserting'),
          app('refreshing', 'portal', { grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'] }),
        ],
        apiApps: [api('portal-api', 'portal'), api('other-api', 'other'), api('asserting-api', 'asserting')],
        machineUsers: [{ userId: 'batch', user: { userName: 'batch', name: 'Batch' }, clientSecret }],
        ...acme,
      },
      {
        orgId: 'partner',
        org: { name: 'Partner' },
        domains: [{ orgId: 'partner', domainName: 'partner.example', isVerified: true, isPrimary: true }],
        humanUsers: [person('pat', pat), person('partner-sam', partnerSam)],
        userGrants: [{ userId: 'alice', projectId: 'portal', projectGrantId: 'to-partner', roleKeys: ['reader'] }],
        ...partner,
      },
    ],
  }
}
