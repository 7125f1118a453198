// Hashes of directories and of Firebase, and the highest costs: each verifies what other implementations made and nothing else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspectHash, secretHashing } from '../src/index.ts'
import { otherVectors } from './other-vectors.ts'

const hashing = secretHashing({ queueWaitMilliseconds: 60_000 })

/** Seconds of the processor each. That another secret is wrong is shown by hashes of the same schemes that cost less. */
const costly = /^\$6\$rounds=\d{6}|^\$P\$I/

for (const [origin, secret, hash] of otherVectors.filter(([, , text]) => !costly.test(text))) {
  test(`${hash.slice(0, 34)}… of ${origin} is valid for its secret alone and needs a rehash`, async () => {
    assert.deepEqual(await hashing.verify(secret, hash), { valid: true, rehash: true })
    assert.deepEqual(await hashing.verify(`${secret}x`, hash), { valid: false, rehash: false })
  })
}

for (const [origin, secret, hash] of otherVectors.filter(([, , text]) => costly.test(text))) {
  test(`${hash.slice(0, 34)}… of ${origin}, at the highest costs, is valid and needs a rehash`, async () => {
    assert.deepEqual(await hashing.verify(secret, hash), { valid: true, rehash: true })
  })
}

test('a changed digest or a truncated hash is not valid', async () => {
  for (const [, secret, hash] of otherVectors.filter(([, , text]) => !/^\$[6P]/.test(text))) {
    const at = hash.lastIndexOf('$') > 0 ? hash.lastIndexOf('$') + 3 : hash.indexOf('}') + 3
    const twin = `${hash.slice(0, at)}${hash.charAt(at) === 'A' ? 'B' : 'A'}${hash.slice(at + 1)}`
    assert.equal(inspectHash(twin).supported, true, twin)
    assert.deepEqual(await hashing.verify(secret, twin), { valid: false, rehash: false })
    for (const cut of [hash.slice(0, -4), hash.slice(0, at)]) assert.equal((await hashing.verify(secret, cut)).valid, false, cut)
  }
})

test('malformed hashes of directories and of Firebase are reported, and costs out of bounds are refused', () => {
  const malformed = [
    '{SSHA}',
    '{SSHA}AAAA',
    '{SSHA}awc/Cj0kafyFd5d8fGn07xoHBJI=',
    '{SSHA256}awc/Cj0kafyFd5d8fGn07xoHBJJzYWx0c2FsdA==',
    '{SSHA}awc/Cj0kafyFd5d8fGn07xoHBJJzYWx0c2FsdA=',
    '$fbscrypt$',
    '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=AAAAAAAA$AAAA$AAAA',
    '$fbscrypt$v=1,n=14,r=8,p=2,ss=Bw==,sk=AAAA$AAAA$AAAA',
    // A hash of one byte is right for one in 256 passwords.
    '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=AA==$AAAA$AA==',
    `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${btoa('k'.repeat(31))}$AAAA$${btoa('k'.repeat(31))}`,
  ]
  for (const hash of malformed) assert.deepEqual(inspectHash(hash), { supported: false, reason: 'malformed' }, hash)
  for (const hash of [
    `$fbscrypt$v=1,n=18,r=8,p=1,ss=Bw==,sk=${btoa('k'.repeat(64))}$AAAA$${btoa('k'.repeat(64))}`,
    `$6$rounds=1000001$salt$${'A'.repeat(86)}`,
    `$P$Jsaltsalt${'A'.repeat(22)}`,
  ]) {
    assert.deepEqual(inspectHash(hash), { supported: false, reason: 'cost_out_of_bounds' }, hash)
  }
})
