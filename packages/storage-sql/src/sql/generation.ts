// Counts the changes of everything but tokens, codes, sessions and tries: what was looked up before a change is worth nothing after
// it. The driver of the database tells of every statement that writes, so no store has to think of it.
import { TableNode } from 'kysely'
import type { RootOperationNode } from 'kysely'
import type { Database } from '../database.ts'

export class Generation {
  #number = 0

  get number(): number {
    return this.#number
  }

  /** To be called when a change may be seen by others, and before whoever asked for it is told. */
  advance(): void {
    this.#number += 1
  }
}

/** Of these nothing is ever kept in memory; a table that is not named here counts, and so does a statement that is not understood. */
const neverKept: ReadonlySet<string> = new Set<keyof Database>([
  'access_tokens', 'assertion_ids', 'audit_events', 'authorization_codes', 'authorization_requests', 'instance', 'known_browsers',
  'one_time_codes', 'passwords', 'refresh_tokens', 'revocations', 'sessions', 'sign_in_attempts',
])

/** Whether the statement may change what lookups answer that are kept. */
export function changesGeneration(statement: RootOperationNode): boolean {
  if (statement.kind === 'SelectQueryNode') return false
  const table = writtenTable(statement)
  return table === undefined || !neverKept.has(table)
}

/** The one table that a plain insert, update or delete writes. What foreign keys take along is of the same sort as what they follow. */
function writtenTable(statement: RootOperationNode): string | undefined {
  const written = statement.kind === 'InsertQueryNode' ? statement.into
    : statement.kind === 'UpdateQueryNode' ? statement.table
    : statement.kind === 'DeleteQueryNode' && statement.from.froms.length === 1 ? statement.from.froms[0]
    : undefined
  return written !== undefined && TableNode.is(written) ? written.table.identifier.name : undefined
}
