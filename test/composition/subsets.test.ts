// What is not composed is not there: no member of discovery, no route, no table.
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import type { Provider } from '@symbolon/server'
import { allPaths, compositions, coreMembers, coreTables, issuer } from './compositions.ts'
import { tables, tablesOfParts } from './tables.ts'

for (const composition of compositions) {
  describe(composition.name, () => {
    let directory: string
    let provider: Provider

    before(async () => {
      directory = await mkdtemp(join(tmpdir(), 'symbolon-composition-'))
      provider = await composition.compose(libsql({ url: `file:${join(directory, 'symbolon.db')}` }))
    })
    after(async () => await rm(directory, { recursive: true }))

    test('discovery has the members of what is composed, and no others', async () => {
      const response = await provider.fetch(new Request(`${issuer}/.well-known/openid-configuration`))
      const metadata = (await response.json()) as Record<string, unknown>
      assert.deepEqual(Object.keys(metadata).sort(), [...new Set([...coreMembers, ...composition.members])].sort())
      assert.deepEqual(metadata['grant_types_supported'], composition.grantTypes)
      assert.deepEqual(metadata['response_types_supported'], composition.responseTypes)
    })

    test('the paths of what is composed answer, and every other path is not found', async () => {
      const found = []
      for (const path of allPaths) {
        const answers = await Promise.all(
          ['GET', 'POST'].map(async (method) => await provider.fetch(new Request(issuer + path, { method }))),
        )
        if (answers.some(({ status }) => status !== 404)) found.push(path)
      }
      assert.deepEqual(found.sort(), [...composition.paths].sort())
      for (const path of ['/oauth/v2/keys', '/.well-known/oauth-authorization-server'])
        assert.equal((await provider.fetch(new Request(issuer + path))).status, 200)
    })

    test('the database has the tables of what is composed, and no others', async () => {
      await provider.close()
      const database = new DatabaseSync(join(directory, 'symbolon.db'), { readOnly: true })
      const names = database
        .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
        .all()
        .map(({ name }) => String(name))
      database.close()
      // Each group keeps a record of its migrations.
      const records = (group: string): readonly string[] => [`migrations_of_${group}`, `migration_lock_of_${group}`]
      const ofGroups = [...coreTables, ...composition.tables].flatMap((group) => {
        const record = tablesOfParts.includes(group) ? `part_${group}` : group.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
        return [...tables[group], ...records(record)]
      })
      const { resources } = composition
      const expected = [...ofGroups, ...resources, ...(resources.length > 0 ? records('resources') : [])]
      assert.deepEqual(names.sort(), expected.sort())
    })
  })
}
