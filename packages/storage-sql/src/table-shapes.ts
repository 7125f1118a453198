// The tables of stores as the statements create them: what a program needs that works alike on all of them.
import { CreateTableNode, PrimaryKeyConstraintNode } from 'kysely'
import type { RootOperationNode } from 'kysely'
import { isRecord } from './needed-tables.ts'

/** One table. */
export interface TableShape {
  readonly name: string
  /** Every column, in the order of the table. */
  readonly columns: readonly string[]
  /** The columns of the primary key, in its order. */
  readonly key: readonly [string, ...string[]]
}

/**
 * @param statements that create tables
 * @returns the tables in the order of their creation, in which each comes after those that it references; without those of the migrator
 * @throws TypeError for a table without a primary key
 */
export function tableShapes(statements: readonly RootOperationNode[]): readonly TableShape[] {
  return statements
    .filter((statement) => CreateTableNode.is(statement))
    .filter(({ table }) => !isRecord(table.table.identifier.name))
    .map(shapeOf)
}

function shapeOf({ table, columns, constraints = [] }: CreateTableNode): TableShape {
  const name = table.table.identifier.name
  const keys = [
    ...columns.filter(({ primaryKey }) => primaryKey === true).map(({ column }) => column.column.name),
    ...constraints
      .flatMap((constraint) => (PrimaryKeyConstraintNode.is(constraint) ? constraint.columns : []))
      .map(({ column }) => column.name),
  ]
  const [first, ...others] = keys
  if (first === undefined) throw new TypeError(`The table ${name} has no primary key.`)
  return { name, columns: columns.map(({ column }) => column.column.name), key: [first, ...others] }
}
