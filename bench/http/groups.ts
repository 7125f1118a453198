// Which rows are measured together, with which servers.
import type { Group, Subject } from './measure.ts'
import { clientsRow, codeRow, introspectionRow, jwtRow, keySetRow, opaqueRow, refreshRow, userinfoRow } from './rows.ts'
import type { Row } from './rows.ts'
import type { ServerName } from './server-process.ts'

/** How many of the live tokens are asked for where all should be found in memory: fewer than Symbolon keeps there. */
const inMemory = 20_000

/** Requests a second at which latency is measured. Every server reaches it. */
const fixedRate = 1000

const fromMemory = introspectionRow('introspection, token in memory', inMemory)
const reads: readonly Row[] = [
  fromMemory,
  introspectionRow('introspection, token from the database', Infinity),
  userinfoRow('userinfo, token in memory', inMemory),
  userinfoRow('userinfo, token from the database', Infinity),
  keySetRow,
]
const writes: readonly Row[] = [opaqueRow, jwtRow, codeRow, refreshRow]

/** The rows of the command as it is published, which writes a line of the log for each request. */
const shipped: readonly Row[] = [
  introspectionRow('introspection, as shipped', 2000),
  { ...opaqueRow, name: 'client credentials opaque, as shipped' },
]

/** More service users than one lookup keeps for itself. */
const manyClients = 50_000
const clientRows: readonly Row[] = [
  clientsRow('client credentials of one client', 1),
  clientsRow(`client credentials of ${written(manyClients)} clients`, manyClients),
]

/** What token requests notice while expired rows are removed. */
export const removalName = 'removal of expired sessions'

/** The names of all rows that can be asked for alone. */
export const rowNames: readonly string[] = [...[...reads, ...writes, ...shipped, ...clientRows].map(({ name }) => name), removalName]

/**
 * @param wanted the names of the rows
 * @param liveTokens the number of tokens that users hold: more than Symbolon keeps in memory
 */
export function comparedGroups(wanted: readonly string[], servers: readonly ServerName[], liveTokens: number): readonly Group[] {
  const subjects = (count: number): readonly Subject[] => servers.map((server) => ({ label: server, server, tokens: { count } }))
  // Only Node reports what it has allocated.
  const allocation = servers.some((server) => server.includes('@')) ? {} : ({ allocation: true } as const)
  const withoutWrites = (subject: Subject): boolean => subject.server !== 'bare that commits'
  const groups: readonly Group[] = [
    {
      rows: reads.filter(({ name }) => wanted.includes(name)),
      servers: subjects(liveTokens).filter(withoutWrites),
      ...allocation,
      fixedRate: { perSecond: fixedRate, rows: [fromMemory] },
    },
    {
      rows: writes.filter(({ name }) => wanted.includes(name)),
      servers: subjects(0),
      ...allocation,
      fixedRate: { perSecond: fixedRate, rows: [opaqueRow] },
    },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}

/**
 * The command as it is published, with its default settings, next to Symbolon without log and limits.
 * @param wanted the names of the rows
 * @param command the path of the bundle
 */
export function shippedGroup(wanted: readonly string[], command: string): Group {
  const tokens = { count: 2000, holder: 'robot' } as const
  return {
    rows: shipped.filter(({ name }) => wanted.includes(name)),
    servers: [
      { label: 'symbolon', server: 'symbolon', tokens },
      { label: 'as shipped', server: 'symbolon as shipped', tokens, settings: { BENCH_COMMAND: command } },
    ],
  }
}

/** One server with many clients, of which one asks, or all in turn. */
export function clientsGroup(wanted: readonly string[]): Group {
  const settings = { BENCH_CLIENTS: String(manyClients) }
  return { rows: clientRows.filter(({ name }) => wanted.includes(name)), servers: [{ label: 'symbolon', server: 'symbolon', settings }] }
}

/**
 * Symbolon with many live tokens next to Symbolon with few. The row that asks for every token finds the few in memory, so it is measured next to a
 * server that keeps none there as well.
 * @param few also the number of tokens that the first row asks for, in both
 */
export function scaleGroup(many: number, few: number): Group {
  const every = introspectionRow('introspection of every token', Infinity)
  const subject = (count: number): Subject => ({ label: written(count), server: 'symbolon', tokens: { count, holder: 'robot' } })
  const noneInMemory: Subject = {
    ...subject(few),
    label: `${written(few)}, none in memory`,
    settings: { BENCH_TOKENS_IN_MEMORY: '0' },
    rows: [every],
  }
  return {
    rows: [introspectionRow(`introspection of ${written(few)} tokens`, few), every, opaqueRow],
    servers: [subject(many), subject(few), noneInMemory],
  }
}

export function written(count: number): string {
  return count.toLocaleString('en')
}

/** The rows in which Symbolon on Postgres is measured next to Symbolon on a file. */
const onPostgres: readonly Row[] = [
  introspectionRow('introspection', Infinity),
  userinfoRow('userinfo', Infinity),
  opaqueRow,
  codeRow,
  refreshRow,
]

/** Symbolon on Postgres, with one instance and with three, next to Symbolon on a file and oidc-provider in memory. */
export function postgresGroup(liveTokens: number): Group {
  const tokens = { count: liveTokens }
  return {
    rows: onPostgres,
    servers: [
      { label: 'Postgres', server: 'symbolon', instances: 1, tokens },
      { label: 'Postgres, 3 instances', server: 'symbolon', instances: 3, tokens },
      { label: 'file', server: 'symbolon', tokens },
      { label: 'oidc-provider', server: 'oidc-provider', tokens },
    ],
  }
}
