// openid-client 4 and 5, which lock files of many applications still have, with the settings that they have by themselves. They send client
// assertions to more than one audience.
import { alice, clientSecret, redirectUri } from '@symbolon/test-kit'
import { exportJWK } from 'jose'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
// @ts-expect-error Its exports do not name its types.
import four from 'openid-client-4'
import * as five from 'openid-client-5'
import { broughtBack, createRelyingParties, relyingPartyDocument, visit } from '../../support/relying-parties.ts'
import type { RelyingParty } from '../../support/relying-parties.ts'
import { startTestService } from '../../support/service.ts'
import type { TestService } from '../../support/service.ts'

let service: TestService
const parties = await createRelyingParties()
before(async () => void (service = await startTestService({ document: relyingPartyDocument(parties), tls: false })))
after(async () => await service.stop())

/** What both versions do alike. Their types differ in members that no test needs. */
interface Library {
  readonly Issuer: { discover(issuer: string): Promise<unknown> }
  readonly generators: Pick<typeof five.generators, 'codeChallenge' | 'random'>
}

type Client = five.Client

const libraries: readonly (readonly [string, Library])[] = [
  ['openid-client 4', four as unknown as Library],
  ['openid-client 5', five],
]

async function clientOf({ Issuer }: Library, { clientId, authentication, idTokenAlg }: RelyingParty): Promise<Client> {
  const { Client: Registered } = (await Issuer.discover(service.issuer)) as five.Issuer
  const metadata: five.ClientMetadata = {
    client_id: clientId,
    redirect_uris: [redirectUri],
    response_types: ['code'],
    id_token_signed_response_alg: idTokenAlg,
  }
  switch (authentication.method) {
    // The default, which is not named.
    case 'client_secret_basic':
      return new Registered({ ...metadata, client_secret: clientSecret })
    case 'private_key_jwt': {
      const { id, algorithm, privateKey } = authentication.key
      const keys = [{ ...(await exportJWK(privateKey)), kid: id, alg: algorithm }]
      return new Registered({ ...metadata, token_endpoint_auth_method: authentication.method }, { keys })
    }
    default:
      return new Registered({
        ...metadata,
        token_endpoint_auth_method: authentication.method,
        ...(authentication.method === 'none' ? {} : { client_secret: clientSecret }),
      })
  }
}

for (const [name, library] of libraries) {
  for (const party of parties) {
    // Version 4 knows EdDSA only where the application switches it on.
    if (name.endsWith('4') && (party.idTokenAlg === 'EdDSA' || party.clientId === 'key-eddsa')) continue
    test(`${name} signs in, asks and revokes with ${party.clientId}`, async () => {
      const client = await clientOf(library, party)
      const { generators } = library
      const checks = { state: generators.random(), nonce: generators.random(), code_verifier: generators.random(43) }
      const url = client.authorizationUrl({
        scope: 'openid email',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: generators.codeChallenge(checks.code_verifier),
        code_challenge_method: 'S256',
      })
      const back = broughtBack(await visit(service.newUserAgent(), new URL(url)))
      const tokens = await client.callback(redirectUri, client.callbackParams(back.url), checks)
      assert.equal(tokens.claims().sub, alice.id)
      const userinfo = await client.userinfo(tokens)
      assert.equal(userinfo['email'], 'alice@mail.example')
      assert.ok(tokens.access_token !== undefined)
      if (party.authentication.method === 'client_secret_basic' || party.authentication.method === 'private_key_jwt') {
        const asked = await client.introspect(tokens.access_token)
        assert.equal(asked.active, true)
      }
      await client.revoke(tokens.access_token)
      await assert.rejects(client.userinfo(tokens))
    })
  }
}
