// The data key of an instance seals everything that is encrypted at rest. The database holds it sealed under each master key, so that a
// master key is replaced by encrypting 32 bytes again, and no other row changes.
import { base64url } from 'jose'
import * as v from 'valibot'
import type { InstanceStore } from '../ports/instance.ts'
import { StorageStartError } from '../ports/stores.ts'
import { createSealing, MasterKeyMismatch } from './sealing.ts'
import type { Sealing } from './sealing.ts'

type DataKeyStore = Pick<InstanceStore, 'get' | 'setIfAbsent' | 'replace'>

const sealedDataKey = v.pipe(
  v.record(v.string(), v.string()),
  v.check((keys) => Object.keys(keys).length > 0 && !Array.isArray(keys)),
)
/** The data key, sealed under each master key, by the `keyId` of the master key. */
type SealedDataKey = v.InferOutput<typeof sealedDataKey>

const dataKeyName = 'data_key'
const dataKeyPurpose = 'data key'
const checkName = 'master_key_check'
const checkPurpose = 'master key check'

/**
 * Opens the data key of the instance. The first start makes it.
 * @param masterKeys of 32 bytes, of which one opens it
 * @returns what seals under the data key
 * @throws MasterKeyMismatch if none of the master keys opens the data key
 * @throws StorageStartError (`storage_damaged`) if the row of the data key is damaged
 * @throws TypeError (`master_key_length`) if one of them has another length
 */
export async function openSealing(instance: DataKeyStore, masterKeys: readonly Uint8Array[]): Promise<Sealing> {
  const masters = await Promise.all(masterKeys.map(createSealing))
  const stored = await instance.get(dataKeyName)
  const text = stored ?? (await makeDataKey(instance, masters, masterKeys))
  const sealing = await createSealing(await openDataKey(text, masters))
  // A release that has no data key takes this for the value of another master key, and does not start.
  if (stored === undefined) await instance.setIfAbsent(checkName, await sealing.seal('symbolon', checkPurpose))
  return sealing
}

/**
 * Seals the data key under the first master key as well, so that this one opens the instance alone.
 * @param instance that was opened before
 * @param masterKeys of 32 bytes, of which one opens it
 * @returns the `keyId` of the first master key; undefined if it opened the instance already
 * @throws MasterKeyMismatch if none of the master keys opens the data key
 */
export async function addMasterKey(instance: DataKeyStore, masterKeys: readonly Uint8Array[]): Promise<string | undefined> {
  const masters = await Promise.all(masterKeys.map(createSealing))
  const [first] = masters
  if (first === undefined) throw new TypeError('A master key is required.')
  for (;;) {
    const text = (await instance.get(dataKeyName)) ?? ''
    const sealedBy = readSealedDataKey(text)
    if (sealedBy[first.keyId] !== undefined) return undefined
    const next = JSON.stringify({ ...sealedBy, [first.keyId]: await sealDataKey(await openDataKey(text, masters), first) })
    if (await instance.replace(dataKeyName, text, next)) return first.keyId
  }
}

/**
 * Checks that a master key opens the instance, if it was ever opened. Changes nothing.
 * @throws MasterKeyMismatch if none does
 */
export async function checkMasterKeys(instance: Pick<InstanceStore, 'get'>, masterKeys: readonly Uint8Array[]): Promise<void> {
  const masters = await Promise.all(masterKeys.map(createSealing))
  // In this order: a check that was read before the data key was there is not sealed under it.
  const check = await instance.get(checkName)
  const text = await instance.get(dataKeyName)
  if (text !== undefined) await openDataKey(text, masters)
  else if (check !== undefined) await placeOfOpening(check, checkPurpose, masters)
}

/** @returns the `keyId` of each master key, in their order */
export async function masterKeyIds(masterKeys: readonly Uint8Array[]): Promise<readonly string[]> {
  return (await Promise.all(masterKeys.map(createSealing))).map(({ keyId }) => keyId)
}

/** @returns the `keyId` of each master key that opens the instance @param text of the row `data_key` */
export function masterKeysOf(text: string): readonly string[] {
  return Object.keys(readSealedDataKey(text))
}

/** @returns the `keyId` of each master key that opens the instance */
export async function listMasterKeys(instance: Pick<InstanceStore, 'get'>): Promise<readonly string[]> {
  return masterKeysOf((await instance.get(dataKeyName)) ?? '')
}

/**
 * Forgets every master key but these. The instance can then be opened by these alone.
 * @param kept `keyId`s
 * @returns the `keyId`s that are forgotten
 * @throws MasterKeyMismatch if none of these opens the instance: nothing is forgotten
 */
export async function forgetOtherMasterKeys(instance: DataKeyStore, kept: readonly string[]): Promise<readonly string[]> {
  for (;;) {
    const text = (await instance.get(dataKeyName)) ?? ''
    const entries = Object.entries(readSealedDataKey(text))
    const left = entries.filter(([keyId]) => kept.includes(keyId))
    if (left.length === 0) throw new MasterKeyMismatch('None of the master keys opens the instance.')
    const forgotten = entries.filter(([keyId]) => !kept.includes(keyId)).map(([keyId]) => keyId)
    if (forgotten.length === 0) return []
    if (await instance.replace(dataKeyName, text, JSON.stringify(Object.fromEntries(left)))) return forgotten
  }
}

/** Of processes that start at once, one makes the data key. @returns the stored text */
async function makeDataKey(instance: DataKeyStore, masters: readonly Sealing[], masterKeys: readonly Uint8Array[]): Promise<string> {
  const check = await instance.get(checkName)
  // The process that created the data key meanwhile may have encrypted the check with it, where no master key opens it.
  const made = await instance.get(dataKeyName)
  if (made !== undefined) return made
  // Earlier releases sealed everything under the master key itself. It becomes the data key.
  const place = check === undefined ? -1 : await placeOfOpening(check, checkPurpose, masters)
  const dataKey = masterKeys[place] ?? crypto.getRandomValues(new Uint8Array(32))
  const master = masters[place] ?? masters[0]
  if (master === undefined) throw new TypeError('A master key is required.')
  return await instance.setIfAbsent(dataKeyName, JSON.stringify({ [master.keyId]: await sealDataKey(dataKey, master) }))
}

/** @throws StorageStartError storage_damaged */
function readSealedDataKey(text: string): SealedDataKey {
  try {
    return v.parse(sealedDataKey, JSON.parse(text))
  } catch (error) {
    throw new StorageStartError('storage_damaged', 'The data key of the instance is damaged. Restore a backup of the database.', {
      cause: error,
    })
  }
}

async function openDataKey(text: string, masters: readonly Sealing[]): Promise<Uint8Array> {
  const sealedBy = readSealedDataKey(text)
  for (const master of masters) {
    const sealed = sealedBy[master.keyId]
    if (sealed !== undefined) return base64url.decode(await master.open(sealed, dataKeyPurpose))
  }
  throw new MasterKeyMismatch(
    `The instance opens with the master keys ${Object.keys(sealedBy).join(', ')}, and none of them is given. Give the one that the database was made with.`,
  )
}

async function sealDataKey(dataKey: Uint8Array, master: Sealing): Promise<string> {
  return await master.seal(base64url.encode(dataKey), dataKeyPurpose)
}

/** @returns the place of the sealing that opens the value @throws MasterKeyMismatch if none does */
async function placeOfOpening(sealed: string, purpose: string, sealings: readonly Sealing[]): Promise<number> {
  let mismatch: unknown
  for (const [place, sealing] of sealings.entries()) {
    try {
      await sealing.open(sealed, purpose)
      return place
    } catch (error) {
      if (!(error instanceof MasterKeyMismatch)) throw error
      mismatch = error
    }
  }
  throw mismatch
}
