// GitHub, by a server that answers as its documentation says.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { guardedFetch } from '@symbolon/outgoing'
import { github } from '../src/index.ts'
import type { ExternalIdentity } from '../src/index.ts'
import { redirectUri } from './upstream.ts'

const now = (): number => Date.UTC(2026, 0, 1)
const start = { redirectUri, state: 'state-1', nonce: 'nonce-1', codeVerifier: 'v'.repeat(43) }
const user = { id: 583_231, login: 'octocat', name: 'Ada Byron', avatar_url: 'https://avatars.example/583231', email: 'shown@example.com' }
const emails = [
  { email: 'other@acme.example', primary: false, verified: true, visibility: null },
  { email: 'ada@acme.example', primary: true, verified: true, visibility: 'public' },
]

interface Answers {
  readonly token?: Response
  readonly user?: unknown
  readonly emails?: unknown
}

interface Call {
  readonly url: string
  readonly headers: Headers
  readonly form: URLSearchParams
}

async function signIn(answers: Answers = {}, response: Readonly<Record<string, string>> = {}) {
  const calls: Call[] = []
  const fetch = guardedFetch({
    resolve: async () => ['8.8.8.8'],
    async fetch(url, init) {
      calls.push({ url, headers: new Headers(init.headers), form: new URLSearchParams(init.body as URLSearchParams) })
      switch (url) {
        case 'https://github.com/login/oauth/access_token':
          return answers.token ?? Response.json({ access_token: 'gho_token', scope: 'read:user,user:email', token_type: 'bearer' })
        case 'https://api.github.com/user':
          return Response.json('user' in answers ? answers.user : user)
        case 'https://api.github.com/user/emails':
          return Response.json('emails' in answers ? answers.emails : emails)
        default:
          return new Response(null, { status: 404 })
      }
    },
  })
  const provider = github({ clientId: 'Iv1.1', clientSecret: 'secret' })
  const url = await provider.start(start, { fetch, now })
  const finish = async (): Promise<ExternalIdentity> =>
    await provider.finish(new URLSearchParams({ code: 'code-1', state: 'state-1', ...response }), start, { fetch, now })
  return { url, calls, finish }
}

describe('GitHub', () => {
  test('is asked for the user and the addresses, with PKCE', async () => {
    const { url, calls, finish } = await signIn()
    assert.equal(url.origin + url.pathname, 'https://github.com/login/oauth/authorize')
    assert.equal(url.searchParams.get('scope'), 'read:user user:email')
    assert.equal(url.searchParams.get('code_challenge_method'), 'S256')
    assert.deepEqual(await finish(), {
      idpId: 'github',
      idpName: 'GitHub',
      externalId: '583231',
      externalName: 'octocat',
      userName: 'octocat',
      email: { address: 'ada@acme.example', verified: true },
      displayName: 'Ada Byron',
      pictureUrl: 'https://avatars.example/583231',
    })
    const [token, ...api] = calls
    assert.equal(token?.form.get('code_verifier'), start.codeVerifier)
    assert.equal(token?.form.get('client_secret'), 'secret')
    for (const { headers } of api) {
      assert.equal(headers.get('authorization'), 'Bearer gho_token')
      assert.ok(headers.get('user-agent'))
    }
  })

  test('only the primary address counts, and only its own verification', async () => {
    const unverified = [
      { ...emails[0], primary: false },
      { email: 'ada@acme.example', primary: true, verified: false },
    ]
    const { email } = await (await signIn({ emails: unverified })).finish()
    assert.deepEqual(email, { address: 'ada@acme.example', verified: false })
    assert.equal((await (await signIn({ emails: [] })).finish()).email, undefined)
  })

  test('an error with the status 200 is refused', async () => {
    const token = Response.json({ error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' })
    const { finish, calls } = await signIn({ token })
    await assert.rejects(finish(), { name: 'ExternalSignInRefused', reason: 'failed' })
    assert.equal(calls.length, 1)
  })

  test('malformed answers, another state and a refusal of the user are refused', async () => {
    for (const wrong of [{}, { id: '583231' }, { id: 1.5 }, { id: 0 }, null]) {
      await assert.rejects((await signIn({ user: wrong })).finish(), { reason: 'failed' })
    }
    for (const wrong of [{}, null, [{ email: 'a@b.example' }]])
      await assert.rejects((await signIn({ emails: wrong })).finish(), { reason: 'failed' })
    await assert.rejects((await signIn({}, { state: 'state-2' })).finish(), { reason: 'failed' })
    await assert.rejects((await signIn({}, { error: 'access_denied' })).finish(), { reason: 'denied' })
  })
})
