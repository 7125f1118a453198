// Guessing codes is slow, is counted in storage, and ends where the policy sets an end; neither parallel tries, nor new sessions, nor a
// restart, nor a right password change that.
import { auditTrail } from '@symbolon/core-protocol'
import { createClock } from '@symbolon/testing'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorize } from '../../support/code-flow.ts'
import { databaseFile } from '../../support/database-file.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider, TestProviderOptions } from '../../support/provider.ts'
import { asksForCode, careful, codeAt, documentWithApps, isSignedIn, toCode, wrongCode } from '../../support/second-factor.ts'

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

const failuresOf = async (provider: TestProvider): Promise<number | undefined> => (await provider.storage.stores.oneTimeCodes?.find(careful.id))?.failedAttempts
const reasons = (provider: TestProvider): readonly unknown[] => (
  provider.logged.filter(({ event }) => event === 'second_factor_failed').map(({ fields }) => fields['reason'])
)

test('OT-04 of 20 wrong codes in as many sessions five are looked at, and then the right one waits, too', () => withProvider({}, async (provider) => {
  for (let count = 0; count < 20; count++) assert.ok(asksForCode(await give(provider, wrongCode(provider))))
  assert.equal(await failuresOf(provider), 5)
  assert.deepEqual(reasons(provider), [...Array.from({ length: 5 }, () => 'wrong_code'), ...Array.from({ length: 15 }, () => 'too_early')])
  const early = await give(provider, codeAt(provider))
  assert.equal(early.status, 429)
  assert.equal(early.headers.get('retry-after'), '1')
  assert.match(early.text, /Too many attempts/)
  provider.clock.advance(1)
  assert.ok(isSignedIn(await give(provider, codeAt(provider))))
  assert.equal(await failuresOf(provider), 0)
}))

test('OT-04 of 20 wrong codes at once no more are looked at than were counted', () => withProvider({}, async (provider) => {
  const visits = []
  for (let count = 0; count < 20; count++) visits.push(await toCode(provider))
  const pages = await Promise.all(visits.map(async ({ userAgent, page }) => await userAgent.submit(page, { code: wrongCode(provider) })))
  assert.ok(pages.every(asksForCode))
  const looked = reasons(provider).filter((reason) => reason === 'wrong_code').length
  assert.ok(looked >= 1 && looked <= 5, `${looked} were looked at`)
  assert.equal(await failuresOf(provider), looked)
}))

test('OT-04 PW-07 the count survives a restart, new sessions and right passwords', async () => {
  const file = await databaseFile()
  const clock = createClock()
  try {
    await withProvider({ storage: file.storage, clock }, async (provider) => {
      for (let count = 0; count < 5; count++) await give(provider, wrongCode(provider))
    })
    await withProvider({ storage: file.storage, clock }, async (provider) => {
      assert.equal(await failuresOf(provider), 5)
      assert.equal((await give(provider, codeAt(provider))).status, 429)
    })
  } finally {
    file.dispose()
  }
})

test('OT-04 the delay grows from one second to five minutes', () => withProvider(
  { document: documentWithApps([careful.id], { lockoutPolicy: { maxOtpAttempts: 0 } }) },
  async (provider) => {
    for (let count = 0; count < 5; count++) await give(provider, wrongCode(provider))
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      assert.equal((await give(provider, wrongCode(provider))).headers.get('retry-after'), String(seconds))
      provider.clock.advance(seconds)
      assert.equal((await give(provider, wrongCode(provider))).status, 200)
    }
    provider.clock.advance(300)
    assert.ok(isSignedIn(await give(provider, codeAt(provider))), 'never locked where the policy sets no number')
  },
))

test('OT-04 PW-05 a user is locked after as many wrong codes as the policy says: no code and no session of theirs is any good', () => withProvider(
  { document: documentWithApps([careful.id], { lockoutPolicy: { maxOtpAttempts: 3 } }), audit: auditTrail },
  async (provider) => {
    const inside = await toCode(provider)
    assert.ok(isSignedIn(await inside.userAgent.submit(inside.page, { code: codeAt(provider, -1) })))
    const { userAgent, page } = await toCode(provider)
    for (let count = 0; count < 2; count++) assert.ok(asksForCode(await userAgent.submit(page, { code: wrongCode(provider) })))
    const locked = await userAgent.submit(page, { code: wrongCode(provider) })
    assert.equal(locked.status, 403)
    assert.match(locked.text, /account cannot be used/)
    assert.equal((await provider.storage.stores.users?.find(careful.id))?.state, 'locked')
    assert.ok(!isSignedIn(await userAgent.submit(page, { code: codeAt(provider) })))
    for (const browser of [provider.newUserAgent(), inside.userAgent]) {
      const again = await authorize(provider, {}, browser, { ...careful, code: () => codeAt(provider) })
      assert.equal(again.redirectedTo, undefined)
    }
    const events = await provider.storage.stores.auditEvents?.list({ limit: 100 }) ?? []
    const told = events.filter(({ subject, actorId }) => subject?.id === careful.id || actorId === careful.id)
    const failure = { type: 'second_factor_failed', clientId: 'basic', orgId: 'acme', details: { method: 'otp', reason: 'wrong_code' } }
    assert.equal(told.filter(({ type }) => type === 'second_factor_failed').length, 3)
    for (const event of told.filter(({ type }) => type === 'second_factor_failed')) assert.partialDeepStrictEqual(event, failure)
    for (const type of ['second_factor_checked', 'login_succeeded', 'user_locked']) assert.equal(told.filter((event) => event.type === type).length, 1, type)
  },
))

test('PW-07 wrong codes lock no password, and wrong passwords no code', () => withProvider({}, async (provider) => {
  for (let count = 0; count < 4; count++) await give(provider, wrongCode(provider))
  await authorize(provider, {}, provider.newUserAgent(), { ...careful, password: 'wrong' })
  assert.equal(await failuresOf(provider), 4)
  assert.ok(((await provider.storage.stores.passwords?.find(careful.id))?.failedAttempts ?? 0) > 0)
  assert.ok(isSignedIn(await give(provider, codeAt(provider))))
}))
