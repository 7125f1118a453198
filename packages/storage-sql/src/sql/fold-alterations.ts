// Shortens the statements that create tables and change them later: on an empty database each table can be created as it is in the end.
// Every ALTER TABLE makes SQLite parse the whole schema again. https://www.sqlite.org/lang_altertable.html
import { AlterTableNode, CreateIndexNode, CreateTableNode, DropIndexNode, DropTableNode } from 'kysely'
import type { AlterTableColumnAlterationNode, RootOperationNode } from 'kysely'

type Statements = readonly RootOperationNode[]

/**
 * Moves added and dropped columns into the statement that creates the table, and leaves out tables and indexes that are dropped again.
 * Statements that cannot be folded stay as they are.
 *
 * @param statements in the order in which they would run on an empty database
 * @returns statements that leave the same tables and indexes behind
 */
export function foldAlterations(statements: Statements): Statements {
  return statements.reduce<Statements>((before, statement) => {
    if (AlterTableNode.is(statement)) return foldColumns(before, statement) ?? [...before, statement]
    if (DropIndexNode.is(statement)) return foldIndex(before, statement) ?? [...before, statement]
    if (DropTableNode.is(statement)) return foldTable(before, statement) ?? [...before, statement]
    return [...before, statement]
  }, [])
}

/** @returns undefined if the statement does more than add and drop columns of a table that is created before it */
function foldColumns(before: Statements, { kind: _, table, columnAlterations = [], ...others }: AlterTableNode): Statements | undefined {
  const name = table.table.identifier.name
  const created = before.findIndex((each) => CreateTableNode.is(each) && each.table.table.identifier.name === name)
  const create = before[created]
  if (create === undefined || !CreateTableNode.is(create) || Object.keys(others).length > 0) return undefined
  const folded = columnAlterations.reduce<CreateTableNode | undefined>(foldColumn, create)
  return folded && before.with(created, folded)
}

function foldColumn(create: CreateTableNode | undefined, alteration: AlterTableColumnAlterationNode): CreateTableNode | undefined {
  if (create === undefined) return undefined
  switch (alteration.kind) {
    case 'AddColumnNode':
      return CreateTableNode.cloneWithColumn(create, alteration.column)
    case 'DropColumnNode': {
      const dropped = alteration.column.column.name
      return { ...create, columns: create.columns.filter(({ column }) => column.column.name !== dropped) }
    }
    default:
      return undefined
  }
}

/** @returns undefined if no statement before it creates the index */
function foldIndex(before: Statements, { name }: DropIndexNode): Statements | undefined {
  const created = before.findIndex((each) => CreateIndexNode.is(each) && each.name.name === name.identifier.name)
  return created === -1 ? undefined : before.toSpliced(created, 1)
}

/** @returns undefined if no statement before it creates the table, or if one does something else with it */
function foldTable(before: Statements, { table }: DropTableNode): Statements | undefined {
  const name = table.table.identifier.name
  const others = before.filter((each) => !createsPart(each, name))
  return others.length === before.length || others.some((each) => AlterTableNode.is(each) && each.table.table.identifier.name === name)
    ? undefined
    : others
}

function createsPart(statement: RootOperationNode, name: string): boolean {
  return (CreateTableNode.is(statement) || CreateIndexNode.is(statement)) && statement.table?.table.identifier.name === name
}
