// Whatever several processes do, and in whatever order: there always is a key set, and it verifies what is signed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { actions, play, unverifiable } from './key-rotation-model.ts'
import type { ProcessModel, Step } from './key-rotation-model.ts'

const clockSkew = 3000

const process: fc.Arbitrary<ProcessModel> = fc.record({
  // Any two clocks are at most the skew apart; that they are just so far apart is what may go wrong.
  ahead: fc.oneof(fc.constantFrom(-clockSkew / 2, clockSkew / 2), fc.integer({ min: -clockSkew / 2, max: clockSkew / 2 })),
  policy: fc.record({
    rotationInterval: fc.integer({ min: 1000, max: 60_000 }),
    maxAge: fc.oneof(fc.constant(1000), fc.integer({ min: 1000, max: 20_000 })),
    tokenLifetime: fc.integer({ min: 1000, max: 30_000 }),
    clockSkew: fc.constant(clockSkew),
  }),
})

function steps(among: readonly Step['action'][]): fc.Arbitrary<Step[]> {
  return fc.array(
    fc.record({
      after: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 4000 })),
      process: fc.nat(2),
      action: fc.constantFrom(...among),
    }),
    { minLength: 50, maxLength: 300, size: 'max' },
  )
}

const processes = fc.array(process, { minLength: 1, maxLength: 3 })
const planned = actions.filter((action) => action !== 'revoke')
// Most of what processes do is to sign and to publish.
const work = [...planned, ...planned, 'sign', 'fetch', 'sign', 'fetch', 'sign', 'fetch'] as const

test('CR-05 every signature is verified by every client that fetched the key set from any process within its max-age', () => {
  let keys = 0
  fc.assert(
    fc.property(processes, steps(work), (all, taken) => {
      const history = play(all, taken)
      keys += history.used
      assert.deepEqual(unverifiable(history, 0), [])
    }),
    { numRuns: 1000 },
  )
  assert.ok(keys > 1000 * 2, `only ${keys} keys were ever used: this proves nothing`)
})

test('CR-06 with keys revoked in between there still is a key set, a key to sign with, and no other disturbance', () => {
  fc.assert(
    fc.property(processes, steps([...work, 'revoke']), (all, taken) => {
      // Clients have to learn of the fresh key, and processes of the end of the old one; then everything is as before.
      assert.deepEqual(unverifiable(play(all, taken), 20_000 + 1000 + clockSkew), [])
    }),
    { numRuns: 1000 },
  )
})
