// What verifies and what does not, with vectors that other implementations made: the reference argon2, OpenSSL 3, and libxcrypt.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSecretHashingBusy } from '@symbolon/core-protocol'
import { secretHashing } from '../src/index.ts'

const hashing = secretHashing()
/** About 110 ms. */
const bcrypt11 = '$2b$11$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2'
const target = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/

const vectors: readonly (readonly [string, string, string])[] = [
  ['reference argon2', 'password', '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$wWKIMhR9lyDFvRz9YTZweHKfbftvj+qf+YFY4NeBbtA'],
  ['reference argon2', 'password', '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'],
  ['OpenSSL', 'correct horse é🔑', '$argon2id$v=19$m=32768,t=3,p=4$AAcOFRwjKjE4P0ZNVFtiaQ$jLmpM4pVb1gPbb2m0+tJxfMj5SuDATWzhh/5K55CKbI'],
  ['OpenSSL', 'correct horse é🔑', '$argon2i$v=19$m=16384,t=3,p=2$AAcOFRwjKjE$FoEvnEsOxSp3V8cCTXz2kw'],
  [
    'OpenSSL',
    'correct horse é🔑',
    '$argon2id$v=19$m=19456,t=2,p=1$AAcOFRwjKjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tng5+71/AMKERgfJi00O0JJUFde' +
      'ZWxzeoGIj5adpKuyuQ$8SkJPQJs9Po702z5NYQfXle+q8wXuwj4MldKsQdbN4GiSoXBY/ZRWIKRgBEZnp2JGRnxKWvntKeqT+birATkCQ',
  ],
  ['libxcrypt', '', '$2b$05$abcdefghijklmnopqrstuu0oImNDIy4flhldV9YqunRgBAePKmw7m'],
  ['libxcrypt', 'correct horse', '$2a$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2'],
  ['libxcrypt', 'correct horse', '$2b$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2'],
  ['libxcrypt', 'correct horse', '$2y$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2'],
  ['libxcrypt', 'pässwörd 🔑', '$2y$05$abcdefghijklmnopqrstuuJle.iZ0HydI0pt1p.fYQNcC2ygoDkde'],
]

for (const [origin, secret, hash] of vectors) {
  test(`${hash.slice(0, 32)}… of ${origin} is valid and needs a rehash; with one byte changed it is not valid`, async () => {
    assert.deepEqual(await hashing.verify(secret, hash), { valid: true, rehash: true })
    assert.deepEqual(await hashing.verify(`${secret}x`, hash), { valid: false, rehash: false })
    const at = hash.length - 10
    const twin = hash.slice(0, at) + (hash[at] === 'a' ? 'b' : 'a') + hash.slice(at + 1)
    assert.deepEqual(await hashing.verify(secret, twin), { valid: false, rehash: false })
  })
}

test('a new hash is salted argon2id with the target parameters, valid, and needs no rehash', async () => {
  const [first, second] = [await hashing.hash('correct horse'), await hashing.hash('correct horse')]
  assert.match(first, target)
  assert.notEqual(first, second)
  assert.deepEqual(hashing.inspect(first), { supported: true, scheme: 'argon2id', milliseconds: 12 })
  assert.deepEqual(await hashing.verify('correct horse', first), { valid: true, rehash: false })
  assert.deepEqual(await hashing.verify('correct horsf', first), { valid: false, rehash: false })
})

test('a hash with other parameters than the target needs a rehash', async () => {
  const other = secretHashing({ argon2: { memoryKiB: 12_288, passes: 3, lanes: 2 } })
  const hash = await other.hash('correct horse')
  assert.match(hash, /^\$argon2id\$v=19\$m=12288,t=3,p=2\$/)
  assert.deepEqual(await other.verify('correct horse', hash), { valid: true, rehash: false })
  assert.deepEqual(await hashing.verify('correct horse', hash), { valid: true, rehash: true })
})

const secrets: readonly (readonly [string, string, string])[] = [
  ['a leading space', ' secret', 'secret'],
  ['a trailing space', 'secret ', 'secret'],
  ['a NUL and what follows it', 'sec\0ret', 'sec\0rex'],
  ['an emoji', 'secret🔑', 'secret🗝'],
  ['case', 'Secret', 'secret'],
  ['the last of 64 bytes', 'a'.repeat(64), `${'a'.repeat(63)}b`],
  ['the last of 73 bytes', 'a'.repeat(73), `${'a'.repeat(72)}b`],
  ['the last of 1024 bytes', 'a'.repeat(1024), `${'a'.repeat(1023)}b`],
  ['the last of 1024 bytes in two-byte characters', 'é'.repeat(512), `${'é'.repeat(511)}è`],
]

for (const [what, secret, other] of secrets) {
  test(`PW-10 a secret is verified as typed: ${what} counts`, async () => {
    const hash = await hashing.hash(secret)
    assert.equal((await hashing.verify(secret, hash)).valid, true)
    assert.equal((await hashing.verify(other, hash)).valid, false)
  })
}

test('UN-03 composed and decomposed forms are different secrets', async () => {
  const [composed, decomposed] = ['caf\u00e9 secret', 'cafe\u0301 secret']
  assert.equal(composed, decomposed.normalize('NFC'))
  const hash = await hashing.hash(decomposed)
  assert.equal((await hashing.verify(decomposed, hash)).valid, true)
  assert.equal((await hashing.verify(composed, hash)).valid, false)
})

test('PW-09 a secret of more than 1024 bytes is never hashed and never waits', async () => {
  const refusals: string[] = []
  const full = secretHashing({ concurrency: 1, queueLimit: 0, onRefusal: (reason) => refusals.push(reason) })
  const hash = await hashing.hash('secret')
  const running = full.verify('wrong', bcrypt11)
  for (const secret of ['a'.repeat(1_048_576), 'a'.repeat(1025), `${'é'.repeat(512)}a`, `${'a'.repeat(1023)}é`]) {
    assert.deepEqual(await full.verify(secret, hash), { valid: false, rehash: false })
    await full.verifyAbsent(secret)
    await assert.rejects(full.hash(secret), { name: 'TypeError', code: 'secret_too_long' })
  }
  await running
  assert.deepEqual(
    refusals,
    Array.from({ length: 8 }, () => 'secret_too_long'),
  )
})

// All three made by libxcrypt; the second and the third are the same hash.
const bcrypt71 = '$2b$05$abcdefghijklmnopqrstuuldF68XqW1jV1pTkp5QRjAP2izYsMp1u'
const bcrypt72 = '$2b$05$abcdefghijklmnopqrstuuGUnCqbfgs3htOkLrFduUjAyLBw1Rq/u'

test('bcrypt uses exactly the first 72 bytes', async () => {
  const valid = async (secret: string, hash: string): Promise<boolean> => (await hashing.verify(secret, hash)).valid
  assert.equal(await valid('a'.repeat(71), bcrypt71), true)
  assert.equal(await valid('a'.repeat(72), bcrypt71), false)
  assert.equal(await valid('a'.repeat(71), bcrypt72), false)
  assert.equal(await valid('a'.repeat(72), bcrypt72), true)
  assert.equal(await valid('a'.repeat(73), bcrypt72), true)
  assert.equal(await valid(`${'a'.repeat(72)}b`, bcrypt72), true)
  assert.equal(await valid(`${'a'.repeat(71)}b`, bcrypt72), false)
})

const [e35, x70] = ['é'.repeat(35), 'x'.repeat(70)]

// Secret; its hash; another secret whose first 72 bytes are the same; one whose 72nd byte is not.
const acrossLimit: readonly (readonly [string, string, string, string])[] = [
  [`${e35}x€`, '$2b$05$abcdefghijklmnopqrstuuvkCUVJY65eo5aXkF47elJkUi8MpFakW', `${e35}x☃`, `${e35}xé`],
  [`x${e35}é`, '$2b$05$abcdefghijklmnopqrstuurp5EtQMusKv0BIOBKw4N2fjahqpeT1.', `x${e35}è`, `x${e35}ж`],
  [`${x70}🔑`, '$2b$05$abcdefghijklmnopqrstuu60DTM3JNloAWBRt5y5pGMN6ByaIvzWW', `${x70}🔒`, `${x70}𐍈`],
]

for (const [secret, hash, same, other] of acrossLimit) {
  test(`bcrypt cuts after 72 bytes, even within a character: ${secret.slice(0, 2)}…${[...secret].at(-1)}`, async () => {
    assert.equal((await hashing.verify(secret, hash)).valid, true)
    assert.equal((await hashing.verify(same, hash)).valid, true)
    assert.equal((await hashing.verify(other, hash)).valid, false)
  })
}

test('bcrypt does not end a secret at NUL', async () => {
  // Made by @node-rs/bcrypt itself: crypt(3) takes no NUL.
  const hash = '$2b$05$abcdefghijklmnopqrstuuCUjJE5x/EXA.OlHctFwlHIJ3cFIkEi6'
  assert.equal((await hashing.verify('ab\0cd', hash)).valid, true)
  assert.equal((await hashing.verify('ab\0ce', hash)).valid, false)
  assert.equal((await hashing.verify('ab', hash)).valid, false)
})

test('bcrypt ignores the unused bits of the salt', async () => {
  for (const last of ['u', 'v', '9']) {
    const hash = `$2b$05$abcdefghijklmnopqrstu${last}HNbAKRhpaujgo33bRWs.NLUTJO3lOy2`
    assert.deepEqual(await hashing.verify('correct horse', hash), { valid: true, rehash: true })
  }
})

const mistakes: readonly (readonly [string, Parameters<typeof secretHashing>[0]])[] = [
  ['weak_argon2_parameters', { argon2: { memoryKiB: 19_455, passes: 2, lanes: 1 } }],
  ['weak_argon2_parameters', { argon2: { memoryKiB: 19_456, passes: 1, lanes: 1 } }],
  ['weak_argon2_parameters', { argon2: { memoryKiB: 7_000, passes: 10, lanes: 4 } }],
  ['weak_argon2_parameters', { argon2: { memoryKiB: Number.NaN, passes: 2, lanes: 1 } }],
  ['argon2_parameters_out_of_bounds', { argon2: { memoryKiB: 262_144, passes: 11, lanes: 1 } }],
  ['argon2_parameters_out_of_bounds', { argon2: { memoryKiB: 262_145, passes: 1, lanes: 1 } }],
  ['argon2_parameters_out_of_bounds', { argon2: { memoryKiB: 19_456, passes: 2.5, lanes: 1 } }],
  ['argon2_parameters_out_of_bounds', { argon2: { memoryKiB: 19_456, passes: 2, lanes: 0 } }],
  ['invalid_secret_hashing_options', { concurrency: 0 }],
  ['invalid_secret_hashing_options', { queueLimit: -1 }],
  ['invalid_secret_hashing_options', { queueWaitMilliseconds: Number.POSITIVE_INFINITY }],
  ['invalid_secret_hashing_options', { memoryBudgetMiB: 18 }],
]

for (const [code, options] of mistakes) {
  test(`${JSON.stringify(options)} is a TypeError ${code} when built`, () => {
    assert.throws(() => secretHashing(options), { name: 'TypeError', code })
  })
}

test('the message names the option and its bounds', () => {
  for (const [options, message] of [
    [{ concurrency: 0 }, 'concurrency must be an integer from 1 to 64'],
    [{ queueLimit: -1 }, 'queueLimit must be an integer from 0 to 10000'],
    [{ queueWaitMilliseconds: 0 }, 'queueWaitMilliseconds must be an integer from 1 to 60000'],
    [{ memoryBudgetMiB: 0 }, 'memoryBudgetMiB must be an integer from 1 to 1048576'],
  ] as const)
    assert.throws(() => secretHashing(options), { message })
})

test('an attempt is counted when its turn comes, and not if it was refused as busy', async () => {
  const small = secretHashing({ concurrency: 1, queueLimit: 3 })
  const hash = await small.hash('secret')
  let [begun, ended, most] = [0, 0, 0]
  const begin = async (): Promise<boolean> => {
    begun += 1
    most = Math.max(most, begun - ended)
    return true
  }
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, async () => {
      const { valid } = await small.verify('secret', hash, { begin })
      ended += 1
      return valid
    }),
  )
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, begun)
  assert.equal(begun, 4)
  assert.ok(most <= 2, `${most} were counted before the one before them had ended`)
})

test('an attempt that may not start compares nothing and is not valid', async () => {
  const hash = await hashing.hash('secret')
  assert.deepEqual(await hashing.verify('secret', hash, { begin: async () => false }), { valid: false, rehash: false })
})

test('verifyAbsent goes through the queue, and is refused if it is full', async () => {
  const one = secretHashing({ concurrency: 1, queueLimit: 0 })
  const running = one.verify('wrong', bcrypt11)
  await assert.rejects(one.verifyAbsent('wrong'), isSecretHashingBusy)
  await assert.rejects(one.hash('secret'), isSecretHashingBusy)
  await running
  await one.verifyAbsent('wrong')
})
