// Lookups that are cached in memory, and when their answers are not.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cacheLookups } from '../src/cached-lookups.ts'
import { cached, Generation } from '../src/sql/generation.ts'

/** A lookup that answers when the test says so. */
function slowLookup(generation: Generation): {
  readonly ask: (name: string) => Promise<string>
  readonly answer: (text: string) => Promise<void>
  readonly asked: () => number
} {
  const waiting: ((text: string) => void)[] = []
  let asked = 0
  const ask = cached(generation, (_name: string) => {
    asked += 1
    return new Promise<string>((resolve) => {
      waiting.push(resolve)
    })
  })
  const answer = async (text: string): Promise<void> => {
    waiting.shift()?.(text)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ask: async (name) => await ask(name), answer, asked: () => asked }
}

test('a lookup runs once in a generation, and again in the next one', async () => {
  const generation = new Generation()
  const { ask, answer, asked } = slowLookup(generation)
  const first = ask('a')
  await answer('old')
  assert.equal(await first, 'old')
  assert.equal(await ask('a'), 'old')
  assert.equal(asked(), 1)
  generation.advance()
  const next = ask('a')
  await answer('new')
  assert.equal(await next, 'new')
  assert.equal(await ask('a'), 'new')
  assert.equal(asked(), 2)
})

test('an answer that was read before a change is not cached, even if another lookup has started since', async () => {
  const generation = new Generation()
  const { ask, answer } = slowLookup(generation)
  const before = ask('a')
  generation.advance()
  const after = ask('b')
  await answer('read before the change')
  assert.equal(await before, 'read before the change')
  const again = ask('a')
  await answer('b')
  await answer('read after the change')
  assert.equal(await after, 'b')
  assert.equal(await again, 'read after the change')
})

test('undefined and false are not cached', async () => {
  for (const nothing of [undefined, false]) {
    let asked = 0
    const ask = cached(new Generation(), async () => {
      asked += 1
      return nothing
    })
    await ask()
    await ask()
    assert.equal(asked, 2, String(nothing))
  }
})

test('long metadata is not cached', async () => {
  for (const [length, lookups] of [
    [100, 1],
    [500_000, 2],
  ] as const) {
    let asked = 0
    const list = async (): Promise<readonly { readonly key: string; readonly value: string }[]> => {
      asked += 1
      return [
        { key: 'a', value: 'A'.repeat(length / 2) },
        { key: 'b', value: 'A'.repeat(length / 2) },
      ]
    }
    const { userMetadata } = cacheLookups({ userMetadata: { list } }, new Generation())
    assert.deepEqual(await userMetadata?.list('u'), await userMetadata?.list('u'))
    assert.equal(asked, lookups, String(length))
  }
})

test('an error is not cached', async () => {
  let asked = 0
  const ask = cached(new Generation(), async () => {
    asked += 1
    if (asked === 1) throw new Error('away')
    return 'there'
  })
  await assert.rejects(async () => await ask(), /away/)
  assert.equal(await ask(), 'there')
})

test('answers are cached for exactly the same arguments', async () => {
  const ask = cached(new Generation(), async (...args: readonly unknown[]) => JSON.stringify(args.map((value) => value ?? 'none')))
  for (const args of [['a'], [undefined], ['[null]'], ['["a"]'], ['a', 'b'], ['a', ['b']], ['["a","b"]'], ['["a"', '"b"]']]) {
    const answer = JSON.stringify(args.map((value) => value ?? 'none'))
    assert.equal(await ask(...args), answer)
    assert.equal(await ask(...args), answer)
  }
})

test('the number of cached answers is bounded, and the oldest is evicted', async () => {
  const asked: string[] = []
  const ask = cached(new Generation(), async (name: string) => {
    asked.push(name)
    return name
  })
  for (let index = 0; index < 4097; index += 1) await ask(String(index))
  asked.length = 0
  await ask('1')
  await ask('4096')
  assert.deepEqual(asked, [])
  await ask('0')
  assert.deepEqual(asked, ['0'])
})
