// Encryption at rest: under one key, for one purpose, and nothing altered opens.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkMasterKey } from '../src/crypto/check-master-key.ts'
import { createSealing, MasterKeyMismatch } from '../src/crypto/sealing.ts'

const key = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

test('what was sealed opens for the same purpose under the same key', async () => {
  const sealing = await createSealing(key(1))
  for (const text of ['', 'secret', 'ä💥\u0000', 'x'.repeat(100_000)]) {
    const sealed = await sealing.seal(text, 'purpose')
    assert.equal(await (await createSealing(key(1))).open(sealed, 'purpose'), text)
    if (text !== '') assert.ok(!sealed.includes(text))
  }
})

test('the same text is never sealed the same way twice', async () => {
  const sealing = await createSealing(key(1))
  const sealed = await Promise.all(Array.from({ length: 50 }, async () => await sealing.seal('secret', 'purpose')))
  assert.equal(new Set(sealed).size, 50)
})

test('another purpose does not open it', async () => {
  const sealing = await createSealing(key(1))
  await assert.rejects(sealing.open(await sealing.seal('secret', 'signing key 1'), 'signing key 2'))
})

test('another master key is recognised before anything is decrypted', async () => {
  const sealed = await (await createSealing(key(1))).seal('secret', 'purpose')
  await assert.rejects((await createSealing(key(2))).open(sealed, 'purpose'), MasterKeyMismatch)
})

test('nothing that was altered opens', async () => {
  const sealing = await createSealing(key(1))
  const sealed = await sealing.seal('secret', 'purpose')
  const [version = '', id = '', iv = '', text = ''] = sealed.split('.')
  const flipped = (part: string): string => (part[4] === 'A' ? 'B' : 'A') + part.slice(1)
  for (const altered of [
    '', 'v1', `v2.${id}.${iv}.${text}`, `${version}.${id}.${iv}`, `${version}.${id}.${flipped(iv)}.${text}`,
    `${version}.${id}.${iv}.${text.slice(4)}`, `${version}.${id}.${iv}.${text.slice(0, -4)}`, `${version}.${id}..${text}`,
  ]) {
    await assert.rejects(sealing.open(altered, 'purpose'), Error, altered)
  }
})

test('the id of a key tells keys apart and says nothing of the key', async () => {
  const [one, same, other] = await Promise.all([createSealing(key(1)), createSealing(key(1)), createSealing(key(2))])
  assert.equal(one.keyId, same.keyId)
  assert.notEqual(one.keyId, other.keyId)
  assert.match(one.keyId, /^[A-Za-z0-9_-]{12}$/)
})

test('a master key has 32 bytes', async () => {
  for (const length of [0, 16, 31, 33, 64]) await assert.rejects(createSealing(new Uint8Array(length)), TypeError)
})

test('changing the bytes of the master key afterwards changes nothing', async () => {
  const bytes = key(1)
  const sealing = await createSealing(bytes)
  const sealed = await sealing.seal('secret', 'purpose')
  bytes.fill(0)
  assert.equal(await sealing.open(sealed, 'purpose'), 'secret')
})

test('a database remembers its master key', async () => {
  const values = new Map<string, string>()
  const instance = {
    get: async (name: string) => values.get(name),
    setIfAbsent: async (name: string, value: string) => {
      if (!values.has(name)) values.set(name, value)
      return values.get(name) ?? value
    },
  }
  await checkMasterKey(instance, await createSealing(key(1)))
  await checkMasterKey(instance, await createSealing(key(1)))
  await assert.rejects(checkMasterKey(instance, await createSealing(key(2))), MasterKeyMismatch)
})

test('a derived secret is the same for the same key, purpose and text, and another one otherwise', async () => {
  const sealing = await createSealing(key(1))
  const secret = sealing.derive('purpose', 'text')
  assert.match(secret, /^[A-Za-z0-9_-]{43}$/)
  assert.equal((await createSealing(key(1))).derive('purpose', 'text'), secret)
  const others = [
    sealing.derive('purpose', 'text '), sealing.derive('purposetext', ''), sealing.derive('purpos', 'etext'),
    (await createSealing(key(2))).derive('purpose', 'text'),
  ]
  assert.equal(new Set([secret, ...others]).size, 5)
})
