// The limits of the instance on failed passwords: what they count, what they refuse, and what takes an attempt back.
import { noMetrics } from '@symbolon/core-protocol'
import type { RequestContext } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { instanceLimits } from '../src/attempts/instance-limits.ts'
import type { InstanceAdmission, InstanceLimits } from '../src/attempts/instance-limits.ts'
import { password } from '../src/index.ts'
import { openProvider } from './provider.ts'

const rates = {
  same_password: { burst: 3, perMinute: 1 },
  failed_passwords: { burst: 6, perMinute: 1 },
  failed_passwords_of_network: { burst: 2, perMinute: 1 },
} as const

/** Admits attempts at the same time, and records what is logged. */
function openLimits(): {
  readonly limits: InstanceLimits
  readonly logged: unknown[]
  admit: (typed: string, address: string) => InstanceAdmission
} {
  const limits = instanceLimits(rates)
  const logged: unknown[] = []
  const log = {
    info: () => undefined,
    warn: (event: string, fields: unknown) => void logged.push({ event, fields }),
    error: () => undefined,
  }
  const admit = (typed: string, remoteAddress: string): InstanceAdmission =>
    limits.admit(typed, { now: () => 1000, metrics: noMetrics, log, remoteAddress, forwarded: false } as unknown as RequestContext)
  return { limits, logged, admit }
}

describe('limits of the instance', () => {
  test('PW-21 a password is refused everywhere once it has failed too often; other passwords are not', () => {
    const { admit, logged } = openLimits()
    const kinds = Array.from({ length: 5 }, (_, index) => admit('spring', `203.0.113.${index}`).kind)
    assert.deepEqual(kinds, ['admitted', 'admitted', 'admitted', 'refused', 'refused'])
    assert.equal(admit('summer', '203.0.113.9').kind, 'admitted')
    assert.deepEqual(logged, [{ event: 'rate_limited', fields: { limit: 'same_password' } }])
  })

  test('PW-21 beyond the failures of the instance, networks with failures wait and others do not', () => {
    const { admit } = openLimits()
    assert.deepEqual(
      Array.from({ length: 6 }, (_, index) => admit(`guess ${index}`, '2001:db8:1::1').kind),
      Array.from({ length: 6 }, () => 'admitted'),
    )
    const refused = admit('guess', '2001:db8:1:ffff::1')
    assert.ok(refused.kind === 'refused' && refused.retryAfter === 60)
    for (const typed of ['one', 'two']) assert.equal(admit(typed, '2001:db8:2::1').kind, 'admitted')
    assert.equal(admit('three', '2001:db8:2::1').kind, 'refused')
  })

  test('an attempt that is withdrawn does not count, and no more than it is given back', () => {
    const { admit } = openLimits()
    for (let count = 0; count < 20; count += 1) {
      const admission = admit('right', '203.0.113.1')
      assert.equal(admission.kind, 'admitted')
      admission.withdraw()
    }
    const kinds = Array.from({ length: 4 }, () => admit('right', '203.0.113.1').kind)
    assert.deepEqual(kinds, ['admitted', 'admitted', 'admitted', 'refused'])
  })

  test('programs on this machine are exempt, unless a proxy forwarded the request', () => {
    const { admit, limits } = openLimits()
    for (let count = 0; count < 9; count += 1) assert.equal(admit('spring', '127.0.0.1').kind, 'admitted')
    const forwarded = { now: () => 1000, metrics: noMetrics, log: { warn: () => undefined }, remoteAddress: '127.0.0.1', forwarded: true }
    const kinds = Array.from({ length: 4 }, () => limits.admit('spring', forwarded as unknown as RequestContext).kind)
    assert.equal(kinds.at(-1), 'refused')
  })

  test('PW-21 a right password, a password that is not verified and a known browser use up nothing', async (t) => {
    const provider = await openProvider((hashing) => [password({ hashing, instanceRates: rates })])
    t.after(async () => await provider.close())
    const browser = provider.browser()
    const attempt = async (name: string, typed: string, from = provider.browser()): Promise<string> => {
      const { page } = await from.signIn(await from.begin({ prompt: ['login'] }), name, typed)
      return page.kind === 'password' ? (page.error ?? '') : page.kind
    }
    assert.equal(await attempt('ann', 'right', browser), 'leaving')
    provider.hashing.busy = true
    for (let count = 0; count < 5; count += 1) assert.equal(await attempt('ann', 'right'), 'busy')
    provider.hashing.busy = false
    for (let count = 0; count < 5; count += 1) assert.equal(await attempt('ann', 'right'), 'leaving')
    const before = { ...provider.hashing.counts }
    const answers = []
    for (let count = 0; count < 5; count += 1) answers.push(await attempt(`name ${count}`, 'right'))
    assert.deepEqual(answers, [
      'invalid_credentials',
      'invalid_credentials',
      'invalid_credentials',
      'too_many_attempts',
      'too_many_attempts',
    ])
    assert.equal(provider.hashing.counts.verifyAbsent - before.verifyAbsent, 3, 'what is refused is not verified')
    assert.equal(await attempt('ann', 'right'), 'too_many_attempts', 'the same for a user')
    assert.equal(await attempt('ann', 'right', browser), 'leaving', 'the browser is known')
    provider.wait(60_000)
    assert.equal(await attempt('ann', 'right'), 'leaving')
  })
})
