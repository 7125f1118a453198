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
  for (let index = 0; index < 65_537; index += 1) await ask(String(index))
  asked.length = 0
  for (const name of ['1', '50000', '65536']) await ask(name)
  assert.deepEqual(asked, [])
  await ask('0')
  assert.deepEqual(asked, ['0'])
  for (let index = 0; index < 200_000; index += 1) await ask(`more${index}`)
  asked.length = 0
  for (const name of [`more${200_000 - 65_536}`, 'more199999']) await ask(name)
  assert.deepEqual(asked, [])
  await ask(`more${200_000 - 65_537}`)
  assert.equal(asked.length, 1)
})

test('large results share a limit, beyond which each lookup keeps some results', async () => {
  const generation = new Generation()
  const lookup = (asked: string[]) =>
    cached(generation, async (name: string) => {
      asked.push(name)
      return { name, text: 'x'.repeat(4000) }
    })
  const [first, second]: [string[], string[]] = [[], []]
  const [ask, askOther] = [lookup(first), lookup(second)]
  for (let index = 0; index < 20_000; index += 1) await ask(String(index))
  assert.ok(generation.cachedCharacters <= 32_000_000, `${generation.cachedCharacters}`)
  assert.ok(generation.cachedCharacters > 31_900_000, `${generation.cachedCharacters}`)
  for (let index = 0; index < 5000; index += 1) await askOther(String(index))
  second.length = 0
  await askOther(String(5000 - 4096))
  assert.deepEqual(second, [])
  await askOther(String(5000 - 4097))
  assert.equal(second.length, 1)
  generation.advance()
  await ask('a')
  await askOther('a')
  assert.ok(generation.cachedCharacters < 10_000, `${generation.cachedCharacters}`)
})
