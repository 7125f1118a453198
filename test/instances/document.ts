// What the instances serve.
import type { OrgDocument } from '@symbolon/schema-v2'
import { clientSecret, redirectUri } from '@symbolon/test-kit'
import { acmeWith, portalApp } from '../support/acme.ts'
import { careful, otpSecret } from '../support/second-factor.ts'

type Org = NonNullable<OrgDocument['orgs']>[number]

export const keeperToken = 'symbolon_pat_keeper-0123456789-0123456789-0123456789'

/** Whose password is guessed, in an organization that allows few guesses. */
export const guessed = { loginName: 'victim@guessed.example', password: 'the right password of the victim', limit: 3 }

/** People whose states change. */
export const changing = ['carla', 'dave', 'erin'] as const
export const password = 'a password that several people share'

/** A person of the organization `acme`. */
export function person(userId: string): NonNullable<Org['humanUsers']>[number] {
  return { userId, user: { userName: userId, password, profile: { firstName: userId, lastName: 'Changing' } } }
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
      ],
      lockoutPolicy: { maxPasswordAttempts: guessed.limit },
    },
  ],
  instanceMembers: [{ userId: 'keeper', roles: ['IAM_OWNER'] }],
}
