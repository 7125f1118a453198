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
  // The defaults of Keycloak and of Logto.
  [`$argon2id$v=19$m=7168,t=5,p=1$${salt}$${digest}`, 'argon2id'],
  [`$argon2i$v=19$m=4096,t=256,p=1$${salt}$${digest}`, 'argon2i'],
  [`$argon2id$v=19$m=4096,t=2,p=1$${salt}$${digest}`, 'argon2id'],
  [`$argon2id$v=19$m=4096,t=640,p=1$${salt}$${digest}`, 'argon2id'],
  [`$argon2id$v=19$m=8192,t=1,p=1$${salt}$${digest}`, 'argon2id'],
  [`$argon2id$v=19$m=262144,t=10,p=16$${salt}$${digest}`, 'argon2id'],
  [`$argon2i$v=19$m=8192,t=3,p=1$${salt}$${digest}`, 'argon2i'],
  [`$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(86)}$${'A'.repeat(86)}`, 'argon2id'],
  [`$argon2id$v=19$m=19456,t=2,p=1$${salt}$${'A'.repeat(22)}`, 'argon2id'],
  [`$2a$04$${bcryptTail}`, 'bcrypt'],
  [`$2b$10$${bcryptTail}`, 'bcrypt'],
  [`$2y$16$${bcryptTail}`, 'bcrypt'],
  [`$scrypt$ln=18,r=8,p=1$${salt}$${digest}`, 'scrypt'],
  [`$scrypt$ln=17,r=8,p=8$${salt}$${digest}`, 'scrypt'],
  [`$pbkdf2-sha512$2000000$${salt}$${digest}`, 'pbkdf2-sha512'],
  [`$6$rounds=1000000$salt$${'A'.repeat(86)}`, 'sha512crypt'],
  [`$5$$${'A'.repeat(43)}`, 'sha256crypt'],
  [`$P$Isaltsalt${'A'.repeat(22)}`, 'phpass'],
  [`$S$Gsaltsalt${'A'.repeat(43)}`, 'drupal7'],
  [`$1$$${'A'.repeat(22)}`, 'md5crypt'],
]

for (const [hash, scheme] of supported) {
  test(`${hash.slice(0, 40)}… is ${scheme}`, () => {
    assert.partialDeepStrictEqual(inspect(hash), { supported: true, scheme })
  })
}

const outOfBounds: readonly (readonly [string, string])[] = [
  ['argon2id with less than 4 MiB', `$argon2id$v=19$m=4095,t=5,p=1$${salt}$${digest}`],
  ['argon2id with too little work', `$argon2id$v=19$m=8191,t=1,p=1$${salt}$${digest}`],
  ['argon2id with more than 256 MiB', `$argon2id$v=19$m=262145,t=1,p=1$${salt}$${digest}`],
  ['argon2id with 4 TiB', `$argon2id$v=19$m=4294967295,t=1,p=1$${salt}$${digest}`],
  ['argon2id with memory beyond any integer', `$argon2id$v=19$m=${'9'.repeat(320)},t=1,p=1$${salt}$${digest}`],
  ['argon2id with no pass', `$argon2id$v=19$m=19456,t=0,p=1$${salt}$${digest}`],
  ['argon2id with 641 passes over 4 MiB', `$argon2id$v=19$m=4096,t=641,p=1$${salt}$${digest}`],
  ['argon2id with 11 passes over 256 MiB', `$argon2id$v=19$m=262144,t=11,p=1$${salt}$${digest}`],
  ['argon2id with passes beyond any integer', `$argon2id$v=19$m=4096,t=${'9'.repeat(320)},p=1$${salt}$${digest}`],
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
  ['scrypt of 2^13', `$scrypt$ln=13,r=8,p=1$${salt}$${digest}`],
  ['scrypt of 2^21', `$scrypt$ln=21,r=8,p=1$${salt}$${digest}`],
  ['scrypt of 2^999', `$scrypt$ln=999,r=8,p=1$${salt}$${digest}`],
  ['scrypt of 512 MiB', `$scrypt$ln=19,r=8,p=1$${salt}$${digest}`],
  ['scrypt of blocks of 33', `$7$ln=14,r=33,p=1$${salt}$${digest}`],
  ['scrypt 17 times', `$scrypt$ln=14,r=8,p=17$${salt}$${digest}`],
  ['scrypt of more than 3 s', `$scrypt$ln=17,r=8,p=9$${salt}$${digest}`],
  ['scrypt with a digest of 68 bytes', `$scrypt$ln=14,r=8,p=1$${salt}$${'A'.repeat(91)}`],
  ['pbkdf2 of 999 rounds', `$pbkdf2-sha256$999$${salt}$${digest}`],
  ['pbkdf2 of 2000001 rounds', `$pbkdf2-sha256$2000001$${salt}$${digest}`],
  ['pbkdf2 of more rounds than any integer', `$pbkdf2$${'9'.repeat(320)}$${salt}$${digest}`],
  ['pbkdf2 with a digest of 68 bytes', `$pbkdf2-sha512$1000$${salt}$${'A'.repeat(91)}`],
  ['sha512crypt of 999 rounds', `$6$rounds=999$salt$${'A'.repeat(86)}`],
  ['sha512crypt of 1000001 rounds', `$6$rounds=1000001$salt$${'A'.repeat(86)}`],
  ['sha256crypt of 999999999 rounds', `$5$rounds=999999999$salt$${'A'.repeat(43)}`],
  ['phpass of 2^6', `$P$4saltsalt${'A'.repeat(22)}`],
  ['phpass of 2^21', `$P$Jsaltsalt${'A'.repeat(22)}`],
  ['phpass of 2^63', `$H$zsaltsalt${'A'.repeat(22)}`],
  ['drupal7 of 2^9', `$S$7saltsalt${'A'.repeat(43)}`],
  ['drupal7 of 2^19', `$S$Hsaltsalt${'A'.repeat(43)}`],
  ['drupal7 of 2^63', `$S$zsaltsalt${'A'.repeat(43)}`],
]

for (const [what, hash] of outOfBounds) {
  test(`${what} is out of bounds for inspect, and refused by verify without computing anything`, async () => {
    const refusals: string[] = []
    const hashing = secretHashing({ onRefusal: (reason) => refusals.push(reason) })
    assert.deepEqual(hashing.inspect(hash), { supported: false, reason: 'cost_out_of_bounds' })
    const begin = async (): Promise<never> => assert.fail('work begins')
    assert.deepEqual(await hashing.verify('password', hash, { begin }), { valid: false, rehash: false })
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
  ['bcrypt of the first version cut short', `$2$10$${bcryptTail.slice(1)}`],
  ['scrypt in another order', `$scrypt$r=8,ln=14,p=1$${salt}$${digest}`],
  ['scrypt with padding', `$scrypt$ln=14,r=8,p=1$${salt}=$${digest}=`],
  ['scrypt in the layout of crypt(3)', '$7$C6..../....saltsalt$3f3wT9BGIR3QJQQ0ZBeGl2H1c7ZCqwSfxdWnLf1bRZ2'],
  ['scrypt with a digest of 31 bytes', `$scrypt$ln=14,r=8,p=1$${salt}$${'A'.repeat(42)}`],
  ['pbkdf2 with a sign', `$pbkdf2-sha256$+1000$${salt}$${digest}`],
  ['pbkdf2 with hexadecimal rounds', `$pbkdf2-sha256$0x1000$${salt}$${digest}`],
  ['pbkdf2 without salt', `$pbkdf2-sha256$1000$$${digest}`],
  ['pbkdf2 without digest', `$pbkdf2-sha256$1000$${salt}$`],
  ['pbkdf2 with unused bits set', `$pbkdf2-sha256$1000$${salt}$${digest.slice(0, 42)}d`],
  ['sha512crypt with a salt of 17', `$6$aaaaaaaaaaaaaaaaa$${'A'.repeat(86)}`],
  ['sha512crypt with the digest of sha256crypt', `$6$salt$${'A'.repeat(43)}`],
  ['sha512crypt with a sign', `$6$rounds=-5000$salt$${'A'.repeat(86)}`],
  ['sha512crypt without digest', '$6$salt$'],
  ['phpass cut short', `$P$8saltsalt${'A'.repeat(21)}`],
  ['phpass too long', `$P$8saltsalt${'A'.repeat(23)}`],
  ['drupal7 of the digest of phpass', `$S$Csaltsalt${'A'.repeat(22)}`],
  ['md5crypt with a salt of 9', `$1$saltsalt9$${'A'.repeat(22)}`],
  ['md5crypt cut short', `$1$salt$${'A'.repeat(21)}`],
  ['salted MD5 without salt', `$md5salted-prefix$$${'A'.repeat(22)}==`],
  ['salted MD5 with a digest of 17 bytes', `$md5salted-suffix$salt$${'A'.repeat(23)}=`],
  ['salted MD5 with a line feed in the salt', `$md5salted-suffix$sa\nlt$${'A'.repeat(22)}==`],
  ['a string longer than any hash', `$2b$10$${'a'.repeat(1_000_000)}`],
]

for (const [what, hash] of malformed) {
  test(`${what} is malformed for inspect, and not valid for verify`, async () => {
    const refusals: string[] = []
    const hashing = secretHashing({ onRefusal: (reason) => refusals.push(reason) })
    assert.deepEqual(hashing.inspect(hash), { supported: false, reason: 'malformed' })
    assert.deepEqual(await hashing.verify('password', hash), { valid: false, rehash: false })
    assert.deepEqual(refusals, ['malformed'])
  })
}

const unknown = [
  '',
  '$',
  '$2',
  '$3$',
  `$2x$10$${bcryptTail}`,
  `2b$10$${bcryptTail}`,
  ` $2b$10$${bcryptTail}`,
  'a'.repeat(31),
  'a'.repeat(33),
  `${'a'.repeat(32)}\n`,
  'g'.repeat(32),
  `U$S$Csaltsalt${'A'.repeat(43)}`,
  '$md5salted$salt$AAAA',
  '$pbkdf2-md5$1000$AAAA$AAAA',
  `$argon2d$v=19$m=19456,t=2,p=1$${salt}$${digest}`,
  `$argon2ID$v=19$m=19456,t=2,p=1$${salt}$${digest}`,
  '$argon2id',
  'password',
]

for (const hash of unknown) {
  test(`'${hash.slice(0, 20)}' is of an unknown scheme for inspect, and not valid for verify`, async () => {
    assert.deepEqual(inspect(hash), { supported: false, reason: 'unknown_scheme' })
    assert.deepEqual(await secretHashing().verify('password', hash), { valid: false, rehash: false })
  })
}

test('a hash that needs more than the memory budget is out of bounds', async () => {
  const hash = `$argon2id$v=19$m=65536,t=2,p=1$${salt}$${digest}`
  const small = secretHashing({ memoryBudgetMiB: 63 })
  assert.deepEqual(small.inspect(hash), { supported: false, reason: 'cost_out_of_bounds' })
  assert.deepEqual(await small.verify('password', hash), { valid: false, rehash: false })
  assert.deepEqual(await secretHashing({ memoryBudgetMiB: 64 }).verify('password', hash), { valid: true, rehash: true })
})

test('inspect never throws, for 40000 random and mutated strings', () => {
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

test('the native code verifies whatever inspect supports without throwing, for 300 hashes with mutated salt and digest', async () => {
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
  const prefixes = [
    '',
    '$',
    '$2',
    '$2b$',
    '$6$rounds=',
    '$P$',
    '$S$',
    '$1$',
    '$7$ln=',
    '$pbkdf2-sha',
    '$md5salted-',
    '$2y$12$',
    '$argon2id$',
    '$argon2i$v=19$m=',
    '$argon2id$v=19$m=8192,t=1,p=1$',
  ]
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
