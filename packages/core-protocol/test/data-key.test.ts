// The data key of an instance, and the master keys that open it.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addMasterKey, checkMasterKeys, forgetOtherMasterKeys, listMasterKeys, masterKeyIds, openSealing } from '../src/crypto/data-key.ts'
import { createSealing, MasterKeyMismatch, sealedUnder } from '../src/crypto/sealing.ts'

const key = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

/** The facts of an instance, each change of which happens at once. */
function facts(): {
  readonly rows: Map<string, string>
  get(name: string): Promise<string | undefined>
  setIfAbsent(name: string, value: string): Promise<string>
  replace(name: string, expected: string, value: string): Promise<boolean>
} {
  const rows = new Map<string, string>()
  return {
    rows,
    get: async (name) => rows.get(name),
    async setIfAbsent(name, value) {
      if (!rows.has(name)) rows.set(name, value)
      return rows.get(name) ?? value
    },
    async replace(name, expected, value) {
      if (rows.get(name) !== expected) return false
      rows.set(name, value)
      return true
    },
  }
}

/** Opens the instance as a start does, which adds the first key. */
const open = async (instance: ReturnType<typeof facts>, ...masterKeys: readonly Uint8Array[]) => ({
  sealing: await openSealing(instance, masterKeys),
  added: await addMasterKey(instance, masterKeys),
})

describe('a new instance', () => {
  test('gets a data key that differs from the master key, and opens with its master key alone', async () => {
    const instance = facts()
    const { sealing, added } = await open(instance, key(1))
    assert.equal(added, undefined)
    assert.notEqual(sealing.keyId, (await createSealing(key(1))).keyId)
    const sealed = await sealing.seal('secret', 'purpose')
    assert.equal(await (await open(instance, key(1))).sealing.open(sealed, 'purpose'), 'secret')
    const before = [...instance.rows]
    await assert.rejects(open(instance, key(2)), MasterKeyMismatch)
    await assert.rejects(checkMasterKeys(instance, [key(2)]), MasterKeyMismatch)
    assert.deepEqual([...instance.rows], before)
    for (const value of instance.rows.values()) assert.ok(!value.includes(btoa(String.fromCharCode(...key(1)))))
  })

  test('has one data key, however many processes start at once', async () => {
    const instance = facts()
    const opened = await Promise.all(Array.from({ length: 20 }, async () => await open(instance, key(1))))
    assert.equal(new Set(opened.map(({ sealing }) => sealing.keyId)).size, 1)
    await assert.rejects(open(instance, key(2)), MasterKeyMismatch)
  })

  test('opens for a process whose start another start overtakes, wherever it stands', async () => {
    for (let overtaken = 0; overtaken < 5; overtaken += 1) {
      const instance = facts()
      let reads = 0
      const get = async (name: string): Promise<string | undefined> => {
        if (reads++ === overtaken) await open(instance, key(1))
        return await instance.get(name)
      }
      await checkMasterKeys({ get }, [key(1)])
      const { sealing } = await open({ ...instance, get }, key(1))
      assert.ok(reads > overtaken)
      assert.equal(sealing.keyId, (await open(instance, key(1))).sealing.keyId)
    }
  })

  test('is refused by a release that checks the master key itself', async () => {
    const instance = facts()
    await open(instance, key(1))
    const check = instance.rows.get('master_key_check') ?? ''
    await assert.rejects((await createSealing(key(1))).open(check, 'master key check'), MasterKeyMismatch)
  })
})

test('an instance of an earlier release keeps its values, since its master key becomes the data key', async () => {
  const instance = facts()
  const earlier = await createSealing(key(1))
  instance.rows.set('master_key_check', await earlier.seal('symbolon', 'master key check'))
  const sealed = await earlier.seal('secret', 'purpose')
  await assert.rejects(open(instance, key(2)), MasterKeyMismatch)
  await assert.rejects(checkMasterKeys(instance, [key(2)]), MasterKeyMismatch)
  assert.deepEqual([...instance.rows.keys()], ['master_key_check'])
  await checkMasterKeys(instance, [key(1)])
  const { sealing } = await open(instance, key(1))
  assert.equal(await sealing.open(sealed, 'purpose'), 'secret')
  const replaced = await open(instance, key(2), key(1))
  assert.equal(replaced.added, (await createSealing(key(2))).keyId)
  assert.equal(await (await open(instance, key(2))).sealing.open(sealed, 'purpose'), 'secret')
})

describe('the replacement of a master key', () => {
  test('the new key opens the instance as well as the old key, until the old key is forgotten', async () => {
    const instance = facts()
    const sealed = await (await open(instance, key(1))).sealing.seal('secret', 'purpose')
    const [one = '', two = ''] = await masterKeyIds([key(1), key(2)])
    const derived = (await open(instance, key(1))).sealing.derive('purpose', 'text')

    await assert.rejects(open(instance, key(2)), MasterKeyMismatch)
    await openSealing(instance, [key(2), key(1)])
    assert.deepEqual(await listMasterKeys(instance), [one], 'to open an instance adds no key')
    assert.equal((await open(instance, key(2), key(1))).added, two)
    assert.equal((await open(instance, key(2), key(1))).added, undefined)
    assert.deepEqual(await listMasterKeys(instance), [one, two])
    for (const masterKey of [key(1), key(2)]) {
      const { sealing } = await open(instance, masterKey)
      assert.equal(await sealing.open(sealed, 'purpose'), 'secret')
      assert.equal(sealing.derive('purpose', 'text'), derived)
    }

    assert.deepEqual(await forgetOtherMasterKeys(instance, [two]), [one])
    assert.deepEqual(await forgetOtherMasterKeys(instance, [two]), [])
    await assert.rejects(open(instance, key(1)), MasterKeyMismatch)
    const { sealing } = await open(instance, key(2))
    assert.equal(sealedUnder(await sealing.seal('x', 'purpose')), sealedUnder(sealed))
    assert.equal(await sealing.open(sealed, 'purpose'), 'secret')
  })

  test('the last key that opens the instance is never forgotten', async () => {
    const instance = facts()
    await open(instance, key(1))
    const before = [...instance.rows]
    await assert.rejects(forgetOtherMasterKeys(instance, await masterKeyIds([key(2)])), MasterKeyMismatch)
    assert.deepEqual([...instance.rows], before)
  })

  test('keys that processes add at once are all kept', async () => {
    const instance = facts()
    await open(instance, key(1))
    await Promise.all([2, 3, 4, 5].map(async (byte) => await open(instance, key(byte), key(1))))
    assert.equal((await listMasterKeys(instance)).length, 5)
    for (const byte of [1, 2, 3, 4, 5]) await open(instance, key(byte))
  })

  test('a damaged data key is distinguished from another master key', async () => {
    for (const text of ['', 'v1.x', '[]', '"text"', '{"a":1}', 'null']) {
      const instance = facts()
      await open(instance, key(1))
      instance.rows.set('data_key', text)
      await assert.rejects(open(instance, key(1)), /The data key of the instance is damaged/)
      await assert.rejects(forgetOtherMasterKeys(instance, []), /The data key of the instance is damaged/)
    }
  })

  test('an altered data key does not open', async () => {
    const instance = facts()
    await open(instance, key(1))
    const text = instance.rows.get('data_key') ?? ''
    instance.rows.set('data_key', text.replace(/.{4}"\}$/, 'AAAA"}'))
    await assert.rejects(open(instance, key(1)), (error) => error instanceof Error && !(error instanceof MasterKeyMismatch))
  })
})
