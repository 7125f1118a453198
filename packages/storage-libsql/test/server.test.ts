// The conformance kit against a libSQL server, where SYMBOLON_TEST_LIBSQL_URL names one that may be emptied (for example sqld).
import { createClient } from '@libsql/client'
import { storageConformance } from '@symbolon/testing'
import { libsql } from '../src/index.ts'

const url = process.env['SYMBOLON_TEST_LIBSQL_URL']

if (url !== undefined) {
  storageConformance(`on ${url}`, async (names) => {
    const client = createClient({ url })
    const tables = await client.execute(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like 'libsql_%'",
    )
    await client.migrate(tables.rows.map(({ name }) => `drop table "${String(name)}"`))
    client.close()
    return libsql({ url }).open(names)
  })
}
