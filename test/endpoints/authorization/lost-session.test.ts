// Two tabs sign in two people in the same moment. Each sets a session cookie, the browser keeps one of them; the tab that lost its own
// must not bring the person of the other tab to its application.
import { alice, bob, refreshOf } from '@symbolon/test-kit'
import type { Credentials, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decodeJwt } from 'jose'
import { authorizationUrl, authorize, codeOf, redeem } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'

let provider: TestProvider

before(async () => void (provider = await startTestProvider()))
after(async () => await provider.close())

/** Signs in and stops where the browser is sent to the end of its request, whose address is returned. */
async function signInUntilResume(userAgent: UserAgent, { loginName, password }: Credentials): Promise<URL> {
  const asked = await userAgent.submit(await userAgent.get(authorizationUrl(provider)), { loginName })
  const { text } = await userAgent.submit(asked, { password }, 0, { follow: false })
  const resume = new URL(refreshOf(text) ?? '', provider.issuer)
  assert.match(resume.pathname, /\/resume$/)
  return resume
}

const sessionCookie = '__Host-symbolon-session'

/** A browser of `from`, whose session cookie now stands in the other browser too. */
function giveSessionCookie(from: UserAgent, to: UserAgent): void {
  const cookie = from.cookies.list().find(({ name }) => name === sessionCookie)
  assert.ok(cookie)
  to.cookies.set(sessionCookie, cookie.value, new URL(provider.issuer))
}

async function signedIn(credentials: Credentials): Promise<UserAgent> {
  const userAgent = provider.newUserAgent()
  await authorize(provider, {}, userAgent, credentials)
  return userAgent
}

test('who lost the session to the person of another tab is asked again, and never answered for by the other one', async () => {
  const userAgent = provider.newUserAgent()
  const resume = await signInUntilResume(userAgent, bob)
  giveSessionCookie(await signedIn(alice), userAgent)
  const asked = await userAgent.get(resume)
  assert.equal(asked.redirectedTo, undefined, 'nothing was answered')
  assert.equal(asked.forms[0]?.fields['loginName'], bob.loginName)
  const { body } = await redeem(provider, codeOf(await userAgent.submit(asked, { password: bob.password })))
  assert.equal(decodeJwt(String(body['id_token'])).sub, bob.id)
})

test('a user whose session was replaced by another session of the same user goes on without a question', async () => {
  const userAgent = provider.newUserAgent()
  const resume = await signInUntilResume(userAgent, alice)
  giveSessionCookie(await signedIn(alice), userAgent)
  const { body } = await redeem(provider, codeOf(await userAgent.get(resume)))
  assert.equal(decodeJwt(String(body['id_token'])).sub, alice.id)
})
