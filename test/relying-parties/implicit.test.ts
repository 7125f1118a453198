// openid-client signs people in by response_type=id_token, against the service on https.
// https://github.com/panva/openid-client/blob/main/docs/functions/useIdTokenResponseType.md
import { alice, redirectUri } from '@symbolon/test-kit'
import type { Page } from '@symbolon/test-kit'
import * as client from 'openid-client'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { implicitDocument } from '../support/implicit-flow.ts'
import { broughtBack, visit } from '../support/relying-parties.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

let service: TestService
before(async () => void (service = await startTestService({ document: implicitDocument() })))
after(async () => await service.stop())

async function configure(clientId: string, algorithm: 'RS256' | 'EdDSA'): Promise<client.Configuration> {
  return await client.discovery(new URL(service.issuer), clientId, { id_token_signed_response_alg: algorithm }, client.None(), {
    [client.customFetch]: async (url, { body, headers, method }) =>
      await service.fetch(url, { body: body instanceof URLSearchParams ? body : null, headers, method }),
    execute: [client.useIdTokenResponseType, client.enableNonRepudiationChecks],
  })
}

interface SignIn {
  readonly page: Page
  readonly nonce: string
  readonly state: string
}

async function begin(configuration: client.Configuration, further: Readonly<Record<string, string>> = {}): Promise<SignIn> {
  const [nonce, state] = [client.randomNonce(), client.randomState()]
  const url = client.buildAuthorizationUrl(configuration, { redirect_uri: redirectUri, scope: 'openid email', state, nonce, ...further })
  assert.equal(url.searchParams.get('response_type'), 'id_token')
  return { page: await visit(service.newUserAgent(), url), nonce, state }
}

async function finish(configuration: client.Configuration, { page, nonce, state }: SignIn): Promise<client.IDToken> {
  // The fragment does not reach a server: the page there hands it on. A posted form does.
  const answer = page.redirectedTo ?? broughtBack(page)
  return await client.implicitAuthentication(configuration, answer, nonce, { expectedState: state })
}

describe('openid-client', () => {
  for (const [clientId, algorithm] of [
    ['spa', 'RS256'],
    ['jwt-spa', 'EdDSA'],
  ] as const) {
    for (const responseMode of ['fragment', 'form_post']) {
      test(`${clientId} signs Alice in with an ID token signed with ${algorithm}, by ${responseMode}`, async () => {
        const configuration = await configure(clientId, algorithm)
        const claims = await finish(configuration, await begin(configuration, { response_mode: responseMode }))
        assert.deepEqual([claims.sub, claims['email'], claims['email_verified']], [alice.id, 'alice@mail.example', true])
      })
    }
  }

  test('another nonce than that of the request is refused by the library', async () => {
    const configuration = await configure('spa', 'RS256')
    const begun = await begin(configuration)
    await assert.rejects(finish(configuration, { ...begun, nonce: client.randomNonce() }))
  })

  test('an error of the authorization endpoint reaches the application', async () => {
    const configuration = await configure('spa', 'RS256')
    await assert.rejects(
      finish(configuration, await begin(configuration, { prompt: 'none' })),
      (error) => error instanceof client.AuthorizationResponseError && error.error === 'login_required',
    )
  })
})
