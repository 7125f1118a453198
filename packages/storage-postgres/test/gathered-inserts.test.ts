// Rows that wait at the same time are inserted by one statement.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { StorageUnavailable } from '@symbolon/core-protocol'
import { createQueryId, sql } from 'kysely'
import type { CompiledQuery } from 'kysely'
import { GatheredInserts, insertsOneRow } from '../src/gathered-inserts.ts'
import { compilingDatabase } from './compiling.ts'

interface Tables {
  readonly things: { readonly id: string; readonly number: number }
}

const db = compilingDatabase<Tables>()

const insertion = (id: string): CompiledQuery => db.insertInto('things').values({ id, number: 1 }).compile()

/** Answers by `answer`, which gets the ids of each statement; nothing is answered before `open`. */
function runner(answer: (ids: readonly unknown[]) => void): {
  readonly gathered: GatheredInserts
  readonly statements: readonly (readonly unknown[])[]
  readonly texts: ReadonlySet<string>
  open(): void
} {
  const { promise, resolve } = Promise.withResolvers<void>()
  const statements: (readonly unknown[])[] = []
  const texts = new Set<string>()
  const gathered = new GatheredInserts({
    async run(text, parameters) {
      const ids = parameters.filter((_, index) => index % 2 === 0)
      texts.add(text)
      statements.push(ids)
      await promise
      answer(ids)
    },
    compile: (node) => db.getExecutor().compileQuery(node, createQueryId()),
  })
  return { gathered, statements, texts, open: resolve }
}

test('rows of one turn of the event loop go together, in powers of two; two statements are under way', async () => {
  const { gathered, statements, texts, open } = runner(() => undefined)
  const ids = Array.from({ length: 300 }, (_, index) => `id-${index}`)
  const inserted = ids.map(async (id) => await gathered.insert(insertion(id)))
  await nextTurn()
  assert.deepEqual(
    statements.map(({ length }) => length),
    [128, 128],
  )
  open()
  await Promise.all(inserted)
  assert.deepEqual(statements.flat().toSorted(), ids.toSorted())
  assert.deepEqual(
    statements.map(({ length }) => length),
    [128, 128, 32, 8, 4],
  )
  assert.equal(texts.size, 4)
  assert.deepEqual(gathered.groups, { count: 5, writes: 300 })
  const four = '($1, $2), ($3, $4), ($5, $6), ($7, $8)'
  assert.ok([...texts].includes(`insert into "things" ("id", "number") values ${four}`))
})

test('a row that is refused keeps no other out', async () => {
  const refusal = new Error('taken')
  const { gathered, open } = runner((ids) => {
    if (ids.includes('id-3')) throw refusal
  })
  const inserted = Array.from({ length: 10 }, async (_, index) => await gathered.insert(insertion(`id-${index}`)))
  open()
  const outcomes = await Promise.allSettled(inserted)
  assert.deepEqual(
    outcomes.map(({ status }) => status === 'rejected'),
    outcomes.map((_, index) => index === 3),
  )
})

test('rows of a statement without an answer are not sent again', async () => {
  const { gathered, statements, open } = runner(() => {
    throw new StorageUnavailable('no answer')
  })
  const inserted = Array.from({ length: 10 }, async (_, index) => await gathered.insert(insertion(`id-${index}`)))
  open()
  const outcomes = await Promise.allSettled(inserted)
  assert.ok(outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason instanceof StorageUnavailable))
  assert.equal(statements.flat().length, 10)
})

test('only insertions of one row of bound values, without a result and without a rule for conflicts, are gathered', () => {
  const insert = db.insertInto('things')
  const row = { id: 'a', number: 1 }
  assert.ok(insertsOneRow(insert.values(row).compile()))
  const others = [
    insert.values([row, row]).compile(),
    insert.values(row).returning('id').compile(),
    insert
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .compile(),
    insert.values({ id: 'a', number: sql<number>`1` }).compile(),
    insert.columns(['id', 'number']).expression(db.selectFrom('things').selectAll()).compile(),
    db.selectFrom('things').selectAll().compile(),
    db.deleteFrom('things').compile(),
  ]
  assert.deepEqual(others.filter(insertsOneRow), [])
})
