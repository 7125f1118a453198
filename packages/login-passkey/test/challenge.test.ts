// Challenges without storage: bound to browser, request, user and kind, valid for five minutes, and used once.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSealing } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import { burnChallenge, checkChallenge, createChallenge } from '../src/webauthn/challenge.ts'
import type { ChallengeBinding } from '../src/webauthn/challenge.ts'

const sealing = await createSealing(new Uint8Array(32))
const start = Date.UTC(2026, 0, 1)
const at = (now: number) => ({
  now: () => now,
  sealing,
  randomToken: () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url'),
})
const binding: ChallengeBinding = { requestId: 'r', browser: 'b', userId: 'u' }

describe('challenges', () => {
  test('a challenge is base64url of 56 bytes, and never the same', () => {
    const challenges = Array.from({ length: 100 }, () => createChallenge('sign_in', binding, at(start)))
    assert.equal(new Set(challenges).size, 100)
    for (const challenge of challenges) {
      assert.equal(Buffer.from(challenge, 'base64url').length, 56)
      assert.equal(Buffer.from(challenge, 'base64url').toString('base64url'), challenge, 'what the browser sends back')
    }
  })

  test('WA-01 WA-21 a challenge of another kind, browser, request or user is refused', () => {
    const challenge = createChallenge('passkey', binding, at(start))
    assert.equal(checkChallenge(challenge, ['passkey'], binding, at(start)).ceremony, 'passkey')
    assert.equal(checkChallenge(challenge, ['conditional_passkey', 'passkey'], binding, at(start)).ceremony, 'passkey')
    const { userId: _, ...withoutUser } = binding
    for (const other of [{ ...binding, requestId: 'x' }, { ...binding, browser: 'x' }, { ...binding, userId: 'x' }, withoutUser]) {
      assert.throws(() => checkChallenge(challenge, ['passkey'], other, at(start)), { reason: 'challenge' })
    }
    assert.throws(() => checkChallenge(challenge, ['conditional_passkey', 'security_key'], binding, at(start)), { reason: 'challenge' })
  })

  test('WA-01 a challenge is valid for five minutes', () => {
    const challenge = createChallenge('sign_in', binding, at(start))
    assert.equal(checkChallenge(challenge, ['sign_in'], binding, at(start + 299_999)).expiresAt, start + 300_000)
    assert.throws(() => checkChallenge(challenge, ['sign_in'], binding, at(start + 300_000)), { reason: 'challenge_expired' })
  })

  test('a changed challenge is refused', () => {
    const challenge = createChallenge('sign_in', binding, at(start))
    for (let index = 0; index < challenge.length; index++) {
      const changed = challenge.slice(0, index) + (challenge[index] === 'a' ? 'b' : 'a') + challenge.slice(index + 1)
      assert.throws(() => checkChallenge(changed, ['sign_in'], binding, at(start)), { reason: 'challenge' })
    }
    for (const text of ['', 'a', challenge + challenge, `${challenge}\n`, ` ${challenge}`]) {
      assert.throws(() => checkChallenge(text, ['sign_in'], binding, at(start)), { reason: 'challenge' })
    }
  })

  test('WA-01 a challenge is used once, also by concurrent answers, and remembered until it expires', async () => {
    const storage = await libsql({ url: ':memory:' }).open(['assertionIds'])
    const { assertionIds } = storage.stores
    assert.ok(assertionIds !== undefined)
    const challenge = createChallenge('sign_in', binding, at(start))
    const own = checkChallenge(challenge, ['sign_in'], binding, at(start))
    const burnt = await Promise.allSettled(Array.from({ length: 20 }, () => burnChallenge(challenge, own, assertionIds)))
    assert.equal(burnt.filter(({ status }) => status === 'fulfilled').length, 1)
    await assert.rejects(burnChallenge(challenge, own, assertionIds), { reason: 'challenge_used' })
    assert.equal(await assertionIds.deleteExpired(start + 299_999, 10), 0)
    assert.equal(await assertionIds.deleteExpired(start + 300_000, 10), 1)
    await storage.close()
  })
})
