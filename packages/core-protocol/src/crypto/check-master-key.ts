// A database remembers which master key it was made under, so that a wrong one is refused before anything is written with it.
import type { InstanceStore } from '../ports/instance.ts'
import type { Sealing } from './sealing.ts'

const purpose = 'master key check'

/** @throws MasterKeyMismatch when the database was made under another master key */
export async function checkMasterKey(instance: Pick<InstanceStore, 'get' | 'setIfAbsent'>, sealing: Sealing): Promise<void> {
  const sealed = await instance.get('master_key_check') ?? await instance.setIfAbsent('master_key_check', await sealing.seal('symbolon', purpose))
  await sealing.open(sealed, purpose)
}
