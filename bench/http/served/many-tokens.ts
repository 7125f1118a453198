// Fills a database with valid access tokens: copies of its only one, with digests and ids of their own.
import { createClient } from '@libsql/client'
import { digest } from '@symbolon/core-protocol'
import { manyTokens } from '../rows.ts'

const atOnce = 20_000

/** @param url of a database with one access token, which no server has open */
export async function fillWithTokens(url: string, count: number): Promise<void> {
  const client = createClient({ url, concurrency: 1 })
  try {
    await client.executeMultiple('pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -200000')
    const { rows } = await client.execute("select name from pragma_table_info('access_tokens') where name not in ('digest', 'id')")
    const others = rows.map(({ name }) => `"${text(name)}"`)
    const [template] = (await client.execute('select digest from access_tokens limit 1')).rows
    if (template === undefined) throw new TypeError('There is no access token to copy')
    const copy = `insert into access_tokens (digest, id, ${others.join(', ')})
      select value ->> 0, value ->> 1, ${others.map((name) => `template.${name}`).join(', ')}
      from json_each(?), (select * from access_tokens where digest = ?) as template`
    // Inserted in the order of the index, so that each page is written once.
    const digests = Array.from({ length: count }, (_, number) => [digest(manyTokens(number)), `bench.1700000000000.${number}`]).toSorted(
      ([one = ''], [other = '']) => (one < other ? -1 : 1),
    )
    for (let start = 0; start < count; start += atOnce) {
      await client.execute({ sql: copy, args: [JSON.stringify(digests.slice(start, start + atOnce)), text(template['digest'])] })
    }
    await client.execute('analyze')
    await client.execute('pragma wal_checkpoint(truncate)')
  } finally {
    client.close()
  }
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('Not a text')
  return value
}
