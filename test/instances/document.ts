// What the instances serve.
import type { OrgDocument } from '@symbolon/schema-v2'
import { clientSecret, redirectUri } from '@symbolon/test-kit'
import type { ClientKeyPair } from '@symbolon/test-kit'
import { acmeWith, portalApp } from '../support/acme.ts'
import { careful, otpSecret } from '../support/second-factor.ts'

type Org = NonNullable<OrgDocument['orgs']>[number]

export const keeperToken = 'symbolon_pat_keeper-0123456789-0123456789-0123456789'

/** Whose password is guessed, in an organization that allows few guesses. */
export const guessed = { loginName: 'victim@guessed.example', password: 'the right password of the victim', limit: 3 }

/** Whose factors are all guessed at once, in the same organization. */
export const aimed = { id: 'aimed', loginName: 'aimed@guessed.example', password: 'the right password of the other victim' }

/** People whose states change. */
export const changing = ['carla', 'dave', 'erin'] as const
export const password = 'a password that several people share'

/** A person of the organization `acme`. */
export function person(userId: string): NonNullable<Org['humanUsers']>[number] {
  return { userId, user: { userName: userId, password, profile: { firstName: userId, lastName: 'Changing' } } }
}

/** The organization in which everything ends, one after the other. */
export const ending = {
  orgId: 'ending',
  /** People: each of them loses something else. */
  people: ['removed', 'repassworded', 'ungranted', 'projectless', 'appless', 'revoking', 'roleless', 'goer', 'ended', 'orgless'],
  /** Service users. */
  robots: ['keyed', 'tokened', 'unsecret'],
  /** The personal access token of `tokened`. */
  token: 'symbolon_pat_tokened-0123456789-0123456789-0123456789',
  robotSecret: 'a-secret-of-robots-of-at-least-32-characters',
  /** Where users need a grant. */
  checked: 'checked',
  /** The name of the identity provider. */
  provider: 'Former Provider',
} as const

/** @param key of the service user `keyed` */
export function endingOrg(key: ClientKeyPair): Org {
  const app = (appId: string, projectId: string): NonNullable<Org['oidcApps']>[number] => ({
    appId,
    clientId: appId,
    clientSecret,
    app: {
      projectId,
      name: appId,
      redirectUris: [redirectUri],
      grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'],
    },
  })
  return {
    orgId: ending.orgId,
    org: { name: 'Ending' },
    domains: [{ orgId: ending.orgId, domainName: 'ending.example', isVerified: true, isPrimary: true }],
    humanUsers: ending.people.map(person),
    machineUsers: ending.robots.map((userId) => ({ userId, user: { userName: userId, name: userId }, clientSecret: ending.robotSecret })),
    machineKeys: [{ keyId: key.id, userId: 'keyed', type: 'KEY_TYPE_JSON', publicKey: key.publicKey }],
    personalAccessTokens: [{ tokenId: 'tokened-token', userId: 'tokened', token: ending.token }],
    projects: [
      { projectId: 'plain', project: { name: 'Plain' } },
      { projectId: 'passing', project: { name: 'Passing' } },
      { projectId: 'going', project: { name: 'Going' } },
      { projectId: ending.checked, project: { name: 'Checked', projectRoleCheck: true } },
      { projectId: 'asserting', project: { name: 'Asserting', projectRoleAssertion: true } },
    ],
    projectRoles: [
      { projectId: ending.checked, roleKey: 'reader', displayName: 'Reader' },
      ...['reader', 'auditor'].map((roleKey) => ({ projectId: 'asserting', roleKey, displayName: roleKey })),
    ],
    userGrants: [
      { userId: 'ungranted', projectId: ending.checked, roleKeys: ['reader'] },
      { userId: 'roleless', projectId: 'asserting', roleKeys: ['reader', 'auditor'] },
    ],
    loginPolicy: { allowUsernamePassword: true, allowExternalIdp: true, idps: [{ idpId: 'former' }], mfaInitSkipLifetime: '3600s' },
    oidcIdps: [
      {
        idpId: 'former',
        idp: { name: ending.provider, clientId: 'c', clientSecret, issuer: 'https://idp.example', scopes: ['openid'] },
      },
    ],
    oidcApps: [
      app('plain-app', 'plain'),
      app('passing-app', 'passing'),
      app('checked-app', ending.checked),
      app('going-app', 'going'),
      app('asserting-app', 'asserting'),
      app('removed-app', 'plain'),
    ],
  }
}

export const document: OrgDocument = {
  orgs: [
    ...(acmeWith({
      humanUsers: [
        ...changing.map(person),
        {
          userId: careful.id,
          user: {
            userName: careful.id,
            password: careful.password,
            otpCode: otpSecret,
            profile: { firstName: 'Careful', lastName: 'Carter' },
          },
        },
      ],
      loginPolicy: { allowUsernamePassword: true, mfaInitSkipLifetime: '3600s' },
      oidcApps: [
        portalApp(
          'refreshing',
          {
            redirectUris: [redirectUri],
            grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'],
          },
          { clientSecret },
        ),
        portalApp('changing', { redirectUris: [redirectUri] }, { clientSecret }),
      ],
      machineUsers: ['keeper', 'spare'].map((userId) => ({ userId, user: { userName: userId, name: userId } })),
      personalAccessTokens: [
        { tokenId: 'keeper-token', userId: 'keeper', token: keeperToken },
        { tokenId: 'spare-token', userId: 'spare', token: `${keeperToken}-spare` },
      ],
    }).orgs ?? []),
    {
      orgId: 'guessed',
      org: { name: 'Guessed' },
      domains: [{ orgId: 'guessed', domainName: 'guessed.example', isVerified: true, isPrimary: true }],
      humanUsers: [
        { userId: 'victim', user: { userName: 'victim', password: guessed.password, profile: { firstName: 'V', lastName: 'V' } } },
        {
          userId: aimed.id,
          user: { userName: aimed.id, password: aimed.password, otpCode: otpSecret, profile: { firstName: 'A', lastName: 'A' } },
        },
      ],
      loginPolicy: { allowUsernamePassword: true, mfaInitSkipLifetime: '3600s' },
      lockoutPolicy: { maxPasswordAttempts: guessed.limit, maxOtpAttempts: guessed.limit },
    },
  ],
  instanceMembers: [{ userId: 'keeper', roles: ['IAM_OWNER'] }],
}
