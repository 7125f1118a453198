// Fills a database with valid access tokens: copies of its only one, with digests and ids of their own.
import { createClient } from '@libsql/client'
import { digest, readOpaqueAccessToken } from '@symbolon/core-protocol'
import { manyTokens } from '../rows.ts'

const atOnce = 20_000

/** @param url of a database with one access token, which no server has open */
export async function fillWithTokens(url: string, count: number): Promise<void> {
  const client = createClient({ url, concurrency: 1 })
  try {
    await client.executeMultiple('pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -200000')
    const [template] = (await client.execute('select content from opaque_access_tokens limit 1')).rows
    if (template === undefined) throw new TypeError('There is no access token to copy')
    const copy = `insert into opaque_access_tokens (number, digest, content)
      select value ->> 0, value ->> 1, json_set(?, '$.id', 'bench.1700000000000.' || (value ->> 0)) from json_each(?)`
    const digests = Array.from({ length: count }, (_, number) => [number, digest(readOpaqueAccessToken(manyTokens(number))?.secret ?? '')])
    for (let start = 0; start < count; start += atOnce) {
      await client.execute({ sql: copy, args: [text(template['content']), JSON.stringify(digests.slice(start, start + atOnce))] })
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
