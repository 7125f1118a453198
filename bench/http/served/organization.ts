// The organization of the benchmark, as documents: users, an app, two service users, and as many more as are wanted.
import { applyDocument, systemAuthority } from '@symbolon/provisioning'
import type { Context, SecretHashing } from '@symbolon/core-protocol'
import { readDocument } from '@symbolon/schema-v2'
import { app, claimsOf, clientNumber, clientSecret, jwtRobot, opaqueRobot, redirectUri, users } from '../credentials.ts'

/** Of one document. */
const clientsAtOnce = 2000

export async function applyOrganization(
  { stores, sealing, now, randomToken, issuer }: Context<'directory'>,
  hashing: SecretHashing,
  clients = 0,
): Promise<void> {
  const apply = async (content: unknown): Promise<void> => {
    const report = await applyDocument(readDocument(content), {
      directory: stores.directory,
      authority: systemAuthority,
      hashing,
      sealing,
      now,
      randomToken,
      issuerHost: new URL(issuer).hostname,
      failed: (error) => console.error(error),
    })
    const refused = report.entries.find(({ action }) => action === 'refused')
    if (refused !== undefined) throw new TypeError(`${refused.path}: ${refused.reason ?? 'refused'}`)
  }
  await apply({
    orgs: [
      {
        orgId: 'acme',
        org: { name: 'Acme' },
        domains: [{ orgId: 'acme', domainName: 'acme.example', isVerified: true, isPrimary: true }],
        projects: [{ projectId: 'portal', project: { name: 'Portal' } }],
        humanUsers: users.map((id) => {
          const { given_name: firstName, family_name: lastName, email } = claimsOf(id)
          return { userId: id, user: { userName: id, profile: { firstName, lastName }, email: { email, isEmailVerified: true } } }
        }),
        machineUsers: [
          { userId: opaqueRobot, user: { userName: opaqueRobot, name: 'Robot' }, clientSecret },
          {
            userId: jwtRobot,
            user: { userName: jwtRobot, name: 'Robot', accessTokenType: 'ACCESS_TOKEN_TYPE_JWT' },
            clientSecret,
            accessTokenSigningAlg: 'ES256',
          },
        ],
        oidcApps: [
          {
            appId: app,
            clientId: app,
            clientSecret,
            idTokenSigningAlg: 'ES256',
            app: {
              projectId: 'portal',
              name: 'App',
              redirectUris: [redirectUri],
              grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'],
            },
          },
        ],
      },
    ],
  })
  for (let first = 0; first < clients; first += clientsAtOnce) {
    const ids = Array.from({ length: Math.min(clientsAtOnce, clients - first) }, (_, index) => clientNumber(first + index))
    const machineUsers = ids.map((id) => ({ userId: id, user: { userName: id, name: 'Robot' }, clientSecret }))
    await apply({ orgs: [{ orgId: 'acme', org: { name: 'Acme' }, machineUsers }] })
  }
}
