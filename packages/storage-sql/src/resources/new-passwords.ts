// Side effects of a new password or a first passkey, whether the user, an administrator or a document sets it.
import type { Kysely } from 'kysely'
import type { ResourceTables } from './tables/resource-tables.ts'

/** Revokes everything that the old credentials of these users opened: sessions, tokens, codes, links. */
export async function endWhatPasswordsOpened(trx: Kysely<ResourceTables>, userIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ times_ended: eb('times_ended', '+', 1) }))
    .where('user_id', 'in', userIds)
    .execute()
}

/** Failed attempts against the old passwords do not count against the new ones. Failed attempts to guess a code still count. */
export async function forgetFailedAttempts(trx: Kysely<ResourceTables>, userIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('sign_in_attempts')
    .where('user_id', 'in', userIds)
    .where((eb) => eb.or([eb('method', 'is', null), eb('method', '=', 'password')]))
    .execute()
}

/** A known browser may belong to an attacker who took the account over, so no browser keeps its exemption from failed attempts of others. */
export async function forgetBrowsers(trx: Kysely<ResourceTables>, userId: string): Promise<void> {
  await trx.deleteFrom('known_browsers').where('user_id', '=', userId).execute()
}
