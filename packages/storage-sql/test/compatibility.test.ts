// Which databases of later releases a release can use, and which migrations may not count as expansions.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DummyDriver, Kysely, SqliteAdapter } from 'kysely'
import type { AlterTableNode, RootOperationNode } from 'kysely'
import { canUse } from '../src/index.ts'
import { allMigrations } from '../src/stores.ts'
import type { SqlDialect } from '../src/sql/dialect.ts'

const known = ['001-paint', '002-colours']

for (const [what, usable, ...later] of [
  ['without later migrations', true],
  ['that was expanded', true, '003-brushes', '004-frames'],
  ['that was contracted after this release had left what is missing', true, '003-brushes', '004-without-paint.needs-002'],
  ['that lacks what this release reads', false, '003-brushes', '004-without-paint.needs-003'],
  ['that lacks what this release reads, and was expanded later', false, '003-new', '004-without-paint.needs-003', '005-frames'],
  ['that another line of releases has changed', false, '002-brushes'],
  ['with a record of another form', false, 'brushes'],
] as const) {
  test(`a database ${what} is ${usable ? 'used' : 'refused'}`, () => {
    assert.equal(canUse(known, [...known, ...later]), usable)
  })
}

test('a database that lacks a migration is used unless it has later ones', () => {
  assert.equal(canUse(known, ['001-paint']), true)
  assert.equal(canUse(known, ['001-paint', '003-brushes']), false)
})

test('a database with tables of a group that this release does not know is used', () => {
  assert.equal(canUse([], ['001-brushes', '002-frames']), true)
  assert.equal(canUse([], ['001-brushes', '002-without-paint.needs-001']), false)
})

const dialect: SqlDialect = {
  strictTables: false,
  integer: 'bigint',
  snapshots: false,
  parameter: (number) => `$${number}`,
  violation: () => undefined,
}

const contractionsWithoutName = [
  // Their own statements only fill columns that they add.
  'audit_events/002-room',
  'audit_events/003-of-person',
  // The unique column is null in the rows of earlier releases.
  'import_jobs/003-of-organizations',
  // From before releases could serve side by side. No other may be added: name it `….needs-NNN` instead.
  'resources/004-sign-in',
  'resources/007-code-attempts',
  // It adds a policy that earlier releases do not read.
  'resources/023-shown-sign-ins',
]

test('every migration after which earlier releases fail is named as a contraction', async () => {
  const contractions: string[] = []
  for (const [group, migrations] of Object.entries(allMigrations(dialect))) {
    for (const [name, migration] of Object.entries(migrations)) {
      assert.match(name, /^\d{3}-[a-z0-9-]+(\.needs-\d{3})?$/)
      const statements: RootOperationNode[] = []
      await migration.up(recorder(statements))
      const created = new Set(statements.flatMap((each) => (each.kind === 'CreateTableNode' ? [each.table.table.identifier.name] : [])))
      const contracts = statements.some((statement) => isContraction(statement, created))
      if (contracts && !name.includes('.needs-')) contractions.push(`${group}/${name}`)
    }
  }
  assert.deepEqual(contractions, contractionsWithoutName)
})

function recorder(statements: RootOperationNode[]): Kysely<unknown> {
  return new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: () => ({ getSchemas: async () => [], getTables: async () => [] }),
      createQueryCompiler: () => ({ compileQuery: (query, queryId) => ({ query, queryId, sql: '', parameters: [] }) }),
    },
    log: ({ query: { query } }) => void statements.push(query),
  })
}

/** Whether an earlier release can miss what the statement takes away, or write what it forbids. @param created tables of the same migration */
function isContraction(statement: RootOperationNode, created: ReadonlySet<string>): boolean {
  if (statement.kind === 'DropTableNode' || statement.kind === 'RawNode') return true
  if (statement.kind === 'CreateIndexNode') {
    return statement.unique === true && !created.has(statement.table?.table.identifier.name ?? '')
  }
  return statement.kind === 'AlterTableNode' && !created.has(statement.table.table.identifier.name) && !addsOptionalColumns(statement)
}

function addsOptionalColumns({ kind: _, table: __, columnAlterations = [], ...others }: AlterTableNode): boolean {
  return (
    Object.values(others).every((other) => other === undefined) &&
    columnAlterations.every(
      (each) => each.kind === 'AddColumnNode' && (each.column.notNull !== true || each.column.defaultTo !== undefined),
    )
  )
}
