// Sign-ins at identity providers that are under way. https://www.rfc-editor.org/rfc/rfc6749#section-10.12 (`state`)
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ExternalSignIn, ExternalSignInRoom, PostedResponse, WaitingIdentity } from '@symbolon/core-protocol'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const room: ExternalSignInRoom = { source: 'home', limit: 1000 }

function signIn(state: string, more: Partial<ExternalSignIn> = {}): ExternalSignIn {
  const row = {
    state,
    idpId: 'i1',
    requestId: 'r1',
    browser: 'b1',
    nonce: 'n1',
    sealedVerifier: 'sealed',
    createdAt: 1000,
    expiresAt: 2000,
  }
  return { ...row, purpose: 'sign_in', ...more }
}

function waiting(requestId: string, sealedIdentity = 'sealed', expiresAt = 2000): WaitingIdentity {
  return { requestId, browser: 'b1', sealedIdentity, expiresAt }
}

/** Registers the tests of external sign-ins. @param open opens an empty storage with the named stores */
export function externalSignInTests(open: OpenFresh): void {
  describe('externalSignIns', () => {
    test('returns a sign-in as it was stored, once, and not after its expiry', () =>
      withStores(open, ['externalSignIns'], async ({ externalSignIns }) => {
        const link = signIn('s2', { purpose: 'link', userId: 'u1' })
        await externalSignIns.begin(signIn('s1'), room)
        await externalSignIns.begin(link, room)
        await externalSignIns.begin(signIn('s3'), room)
        assert.equal(await externalSignIns.take('s4', undefined, 1500), undefined)
        assert.deepEqual(await externalSignIns.take('s1', undefined, 1500), signIn('s1'))
        assert.equal(await externalSignIns.take('s1', undefined, 1500), undefined)
        assert.deepEqual(await externalSignIns.take('s2', undefined, 1999), link)
        assert.equal(await externalSignIns.take('s3', undefined, 2000), undefined)
      }))

    test('exactly one of 100 concurrent calls takes the sign-in', () =>
      withStores(open, ['externalSignIns'], async ({ externalSignIns }) => {
        await externalSignIns.begin(signIn('s1'), room)
        const taken = await together(100, () => externalSignIns.take('s1', undefined, 1500))
        assert.equal(taken.filter((row) => row !== undefined).length, 1)
      }))

    test('keeps one response for each sign-in that asked for a post', () =>
      withStores(open, ['externalSignIns'], async ({ externalSignIns }) => {
        const posted = (sealedResponse: string): PostedResponse => ({ sealedResponse, proof: `proof of ${sealedResponse}` })
        await externalSignIns.begin(signIn('s1', { responseMode: 'form_post' }), room)
        await externalSignIns.begin(signIn('s2', { responseMode: 'form_post' }), room)
        await externalSignIns.begin(signIn('s3'), room)
        assert.equal(await externalSignIns.receive('unknown', posted('x'), 1500), false)
        assert.equal(await externalSignIns.receive('s2', posted('late'), 2000), false)
        assert.equal(await externalSignIns.receive('s3', posted('not asked for'), 1500), false)
        assert.deepEqual(await externalSignIns.take('s3', undefined, 1500), signIn('s3'))
        const kept = await together(20, (index) => externalSignIns.receive('s1', posted(`response ${index}`), 1500))
        assert.equal(kept.filter(Boolean).length, 1)
        const response = `response ${kept.indexOf(true)}`
        const row = await externalSignIns.take('s1', `proof of ${response}`, 1500)
        assert.deepEqual(row, signIn('s1', { responseMode: 'form_post', sealedResponse: response }))
        assert.equal(await externalSignIns.receive('s1', posted('x'), 1500), false)
      }))

    test('gives a response that was posted for its proof alone, once, of concurrent calls with and without it', () =>
      withStores(open, ['externalSignIns'], async ({ externalSignIns }) => {
        await externalSignIns.begin(signIn('s1', { responseMode: 'form_post' }), room)
        assert.equal(await externalSignIns.take('s1', 'p', 1500), undefined, 'there is no response yet')
        assert.ok(await externalSignIns.receive('s1', { sealedResponse: 'sealed', proof: 'p' }, 1500))
        for (const proof of [undefined, '', 'q']) assert.equal(await externalSignIns.take('s1', proof, 1500), undefined)
        const proofs = [undefined, 'p', 'q']
        const taken = await together(60, (index) => externalSignIns.take('s1', proofs[index % 3], 1500))
        assert.deepEqual(
          taken.flatMap((row, index) => (row === undefined ? [] : [proofs[index % 3]])),
          ['p'],
        )
      }))

    test('one identity waits for each request, and is taken once', () =>
      withStores(open, ['externalSignIns'], async ({ externalSignIns }) => {
        await externalSignIns.keepIdentity(waiting('r1', 'first'))
        await externalSignIns.keepIdentity(waiting('r1', 'second'))
        await externalSignIns.keepIdentity(waiting('r2'))
        assert.deepEqual(await externalSignIns.findIdentity('r1', 1500), waiting('r1', 'second'))
        assert.equal(await externalSignIns.findIdentity('r1', 2000), undefined)
        assert.equal(await externalSignIns.takeIdentity('r1', 2000), undefined)
        const taken = await together(50, () => externalSignIns.takeIdentity('r1', 1500))
        assert.equal(taken.filter((row) => row !== undefined).length, 1)
        assert.equal(await externalSignIns.findIdentity('r1', 1500), undefined)
        assert.deepEqual(await externalSignIns.findIdentity('r2', 1500), waiting('r2'))
      }))

    test('the number of sign-ins is limited, and the networks with the most lose theirs first', () =>
      withStores(open, ['externalSignIns'], async ({ externalSignIns }) => {
        const limit = 64
        await externalSignIns.begin(signIn('honest'), { source: 'honest', limit })
        const flood = Array.from({ length: 300 }, (_, index) => `flood${index}`)
        for (const [index, state] of flood.entries()) {
          await externalSignIns.begin(signIn(state, { createdAt: 1001 + index }), { source: 'flood', limit })
        }
        const kept = await Promise.all(flood.map(async (state) => (await externalSignIns.take(state, undefined, 1500)) !== undefined))
        assert.ok(kept.filter(Boolean).length < limit)
        assert.equal(kept.at(-1), true)
        assert.notEqual(await externalSignIns.take('honest', undefined, 1500), undefined)
      }))

    test('removes what has expired, in batches', () =>
      withStores(open, ['externalSignIns'], async ({ externalSignIns }) => {
        for (const state of ['s1', 's2', 's3']) await externalSignIns.begin(signIn(state), room)
        await externalSignIns.begin(signIn('s4', { expiresAt: 3000 }), room)
        await externalSignIns.keepIdentity(waiting('r1'))
        await externalSignIns.keepIdentity(waiting('r2', 'sealed', 3000))
        assert.equal(await externalSignIns.deleteExpired(1999, 10), 0)
        assert.equal(await externalSignIns.deleteExpired(2000, 2), 2)
        assert.equal(await externalSignIns.deleteExpired(2000, 10), 2)
        assert.notEqual(await externalSignIns.take('s4', undefined, 2000), undefined)
        assert.deepEqual(await externalSignIns.findIdentity('r2', 2000), waiting('r2', 'sealed', 3000))
      }))
  })
}
