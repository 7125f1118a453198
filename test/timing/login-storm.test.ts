// A storm of logins: passwords are hashed off the event loop, in a bounded queue, so that the other endpoints and the other factors hardly
// notice.
import { password, recoveryCodes, recoveryCodeSetup, totp } from '@symbolon/login'
import { passkey, passkeySetup } from '@symbolon/login-passkey'
import { secretHashing } from '@symbolon/secret-hashing'
import { alice } from '@symbolon/test-kit'
import type { Page, SoftwareCredential, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authorizationUrl, redeem } from '../support/code-flow.ts'
import { newPasskey, startWithPasskeys, use, withPolicy } from '../support/passkeys.ts'
import type { PasskeyProvider } from '../support/passkeys.ts'
import { busyTime } from '../support/processor-time.ts'
import { asksForCode, asksForPassword, codeAt, documentWithApps, toCode } from '../support/second-factor.ts'

const logins = 30

let provider: PasskeyProvider
let credential: SoftwareCredential
let code: string
before(async () => {
  // 64 MiB and three passes: each hash costs several times what the default does, so that the queue is really full.
  const hashing = secretHashing({ argon2: { memoryKiB: 65_536, passes: 3, lanes: 1 }, queueLimit: 12, queueWaitMilliseconds: 60_000 })
  provider = await startWithPasskeys({
    hashing,
    document: withPolicy(documentWithApps(), { mfaInitSkipLifetime: '3600s' }),
    authenticators: [password({ hashing }), totp(), recoveryCodes(), passkey()],
    steps: [recoveryCodeSetup(), passkeySetup()],
  })
  credential = await newPasskey(provider)
  const { userAgent, page } = await toCode(provider)
  const shown = await userAgent.submit(await userAgent.submit(page, { code: codeAt(provider) }), {})
  code = /\b[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}\b/.exec(shown.text)?.[0] ?? ''
  await userAgent.submit(
    shown,
    { saved: 'on' },
    shown.forms.findIndex(({ action }) => action.endsWith('/saved')),
  )
  provider.clock.advance(60)
})
after(async () => await provider.close())

/** A browser that stands before the password page. */
async function atPasswordPage(): Promise<{ readonly userAgent: UserAgent; readonly page: Page }> {
  const userAgent = provider.newUserAgent()
  const first = await userAgent.get(authorizationUrl(provider))
  return { userAgent, page: await userAgent.submit(first, { loginName: alice.loginName }) }
}

/** Milliseconds that the event loop is busy during a request to the token endpoint, client authentication included. */
async function tokenRequest(): Promise<number> {
  return await busyTime(async () => assert.equal((await redeem(provider, 'no-such-code')).status, 400))
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

test('while many people sign in at once, the token endpoint and the other factors answer, and the surplus is asked to retry', async () => {
  const [withApp, withCode, withPasskey] = [await toCode(provider), await toCode(provider), provider.newUserAgent()]
  const codePage = await withCode.userAgent.get(`${withCode.page.url.href}&factor=recovery_code`)
  const namePage = await withPasskey.get(authorizationUrl(provider))
  const factors: readonly (() => Promise<Page>)[] = [
    async () => await withApp.userAgent.submit(withApp.page, { code: codeAt(provider) }),
    async () => await withCode.userAgent.submit(codePage, { code }),
    async () => await use(provider, withPasskey, namePage, credential),
  ]
  const browsers = []
  for (let i = 0; i < logins; i++) browsers.push(await atPasswordPage())
  const storm = Promise.all(browsers.map(async ({ userAgent, page }) => await userAgent.submit(page, { password: alice.password })))
  let over = false
  void storm.finally(() => void (over = true))
  const during: number[] = []
  const answered: Page[] = []
  let answeredInStorm = 0
  while (!over) {
    during.push(await tokenRequest())
    const factor = factors[answered.length]
    if (factor !== undefined) {
      answered.push(await factor())
      if (!over) answeredInStorm++
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const pages = await storm
  const signedIn = pages.filter(({ redirectedTo }) => redirectedTo?.searchParams.has('code') === true).length
  const busy = pages.filter(({ status, headers }) => status === 503 && Number(headers.get('retry-after')) >= 1).length
  assert.ok(during.length >= 10, `only ${during.length} requests fitted into the storm`)
  assert.ok(
    median(during) < 50,
    `the event loop was busy for ${median(during).toFixed(1)} ms in the median of the requests during the storm`,
  )
  assert.equal(answeredInStorm, factors.length, 'a factor waited for the hashing of passwords')
  for (const page of answered) assert.ok(!asksForCode(page) && !asksForPassword(page), `${page.status} ${page.text.slice(0, 900)}`)
  assert.ok(signedIn >= 1 && busy >= 1, `${signedIn} signed in, ${busy} were asked to retry`)
})

test('after the storm people sign in as before', async () => {
  provider.clock.advance(120)
  const { userAgent, page } = await atPasswordPage()
  assert.ok((await userAgent.submit(page, { password: alice.password })).redirectedTo?.searchParams.has('code'))
})
