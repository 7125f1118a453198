// A path for a database that is removed when the process ends, and another program that reads it.
import { createClient } from '@libsql/client'
import type { Client } from '@libsql/client'
import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const directory = await mkdtemp(join(tmpdir(), 'symbolon-libsql-'))
let files = 0

// Not `after`: Bun runs every file of a package in one process, which loads this module once.
process.once('exit', () => rmSync(directory, { recursive: true, force: true }))

export function temporaryPath(): string {
  files += 1
  return join(directory, `${files}.db`)
}

/** An empty database. */
export function temporaryDatabase(): string {
  const path = temporaryPath()
  writeFileSync(path, '')
  return path
}

/** A second connection, outside of everything the storage does. */
export async function throughAnotherConnection<T>(path: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient({ url: `file:${path}`, concurrency: 1, timeout: 0 })
  try {
    return await work(client)
  } finally {
    client.close()
  }
}

export async function tableNames(path: string): Promise<readonly string[]> {
  return throughAnotherConnection(path, async (client) =>
    (await client.execute("select name from sqlite_master where type = 'table' order by name")).rows.map((row) => String(row['name'])),
  )
}

/** The digests in a table. */
export async function storedDigests(path: string, table = 'opaque_access_tokens'): Promise<ReadonlySet<string>> {
  return throughAnotherConnection(path, async (client) => {
    const { rows } = await client.execute(`select digest from ${table}`)
    return new Set(rows.map((row) => String(row['digest'])))
  })
}
