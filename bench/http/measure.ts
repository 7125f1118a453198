// Measures a group of rows. Its servers are started once. For each row, each server is warmed up, and then all are loaded in turn, in an order
// that is reversed each time.
import { openLoad } from './load.ts'
import type { Load, Window } from './load.ts'
import type { Row } from './rows.ts'
import { startOnPostgres } from './on-postgres.ts'
import { startServer } from './server-process.ts'
import type { LiveTokens, ServerName, StartedServer } from './server-process.ts'

export interface Effort {
  readonly windowMilliseconds: number
  readonly alternations: number
  /** The least number of requests before a server is measured: for its first row, and for each further row. */
  readonly warmUpRequests: readonly [first: number, further: number]
  /** The longest time of a warm-up, in milliseconds. A server that is not warm by then is marked in the results. */
  readonly warmUpLimit: number
}

export interface Group {
  readonly rows: readonly Row[]
  /** The servers. Rows without durable writes leave out the one that commits. */
  readonly servers: readonly Subject[]
  /** Whether to count allocated bytes as well. */
  readonly allocation?: true
  /** Requests a second at which the latency of these rows is measured as well. */
  readonly fixedRate?: { readonly perSecond: number; readonly rows: readonly Row[] }
}

export interface Subject {
  readonly label: string
  readonly server: ServerName
  readonly tokens?: LiveTokens
  /** How many instances share a Postgres database; without it the server is one process by itself. */
  readonly instances?: number
  /** Environment variables of the server. */
  readonly settings?: Readonly<Record<string, string>>
  /** The rows of the group in which it is measured. Default: all. */
  readonly rows?: readonly Row[]
}

export interface WarmUp {
  readonly requests: number
  /** The share of compiler threads in the last window. */
  readonly compilerShare: number | undefined
  /** Whether there were enough requests, and the share was low enough. */
  readonly warm: boolean
}

/** What was measured of one server for one row. */
export interface Measured {
  readonly warmUp: WarmUp
  readonly windows: readonly Window[]
  readonly open: readonly Window[]
  /** Bytes on the heap of V8 for each request. */
  readonly allocated?: number
}

/** By label, in the order of the group. */
export type Measurement = ReadonlyMap<string, Measured>

/** A server whose compiler threads use less than this share of its processor time is warm. */
const warmShare = 0.03
const warmUpWindow = 1000

/** @param measured called after each row */
export async function measureGroup(group: Group, effort: Effort, measured: (row: Row, measurement: Measurement) => void): Promise<void> {
  const started = await Promise.allSettled(group.servers.map(async (subject) => ({ ...subject, started: await start(subject) })))
  const servers = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  try {
    for (const each of started) if (each.status === 'rejected') throw each.reason
    for (const row of group.rows) {
      const chosen = servers.filter(
        ({ server, rows = group.rows }) => rows.includes(row) && (row.durable === true || server !== 'bare that commits'),
      )
      measured(row, await measureRow(row, chosen, group, { ...effort, first: row === group.rows[0] }))
    }
  } finally {
    for (const server of servers) await server.started.stop()
  }
}

async function start({ server, tokens, instances, settings }: Subject): Promise<StartedServer> {
  return instances === undefined ? await startServer(server, tokens, settings) : await startOnPostgres(instances, tokens)
}

type Running = Subject & { readonly started: StartedServer }

async function measureRow(
  row: Row,
  servers: readonly Running[],
  { allocation, fixedRate }: Group,
  { windowMilliseconds, alternations, warmUpRequests, warmUpLimit, first }: Effort & { readonly first: boolean },
): Promise<Measurement> {
  const results = new Map<string, { load: Load; warmUp: WarmUp; windows: Window[]; open: Window[]; allocated?: number }>()
  for (const { label, started } of servers) {
    const load = openLoad(started, row)
    const { warmUp, perSecond } = await warm(load, warmUpRequests[first ? 0 : 1], warmUpLimit)
    await load.prepare(Math.ceil((perSecond * 1.5 * windowMilliseconds * alternations) / 1000))
    results.set(label, { load, warmUp, windows: [], open: [] })
  }
  const order = [...results.values()]
  for (let alternation = 0; alternation < alternations; alternation += 1) {
    for (const { load, windows } of alternation % 2 === 0 ? order : order.toReversed()) windows.push(await load.run(windowMilliseconds))
  }
  if (fixedRate?.rows.includes(row) === true) {
    for (const { load, open } of order) open.push(await load.run(2 * windowMilliseconds, fixedRate.perSecond))
  }
  if (allocation === true) {
    for (const { label, started } of servers) {
      const result = results.get(label)
      if (result === undefined) continue
      const endCounting = await started.countAllocation()
      const { requests } = await result.load.run(windowMilliseconds)
      result.allocated = (await endCounting()) / requests
    }
  }
  return results
}

/** On Node, the threads that compile collect garbage too. Once their share no longer falls, it is garbage. */
const steady = 0.9
const steadyWindows = 3
/** A server that does not become steady is measured after so many times the least number of requests. */
const patience = 2

async function warm(load: Load, leastRequests: number, limit: number): Promise<{ readonly warmUp: WarmUp; readonly perSecond: number }> {
  const end = performance.now() + limit
  const shares: number[] = []
  let requests = 0
  for (;;) {
    const { requests: done, compilerShare = 0, perSecond } = await load.run(warmUpWindow)
    requests += done
    shares.push(compilerShare)
    const isEnough = requests >= leastRequests
    const warm = isEnough && compilerShare < warmShare
    if (warm || (isEnough && isSteady(shares)) || requests >= patience * leastRequests || performance.now() > end) {
      return { warmUp: { requests, compilerShare, warm }, perSecond }
    }
  }
}

/** Whether the last windows are not better than the same number before them. */
function isSteady(shares: readonly number[]): boolean {
  if (shares.length < 2 * steadyWindows) return false
  const least = (from: number, to?: number): number => Math.min(...shares.slice(from, to))
  return least(-steadyWindows) >= steady * least(-2 * steadyWindows, -steadyWindows)
}
