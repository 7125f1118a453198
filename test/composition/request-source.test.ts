// A source of authorization requests as a third party writes it: requests that a client seals with its secret and sends in `request`. They count at
// the authorization endpoint, and at an endpoint that receives requests from authenticated clients.
import {
  authenticateClient,
  checkAuthorizationRequest,
  clientAuthenticationStores,
  define,
  errorAnswer,
  json,
  OAuthError,
  readForm,
} from '@symbolon/core-protocol'
import type { AnyPart, AnyRequestSource, Client, SourceAsked, SourcedRequest } from '@symbolon/core-protocol'
import { CompositionError } from '@symbolon/server'
import { clientSecret, redirectUri, signIn, alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { assertError } from '../support/authorization-answer.ts'
import { authorizationUrl, basicHeader, codeOf, redeem } from '../support/code-flow.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
const sealOf = (payload: string, key: string): string => createHmac('sha256', key).update(payload).digest('base64url')

/** What a client sends in `request`. */
function sealed(members: Readonly<Record<string, string>>, secret = clientSecret): string {
  const payload = Buffer.from(JSON.stringify(members)).toString('base64url')
  return `sealed:${payload}.${sealOf(payload, digestOf(secret))}`
}

function read(value: string, { secretDigest = '' }: Client): Readonly<Record<string, string>> {
  const [payload = '', seal] = value.slice('sealed:'.length).split('.')
  if (sealOf(payload, secretDigest) !== seal) throw new OAuthError('invalid_request_object', 'The request is not sealed by this client.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Readonly<Record<string, string>>
}

const sealedRequests: AnyRequestSource = define({
  kind: 'request_source',
  name: 'sealed requests',
  stores: [],
  metadata: { request_parameter_supported: true },
  parameter: 'request',
  read: async ({ value, client }) => (value.startsWith('sealed:') ? { parameters: read(value, client) } : undefined),
  isRequiredOf: ({ clientId }) => clientId === 'jwt',
})

/** An endpoint that receives requests of authenticated clients, and only says what it received. */
const received: AnyPart = define({
  kind: 'endpoint',
  name: 'received requests',
  takes: 'client_authentication',
  path: '/acme/received',
  methods: ['POST'],
  cors: 'none',
  stores: clientAuthenticationStores,
  async handle(request, context) {
    try {
      const form = await readForm(request)
      const { clientId } = await authenticateClient(request, form.parameters, ['client_secret_basic'], context)
      const sent = { ...form, parameters: { ...form.parameters, client_id: clientId } }
      return json(200, (await checkAuthorizationRequest(sent, context, { receivedBy: 'received requests' })).request)
    } catch (error) {
      if (error instanceof OAuthError) return errorAnswer(error, request, context.issuer)
      throw error
    }
  },
})

/** A source whose only request was checked before, and is answered once. */
const checkedRequests = {
  kind: 'request_source',
  name: 'checked requests',
  stores: [],
  parameter: 'request',
  read: async ({ client: { clientId } }: SourceAsked): Promise<SourcedRequest> => ({
    request: {
      clientId,
      redirectUri,
      responseType: 'code',
      responseMode: 'query',
      scope: ['openid'],
      prompt: [],
      uiLocales: [],
    },
    reference: 'one',
  }),
  use: async () => true,
} as const

let provider: TestProvider
before(async () => void (provider = await startTestProvider({ parts: [sealedRequests, received] })))
after(async () => await provider.close())

const members = { client_id: 'basic', redirect_uri: redirectUri, response_type: 'code', scope: 'openid', state: 'inside' }
const urlWith = (fields: Readonly<Record<string, string>>): string =>
  `${provider.issuer}/oauth/v2/authorize?${new URLSearchParams({ client_id: 'basic', ...fields })}`

describe('at the authorization endpoint', () => {
  test('the parameters of the source count, and no others', async () => {
    const agent = provider.newUserAgent()
    const outside = { redirect_uri: 'https://evil.example/', scope: 'profile', state: 'outside', prompt: 'none' }
    const page = await signIn(agent, await agent.get(urlWith({ ...outside, request: sealed(members) })), alice)
    assert.equal(page.redirectedTo?.searchParams.get('state'), 'inside')
    assert.equal((await redeem(provider, codeOf(page))).status, 200)
  })

  test('the client is that of the request, whatever the source says', async () => {
    const agent = provider.newUserAgent()
    const page = await signIn(agent, await agent.get(urlWith({ request: sealed({ ...members, client_id: 'post' }) })), alice)
    assert.equal((await redeem(provider, codeOf(page))).status, 200, 'the code is of the client that sealed the request')
  })

  test('errors of the parameters go to the redirect URI of the source', async () => {
    const page = await provider.newUserAgent().get(urlWith({ request: sealed({ ...members, response_type: 'token' }) }))
    assertError(page, 'unsupported_response_type', { state: 'inside', mode: 'fragment' })
  })

  test('the user sees the error of the source, because no redirect URI is verified', async () => {
    const page = await provider.newUserAgent().get(urlWith({ ...members, request: sealed(members, 'another secret') }))
    assert.equal(page.status, 400)
    assert.equal(page.redirectedTo, undefined)
    assert.match(page.text, /invalid_request_object/)
  })

  test('a value that no source takes is refused, and so are both parameters together and a request inside a request', async () => {
    const agent = provider.newUserAgent()
    assertError(await agent.get(authorizationUrl(provider, { request: 'another form' })), 'request_not_supported')
    assertError(await agent.get(urlWith({ request: sealed({ ...members, request: sealed(members) }) })), 'request_not_supported', {
      state: 'inside',
    })
    const both = await agent.get(urlWith({ request: sealed(members), request_uri: 'urn:example:1' }))
    assert.deepEqual([both.status, /exclude each other/.test(both.text)], [400, true])
  })

  test('a client that has to use the source is refused without it', async () => {
    const plain = await provider.newUserAgent().get(authorizationUrl(provider, { client_id: 'jwt' }))
    assertError(plain, 'invalid_request')
    const page = await provider.newUserAgent().get(urlWith({ client_id: 'jwt', request: sealed({ ...members, client_id: 'jwt' }) }))
    assert.match(page.url.pathname, /^\/ui\/login/)
  })
})

describe('at another endpoint that receives requests', () => {
  const send = async (fields: Readonly<Record<string, string>>, clientId = 'basic'): Promise<Record<string, unknown>> => {
    const headers = { authorization: basicHeader(clientId, clientSecret) }
    const request = new Request(`${provider.issuer}/acme/received`, { method: 'POST', headers, body: new URLSearchParams(fields) })
    const response = await provider.fetch(request)
    return { status: response.status, ...((await response.json()) as object) }
  }

  test('the source counts as well, and is required of the same clients', async () => {
    const checked = await send({ request: sealed(members), state: 'outside' })
    assert.deepEqual([checked['status'], checked['clientId'], checked['state']], [200, 'basic', 'inside'])
    const required = await send({ ...members }, 'jwt')
    assert.deepEqual([required['status'], required['error']], [400, 'invalid_request'])
    const refused = await send({ request: sealed(members, 'another secret') })
    assert.deepEqual([refused['status'], refused['error']], [400, 'invalid_request_object'])
  })
})

test('discovery has the member of the source in place of the default', async () => {
  const metadata = async (of: TestProvider): Promise<Record<string, unknown>> =>
    (await (await of.fetch(new Request(`${of.issuer}/.well-known/openid-configuration`))).json()) as Record<string, unknown>
  assert.equal((await metadata(provider))['request_parameter_supported'], true)
  const without = await startTestProvider()
  assert.equal((await metadata(without))['request_parameter_supported'], false)
  await without.close()
})

test('two sources of one name are refused at the start, because a reference names its source', async () => {
  await assert.rejects(
    startTestProvider({ parts: [sealedRequests, { ...sealedRequests }] }),
    (error) => error instanceof CompositionError && error.code === 'duplicate_part',
  )
})

test('a reference of a source without `use` is an error that names the source, before the user signs in', async () => {
  const { use: _use, ...withoutUse } = checkedRequests
  for (const [source, isRefused] of [
    [withoutUse, true],
    [checkedRequests, false],
  ] as const) {
    const own = await startTestProvider({ parts: [define(source)] })
    const url = `${own.issuer}/oauth/v2/authorize?client_id=basic&request=checked`
    const page = await own.newUserAgent().get(url)
    const named = JSON.stringify(own.logged).includes('The request source \\"checked requests\\" returned a reference')
    assert.deepEqual([page.status, named], [isRefused ? 500 : 200, isRefused])
    await own.close()
  }
})
