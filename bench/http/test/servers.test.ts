// Every measured server does the work of every row, and the servers of ours send and store as much as Symbolon.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { member } from '../checks.ts'
import { openConnection } from '../connection.ts'
import { openLoad } from '../load.ts'
import { codeRow, introspectionRow, jwtRow, keySetRow, opaqueRow, refreshRow, userinfoRow } from '../rows.ts'
import type { Feed, Row } from '../rows.ts'
import { startServer } from '../server-process.ts'
import type { ServerName, StartedServer } from '../server-process.ts'

const live = 50
const reads = [introspectionRow('introspection', Infinity), userinfoRow('userinfo', live)]
const rows: readonly Row[] = [...reads, keySetRow, opaqueRow, jwtRow, codeRow, refreshRow]
const names = ['symbolon', 'oidc-provider', 'bare', 'bare that commits', 'node:http'] as const satisfies readonly ServerName[]
const servers = new Map<(typeof names)[number], StartedServer>()

function server(name: (typeof names)[number]): StartedServer {
  return servers.get(name) ?? assert.fail(`${name} did not start`)
}

interface Sample {
  /** The names of the response headers. */
  readonly headers: readonly string[]
  readonly body: string
}

const samples = new Map<string, Sample>()

function sampleOf(name: (typeof names)[number], row: Row): Sample {
  return samples.get(`${name}, ${row.name}`) ?? assert.fail('there is no sample')
}

/** Sends one request of the row, on the first connection's behalf. */
async function sample(started: StartedServer, row: Row): Promise<Sample> {
  const feed: Feed = { announcement: started.announcement, tokens: started.tokens, codes: [...(await started.codes(1))], asked: 0 }
  const connection = await openConnection(started.announcement.port)
  try {
    const exchange = row.exchanges(feed)(0)
    const { head, body } = await connection.exchange(exchange.request() ?? assert.fail('there is no request'))
    exchange.check(body)
    const headers = head
      .split('\r\n')
      .slice(1)
      .map((line) => line.slice(0, line.indexOf(':')).toLowerCase())
    return { headers: headers.sort(), body }
  } finally {
    connection.close()
  }
}

/** The server for a load: the sample has rotated the first connection's refresh token. */
function afterSample(name: (typeof names)[number]): StartedServer {
  const started = server(name)
  const [, ...others] = started.announcement.refreshTokens
  const refreshTokens = [member(sampleOf(name, refreshRow).body, 'refresh_token'), ...others]
  return { ...started, announcement: { ...started.announcement, refreshTokens } }
}

describe('the measured servers', { concurrency: 1 }, () => {
  before(async () => {
    await Promise.all(names.map(async (name) => servers.set(name, await startServer(name, { count: live }))))
    for (const name of names) for (const row of rows) samples.set(`${name}, ${row.name}`, await sample(server(name), row))
  })
  after(async () => {
    for (const started of servers.values()) await started.stop()
  })

  for (const row of rows) {
    for (const name of ['bare', 'bare that commits', 'node:http'] as const) {
      test(`${name} sends the headers of Symbolon, and about as much: ${row.name}`, () => {
        const [ours, theirs] = [sampleOf('symbolon', row), sampleOf(name, row)]
        assert.deepEqual(theirs.headers, ours.headers)
        assert.ok(Math.abs(theirs.body.length / ours.body.length - 1) < 0.1, `${theirs.body.length} and ${ours.body.length} bytes`)
      })
    }
  }

  for (const name of names) {
    for (const row of rows) {
      test(`${name} responds to each request of the load: ${row.name}`, async () => {
        const { requests } = await openLoad(afterSample(name), row).run(100)
        assert.ok(requests > 0)
      })
    }

    // The response of node:http is always the same.
    if (name === 'node:http') continue
    for (const row of reads) {
      test(`a load that expects other users ends at the first response of ${name}: ${row.name}`, async () => {
        const started = server(name)
        const tokens = started.announcement.tokens ?? assert.fail('there are no tokens')
        const others = { ...tokens, subjects: [...tokens.subjects.slice(1), tokens.subjects[0] ?? ''] }
        const load = openLoad({ ...started, announcement: { ...started.announcement, tokens: others } }, row)
        await assert.rejects(load.run(100), { name: 'TypeError', message: /^Not / })
      })
    }
  }

  for (const name of ['symbolon', 'oidc-provider', 'bare that commits'] as const) {
    test(`${name} accepts a code once`, async () => {
      const started = server(name)
      const codes = await started.codes(1)
      await assert.rejects(openLoad({ ...started, codes: async () => [...codes, ...codes] }, codeRow).run(100), {
        message: /wrong response/,
      })
    })
  }

  test('the bare route that commits stores a row for each response, about as large as that of Symbolon', async () => {
    const grown: number[] = []
    for (const [name, file] of [
      ['symbolon', 'bench.db'],
      ['bare that commits', 'committed.db'],
    ] as const) {
      const path = join(server(name).directory, file)
      const stored = contentOf(path)
      const { requests } = await openLoad(server(name), opaqueRow).run(100)
      const now = contentOf(path)
      assert.equal(now.rows - stored.rows, requests, name)
      grown.push((now.bytes - stored.bytes) / requests)
    }
    const [ours = 0, theirs = 0] = grown
    assert.ok(Math.abs(theirs / ours - 1) < 0.2, `${theirs} and ${ours} bytes`)
  })
})

/** The number of all rows of a database, and the bytes of their values. */
function contentOf(path: string): { readonly rows: number; readonly bytes: number } {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const names = database.prepare("select name from sqlite_schema where type = 'table'").all()
    const contents = names.map(({ name }) => {
      const columns = database.prepare(`select name from pragma_table_info('${String(name)}')`).all()
      const length = columns.map((column) => `coalesce(length(cast("${String(column['name'])}" as blob)), 0)`).join(' + ')
      return database.prepare(`select count(*) as number, coalesce(sum(${length}), 0) as bytes from "${String(name)}"`).get() ?? {}
    })
    const total = (member: 'number' | 'bytes'): number => contents.reduce((sum, content) => sum + Number(content[member]), 0)
    return { rows: total('number'), bytes: total('bytes') }
  } finally {
    database.close()
  }
}
