// The events of a person are found by an index, however long the audit trail is: nothing is sorted, and no other row is read.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migrate, openStores } from '@symbolon/storage-sql'
import type { Database } from '@symbolon/storage-sql'
import { Kysely, sql } from 'kysely'
import type { CompiledQuery } from 'kysely'
import { libsqlDialect } from '../src/dialect.ts'
import { sqlDialect } from '../src/libsql.ts'
import { openLocalDatabase } from '../src/local-database.ts'

test('the newest events of a person are read in the order of an index', async () => {
  const database = await openLocalDatabase(':memory:', 5000)
  const queries: CompiledQuery[] = []
  const db = new Kysely<Database>({ dialect: libsqlDialect(database), log: ({ query }) => void queries.push(query) })
  await migrate(db, ['auditEvents'], sqlDialect)
  const { auditEvents } = openStores(db, ['auditEvents'], sqlDialect)
  for (const refused of [false, true]) {
    await auditEvents?.listOfPerson('ada', { refused, limit: 20 })
    const query = queries.at(-1)
    assert.ok(query !== undefined)
    const { rows } = await db.executeQuery<{ readonly detail: string }>({ ...query, sql: `explain query plan ${query.sql}` })
    assert.deepEqual(
      rows.map(({ detail }) => detail),
      ['SEARCH audit_events USING INDEX audit_events_by_person_id_and_refused_and_id (person_id=? AND refused=?)'],
    )
  }
  await db.destroy()
  await database.close()
})

test('events are counted in an index alone, and no further than asked', async () => {
  const database = await openLocalDatabase(':memory:', 5000)
  const queries: CompiledQuery[] = []
  const db = new Kysely<Database>({ dialect: libsqlDialect(database), log: ({ query }) => void queries.push(query) })
  await migrate(db, ['auditEvents'], sqlDialect)
  const { auditEvents } = openStores(db, ['auditEvents'], sqlDialect)
  for (const [place, index] of [
    [{}, 'audit_events_by_type_and_id (type=? AND id>? AND id<?)'],
    [{ orgId: 'acme' }, 'audit_events_by_org_id_and_type_and_id (org_id=? AND type=? AND id>? AND id<?)'],
  ] as const) {
    await auditEvents?.countBetween({ type: 'login_succeeded', times: [1000, 2000], most: 10, ...place })
    const query = queries.at(-1)
    assert.ok(query !== undefined)
    const { rows } = await db.executeQuery<{ readonly detail: string }>({ ...query, sql: `explain query plan ${query.sql}` })
    const details = rows.map(({ detail }) => detail).filter((detail) => detail.includes('audit_events'))
    assert.deepEqual(details, [`SEARCH audit_events USING COVERING INDEX ${index}`])
  }
  await db.destroy()
  await database.close()
})

test('a trail from before the index knows the person of each event after the migration', async () => {
  const database = await openLocalDatabase(':memory:', 5000)
  const db = new Kysely<Database>({ dialect: libsqlDialect(database) })
  await migrate(db, ['auditEvents'], sqlDialect)
  const indexes = [
    'person_id_and_refused_and_id',
    'org_id_and_id',
    'actor_id_and_id',
    'subject_kind_and_subject_id_and_id',
    'type_and_id',
    'org_id_and_type_and_id',
  ]
  for (const index of indexes) await sql`drop index ${sql.ref(`audit_events_by_${index}`)}`.execute(db)
  for (const column of ['person_id', 'refused', 'repeated']) await sql`alter table audit_events drop column ${sql.ref(column)}`.execute(db)
  const rows = [
    ['1', 'login_succeeded', 'ada', null, null, null],
    ['2', 'resource_changed', 'root', 'user', 'ada', null],
    ['3', 'session_ended', 'ada', 'session', 's', null],
    ['4', 'login_failed', null, 'user', 'ada', '203.0.113.9'],
    ['5', 'resource_changed', 'ada', 'user', 'bob', null],
  ] as const
  for (const [id, type, actor, kind, subject, source] of rows) {
    await sql`insert into audit_events (id, at, type, actor_id, subject_kind, subject_id, source)
      values (${id}, 1, ${type}, ${actor}, ${kind}, ${subject}, ${source})`.execute(db)
  }
  await sql`delete from migrations_of_audit_events where name >= '003-of-person'`.execute(db)
  await migrate(db, ['auditEvents'], sqlDialect)
  const { auditEvents } = openStores(db, ['auditEvents'], sqlDialect)
  const ids = async (refused: boolean) => (await auditEvents?.listOfPerson('ada', { refused, limit: 9 }))?.map(({ id }) => id)
  assert.deepEqual(await ids(false), ['3', '2', '1'])
  assert.deepEqual(await ids(true), ['4'])
  await db.destroy()
  await database.close()
})
