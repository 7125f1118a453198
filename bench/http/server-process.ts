// Starts a server in a separate process, pinned to the second core where that is possible.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { orderLine, readAllocation, readAnnouncement, readCodes } from './announcement.ts'
import type { Announcement } from './announcement.ts'
import { processorTime } from './threads.ts'
import type { ProcessorTime } from './threads.ts'

const programs = {
  symbolon: 'symbolon.ts',
  'symbolon as shipped': 'as-shipped.ts',
  'oidc-provider': 'oidc-provider.ts',
  bare: 'bare.ts',
  'bare that commits': 'bare-that-commits.ts',
  'node:http': 'node-http.ts',
} as const

type Program = keyof typeof programs

/** A server's name: `@` precedes the runtime, which is Node without one. */
export type ServerName = Program | `${Program}@${'bun' | 'deno'}`

export interface StartedServer {
  /** Where the server keeps its files. */
  readonly directory: string
  readonly announcement: Announcement
  /** Where requests go, in turn. */
  readonly ports: readonly number[]
  /** The live access tokens, in the order of their issuance. */
  readonly tokens: readonly string[]
  /** Creates authorization codes. */
  codes(count: number): Promise<readonly string[]>
  /** Starts to count allocated bytes on the heap, on Node only. @returns ends the count, and returns it */
  countAllocation(): Promise<() => Promise<number>>
  /** Of all threads; undefined where the system does not report it. */
  processorTime(): ProcessorTime | undefined
  /** Of the database server, in microseconds, where there is one. */
  databaseTime?(): number | undefined
  stop(): Promise<void>
}

/** Asked before the generator is pinned: afterwards only one core is available to it. */
const cores = availableParallelism()

/** Whether the generator is pinned to core 0 and the servers to core 1. */
export const pinned: boolean = cores > 1 && spawnSync('taskset', ['-cp', '0', String(process.pid)]).status === 0

/** @returns the command, run on the core of the servers */
export function onServerCore(command: readonly string[]): readonly string[] {
  return pinned ? ['taskset', '-c', '1', ...command] : command
}

/** The access tokens that a server issues before it is asked for anything. */
export interface LiveTokens {
  readonly count: number
  /** The service user that holds them; the users in turn without it. Symbolon alone knows this. */
  readonly holder?: 'robot'
}

/** @param settings environment variables of the server */
export async function startServer(
  name: ServerName,
  { count, holder }: LiveTokens = { count: 0 },
  settings: Readonly<Record<string, string>> = {},
): Promise<StartedServer> {
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-bench-'))
  const [program, runtime = 'node'] = name.split('@') as [Program, string?]
  const path = fileURLToPath(new URL(`served/${programs[program]}`, import.meta.url))
  // The log of the command goes where operators keep it: to a file.
  const logged = program === 'symbolon as shipped' ? ['sh', '-c', 'exec "$0" "$@" 2>"$BENCH_LOG"'] : []
  const wanted = [...logged, ...commandOf(runtime), path, directory, String(count), ...(holder === undefined ? [] : [holder])]
  // The server issues the live tokens on any core before it announces itself.
  const [command = '', ...args] = pinned ? ['taskset', '-c', `0-${cores - 1}`, ...wanted] : wanted
  const env = { ...process.env, ...settings, BENCH_LOG: join(directory, 'log'), NODE_ENV: 'production' }
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], env })
  const killWithBench = (): void => void child.kill('SIGKILL')
  process.once('exit', killWithBench)
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async (): Promise<string> => {
    for (;;) {
      const { value } = await lines.next()
      if (typeof value !== 'string') throw new Error(`${name} has ended`)
      // A server may print notices.
      if (value.startsWith('{')) return value
      console.error(`${name}: ${value}`)
    }
  }
  const allocation = async (order: 'start' | 'end'): Promise<number> => {
    child.stdin.write(orderLine({ allocation: order }))
    return readAllocation(await nextLine())
  }
  const stop = async (): Promise<void> => {
    process.off('exit', killWithBench)
    child.kill('SIGKILL')
    await exited
    await rm(directory, { recursive: true, force: true })
  }
  try {
    const announcement = readAnnouncement(await nextLine())
    if (pinned) spawnSync('taskset', ['-acp', '1', String(child.pid)])
    return {
      directory,
      announcement,
      ports: [announcement.port],
      tokens: announcement.tokens === undefined ? [] : readFileSync(announcement.tokens.file, 'latin1').split('\n'),
      async codes(count) {
        child.stdin.write(orderLine({ codes: count }))
        return readCodes(await nextLine())
      },
      async countAllocation() {
        await allocation('start')
        return async () => await allocation('end')
      },
      processorTime: () => processorTime(child.pid),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function commandOf(runtime: string): readonly string[] {
  const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))
  if (runtime === 'bun') return [join(modules, '.bin/bun')]
  // A server that waits for ten seconds, as each does while the others warm up, would lose what V8 has compiled.
  if (runtime === 'deno') return [join(modules, 'deno/deno'), 'run', '--v8-flags=--no-memory-reducer', '--allow-all']
  return [process.execPath, '--disable-warning=ExperimentalWarning']
}
