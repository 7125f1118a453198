// Symbolon on a separate Postgres server: one process or several on one database, with every acknowledged write synced. The Postgres server
// runs on the core of the generator.
import { spawnSync } from 'node:child_process'
import { postgresPrograms, startPostgresProcess } from '../../packages/storage-postgres/test/postgres-process.ts'
import { pinned, startServer } from './server-process.ts'
import type { LiveTokens, StartedServer } from './server-process.ts'
import { processorTimeOfFamily } from './threads.ts'
import type { ProcessorTime } from './threads.ts'

/** @param instances how many processes share the database */
export async function startOnPostgres(instances: number, tokens?: LiveTokens): Promise<StartedServer> {
  const programs = postgresPrograms()
  if (programs === undefined) throw new TypeError(`There is no Postgres for ${process.platform} ${process.arch}.`)
  const database = await startPostgresProcess(programs, { settings: ['shared_buffers=128MB'] })
  const started: StartedServer[] = []
  const stop = async (): Promise<void> => {
    for (const each of started) await each.stop()
    await database.remove()
  }
  try {
    // What it starts from now on runs there, too.
    if (pinned) spawnSync('taskset', ['-acp', '0', String(database.pid)])
    const settings = {
      BENCH_DATABASE_URL: await database.createDatabase(),
      BENCH_MASTER_KEY: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64'),
    }
    const first = await startServer('symbolon', tokens, settings)
    started.push(first)
    const issuer = { BENCH_ISSUER: `http://127.0.0.1:${first.announcement.port}` }
    while (started.length < instances) started.push(await startServer('symbolon', { count: 0 }, { ...settings, ...issuer }))
    return {
      ...first,
      ports: started.flatMap(({ ports }) => ports),
      processorTime: () => sum(started.map((each) => each.processorTime())),
      databaseTime: () => processorTimeOfFamily(database.pid),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function sum(times: readonly (ProcessorTime | undefined)[]): ProcessorTime | undefined {
  return times.reduce((total, each) =>
    total === undefined || each === undefined ? undefined : { all: total.all + each.all, compiler: total.compiler + each.compiler },
  )
}
