// A Postgres server for the tests of a file, after which it is stopped.
import { after } from 'node:test'
import { Client } from 'pg'
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
  // Hundreds of tests of one file delete the rows, and each connection is a process of the server.
  const connections = new Map<string, Client>()
  async function connectionTo(url: string): Promise<Client> {
    const open = connections.get(url)
    if (open !== undefined) return open
    const client = new Client({ connectionString: url })
    client.on('error', () => connections.delete(url))
    await client.connect()
    connections.set(url, client)
    return client
  }
  return {
    ...server,
    async deleteRows(url) {
      await (await connectionTo(url)).query(deletion)
    },
  }
}

/** Without foreign keys. One statement, which leaves no setting behind, because a pooler gives the connection to others after each transaction. */
const deletion = `do $$
declare name text;
begin
  perform set_config('session_replication_role', 'replica', true);
  for name in select tablename from pg_tables where schemaname = 'public' and tablename not like 'migration%' loop
    execute format('delete from %I', name);
  end loop;
end $$`
