// Removes every factor of a user except the password, for users who lost them all.
import type { StoreName } from '@symbolon/core-protocol'
import type { Transaction } from 'kysely'
import type { FactorDraftTables } from '../stores/factor-drafts.ts'
import { passkeysOf, removePasskeys } from '../stores/passkeys.ts'
import type { PasskeyTables } from '../stores/passkeys.ts'
import type { RecoveryCodeTables } from '../stores/recovery-codes.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** The tables that hold factors, in addition to the tables of the resources. */
export type FactorTables = FactorDraftTables & PasskeyTables & RecoveryCodeTables

/** The tables of each store that holds factors. */
const tables = {
  factorDrafts: ['factor_drafts'],
  passkeys: [],
  recoveryCodes: ['recovery_code_sets', 'recovery_codes'],
} as const satisfies Partial<Record<StoreName, readonly (keyof FactorTables)[]>>

/** The caller has locked the person. @param names the stores that are open: the tables of the others may be missing */
export async function removeFactors(
  trx: Transaction<ResourceTables & FactorTables>,
  userId: string,
  names: readonly StoreName[],
): Promise<void> {
  await trx.updateTable('users').set({ sealed_otp_secret: null }).where('user_id', '=', userId).execute()
  for (const name of ['factorDrafts', 'passkeys', 'recoveryCodes'] as const) {
    if (!names.includes(name)) continue
    if (name === 'passkeys') {
      const passkeys = trx.$pickTables<keyof PasskeyTables>()
      const ids = (await passkeysOf(passkeys, userId)).map(({ credentialId }) => credentialId)
      await removePasskeys(passkeys, ids, userId)
    }
    for (const table of tables[name]) await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}
