// When a password has to be changed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeReason } from '../src/password/change-reason.ts'

const day = 86_400_000
const now = Date.UTC(2026, 5, 1)
const byPassword = { factors: [{ method: 'pwd', at: now }] } as const
const byPasskey = { factors: [{ method: 'user', at: now }] } as const
const policy = { minLength: 15, requires: [] }
const aging = { ...policy, maxAge: 90 * day, warnBefore: 7 * day }
const demanded = { passwordChangeRequired: true }
const daysAgo = (days: number): { readonly changedAt: number } => ({ changedAt: now - days * day })

test('a demanded change is due before an expired password', () => {
  assert.deepEqual(changeReason(byPassword, demanded, {}, policy, now), { kind: 'demanded' })
  assert.deepEqual(changeReason(byPassword, demanded, daysAgo(100), aging, now), { kind: 'demanded' })
})

test('a password expires after its greatest age, and is warned of before', () => {
  assert.equal(changeReason(byPassword, {}, daysAgo(82), aging, now), undefined)
  assert.deepEqual(changeReason(byPassword, {}, daysAgo(83), aging, now), { kind: 'expiring', daysLeft: 7 })
  assert.deepEqual(changeReason(byPassword, {}, daysAgo(89.5), aging, now), { kind: 'expiring', daysLeft: 1 })
  assert.deepEqual(changeReason(byPassword, {}, daysAgo(90), aging, now), { kind: 'expired' })
})

test('nothing expires without a greatest age, without a warning before it, or without the time of the last change', () => {
  assert.equal(changeReason(byPassword, {}, daysAgo(10_000), policy, now), undefined)
  assert.equal(changeReason(byPassword, {}, daysAgo(89), { ...policy, maxAge: 90 * day }, now), undefined)
  assert.equal(changeReason(byPassword, {}, {}, aging, now), undefined)
})

test('PW-18 a clock that ran ahead at the last change does not make a password last longer', () => {
  assert.equal(changeReason(byPassword, {}, daysAgo(-1), aging, now), undefined)
  assert.deepEqual(changeReason(byPassword, {}, daysAgo(-90), aging, now), { kind: 'expired' })
})

test('who signed in without the password is not asked to change it', () => {
  assert.equal(changeReason(byPasskey, demanded, daysAgo(100), aging, now), undefined)
})
