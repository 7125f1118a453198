// How a process reads the keys: not at every request, never too late, and not before the others know what it is going to do.
import { createProviderKeys, defaultKeyPolicy, makeFirstSigningKeys, rotateSigningKeys } from '@symbolon/core-protocol'
import type { KeyPolicy, ProviderKeys, SigningKeyStore } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import { createClock } from '@symbolon/test-kit'
import type { Clock } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signingKeyContext } from '../support/signing-keys.ts'

interface Bench {
  readonly clock: Clock
  readonly store: SigningKeyStore
  /** How often the keys were read since the last time that it was asked. */
  reads(): number
  start(policy?: Partial<KeyPolicy>): Promise<ProviderKeys>
}

async function withKeys(run: (bench: Bench) => Promise<void>): Promise<void> {
  const open = await libsql({ url: ':memory:' }).open(['signingKeys'])
  const { signingKeys } = open.stores
  assert.ok(signingKeys !== undefined)
  const clock = createClock()
  let count = 0
  const store: SigningKeyStore = {
    ...signingKeys,
    list: async () => {
      count += 1
      return await signingKeys.list()
    },
  }
  await run({
    clock,
    store,
    reads() {
      const reads = count
      count = 0
      return reads
    },
    start: async (policy) => await createProviderKeys(await signingKeyContext(store, clock.now, { ...defaultKeyPolicy, ...policy })),
  })
  await open.close()
}

test('the keys are read once in a second, however many requests want them', async () => {
  await withKeys(async ({ clock, reads, start }) => {
    const keys = await start()
    reads()
    for (let request = 0; request < 100; request += 1) await keys.signingKey('ES256')
    clock.advance(0.999)
    await keys.publicKeySet()
    assert.equal(reads(), 0)
    clock.advance(0.001)
    await Promise.all(Array.from({ length: 100 }, async () => await keys.publicKeySet()))
    assert.equal(reads(), 1, 'requests that come together wait for one reading')
  })
})

test('where clients may keep the key set for a second only, the keys are read every second', async () => {
  await withKeys(async ({ clock, reads, start }) => {
    const keys = await start({ maxAge: 1000 })
    reads()
    clock.advance(0.999)
    await keys.publicKeySet()
    assert.equal(reads(), 0)
    clock.advance(0.001)
    await keys.publicKeySet()
    assert.equal(reads(), 1)
  })
})

test('a process that slept reads the keys before it signs', async () => {
  await withKeys(async ({ clock, store, start }) => {
    const sleeper = await start()
    const before = (await sleeper.signingKey('RS256')).kid
    const made = await rotateSigningKeys(await signingKeyContext(store, clock.now))
    clock.advance(3600)
    const after = (await sleeper.signingKey('RS256')).kid
    assert.notEqual(after, before)
    assert.ok(made.some(({ key }) => key.kid === after))
  })
})

test('a clock that was set back does not make the keys trusted for as long', async () => {
  await withKeys(async ({ clock, reads, start }) => {
    const keys = await start()
    reads()
    clock.advance(-3600)
    await keys.publicKeySet()
    assert.equal(reads(), 1)
    clock.advance(0.999)
    await keys.publicKeySet()
    assert.equal(reads(), 0)
  })
})

test('unknown key ids make us read the keys once in a second at most', async () => {
  await withKeys(async ({ clock, reads, start }) => {
    const keys = await start()
    reads()
    clock.advance(1)
    for (let id = 0; id < 100; id += 1) assert.equal(await keys.verificationKey(`unknown ${id}`), undefined)
    assert.equal(reads(), 1)
  })
})

test('before a process signs with longer lives, or lets the set be kept longer, the keys say so, and they never say less', async () => {
  await withKeys(async ({ clock, store, start }) => {
    const spans = async (): Promise<readonly (readonly number[])[]> =>
      (await store.list()).map(({ tokenLifetime, keySetMaxAge }) => [tokenLifetime, keySetMaxAge])
    const longer = await start({ tokenLifetime: 50_000_000, maxAge: 600_000 })
    await start({ tokenLifetime: 1000, maxAge: 1000 })
    assert.deepEqual(await spans(), Array(3).fill([50_000_000, 600_000]))
    // A process of shorter lives makes the next keys, and the other one learns of them.
    const shorter = { ...defaultKeyPolicy, tokenLifetime: 1000, maxAge: 1000 }
    const made = await rotateSigningKeys(await signingKeyContext(store, clock.now, shorter))
    assert.equal(made[0]?.key.activeFrom, clock.now() + 600_000 + 1000 + 10_000, 'clients may keep the set of the other one for so long')
    clock.advance(5)
    await longer.publicKeySet()
    assert.deepEqual(await spans(), Array(6).fill([50_000_000, 600_000]))
  })
})

test('CR-05 a key that a process stored and had no time to date gets its date from the next one that looks', async () => {
  await withKeys(async ({ clock, store, start }) => {
    const context = await signingKeyContext(store, clock.now)
    await makeFirstSigningKeys(context)
    const dying: SigningKeyStore = {
      ...store,
      setActiveFrom: async () => {
        throw new Error('gone')
      },
    }
    await assert.rejects(rotateSigningKeys({ ...context, store: dying }), /gone/)
    const keys = await start()
    const before = (await keys.signingKey('RS256')).kid
    clock.advance(86_400)
    assert.equal((await keys.signingKey('RS256')).kid, before, 'without a date it does not sign, however long it was published')
    assert.equal((await keys.publicKeySet()).keys.length, 6)
    await rotateSigningKeys(context)
    clock.advance(315)
    assert.notEqual((await keys.signingKey('RS256')).kid, before)
  })
})

test('a key signs from its date on, to the millisecond, and the set has it first then; also after the clock was set back', async () => {
  await withKeys(async ({ clock, store, start }) => {
    const keys = await start()
    const made = await rotateSigningKeys(await signingKeyContext(store, clock.now))
    const next = made.find(({ key }) => key.algorithm === 'ES256')
    assert.ok(next !== undefined)
    const signs = async (): Promise<string> => (await keys.signingKey('ES256')).kid
    const first = async (): Promise<unknown> => (await keys.publicKeySet()).keys.find(({ alg }) => alg === 'ES256')?.['kid']
    await keys.refresh()
    clock.advance((next.key.activeFrom - clock.now()) / 1000 - 0.001)
    assert.deepEqual([await signs(), await first()], [next.afterKid, next.afterKid])
    const set = await keys.publicKeySet()
    assert.equal(await keys.publicKeySet(), set, 'what has not changed is not made again')
    clock.advance(0.001)
    assert.deepEqual([await signs(), await first()], [next.key.kid, next.key.kid])
    clock.advance(-0.001)
    assert.deepEqual([await signs(), await first()], [next.afterKid, next.afterKid])
  })
})
