// Two processes on one libSQL server, under load, while an owner switches a feature on and off through either: the one that was asked
// follows at once and the other within a second, in discovery and at the token endpoint alike, and no request fails.
import { libsql } from '@symbolon/storage-libsql'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sqldBinary, startSqld } from '../../../packages/storage-libsql/test/sqld-server.ts'
import { basicHeader } from '../../support/code-flow.ts'
import { feature, featureDocument, flaggedGrantType, ownerToken } from '../../support/features.ts'
import { startTestProvider } from '../../support/provider.ts'

/** Of each process. */
const workers = 2
const switches = 4
/** Within which every process follows. */
const limit = 1000

/** What a process said of the feature, and when it was asked. */
interface Seen {
  readonly port: number
  readonly askedAt: number
  readonly on: boolean
}

/** A switch through one process: when it was asked for, and when it was answered. */
interface Switched {
  readonly port: number
  readonly askedAt: number
  readonly answeredAt: number
  readonly on: boolean
}

interface Load {
  readonly seen: Seen[]
  readonly statuses: Map<string, number>
  readonly failures: string[]
  running: boolean
}

test(
  'a switch under load acts at once where it was made, on every process within a second, and costs no request',
  {
    timeout: 600_000,
    skip: sqldBinary() === undefined ? `there is no sqld for ${process.platform} ${process.arch}` : false,
  },
  async (t) => {
    const database = `http://${(await startSqld(sqldBinary() ?? '')).host}`
    await prepare(database)
    const processes = [spawnProvider(database), spawnProvider(database)]
    try {
      const ports = await Promise.all(processes.map(portOf))
      const load: Load = { seen: [], statuses: new Map(), failures: [], running: true }
      const working = ports.flatMap((port) => Array.from({ length: workers }, async (_, index) => await work(load, port, index)))
      const switched: Switched[] = []
      for (let index = 0; index < switches && load.failures.length === 0; index += 1) {
        const change = await flip(ports[index % 3 === 0 ? 0 : 1] ?? 0, index)
        switched.push(change)
        await untilLookedAt(load, change, ports)
      }
      load.running = false
      await Promise.all(working)
      t.diagnostic(
        `${load.seen.length} looks, ${JSON.stringify(Object.fromEntries(load.statuses))}, slowest ${slowest(load.seen, switched)} ms`,
      )
      assert.deepEqual(load.failures.slice(0, 5), [])
      assertFollowed(load.seen, switched, ports)
    } finally {
      for (const process of processes) process.stdin?.end()
      await Promise.all(processes.map(async (process) => process.exitCode ?? (await once(process, 'exit'))))
    }
  },
)

async function prepare(url: string): Promise<void> {
  const provider = await startTestProvider({
    storage: libsql({ url, waitLimit: 60_000 }),
    document: featureDocument(),
    grants: [clientCredentials()],
    endpoints: [],
  })
  await provider.close()
}

function spawnProvider(database: string): ChildProcess {
  const program = fileURLToPath(new URL('programs/serve.ts', import.meta.url))
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, database], { stdio: ['pipe', 'pipe', 'inherit'] })
}

async function portOf({ stdout }: ChildProcess): Promise<number> {
  if (stdout === null) throw new Error('The process says nothing')
  for await (const line of createInterface(stdout)) return Number(line)
  throw new Error('The process ended before it said its port')
}

/** Even switches turn it on; odd ones turn it off, every second of them by forgetting everything. */
async function flip(port: number, index: number): Promise<Switched> {
  const on = index % 2 === 0
  const askedAt = Date.now()
  const response = await fetch(`http://127.0.0.1:${port}/v2/features/instance`, {
    method: index % 4 === 3 ? 'DELETE' : 'PUT',
    headers: { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' },
    ...(index % 4 === 3 ? {} : { body: JSON.stringify({ [feature]: on }) }),
  })
  assert.equal(response.status, 200, await response.text())
  return { port, askedAt, answeredAt: Date.now(), on }
}

/** One request after another, of every kind, until the load ends. */
async function work(load: Load, port: number, index: number): Promise<void> {
  const look = [lookAtDiscovery, lookAtTokenEndpoint, lookAtDiscovery, takeToken]
  for (let turn = index; load.running; turn += 1) {
    try {
      const askedAt = Date.now()
      const { status, on } = await (look[turn % look.length] ?? takeToken)(`http://127.0.0.1:${port}`)
      load.statuses.set(String(status), (load.statuses.get(String(status)) ?? 0) + 1)
      if (status >= 500) load.failures.push(`${status} on ${port}, turn ${turn}`)
      if (on !== undefined) load.seen.push({ port, askedAt, on })
    } catch (error) {
      load.failures.push(String(error))
    }
    await sleep(10)
  }
}

/** Waits until each process was asked at a time at which it has to have followed, however long that takes on a busy machine. */
async function untilLookedAt(load: Load, change: Switched, ports: readonly number[]): Promise<void> {
  const isLookedAt = (port: number): boolean => load.seen.some((each) => each.port === port && each.askedAt >= dueAt(change, port))
  while (load.failures.length === 0 && !ports.every(isLookedAt)) await sleep(20)
}

/** From when on a process has to have followed. */
function dueAt(change: Switched, port: number): number {
  return change.answeredAt + (port === change.port ? 1 : limit)
}

interface Look {
  readonly status: number
  readonly on?: boolean
}

async function lookAtDiscovery(url: string): Promise<Look> {
  const response = await fetch(`${url}/.well-known/openid-configuration`)
  const metadata = (await response.json()) as Record<string, readonly string[] | undefined>
  const reported = [
    metadata['grant_types_supported']?.includes(flaggedGrantType),
    metadata['scopes_supported']?.includes('flagged'),
    metadata['acr_values_supported']?.includes('flagged') ?? false,
    metadata['token_endpoint_auth_methods_supported']?.includes('none'),
  ]
  if (new Set(reported).size !== 1) throw new Error(`Discovery has half of the part: ${reported.join()}`)
  return { status: response.status, on: reported[0] === true }
}

async function lookAtTokenEndpoint(url: string): Promise<Look> {
  const { status, error } = await token(url, { grant_type: flaggedGrantType, client_id: 'unknown' })
  if (error !== 'unsupported_grant_type' && error !== 'invalid_client') throw new Error(`${status} ${error}`)
  return { status, on: error === 'invalid_client' }
}

async function takeToken(url: string): Promise<Look> {
  const { status } = await token(
    url,
    { grant_type: 'client_credentials', scope: 'openid' },
    basicHeader('plain', 'plain-secret-0123456789-0123456789-0123456789'),
  )
  if (status !== 200) throw new Error(`${status} for a token`)
  return { status }
}

async function token(
  url: string,
  fields: Readonly<Record<string, string>>,
  authorization?: string,
): Promise<{ readonly status: number; readonly error: string }> {
  const headers = authorization === undefined ? {} : { authorization }
  const response = await fetch(`${url}/oauth/v2/token`, { method: 'POST', headers, body: new URLSearchParams(fields) })
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, error: String(body['error']) }
}

function assertFollowed(seen: readonly Seen[], switched: readonly Switched[], ports: readonly number[]): void {
  for (const [index, change] of switched.entries()) {
    const until = switched[index + 1]?.askedAt ?? Number.POSITIVE_INFINITY
    for (const port of ports) {
      const settled = seen.filter((each) => each.port === port && each.askedAt >= dueAt(change, port) && each.askedAt < until)
      assert.ok(settled.length > 0, `${port} was not read after switch ${index}`)
      const wrong = settled.filter(({ on }) => on !== change.on).map(({ askedAt }) => askedAt - change.answeredAt)
      assert.deepEqual(wrong, [], `${port} had not followed switch ${index}, so many milliseconds after it`)
    }
  }
}

/** The longest that any process went on as before. */
function slowest(seen: readonly Seen[], switched: readonly Switched[]): number {
  const late = switched.flatMap((change, index) =>
    seen
      .filter(
        ({ askedAt, on }) =>
          askedAt >= change.answeredAt && askedAt < (switched[index + 1]?.askedAt ?? Number.POSITIVE_INFINITY) && on !== change.on,
      )
      .map(({ askedAt }) => askedAt - change.answeredAt),
  )
  return Math.max(0, ...late)
}
