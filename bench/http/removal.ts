// What token requests notice of the removal of a million expired sessions: their latency at a fixed rate, before the removal begins and during it.
import { createClient } from '@libsql/client'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openLoad } from './load.ts'
import { opaqueRow } from './rows.ts'
import { startServer } from './server-process.ts'
import { percentile } from './statistics.ts'

/** Milliseconds. */
export interface Latencies {
  readonly p50: number
  readonly p99: number
}

export interface Removal {
  readonly rows: number
  readonly idle: Latencies
  readonly during: Latencies
  readonly removedPerSecond: number
}

/** Requests a second. */
const rate = 200
const warmUp = 6000
const window = 10_000
/** The first removal begins so many milliseconds after the start. */
const firstSweep = 30_000

/**
 * @param command the path of the published bundle
 * @param rows the number of sessions that have expired before the start
 */
export async function measureRemoval(command: string, rows: number): Promise<Removal> {
  const settings = { BENCH_COMMAND: command, BENCH_EXPIRED_SESSIONS: String(rows) }
  const server = await startServer('symbolon as shipped', { count: 0 }, settings)
  const database = createClient({ url: `file:${join(server.directory, 'bench.db')}` })
  const left = async (): Promise<number> => Number((await database.execute('select count(*) as rows from sessions')).rows[0]?.['rows'])
  try {
    const load = openLoad(server, opaqueRow)
    await load.run(warmUp)
    const idle = latenciesOf((await load.run(window, rate)).latencies)
    const limit = performance.now() + firstSweep
    while ((await left()) === rows && performance.now() < limit) await sleep(200)
    const [before, began] = [await left(), performance.now()]
    const during = latenciesOf((await load.run(2 * window, rate)).latencies)
    return { rows, idle, during, removedPerSecond: ((before - (await left())) / (performance.now() - began)) * 1000 }
  } finally {
    database.close()
    await server.stop()
  }
}

function latenciesOf(latencies: readonly number[]): Latencies {
  return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}
