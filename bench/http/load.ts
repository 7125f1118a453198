// The load generator. With a closed load, each connection sends the next request after each response, which shows the server's processor time
// and throughput. With an open load, requests are due at a fixed rate whether or not the server keeps up, which shows the latency.
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { connections } from './credentials.ts'
import { openConnection } from './connection.ts'
import type { Connection } from './connection.ts'
import type { Exchange, Feed, Row } from './rows.ts'
import type { StartedServer } from './server-process.ts'

export interface Window {
  readonly requests: number
  readonly perSecond: number
  /** The share of the window in which the generator had work, including waits for the processor. Near 1, it is the bottleneck. */
  readonly generatorBusy: number
  /** The processor time of all the server's threads for a request, in microseconds. */
  readonly processorTime: number | undefined
  /** The processor time of the database server for a request, in microseconds, where there is one. */
  readonly databaseTime?: number | undefined
  /** The share of the server's processor time that is spent in threads that compile. */
  readonly compilerShare: number | undefined
  /** Milliseconds from the time at which a request was due to its response; only with an open load. */
  readonly latencies: readonly number[]
}

export interface Load {
  /** Creates in advance what requests consume, so that it is not created between windows. @param requests the number of them */
  prepare(requests: number): Promise<void>
  /**
   * @param perSecond the fixed rate of requests; undefined for a closed load
   * @throws Error when any response is wrong
   */
  run(milliseconds: number, perSecond?: number): Promise<Window>
}

/** The largest number of codes that a window of that many milliseconds needs. It ends early when there are no more. */
const codesPerMillisecond = 10

export function openLoad(server: StartedServer, row: Row): Load {
  const feed: Feed = { announcement: server.announcement, tokens: server.tokens, codes: [], asked: 0 }
  const exchangeOf = row.exchanges(feed)
  const exchanges = Array.from({ length: connections }, (_, connection) => exchangeOf(connection))

  async function prepare(requests: number): Promise<void> {
    const missing = row.needsCodes === true ? requests - feed.codes.length : 0
    // Not by spreading them: there are more than a call takes arguments.
    if (missing > 0) for (const code of await server.codes(missing)) feed.codes.push(code)
  }

  return {
    prepare,
    async run(milliseconds, perSecond) {
      if (feed.codes.length < milliseconds) await prepare(milliseconds * codesPerMillisecond)
      // The server may close an idle connection at the moment at which it is used.
      const lines = await Promise.all(
        exchanges.map(async (exchange, index) => ({
          exchange,
          connection: await openConnection(server.ports[index % server.ports.length] ?? server.announcement.port),
        })),
      )
      try {
        return await measured(server, async () =>
          perSecond === undefined ? await closed(lines, milliseconds) : await open(lines, milliseconds, perSecond),
        )
      } finally {
        for (const { connection } of lines) connection.close()
      }
    },
  }
}

interface Line {
  readonly exchange: Exchange
  readonly connection: Connection
}

async function measured(
  server: StartedServer,
  run: () => Promise<{ readonly done: number; readonly latencies: readonly number[] }>,
): Promise<Window> {
  const before = performance.eventLoopUtilization()
  const used = server.processorTime()
  const databaseUsed = server.databaseTime?.()
  const start = performance.now()
  const { done, latencies } = await run()
  const elapsed = performance.now() - start
  const usedNow = server.processorTime()
  const databaseUsedNow = server.databaseTime?.()
  const { utilization } = performance.eventLoopUtilization(before)
  const spent = used === undefined || usedNow === undefined ? undefined : usedNow.all - used.all
  const compiled = used === undefined || usedNow === undefined ? undefined : usedNow.compiler - used.compiler
  return {
    requests: done,
    perSecond: (done / elapsed) * 1000,
    generatorBusy: utilization,
    processorTime: spent === undefined ? undefined : spent / done,
    databaseTime: databaseUsed === undefined || databaseUsedNow === undefined ? undefined : (databaseUsedNow - databaseUsed) / done,
    compilerShare: spent === undefined || compiled === undefined ? undefined : compiled / spent,
    latencies,
  }
}

async function closed(
  lines: readonly Line[],
  milliseconds: number,
): Promise<{ readonly done: number; readonly latencies: readonly number[] }> {
  const end = performance.now() + milliseconds
  const counts = await Promise.all(
    lines.map(async (line) => {
      let done = 0
      while (performance.now() < end && (await ask(line))) done += 1
      return done
    }),
  )
  return { done: counts.reduce((sum, count) => sum + count, 0), latencies: [] }
}

/** The latency counts from the time at which the request was due, so that a stalled server delays every request that is due meanwhile. */
async function open(
  lines: readonly Line[],
  milliseconds: number,
  perSecond: number,
): Promise<{ readonly done: number; readonly latencies: readonly number[] }> {
  const idle = [...lines]
  const due: number[] = []
  const latencies: number[] = []
  const underWay = new Set<Promise<void>>()

  async function serve(line: Line): Promise<void> {
    for (let at = due.shift(); at !== undefined; at = due.shift()) {
      if (!(await ask(line))) throw new TypeError('Too few codes for the window')
      latencies.push(performance.now() - at)
    }
    idle.push(line)
  }

  const start = performance.now()
  const total = Math.floor((milliseconds * perSecond) / 1000)
  for (let arrived = 0; arrived < total;) {
    const now = performance.now()
    for (; arrived < total && start + (arrived * 1000) / perSecond <= now; arrived += 1) due.push(start + (arrived * 1000) / perSecond)
    while (due.length > 0) {
      const line = idle.pop()
      if (line === undefined) break
      const served = serve(line).finally(() => underWay.delete(served))
      underWay.add(served)
    }
    await sleep(1)
  }
  await Promise.all(underWay)
  return { done: latencies.length, latencies }
}

/** @returns false when there are no more codes. @throws TypeError for a wrong response */
async function ask({ exchange, connection }: Line): Promise<boolean> {
  const request = exchange.request()
  if (request === undefined) return false
  const { status, body } = await connection.exchange(request)
  if (status !== 200) throw new TypeError(`A wrong response, ${status}: ${body}`)
  exchange.check(body)
  return true
}
