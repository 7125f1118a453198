// Which tables of a group a composition has: those that its stores need, and the tables that these reference.
import { CreateIndexNode, CreateTableNode, ForeignKeyConstraintNode, InsertQueryNode, TableNode, UpdateQueryNode } from 'kysely'
import type { RootOperationNode } from 'kysely'
import type { Migrations } from './sql/schema.ts'

/** A group of tables that migrations create and change together. */
export interface TableGroup {
  readonly migrations: Migrations
  /** The tables that the stores of the composition read or write. Undefined: the group has all of its tables, or none. */
  readonly needed?: readonly string[]
}

type Statements = readonly RootOperationNode[]

/** Whether the table belongs to the migrator: its records and its lock. */
export function isRecord(table: string): boolean {
  return /^migration(?:s|_lock)_of_/.test(table)
}

/** @returns the tables that the statements create, without those of the migrator, in the order of their creation */
export function createdTables(statements: Statements): readonly string[] {
  return statements.flatMap((statement) => {
    const name = CreateTableNode.is(statement) ? statement.table.table.identifier.name : undefined
    return name === undefined || isRecord(name) ? [] : [name]
  })
}

/** @returns the named tables and all tables that they reference by foreign keys */
export function withReferenced(statements: Statements, names: Iterable<string>): ReadonlySet<string> {
  const references = new Map(
    statements.flatMap((statement) =>
      CreateTableNode.is(statement) ? [[statement.table.table.identifier.name, referencedTables(statement)] as const] : [],
    ),
  )
  const found = new Set(names)
  // A set that grows while it is read is read to its end.
  for (const name of found) for (const referenced of references.get(name) ?? []) found.add(referenced)
  return found
}

function referencedTables({ columns, constraints = [] }: CreateTableNode): readonly string[] {
  const ofConstraints = constraints.flatMap((each) => (ForeignKeyConstraintNode.is(each) ? [each.references] : []))
  return [...columns.flatMap(({ references }) => references ?? []), ...ofConstraints].map(({ table }) => table.table.identifier.name)
}

/**
 * Leaves out what concerns other tables. A statement of which the table is unknown is left out, too: it fills tables from rows, and a new table
 * has none.
 * @returns the statements about the tables, and the records of the migrations
 */
export function restrictTo(statements: Statements, tables: ReadonlySet<string>): Statements {
  return statements.filter((statement) => {
    const name = tableOf(statement)
    return name !== undefined && (isRecord(name) || tables.has(name))
  })
}

/** @returns the statements that create tables and indexes */
export function definitionsIn(statements: Statements): Statements {
  return statements.filter((statement) => CreateTableNode.is(statement) || CreateIndexNode.is(statement))
}

function tableOf(statement: RootOperationNode): string | undefined {
  if (CreateTableNode.is(statement) || CreateIndexNode.is(statement)) return statement.table?.table.identifier.name
  if (InsertQueryNode.is(statement)) return statement.into?.table.identifier.name
  const updated = UpdateQueryNode.is(statement) ? statement.table : undefined
  return updated !== undefined && TableNode.is(updated) ? updated.table.identifier.name : undefined
}
