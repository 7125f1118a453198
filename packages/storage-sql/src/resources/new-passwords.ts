// What a new password, or a first passkey, does beside its own row, whoever sets it: the user, an administrator or a document.
import type { Kysely } from 'kysely'
import type { ResourceTables } from './tables/resource-tables.ts'

/** Ends everything that was opened with the old credentials of these users: sessions, tokens, codes, links. */
export async function endWhatPasswordsOpened(trx: Kysely<ResourceTables>, userIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ times_ended: eb('times_ended', '+', 1) }))
    .where('user_id', 'in', userIds)
    .execute()
}

/** Failed attempts against the old passwords do not count against the new ones. Those to guess a code still do. */
export async function forgetFailedAttempts(trx: Kysely<ResourceTables>, userIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('sign_in_attempts')
    .where('user_id', 'in', userIds)
    .where((eb) => eb.or([eb('method', 'is', null), eb('method', '=', 'password')]))
    .execute()
}

/** A browser that was known may be that of whoever took the account over: it is none any more in which failed attempts of others do not count. */
export async function forgetBrowsers(trx: Kysely<ResourceTables>, userId: string): Promise<void> {
  await trx.deleteFrom('known_browsers').where('user_id', '=', userId).execute()
}
