// The columns that tables of resources have in common. `content` is the canonical v2 object of the resource; the other columns are what
// is looked up, joined or unique.
import type { CreateTableBuilder, Generated } from 'kysely'
import { required } from '../../sql/schema.ts'
import type { Schema } from '../../sql/schema.ts'

/** The columns of every resource. */
export interface ResourceColumns {
  /** JSON object. */
  readonly content: string
  readonly created_at: number
  readonly changed_at: number
}

/** The columns of resources to which tokens and sessions are issued. */
export interface HolderColumns {
  /** How often everything that was issued to the resource has been ended; 0 by default. */
  readonly times_ended: Generated<number>
}

/** Adds `ResourceColumns` to a table that is being created. */
export function resourceColumns({ integer }: Schema, table: CreateTableBuilder<string, string>): CreateTableBuilder<string, string> {
  return integer(integer(table.addColumn('content', 'text', required), 'created_at'), 'changed_at')
}
