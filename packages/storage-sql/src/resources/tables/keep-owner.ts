// How a store of credentials keeps the last owner of the instance who is able to sign in.
import type { Transaction } from 'kysely'
import type { ResourceTables } from './resource-tables.ts'

/** Rolls a transaction back. */
export class LastOwnerLost extends Error {}

/**
 * Keeps the owners as they are until the end of the transaction, if the person is one. It is called before other rows are locked.
 * @returns a check for the end of the transaction: it throws `LastOwnerLost` if the transaction took the last owner who is able to sign in
 */
export type KeepOwner = (trx: Transaction<ResourceTables>, userId: string) => Promise<() => Promise<void>>

/** @returns the result of a transaction; `last_owner` after `LastOwnerLost` */
export async function unlessLastOwner<T>(transaction: Promise<T>): Promise<T | 'last_owner'> {
  try {
    return await transaction
  } catch (error) {
    if (error instanceof LastOwnerLost) return 'last_owner'
    throw error
  }
}
