// An open session, or a stolen cookie of one, does not become a credential: every step that sets up a factor comes after a fresh proof.
import { password, recoveryCodes, recoveryCodeSetup, totp, totpSetup } from '@symbolon/login'
import { passkey, passkeySetup } from '@symbolon/login-passkey'
import type { OrgDocument } from '@symbolon/schema-v2'
import { acmeDocument, alice } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAccount, startAccountProvider, textOf } from '../../support/account.ts'
import { acmeWith } from '../../support/acme.ts'
import { authorizationUrl, authorize } from '../../support/code-flow.ts'
import { testHashing } from '../../support/hashing.ts'
import { create, startWithPasskeys, storedPasskeys, withPolicy } from '../../support/passkeys.ts'
import type { PasskeyProvider } from '../../support/passkeys.ts'
import type { TestProvider } from '../../support/provider.ts'
import { startTestProvider } from '../../support/provider.ts'
import { asksForPassword, careful, claimsOf, codeAt, documentWithApps, hotp, isSignedIn } from '../../support/second-factor.ts'

const essential = { claims: JSON.stringify({ id_token: { acr: { essential: true, values: ['2'] } } }) }
const appPolicy = { allowUsernamePassword: true, secondFactors: ['SECOND_FACTOR_TYPE_OTP'] as const }
const keyPolicy = { secondFactors: ['SECOND_FACTOR_TYPE_U2F'] as const }

async function withApps(loginPolicy: object, run: (provider: TestProvider) => Promise<void>): Promise<void> {
  const provider = await startTestProvider({
    document: acmeWith({ loginPolicy }),
    authenticators: [password({ hashing: testHashing }), totp(), recoveryCodes()],
    steps: [totpSetup(), recoveryCodeSetup()],
  })
  try {
    await run(provider)
  } finally {
    await provider.close()
  }
}

async function withPasskeys(document: OrgDocument, run: (provider: PasskeyProvider) => Promise<void>): Promise<void> {
  const provider = await startWithPasskeys({ document })
  try {
    await run(provider)
  } finally {
    await provider.close()
  }
}

/** Posts a form of the login in the sign-in of a page, as an attacker with the cookies can. */
async function post(provider: TestProvider, userAgent: UserAgent, page: Page, path: string, fields = {}): Promise<Page> {
  const { request = '', csrf = '' } = page.forms[0]?.fields ?? {}
  const headers = { origin: provider.issuer, 'sec-fetch-site': 'same-origin' }
  return await userAgent.post(`${provider.issuer}/ui/login/${path}`, { request, csrf, ...fields }, { headers })
}

const createsPasskey = ({ forms }: Page): boolean => forms.some(({ action }) => action === '/ui/login/passkey-setup')
const secretIn = (page: Page): string => /secret=([A-Z2-7]+)/.exec(page.text.replaceAll('&amp;', '&'))?.[1] ?? ''

test('OT-06 an essential acr of 2 in an old session asks for the password before an authenticator app is set up', async () => {
  await withApps(appPolicy, async (provider) => {
    const userAgent = provider.newUserAgent()
    assert.ok(isSignedIn(await authorize(provider, {}, userAgent, alice)))
    provider.clock.advance(300)
    const asked = await userAgent.get(authorizationUrl(provider, essential))
    assert.ok(asksForPassword(asked), textOf(asked))
    for (const path of ['totp-setup', 'totp-enrolment', 'recovery-codes', 'recovery-codes/saved', 'skip']) {
      const page = await post(provider, userAgent, asked, path, { code: '000000', saved: 'on', step: 'totp_setup' })
      assert.ok(asksForPassword(page), path)
      assert.doesNotMatch(page.text, /otpauth:|secret=/, path)
    }
    assert.deepEqual((await provider.storage.stores.users?.find(alice.id))?.secondFactors, [])

    const provedAt = provider.clock.now()
    const offered = await userAgent.submit(asked, { password: alice.password })
    assert.match(textOf(offered), /Set up app/)
    const enrolment = await post(provider, userAgent, offered, 'totp-setup')
    const secret = secretIn(enrolment)
    assert.notEqual(secret, '')
    const done = await userAgent.submit(enrolment, { code: hotp(secret, Math.floor(provider.clock.now() / 30_000)) })
    const finished = isSignedIn(done) ? done : await skipped(userAgent, done)
    const claims = await claimsOf(provider, finished)
    assert.deepEqual([claims['acr'], claims['auth_time']], ['2', Math.floor(provedAt / 1000)])
  })
})

async function skipped(userAgent: UserAgent, page: Page): Promise<Page> {
  return await userAgent.submit(page, {}, page.forms.length - 1)
}

test('OT-06 a set-up that takes longer than five minutes asks for the password, and goes on with the same secret', async () => {
  await withApps({ ...appPolicy, forceMfa: true }, async (provider) => {
    const userAgent = provider.newUserAgent()
    const named = await userAgent.submit(await userAgent.get(authorizationUrl(provider)), { loginName: alice.loginName })
    const offered = await userAgent.submit(named, { password: alice.password })
    const enrolment = await post(provider, userAgent, offered, 'totp-setup')
    const secret = secretIn(enrolment)
    provider.clock.advance(300)
    const code = () => hotp(secret, Math.floor(provider.clock.now() / 30_000))
    const asked = await userAgent.submit(enrolment, { code: code() })
    assert.ok(asksForPassword(asked), textOf(asked))
    assert.deepEqual((await provider.storage.stores.users?.find(alice.id))?.secondFactors, [])
    const again = await userAgent.submit(asked, { password: alice.password })
    assert.equal(secretIn(again), secret)
    await userAgent.submit(again, { code: code() })
    assert.deepEqual((await provider.storage.stores.users?.find(alice.id))?.secondFactors, ['otp'])
  })
})

test('WA-10 an essential acr of 2 in an old session asks for the password before a passkey is created', async () => {
  await withPasskeys(withPolicy(acmeDocument(), keyPolicy), async (provider) => {
    const userAgent = provider.newUserAgent()
    assert.ok(isSignedIn(await authorize(provider, {}, userAgent, alice)))
    provider.clock.advance(300)
    const asked = await userAgent.get(authorizationUrl(provider, essential))
    assert.ok(asksForPassword(asked), textOf(asked))
    assert.ok(!createsPasskey(asked))
    assert.ok(asksForPassword(await post(provider, userAgent, asked, 'passkey-setup', { credential: '{}' })))
    const page = await userAgent.submit(asked, { password: alice.password })
    assert.ok(createsPasskey(page), textOf(page))
    // The page was shown in time, and its answer comes too late.
    provider.clock.advance(300)
    const late = await create(provider, userAgent, page)
    assert.ok(asksForPassword(late.page), textOf(late.page))
    assert.deepEqual(await storedPasskeys(provider), [])
    const shown = await userAgent.submit(late.page, { password: alice.password })
    const { page: done } = await create(provider, userAgent, shown)
    assert.equal((await claimsOf(provider, done))['acr'], '2')
    assert.equal((await storedPasskeys(provider)).length, 1)
  })
})

test('OT-06 a policy that demands a second factor later does not make an old session a credential', async () => {
  for (const [loginPolicy, steps] of [
    [{ ...appPolicy, forceMfa: true }, [totpSetup()]],
    [{ ...keyPolicy, allowUsernamePassword: true, forceMfa: true, passwordlessType: 'PASSWORDLESS_TYPE_ALLOWED' }, [passkeySetup()]],
  ] as const) {
    const provider = await startTestProvider({
      document: acmeWith({ loginPolicy: { ...loginPolicy, forceMfa: false } }),
      authenticators: [password({ hashing: testHashing }), passkey(), totp()],
      steps,
    })
    try {
      const userAgent = provider.newUserAgent()
      assert.ok(isSignedIn(await authorize(provider, {}, userAgent, alice)))
      provider.clock.advance(300)
      await provider.apply(acmeWith({ loginPolicy }))
      const asked = await userAgent.get(authorizationUrl(provider))
      assert.ok(asksForPassword(asked), textOf(asked))
      const silent = await userAgent.get(authorizationUrl(provider, { prompt: 'none' }))
      assert.equal(silent.redirectedTo?.searchParams.get('error'), 'login_required')
    } finally {
      await provider.close()
    }
  }
})

test('OT-06 AC-01 a step that the account page asked for ends with the proof, and goes on after the next one', async () => {
  const provider = await startAccountProvider({ document: documentWithApps() })
  try {
    const userAgent = provider.newUserAgent()
    const withCode = { ...careful, code: () => codeAt(provider) }
    await openAccount(provider, userAgent, withCode)
    const page = await userAgent.get(`${provider.issuer}/ui/account/recovery-codes`)
    assert.match(textOf(page), /recovery codes/i)
    provider.clock.advance(300)
    const asked = await userAgent.submit(page)
    assert.ok(asksForPassword(asked), textOf(asked))
    const code = await userAgent.submit(asked, { password: careful.password })
    assert.match(textOf(code), /Enter your code/, 'a fresh password does not make an old code fresh')
    const again = await userAgent.submit(code, { code: codeAt(provider) })
    assert.match(textOf(again), /recovery codes/i)
    assert.match(textOf(await userAgent.submit(again)), /[0-9a-z]{5}-[0-9a-z]{5}/)
  } finally {
    await provider.close()
  }
})
