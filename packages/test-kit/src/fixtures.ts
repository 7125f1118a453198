// A small organization with two users, and one application for every client authentication method.
import type { OrgDocument } from '@symbolon/schema-v2'
import { exportJWK, exportSPKI, generateKeyPair } from 'jose'

/** The redirect URI of every application of {@link acmeDocument}. */
export const redirectUri = 'https://app.example/cb'
/** The client secret of its confidential applications. */
export const clientSecret = 'a-client-secret-of-at-least-32-characters'

/** A user with every claim. */
export const alice = { id: 'alice', loginName: 'alice@acme.example', password: 'correct horse battery staple' }
/** A user with few claims. */
export const bob = { id: 'bob', loginName: 'bob@acme.example', password: 'Tr0ub4dor&3 and more' }

/** The document of the organization. @param keys public keys of the application `key`, in base64 of PEM */
export function acmeDocument(keys: readonly { readonly id: string; readonly publicKey: string }[] = []): OrgDocument {
  const app = { projectId: 'portal', redirectUris: [redirectUri], postLogoutRedirectUris: ['https://app.example/signed-out'] }
  return {
    orgs: [
      {
        orgId: 'acme',
        org: { name: 'Acme' },
        domains: [{ orgId: 'acme', domainName: 'acme.example', isVerified: true, isPrimary: true }],
        projects: [{ projectId: 'portal', project: { name: 'Portal' } }],
        humanUsers: [
          {
            userId: alice.id,
            user: {
              userName: 'alice',
              password: alice.password,
              profile: {
                firstName: 'Alice',
                lastName: 'Liddell',
                nickName: 'Al',
                displayName: 'Alice Liddell',
                preferredLanguage: 'en',
                gender: 'GENDER_FEMALE',
                middleName: 'Pleasance',
                website: 'https://alice.example/',
                profileUrl: 'https://alice.example/me',
                pictureUrl: 'https://alice.example/me.png',
                birthdate: '1852-05-04',
                zoneinfo: 'Europe/London',
                address: {
                  formatted: 'Christ Church\nOxford',
                  streetAddress: 'Christ Church',
                  locality: 'Oxford',
                  region: 'Oxfordshire',
                  postalCode: 'OX1 1DP',
                  country: 'UK',
                },
              },
              email: { email: 'alice@mail.example', isEmailVerified: true },
              phone: { phone: '+441865000000', isPhoneVerified: true },
            },
          },
          {
            userId: bob.id,
            user: {
              userName: 'bob',
              password: bob.password,
              profile: { firstName: 'Bob', lastName: 'Builder', displayName: 'Bob Builder' },
              email: { email: 'bob@mail.example' },
            },
          },
        ],
        oidcApps: [
          { appId: 'basic', clientId: 'basic', clientSecret, app: { ...app, name: 'Basic' } },
          { appId: 'post', clientId: 'post', clientSecret, app: { ...app, name: 'Post', authMethodType: 'OIDC_AUTH_METHOD_TYPE_POST' } },
          { appId: 'public', clientId: 'public', app: { ...app, name: 'Public', authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE' } },
          { appId: 'key', clientId: 'key', app: { ...app, name: 'Key', authMethodType: 'OIDC_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT' } },
          { appId: 'jwt', clientId: 'jwt', clientSecret, app: { ...app, name: 'JWT', accessTokenType: 'OIDC_TOKEN_TYPE_JWT' } },
          { appId: 'assertion', clientId: 'assertion', clientSecret, app: { ...app, name: 'Assertion', idTokenUserinfoAssertion: true } },
        ],
        appKeys: keys.map(({ id, publicKey }) => ({
          id,
          projectId: 'portal',
          appId: 'key',
          clientId: 'key',
          type: 'KEY_TYPE_JSON',
          publicKey,
        })),
      },
    ],
  }
}

/** A key pair of a client that authenticates by `private_key_jwt`. */
export interface ClientKeyPair {
  readonly id: string
  readonly algorithm: 'RS256' | 'ES256' | 'EdDSA'
  readonly privateKey: CryptoKey
  /** Base64 of PEM, as in documents. */
  readonly publicKey: string
  readonly publicJwk: Readonly<Record<string, unknown>>
}

/** Generates a key pair. @param id the `kid` */
export async function generateClientKey(id: string, algorithm: ClientKeyPair['algorithm']): Promise<ClientKeyPair> {
  const pair = await generateKeyPair(algorithm, { extractable: true })
  return {
    id,
    algorithm,
    privateKey: pair.privateKey,
    publicKey: btoa(await exportSPKI(pair.publicKey)),
    publicJwk: { ...(await exportJWK(pair.publicKey)) },
  }
}
