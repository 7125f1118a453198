// The schemes of old exports: each verifies what other implementations made, and nothing that differs by one byte.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspectHash, secretHashing } from '../src/index.ts'
import { b73, horse, unicode, vectors } from './vectors.ts'

const hashing = secretHashing()

/** The hash with one character changed, so that it is of the same shape and of another value. */
function changed(hash: string, at: number): string {
  const character = hash.charAt(at)
  const [one, other] = /[a-f0-9]/.test(character) ? ['a', 'b'] : ['C', 'D']
  return hash.slice(0, at) + (character === one ? other : one) + hash.slice(at + 1)
}

for (const [origin, secret, hash] of vectors) {
  test(`${hash.slice(0, 34)}… of ${origin} is valid for a secret of ${secret.length} characters and needs a rehash`, async () => {
    const isCut = hash.startsWith('$2') && new TextEncoder().encode(secret).length > 72
    assert.deepEqual(
      await hashing.verify(secret, hash),
      isCut ? { valid: true, rehash: false, partial: true } : { valid: true, rehash: true },
    )
    // bcrypt ignores the bytes after the 72nd.
    if (secret.length < 72) assert.deepEqual(await hashing.verify(`${secret}x`, hash), { valid: false, rehash: false })
    assert.deepEqual(await hashing.verify(`x${secret}`, hash), { valid: false, rehash: false })
    const first = changed(hash, hash.lastIndexOf('$') + (/^\$[PHS]\$/.test(hash) ? 14 : 2))
    for (const twin of [first, changed(hash, hash.replace(/=+$/, '').length - 3)]) {
      assert.notEqual(twin, hash)
      assert.equal(inspectHash(twin).supported, true, twin)
      assert.deepEqual(await hashing.verify(secret, twin), { valid: false, rehash: false })
    }
  })
}

test('every scheme that an export may hold has a vector', () => {
  const schemes = new Set(
    vectors.map(([, , hash]) => {
      const found = inspectHash(hash)
      return found.supported ? found.scheme : hash
    }),
  )
  assert.deepEqual([...schemes].toSorted(), [
    'bcrypt',
    'drupal7',
    'md5crypt',
    'md5plain',
    'md5salted-prefix',
    'md5salted-suffix',
    'pbkdf2-sha1',
    'pbkdf2-sha224',
    'pbkdf2-sha256',
    'pbkdf2-sha384',
    'pbkdf2-sha512',
    'phpass',
    'scrypt',
    'sha256crypt',
    'sha512crypt',
  ])
})

test('a truncated hash is never valid, not even for the empty secret', async () => {
  for (const [, secret, hash] of vectors) {
    for (const length of [hash.replace(/=+$/, '').length - 1, hash.lastIndexOf('$') + 1, 3]) {
      const cut = hash.slice(0, length)
      assert.deepEqual(await hashing.verify(secret, cut), { valid: false, rehash: false }, cut)
      assert.deepEqual(await hashing.verify('', cut), { valid: false, rehash: false }, cut)
    }
  }
})

test('PW-10 bcrypt uses 72 bytes of a secret, every other scheme all 1024', async () => {
  const others = vectors.filter(([, secret, hash]) => secret === b73 && !hash.startsWith('$2'))
  assert.ok(others.length > 8)
  for (const [, , hash] of others) assert.equal((await hashing.verify(`${'a'.repeat(72)}c`, hash)).valid, false, hash)
  const first = '$2$04$abcdefghijklmnopqrstuuBzzIgyKkz7xMWYSzkIjUSnxEQFQ0WNe' // passlib
  // What follows was not compared, so no hash of it may replace this one.
  for (const secret of [b73, `${'a'.repeat(72)}c`, 'a'.repeat(1024)])
    assert.deepEqual(await hashing.verify(secret, first), { valid: true, rehash: false, partial: true })
  assert.deepEqual(await hashing.verify('a'.repeat(72), first), { valid: true, rehash: true })
})

test('PW-10 in every scheme a NUL, a composed form and upper case make a different secret', async () => {
  for (const [, secret, hash] of vectors) {
    if (secret === horse) {
      // HMAC fills a short key up with NULs, so schemes built on it ignore a NUL at the end.
      const behind = /^\$(scrypt|7|pbkdf2)/.test(hash) ? [] : ['correct horse\0']
      for (const other of ['correct\0horse', ...behind, 'Correct horse', 'correct horse ']) {
        assert.equal((await hashing.verify(other, hash)).valid, false, `${JSON.stringify(other)} ${hash}`)
      }
    }
    if (secret === unicode) assert.equal((await hashing.verify(unicode.normalize('NFD'), hash)).valid, false, hash)
  }
})

test('long loops yield to the event loop every few hundred rounds', async () => {
  const others = [
    `$6$rounds=20000$salt$${'A'.repeat(86)}`,
    `$5$rounds=20000$salt$${'A'.repeat(43)}`,
    `$P$Bsaltsalt${'A'.repeat(22)}`,
    `$S$Csaltsalt${'A'.repeat(43)}`,
  ]
  for (const hash of others) {
    assert.equal(inspectHash(hash).supported, true)
    let turns = 0
    let isOver = false
    const turn = (): void => {
      turns++
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    await hashing.verify('x'.repeat(1024), hash)
    isOver = true
    assert.ok(turns >= 8192 / 400 - 1, `${turns} turns during ${hash.slice(0, 16)}`)
  }
})
