// A transaction of conditional statements: when one of them finds nothing to change, none has changed anything.
import type { Kysely, Transaction } from 'kysely'

/** Rolls the transaction back. */
class NothingChanged extends Error {}

/**
 * Runs the statements in one transaction.
 * @param run returns false to undo all of them
 * @returns what `run` returned
 */
export async function allOrNothing<Tables>(db: Kysely<Tables>, run: (trx: Transaction<Tables>) => Promise<boolean>): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      if (!(await run(trx))) throw new NothingChanged()
    })
    return true
  } catch (error) {
    if (error instanceof NothingChanged) return false
    throw error
  }
}
