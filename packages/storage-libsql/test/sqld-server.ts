// A libSQL server (sqld) on a free port, with an empty database. It is stopped after the tests of the file.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@libsql/client'
import { freePort } from '@symbolon/test-kit'

export interface SqldServer {
  /** `127.0.0.1:` and its port. */
  readonly host: string
  /** Drops every table. */
  dropTables(): Promise<void>
  /** Deletes every row, and leaves the tables as they were migrated. */
  deleteRows(): Promise<void>
  /** Ends the server in order. @returns the path of its database */
  stop(): Promise<string>
}

/** The path of the server's program, if there is one for this machine. */
export function sqldBinary(): string | undefined {
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('sqld/package.json'))
    return join(dirname(require.resolve(`@sqld/${process.platform}-${process.arch}/package.json`)), 'sqld')
  } catch {
    return undefined
  }
}

export async function startSqld(binary: string): Promise<SqldServer> {
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-sqld-'))
  const host = `127.0.0.1:${await freePort()}`
  const server = spawn(binary, ['--no-welcome', '--http-listen-addr', host, '--db-path', join(directory, 'db')], { stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => {
    server.once('exit', () => resolve())
  })
  after(async () => {
    server.kill('SIGKILL')
    await exited
    await rm(directory, { recursive: true, force: true })
  })
  for (let tries = 0; !(await answers(host)); tries += 1) {
    if (tries === 200 || server.exitCode !== null) throw new Error('sqld does not start')
    await sleep(50)
  }
  const url = `http://${host}`
  return {
    host,
    async stop() {
      server.kill('SIGTERM')
      await exited
      return join(directory, 'db', 'dbs', 'default', 'data')
    },
    dropTables: () => onEach(url, () => true, 'drop table'),
    deleteRows: () => onEach(url, (table) => !/^migration(?:s|_lock)_of_/.test(table), 'delete from'),
  }
}

async function answers(host: string): Promise<boolean> {
  try {
    const response = await fetch(`http://${host}/health`)
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

async function onEach(url: string, chosen: (table: string) => boolean, command: 'drop table' | 'delete from'): Promise<void> {
  const client = createClient({ url })
  const { rows } = await client.execute(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name not like 'libsql_%'",
  )
  const tables = rows.map(({ name }) => String(name)).filter(chosen)
  // In one transaction, without foreign keys.
  await client.migrate(tables.map((table) => `${command} "${table}"`))
  client.close()
}
