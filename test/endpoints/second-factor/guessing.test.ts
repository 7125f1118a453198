// Guessing codes is slow, is counted in storage, and ends where the policy sets an end; neither parallel tries, nor new sessions, nor a
// restart, nor a right password change that.
import { auditTrail } from '@symbolon/core-protocol'
import { createClock } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorize } from '../../support/code-flow.ts'
import { databaseFile } from '../../support/database-file.ts'
import { signedOutCopy } from '../../support/known-browser.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider, TestProviderOptions } from '../../support/provider.ts'
import { asksForCode, careful, codeAt, codeFailures, documentWithApps, isSignedIn, toCode, wrongCode } from '../../support/second-factor.ts'

async function withProvider(options: TestProviderOptions, run: (provider: TestProvider) => Promise<void>): Promise<void> {
  const provider = await startTestProvider({ document: documentWithApps(), ...options })
  try {
    await run(provider)
  } finally {
    await provider.close()
  }
}

async function give(provider: TestProvider, code: string) {
  const { userAgent, page } = await toCode(provider)
  return await userAgent.submit(page, { code })
}

const reasons = (provider: TestProvider): readonly unknown[] =>
  provider.logged.filter(({ event }) => event === 'second_factor_failed').map(({ fields }) => fields['reason'])

test('OT-04 of 20 wrong codes in as many sessions five are looked at, and then the right one waits, too', () =>
  withProvider({}, async (provider) => {
    for (let count = 0; count < 20; count++) assert.ok(asksForCode(await give(provider, wrongCode(provider))))
    assert.equal(await codeFailures(provider), 5)
    assert.deepEqual(reasons(provider), [
      ...Array.from({ length: 5 }, () => 'wrong_code'),
      ...Array.from({ length: 15 }, () => 'too_early'),
    ])
    const early = await give(provider, codeAt(provider))
    assert.equal(early.status, 429)
    assert.equal(early.headers.get('retry-after'), '1')
    assert.match(early.text, /Too many attempts/)
    provider.clock.advance(1)
    assert.ok(isSignedIn(await give(provider, codeAt(provider))))
    assert.equal(await codeFailures(provider), 0)
  }))

test('OT-04 of 20 wrong codes at once no more are looked at than were counted', () =>
  withProvider({}, async (provider) => {
    const visits = []
    for (let count = 0; count < 20; count++) visits.push(await toCode(provider))
    const pages = await Promise.all(visits.map(async ({ userAgent, page }) => await userAgent.submit(page, { code: wrongCode(provider) })))
    assert.ok(pages.every(asksForCode))
    const looked = reasons(provider).filter((reason) => reason === 'wrong_code').length
    assert.ok(looked >= 1 && looked <= 5, `${looked} were looked at`)
    assert.equal(await codeFailures(provider), looked)
  }))

test('OT-04 PW-07 the count survives a restart, new sessions and right passwords', async () => {
  const file = await databaseFile()
  const clock = createClock()
  try {
    await withProvider({ storage: file.storage, clock }, async (provider) => {
      for (let count = 0; count < 5; count++) await give(provider, wrongCode(provider))
    })
    await withProvider({ storage: file.storage, clock }, async (provider) => {
      assert.equal(await codeFailures(provider), 5)
      assert.equal((await give(provider, codeAt(provider))).status, 429)
    })
  } finally {
    file.dispose()
  }
})

test('OT-04 the delay grows from one second to five minutes', () =>
  withProvider({ document: documentWithApps([careful.id], { lockoutPolicy: { maxOtpAttempts: 0 } }) }, async (provider) => {
    for (let count = 0; count < 5; count++) await give(provider, wrongCode(provider))
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      assert.equal((await give(provider, wrongCode(provider))).headers.get('retry-after'), String(seconds))
      provider.clock.advance(seconds)
      assert.equal((await give(provider, wrongCode(provider))).status, 200)
    }
    provider.clock.advance(300)
    assert.ok(isSignedIn(await give(provider, codeAt(provider))), 'never blocked where the policy sets no number')
  }))

test('OT-04 PW-06 after as many wrong codes as the policy says browsers that the user is not known in wait for 15 minutes, and nothing else ends', () =>
  withProvider(
    { document: documentWithApps([careful.id], { lockoutPolicy: { maxOtpAttempts: 3 } }), audit: auditTrail },
    async (provider) => {
      const inside = await toCode(provider)
      assert.ok(isSignedIn(await inside.userAgent.submit(inside.page, { code: codeAt(provider, -1) })))
      const { userAgent, page } = await toCode(provider)
      for (let count = 0; count < 3; count++) assert.ok(asksForCode(await userAgent.submit(page, { code: wrongCode(provider) })))
      const blocked = await userAgent.submit(page, { code: codeAt(provider) })
      assert.equal(blocked.status, 429)
      assert.match(blocked.text, /Wait 15 minutes/)
      assert.equal((await provider.storage.stores.users?.find(careful.id))?.state, 'active')
      assert.ok(isSignedIn(await authorize(provider, { prompt: 'none' }, inside.userAgent)), 'the session goes on')
      provider.clock.advance(15 * 60 - 1)
      assert.equal((await give(provider, codeAt(provider))).status, 429)
      provider.clock.advance(1)
      assert.ok(asksForCode(await give(provider, wrongCode(provider))), 'one try, and the block begins again')
      assert.match((await give(provider, codeAt(provider))).text, /Wait 15 minutes/)
      provider.clock.advance(15 * 60)
      assert.ok(isSignedIn(await give(provider, codeAt(provider))))
      const events = (await provider.storage.stores.auditEvents?.list({ limit: 100 })) ?? []
      const failures = events.filter(({ type, details }) => type === 'second_factor_failed' && details?.['reason'] === 'wrong_code')
      const failure = {
        clientId: 'basic',
        orgId: 'acme',
        subject: { kind: 'user', id: careful.id },
        details: { method: 'otp', reason: 'wrong_code' },
      }
      for (const event of failures) assert.partialDeepStrictEqual(event, failure)
      assert.equal(failures.length, 4)
      assert.equal(failures.filter(({ details }) => details?.['blocks'] === true).length, 2)
    },
  ))

test('OT-04 PW-06 a known browser has separate attempts for codes, as many as the policy allows', () =>
  withProvider({ document: documentWithApps([careful.id], { lockoutPolicy: { maxOtpAttempts: 3 } }) }, async (provider) => {
    const home = await toCode(provider)
    assert.ok(isSignedIn(await home.userAgent.submit(home.page, { code: codeAt(provider, -1) })))
    const known = signedOutCopy(provider, home.userAgent)
    for (let count = 0; count < 3; count++) await give(provider, wrongCode(provider))
    assert.equal((await give(provider, codeAt(provider))).status, 429)
    const { page } = await toCode(provider, known)
    for (let count = 0; count < 2; count++) assert.ok(asksForCode(await known.submit(page, { code: wrongCode(provider) })))
    provider.clock.advance(30)
    assert.ok(isSignedIn(await known.submit(page, { code: codeAt(provider) })))
  }))

test('OT-04 PW-06 an attacker with the password and the cookie of a known browser has three codes, then waits like any visitor', () =>
  withProvider({ document: documentWithApps([careful.id], { lockoutPolicy: { maxOtpAttempts: 3 } }) }, async (provider) => {
    const home = await toCode(provider)
    assert.ok(isSignedIn(await home.userAgent.submit(home.page, { code: codeAt(provider, -1) })))
    for (let count = 0; count < 3; count++) await give(provider, wrongCode(provider))
    const thief = signedOutCopy(provider, home.userAgent)
    const { page } = await toCode(provider, thief)
    for (let count = 0; count < 3; count++) assert.equal((await thief.submit(page, { code: wrongCode(provider) })).status, 200)
    assert.match((await thief.submit(page, { code: codeAt(provider) })).text, /Wait 15 minutes/)
  }))

test('LG-30 an attacker who signs in as another user in a known browser in between gains no more codes there', () =>
  withProvider({ document: documentWithApps([careful.id], { lockoutPolicy: { maxOtpAttempts: 3 } }) }, async (provider) => {
    const home = await toCode(provider)
    assert.ok(isSignedIn(await home.userAgent.submit(home.page, { code: codeAt(provider, -1) })))
    let thief = home.userAgent
    for (let round = 0; round < 5; round++) {
      for (let count = 0; count < 2; count++) {
        thief = signedOutCopy(provider, thief)
        const { page } = await toCode(provider, thief)
        await thief.submit(page, { code: wrongCode(provider) })
      }
      thief = signedOutCopy(provider, thief)
      assert.ok(isSignedIn(await authorize(provider, {}, thief)))
    }
    // The attempts of the browser, and then the attempts of the user.
    assert.equal(reasons(provider).filter((reason) => reason === 'wrong_code').length, 3 + 3)
  }))

test('PW-07 wrong codes lock no password, and wrong passwords no code', () =>
  withProvider({}, async (provider) => {
    for (let count = 0; count < 4; count++) await give(provider, wrongCode(provider))
    await authorize(provider, {}, provider.newUserAgent(), { ...careful, password: 'wrong' })
    assert.equal(await codeFailures(provider), 4)
    assert.ok(isSignedIn(await give(provider, codeAt(provider))))
  }))
