// Identity providers and links of a v1 export: after the import the same client signs the same users in.
import { password } from '@symbolon/login'
import { external } from '@symbolon/login-external'
import { alice, acmeDocument, clientSecret, createClock, redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { codeOf } from '../support/code-flow.ts'
import { outgoingTo, signInThere, withDownstream } from '../support/external-sign-in.ts'
import { testHashing } from '../support/hashing.ts'
import { reportOf, startMover } from '../support/mover.ts'
import type { Mover } from '../support/mover.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

let mover: Mover | undefined
let upstream: TestProvider | undefined
afterEach(async () => {
  await mover?.close()
  await upstream?.close()
})

const shop = '170000000000000001'
const [carol, idp, app, project] = ['170000000000000002', '170000000000000003', '170000000000000004', '170000000000000005']

/** As the first generation of exporters writes it: the providers of the login policy are members of the organization. */
const v1Export = {
  orgs: [
    {
      orgId: shop,
      org: { name: 'Shop' },
      iamPolicy: { userLoginMustBeDomain: false },
      loginPolicy: { allowUsernamePassword: true, allowRegister: false, allowExternalIdp: true },
      humanUsers: [
        {
          userId: carol,
          user: {
            userName: 'carol',
            profile: { firstName: 'Carol', lastName: 'Danvers' },
            email: { email: 'carol@shop.example', isEmailVerified: true },
          },
        },
      ],
      projects: [{ projectId: project, project: { name: 'Shop' } }],
      oidcApps: [
        {
          appId: app,
          app: {
            projectId: project,
            name: 'Web',
            redirectUris: [redirectUri],
            responseTypes: ['OIDC_RESPONSE_TYPE_CODE'],
            grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE'],
            authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
          },
        },
      ],
      oidcIdps: [
        {
          idpId: idp,
          idp: {
            name: 'Upstream',
            clientId: 'downstream',
            clientSecret,
            issuer: 'https://upstream.example',
            scopes: ['openid', 'profile', 'email'],
            displayNameMapping: 'OIDC_MAPPING_FIELD_EMAIL',
            usernameMapping: 'OIDC_MAPPING_FIELD_EMAIL',
          },
        },
      ],
      idps: [{ idpId: idp, ownerType: 'IDP_OWNER_TYPE_SYSTEM' }],
      userLinks: [
        { userId: carol, idpId: idp, idpName: 'Upstream', providedUserId: alice.id, providedUserName: 'alice', idpType: 'IDP_TYPE_OIDC' },
      ],
    },
  ],
}

test('a user whose link was exported signs in at the same provider, by the same client and redirect URI', async () => {
  const clock = createClock()
  upstream = await startTestProvider({ issuer: 'https://upstream.example', clock, document: withDownstream(acmeDocument()) })
  const hashing = testHashing
  mover = await startMover({
    clock,
    hashing,
    authenticators: [password({ hashing }), external({ outgoing: outgoingTo(upstream), sharedRedirectUri: true })],
    endpoints: [],
  })
  const { provider: local } = mover
  const { errors } = await reportOf(await mover.import({ data_orgsv1: v1Export, with_credentials: true }))
  assert.equal(errors, undefined)

  const [clientId] = (await local.storage.stores.clients?.listClientIds(project)) ?? []
  const fields = {
    client_id: clientId,
    scope: `openid urn:symbolon:iam:org:id:${shop}`,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }
  assert.ok(codeOf(await signInThere({ local, upstream }, local.newUserAgent(), fields)))
  assert.equal(local.logged.filter(({ event }) => event === 'login_succeeded').at(-1)?.fields['userId'], carol)
})
