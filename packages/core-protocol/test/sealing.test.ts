// Encryption at rest: a value opens under its key and for its purpose, unless it was altered.
import { base64url, CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSealing, MasterKeyMismatch, sealedUnder } from '../src/crypto/sealing.ts'

const key = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

test('a value opens for its purpose under its key', async () => {
  const sealing = await createSealing(key(1))
  for (const text of ['', 'secret', 'ä💥\u0000', '\uFEFFsecret', 'x'.repeat(100_000)]) {
    const sealed = await sealing.seal(text, 'purpose')
    assert.equal(await (await createSealing(key(1))).open(sealed, 'purpose'), text)
    if (text !== '') assert.ok(!sealed.includes(text))
  }
})

test('a text that is sealed twice gives two different values', async () => {
  const sealing = await createSealing(key(1))
  const sealed = await Promise.all(Array.from({ length: 50 }, async () => await sealing.seal('secret', 'purpose')))
  assert.equal(new Set(sealed).size, 50)
})

test('a value does not open for another purpose', async () => {
  const sealing = await createSealing(key(1))
  await assert.rejects(sealing.open(await sealing.seal('secret', 'signing key 1'), 'signing key 2'))
})

test('a value under another master key is distinguished from a damaged one', async () => {
  const sealed = await (await createSealing(key(1))).seal('secret', 'purpose')
  await assert.rejects((await createSealing(key(2))).open(sealed, 'purpose'), MasterKeyMismatch)
})

test('an altered value does not open', async () => {
  const sealing = await createSealing(key(1))
  const sealed = await sealing.seal('secret', 'purpose')
  const [header = '', encryptedKey = '', iv = '', text = '', tag = ''] = sealed.split('.')
  const flipped = (part: string): string => (part[0] === 'A' ? 'B' : 'A') + part.slice(1)
  const withHeader = (changes: object): string => {
    const { alg, enc, kid, purpose } = decodeProtectedHeader(sealed)
    const changed = base64url.encode(JSON.stringify({ alg, enc, kid, purpose, ...changes }))
    return [changed, encryptedKey, iv, text, tag].join('.')
  }
  for (const altered of [
    '',
    'v1',
    'v1.',
    `v1.${sealing.keyId}`,
    `v1.${sealing.keyId}.${iv}.${text}`,
    header,
    `${header}.${encryptedKey}.${iv}.${text}`,
    [header, encryptedKey, flipped(iv), text, tag].join('.'),
    [header, encryptedKey, iv, flipped(text), tag].join('.'),
    [header, encryptedKey, iv, text, flipped(tag)].join('.'),
    [header, encryptedKey, iv, text, tag.slice(0, -4)].join('.'),
    [header, encryptedKey, '', text, tag].join('.'),
    [header, 'AAAA', iv, text, tag].join('.'),
    [header, encryptedKey, iv, text, tag, ''].join('.'),
    [header, encryptedKey, iv, text, `${tag.slice(0, -1)}%`].join('.'),
    ` ${sealed}`,
    withHeader({ purpose: 'another' }),
    withHeader({ enc: 'A128GCM' }),
    withHeader({ alg: 'A256KW' }),
    withHeader({ zip: 'DEF' }),
  ]) {
    await assert.rejects(
      sealing.open(altered, 'purpose'),
      (error) => error instanceof Error && !(error instanceof MasterKeyMismatch),
      altered,
    )
    await assert.rejects(sealing.open(altered, 'another'), Error, altered)
  }
})

test('a value is a JWE whose header names the key and the purpose, and any JWE library opens it', async () => {
  const { seal, keyId } = await createSealing(key(1))
  const sealed = await seal('secret', 'signing key 1')
  assert.deepEqual(decodeProtectedHeader(sealed), { alg: 'dir', enc: 'A256GCM', kid: keyId, purpose: 'signing key 1' })
  const { plaintext } = await compactDecrypt(sealed, key(1))
  assert.equal(new TextDecoder().decode(plaintext), 'secret')
})

test('a value opens that another JWE library made, with the members of the header in any order', async () => {
  const sealing = await createSealing(key(1))
  const members = { alg: 'dir', enc: 'A256GCM', kid: sealing.keyId, purpose: 'signing key 1' }
  for (const header of [members, Object.fromEntries(Object.entries(members).toReversed()) as typeof members]) {
    const made = await new CompactEncrypt(new TextEncoder().encode('secret')).setProtectedHeader(header).encrypt(key(1))
    assert.equal(await sealing.open(made, 'signing key 1'), 'secret')
    await assert.rejects(sealing.open(made, 'signing key 2'))
  }
})

test('a value of the first format opens, under its key and for its purpose alone', async () => {
  // Sealed by an earlier release under this key.
  const old = 'v1.flYZGCb23R-C.EzcXYpG3gcLyIZT5.XpKo-fL_SMa-_eZJE02G-CT2wC7lvCo-'
  const sealing = await createSealing(key(7))
  assert.equal(await sealing.open(old, 'master key check'), 'symbolon')
  await assert.rejects(sealing.open(old, 'another'))
  await assert.rejects(sealing.open(old.replace('Xp', 'Xq'), 'master key check'))
  await assert.rejects((await createSealing(key(1))).open(old, 'master key check'), MasterKeyMismatch)
})

test('the key of a value is known without opening it', async () => {
  const { seal, keyId } = await createSealing(key(1))
  assert.equal(sealedUnder(await seal('secret', 'purpose')), keyId)
  assert.equal(sealedUnder('v1.flYZGCb23R-C.EzcXYpG3gcLyIZT5.XpKo'), 'flYZGCb23R-C')
  for (const text of ['', 'v1', 'nonsense', 'a.b.c.d.e', `${base64url.encode('{"alg":"dir"}')}....`])
    assert.equal(sealedUnder(text), undefined, text)
})

test('a key identifier differs between keys', async () => {
  const [one, same, other] = await Promise.all([createSealing(key(1)), createSealing(key(1)), createSealing(key(2))])
  assert.equal(one.keyId, same.keyId)
  assert.notEqual(one.keyId, other.keyId)
  assert.match(one.keyId, /^[A-Za-z0-9_-]{12}$/)
})

test('a master key must have 32 bytes', async () => {
  for (const length of [0, 16, 31, 33, 64]) await assert.rejects(createSealing(new Uint8Array(length)), TypeError)
})

test('the bytes of the master key are copied', async () => {
  const bytes = key(1)
  const sealing = await createSealing(bytes)
  const sealed = await sealing.seal('secret', 'purpose')
  bytes.fill(0)
  assert.equal(await sealing.open(sealed, 'purpose'), 'secret')
})

test('a derived secret depends on the key, the purpose and the text', async () => {
  const sealing = await createSealing(key(1))
  const secret = sealing.derive('purpose', 'text')
  assert.match(secret, /^[A-Za-z0-9_-]{43}$/)
  assert.equal((await createSealing(key(1))).derive('purpose', 'text'), secret)
  const others = [
    sealing.derive('purpose', 'text '),
    sealing.derive('purposetext', ''),
    sealing.derive('purpos', 'etext'),
    (await createSealing(key(2))).derive('purpose', 'text'),
  ]
  assert.equal(new Set([secret, ...others]).size, 5)
})
