// A database with tables of a part passes the checks of a backup and of a restore, also where the part is not composed.
import type { OwnStore } from '@symbolon/core-protocol'
import type { SqlStore } from '@symbolon/storage-sql'
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { checkDatabase } from '../src/check-database.ts'
import { libsql } from '../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'symbolon-check-'))
after(() => rmSync(folder, { recursive: true }))

test('the name of a store may have upper-case letters', async () => {
  const path = join(folder, 'symbolon.db')
  const sql: SqlStore = {
    migrations: { '001-rows': async ({ table, integer }) => await table('acme_rows', (t) => integer(t, 'number')) },
    open: () => ({}),
  }
  const own: OwnStore = { name: 'acmeRows' as OwnStore['name'], forms: { sql } }
  const opened = await libsql({ url: `file:${path}` }).open(['instance', own.name], [own])
  await opened.close()
  assert.doesNotThrow(() => checkDatabase(path, {}))
})
