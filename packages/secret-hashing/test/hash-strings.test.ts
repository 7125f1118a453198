// Which hash strings are known, malformed or too costly; and that reading one never throws, whatever it is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretHashing } from '../src/index.ts'

const { inspect } = secretHashing()

const salt = 'c29tZXNhbHQ' // 8 bytes
const digest = 'CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc' // 32 bytes
const bcryptTail = 'abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2'

const supported: readonly (readonly [string, string])[] = [
  [`$argon2id$v=19$m=19456,t=2,p=1$${salt}$${digest}`, 'argon2id'],
  [`$argon2id$v=19$m=8192,t=1,p=1$${salt}$${digest}`, 'argon2id'],
  [`$argon2id$v=19$m=262144,t=10,p=16$${salt}$${digest}`, 'argon2id'],
  [`$argon2i$v=19$m=8192,t=3,p=1$${salt}$${digest}`, 'argon2i'],
  [`$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(86)}$${'A'.repeat(86)}`, 'argon2id'],
  [`$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'A'.repeat(22)}`, 'argon2id'],
  [`$2a$04$${bcryptTail}`, 'bcrypt'],
  [`$2b$10$${bcryptTail}`, 'bcrypt'],
  [`$2y$16$${bcryptTail}`, 'bcrypt'],
]

for (const [hash, scheme] of supported) {
  test(`${hash.slice(0, 40)}… is ${scheme}`, () => {
    assert.deepEqual(inspect(hash), { supported: true, scheme })
  })
}

const outOfBounds: readonly (readonly [string, string])[] = [
  ['argon2id with less than 8 MiB', `$argon2id$v=19$m=8191,t=2,p=1$${salt}$${digest}`],
  ['argon2id with more than 256 MiB', `$argon2id$v=19$m=262145,t=1,p=1$${salt}$${digest}`],
  ['argon2id with 4 TiB', `$argon2id$v=19$m=4294967295,t=1,p=1$${salt}$${digest}`],
  ['argon2id with memory beyond any integer', `$argon2id$v=19$m=${'9'.repeat(320)},t=1,p=1$${salt}$${digest}`],
  ['argon2id with no pass', `$argon2id$v=19$m=19456,t=0,p=1$${salt}$${digest}`],
  ['argon2id with 11 passes', `$argon2id$v=19$m=19456,t=11,p=1$${salt}$${digest}`],
  ['argon2id with no lane', `$argon2id$v=19$m=19456,t=2,p=0$${salt}$${digest}`],
  ['argon2i with 17 lanes', `$argon2i$v=19$m=19456,t=2,p=17$${salt}$${digest}`],
  ['argon2id with a salt of 7 bytes', `$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAA$${digest}`],
  ['argon2id with a salt of 65 bytes', `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(87)}$${digest}`],
  ['argon2id with a digest of 15 bytes', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'A'.repeat(20)}`],
  ['argon2id with a digest of 65 bytes', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'A'.repeat(87)}`],
  ['bcrypt of cost 3', `$2b$03$${bcryptTail}`],
  ['bcrypt of cost 17', `$2b$17$${bcryptTail}`],
  ['bcrypt of cost 31', `$2b$31$${bcryptTail}`],
  ['bcrypt of cost 99', `$2b$99$${bcryptTail}`],
]

for (const [what, hash] of outOfBounds) {
  test(`${what} is out of bounds when inspected, and neither valid nor worked on when verified`, async () => {
    const refusals: string[] = []
    const hashing = secretHashing({ onRefusal: (reason) => refusals.push(reason) })
    assert.deepEqual(hashing.inspect(hash), { supported: false, reason: 'cost_out_of_bounds' })
    const begin = performance.now()
    assert.deepEqual(await hashing.verify('password', hash), { valid: false, rehash: false })
    assert.ok(performance.now() - begin < 50)
    assert.deepEqual(refusals, ['cost_out_of_bounds'])
  })
}

const malformed: readonly (readonly [string, string])[] = [
  ['argon2id alone', '$argon2id$'],
  ['argon2id of version 1.0', `$argon2id$v=16$m=19456,t=2,p=1$${salt}$${digest}`],
  ['argon2id without version', `$argon2id$m=19456,t=2,p=1$${salt}$${digest}`],
  ['argon2id in another order', `$argon2id$v=19$t=2,m=19456,p=1$${salt}$${digest}`],
  ['argon2id with a leading zero', `$argon2id$v=19$m=019456,t=2,p=1$${salt}$${digest}`],
  ['argon2id with a sign', `$argon2id$v=19$m=19456,t=-2,p=1$${salt}$${digest}`],
  ['argon2id with padding', `$argon2id$v=19$m=19456,t=2,p=1$${salt}=$${digest}=`],
  ['argon2id in base64url', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'_'.repeat(43)}`],
  ['argon2id with unused bits set', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${digest.slice(0, 42)}d`],
  ['argon2id with half a byte', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${digest}AA`],
  ['argon2id without digest', `$argon2id$v=19$m=19456,t=2,p=1$${salt}`],
  ['argon2id with more members', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${digest}$x`],
  ['argon2id with a line feed', `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${digest}\n`],
  ['bcrypt alone', '$2b$'],
  ['bcrypt with one digit of cost', `$2b$4$${bcryptTail}`],
  ['bcrypt with a sign', `$2b$+4$${bcryptTail}`],
  ['bcrypt cut short', `$2b$10$${bcryptTail.slice(1)}`],
  ['bcrypt too long', `$2b$10$${bcryptTail}a`],
  ['bcrypt with a line feed', `$2b$10$${bcryptTail}\n`],
  ['bcrypt with a foreign character', `$2b$10$${bcryptTail.slice(0, -1)}+`],
  ['bcrypt with unused bits of the digest set', `$2b$10$${bcryptTail.slice(0, -1)}3`],
  ['a string longer than any hash', `$2b$10$${'a'.repeat(1_000_000)}`],
]

for (const [what, hash] of malformed) {
  test(`${what} is malformed, and not valid when verified`, async () => {
    const refusals: string[] = []
    const hashing = secretHashing({ onRefusal: (reason) => refusals.push(reason) })
    assert.deepEqual(hashing.inspect(hash), { supported: false, reason: 'malformed' })
    assert.deepEqual(await hashing.verify('password', hash), { valid: false, rehash: false })
    assert.deepEqual(refusals, ['malformed'])
  })
}

const unknown = ['', '$', '$2', '$2$', '$2x$10$' + bcryptTail, '2b$10$' + bcryptTail, ' $2b$10$' + bcryptTail,
  `$argon2d$v=19$m=19456,t=2,p=1$${salt}$${digest}`, `$argon2ID$v=19$m=19456,t=2,p=1$${salt}$${digest}`, '$argon2id', 'password']

for (const hash of unknown) {
  test(`'${hash.slice(0, 20)}' is of no known scheme, and not valid when verified`, async () => {
    assert.deepEqual(inspect(hash), { supported: false, reason: 'unknown_scheme' })
    assert.deepEqual(await secretHashing().verify('password', hash), { valid: false, rehash: false })
  })
}

test('a hash that alone demands more than the memory budget is out of bounds', async () => {
  const hash = `$argon2id$v=19$m=65536,t=2,p=1$${salt}$${digest}`
  const small = secretHashing({ memoryBudgetMiB: 63 })
  assert.deepEqual(small.inspect(hash), { supported: false, reason: 'cost_out_of_bounds' })
  assert.deepEqual(await small.verify('password', hash), { valid: false, rehash: false })
  assert.deepEqual(await secretHashing({ memoryBudgetMiB: 64 }).verify('password', hash), { valid: true, rehash: true })
})

test('any string has an answer: 40000 random and mutated strings never make inspect throw', () => {
  const random = pseudoRandom(20_261)
  const seeds = [...supported, ...outOfBounds].map(([first, second]) => (first.startsWith('$') ? first : second))
  const answers = new Map<string, number>()
  for (let round = 0; round < 40_000; round++) {
    const seed = seeds[random(seeds.length)] ?? ''
    const hash = round % 2 === 0 ? randomText(random) : mutated(seed, random)
    const answer = inspect(hash)
    const key = answer.supported ? 'supported' : answer.reason
    answers.set(key, (answers.get(key) ?? 0) + 1)
  }
  assert.deepEqual([...answers.keys()].toSorted(), ['cost_out_of_bounds', 'malformed', 'supported', 'unknown_scheme'])
})

test('what inspect supports, the native code verifies without throwing: 300 cheap hashes with mutated salt and digest', async () => {
  const random = pseudoRandom(7)
  const hashing = secretHashing()
  const heads = ['$argon2i$v=19$m=8192,t=1,p=1$', '$2b$04$']
  const tails = [`${salt}$${digest}`, bcryptTail]
  let verified = 0
  while (verified < 300) {
    const kind = random(2)
    const hash = `${heads[kind]}${mutated(tails[kind] ?? '', random)}`
    if (!inspect(hash).supported) continue
    await hashing.verify('password', hash)
    verified++
  }
})

function pseudoRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function randomText(random: (below: number) => number): string {
  const prefixes = ['', '$', '$2', '$2b$', '$2y$12$', '$argon2id$', '$argon2i$v=19$m=', '$argon2id$v=19$m=8192,t=1,p=1$']
  let text = prefixes[random(prefixes.length)] ?? ''
  for (let length = random(80); length > 0; length--) {
    text += String.fromCharCode(random(4) === 0 ? random(65_536) : 36 + random(90))
  }
  return text
}

function mutated(text: string, random: (below: number) => number): string {
  const at = random(text.length + 1)
  const insert = random(3) === 0 ? '' : String.fromCharCode(36 + random(90))
  return text.slice(0, at) + insert + text.slice(at + random(2))
}
