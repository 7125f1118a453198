// A Postgres server for the tests of a file, after which it is stopped.
import { after } from 'node:test'
import { startPostgresProcess } from './postgres-process.ts'
import type { PostgresProcess, PostgresProcessOptions } from './postgres-process.ts'

export { postgresPrograms } from './postgres-process.ts'

export interface PostgresServer extends Omit<PostgresProcess, 'pid' | 'remove'> {
  /** Deletes every row, and leaves the tables as they were migrated. */
  deleteRows(url: string): Promise<void>
}

/** @param tls the certificate of the server and its key, in PEM; without it the server speaks no TLS */
export async function startPostgres(programs: string, tls?: PostgresProcessOptions['tls']): Promise<PostgresServer> {
  // After a checkpoint, statements are asked that are otherwise answered from memory.
  const server = await startPostgresProcess(programs, { settings: ['fsync=off', 'shared_buffers=32MB', 'checkpoint_timeout=1d'], tls })
  after(async () => await server.remove())
  const { run } = server
  return {
    ...server,
    async deleteRows(url) {
      const tables = await run(url, "select tablename from pg_tables where schemaname = 'public' and tablename not like 'migration%'")
      const deletions = tables.map(({ tablename }) => `delete from "${tablename}"`)
      // Without foreign keys.
      await run(url, ['set session_replication_role = replica', ...deletions].join(';'))
    },
  }
}
