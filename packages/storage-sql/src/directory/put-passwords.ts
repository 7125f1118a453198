// Stores the passwords of the people of a change. A new password ends what was opened with the old one.
import type { Resource } from '@symbolon/core-protocol'
import type { Compilable, Transaction } from 'kysely'
import { endWhatPasswordsOpened, forgetFailedAttempts } from '../resources/new-passwords.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import type { PasswordsTable } from '../resources/tables/sign-in.ts'
import { batchSize, chunks } from '../sql/chunks.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { insertRows } from './insert-rows.ts'
import type { StoredPeople } from './other-kinds.ts'

/** Whose passwords are stored, and when. */
interface NewPasswords {
  readonly resources: readonly Resource[]
  readonly now: number
  readonly dialect: Pick<SqlDialect, 'parameter'>
}

/** Stores the new passwords. @param users those of the people who are stored */
export async function putPasswords(
  trx: Transaction<ResourceTables>,
  { resources, now, dialect }: NewPasswords,
  users: StoredPeople,
): Promise<void> {
  const rows: PasswordsTable[] = []
  for (const { kind, key, secrets } of resources) {
    const hash = kind === 'humanUser' ? secrets?.passwordHash : undefined
    if (hash === undefined) continue
    const { passwordSource: source = null, passwordCost: cost = null } = secrets ?? {}
    rows.push({ user_id: key[0] ?? '', hash, source, cost, changed_at: now, replaced_hash: null })
  }
  const ofStored = chunks(
    rows.filter((row) => users.has(row.user_id)),
    batchSize,
  )
  for (const some of ofStored) await endSessionsOfOldPasswords(trx, some)
  await insertRows(trx, dialect, 'passwords', rows, (some) => passwordInsertion(trx, some))
  for (const some of ofStored) {
    await forgetFailedAttempts(
      trx,
      some.map((row) => row.user_id),
    )
  }
}

function passwordInsertion(trx: Transaction<ResourceTables>, rows: readonly PasswordsTable[]): Compilable {
  return trx
    .insertInto('passwords')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        hash: eb.ref('excluded.hash'),
        source: eb.ref('excluded.source'),
        cost: eb.ref('excluded.cost'),
        replaced_hash: eb.ref('excluded.replaced_hash'),
        // A hash that is put again unchanged is as old as it was.
        changed_at: eb
          .case()
          .when('excluded.hash', '=', eb.ref('passwords.hash'))
          .then(eb.ref('passwords.changed_at'))
          .else(eb.ref('excluded.changed_at'))
          .end(),
      })),
    )
}

/** A changed password ends what was opened with the old one. A first password ends nothing, nor does one that is set again unchanged. */
async function endSessionsOfOldPasswords(trx: Transaction<ResourceTables>, rows: readonly PasswordsTable[]): Promise<void> {
  const stored = await trx
    .selectFrom('passwords')
    .select(['user_id', 'hash'])
    .where(
      'user_id',
      'in',
      rows.map((row) => row.user_id),
    )
    .execute()
  const replaced = stored.filter(({ user_id: id, hash }) => rows.some((row) => row.user_id === id && row.hash !== hash))
  if (replaced.length === 0) return
  await endWhatPasswordsOpened(
    trx,
    replaced.map((row) => row.user_id),
  )
}
