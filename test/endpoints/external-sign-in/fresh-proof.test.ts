// A sign-in by a session at an identity provider is not a fresh proof: the user has not acted, and may have left the browser open.
import { account, authenticatorAppSection } from '@symbolon/account'
import { totpSetup } from '@symbolon/login'
import { alice, signIn } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import { accountTemplates } from '@symbolon/ui-templates'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizationUrl, codeOf, redeem } from '../../support/code-flow.ts'
import { answerOf, leave, linkedToBob, startFederation } from '../../support/external-sign-in.ts'

const showsSecret = ({ text }: Page): boolean => /secret=[A-Z2-7]+/.test(text)

test('LG-46 a session of an hour ago at the identity provider signs in, and sets up no factor', async (t) => {
  const federation = await startFederation({
    document: linkedToBob(),
    steps: [totpSetup()],
    endpoints: account({ ui: accountTemplates(), sections: [authenticatorAppSection()] }),
  })
  t.after(async () => await federation.close())
  const { local, upstream, clock } = federation
  const there = upstream.newUserAgent()
  const signInHere = async (): Promise<UserAgent> => {
    const here = local.newUserAgent()
    const left = await leave(here, await here.get(authorizationUrl(local)))
    codeOf(await here.get(await answerOf(federation, left, alice, there)))
    return here
  }
  const begin = async (here: UserAgent, page: Page): Promise<Page> =>
    page.forms[0]?.action === '/ui/login/totp-setup' ? await here.submit(page) : page
  const setUp = async (here: UserAgent): Promise<Page> => await begin(here, await here.get(`${local.issuer}/ui/account/authenticator-app`))
  assert.ok(showsSecret(await setUp(await signInHere())), 'the user has just signed in there')

  clock.advance(3600)
  const here = await signInHere()
  const asked = await setUp(here)
  assert.equal(showsSecret(asked), false)
  assert.match(asked.text, /name="password"/)
  // The provider is held to a recent authentication now.
  const url = await leave(here, asked)
  assert.equal(url.searchParams.get('max_age'), '300')
  const page = await there.get(url)
  assert.equal(page.redirectedTo, undefined, 'the provider asks the user')
  const answer = (await signIn(there, page, alice)).redirectedTo ?? assert.fail()
  const proven = await here.get(answer)
  assert.ok(showsSecret(await begin(here, proven)), proven.text)
})

test('LG-46 auth_time is when the user authenticated at the identity provider, and max_age counts from it', async (t) => {
  const federation = await startFederation({ document: linkedToBob() })
  t.after(async () => await federation.close())
  const { local, upstream, clock } = federation
  const there = upstream.newUserAgent()
  const authTimeOf = async (page: Page): Promise<unknown> => {
    const { body } = await redeem(local, codeOf(page))
    return decodeJwt(String(body['id_token']))['auth_time']
  }
  const signInHere = async (here: UserAgent, fields: Readonly<Record<string, string>> = {}): Promise<Page> => {
    const left = await leave(here, await here.get(authorizationUrl(local, fields)))
    return await here.get(await answerOf(federation, left, alice, there))
  }
  const first = await authTimeOf(await signInHere(local.newUserAgent()))
  assert.equal(first, Math.floor(clock.now() / 1000))

  clock.advance(3600)
  const here = local.newUserAgent()
  assert.equal(await authTimeOf(await signInHere(here)), first)
  // The session here is new, and the authentication is not.
  assert.equal(await authTimeOf(await here.get(authorizationUrl(local, { max_age: '7200', prompt: 'none' }))), first)
  assert.equal(
    (await here.get(authorizationUrl(local, { max_age: '600', prompt: 'none' }))).redirectedTo?.searchParams.get('error'),
    'login_required',
  )
  const again = await authTimeOf(await signInHere(here, { max_age: '600' }))
  assert.equal(again, Math.floor(clock.now() / 1000))
})
