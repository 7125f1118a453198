// The organization of the benchmark, as a document: users, two service users and an app.
import { applyDocument, systemAuthority } from '@symbolon/provisioning'
import type { Context, SecretHashing } from '@symbolon/core-protocol'
import { readDocument } from '@symbolon/schema-v2'
import { app, claimsOf, clientSecret, jwtRobot, opaqueRobot, redirectUri, users } from '../credentials.ts'

export async function applyOrganization(
  { stores, sealing, now, randomToken, issuer }: Context<'directory'>,
  hashing: SecretHashing,
): Promise<void> {
  const document = readDocument({
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
  const report = await applyDocument(document, {
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
