// Starts a server in a process of its own, pinned to the second core where that is possible.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { order, readAnnouncement, readDelivery } from './announcement.ts'
import type { Announcement } from './announcement.ts'

/** A server's name: `@` precedes the runtime, which is Node without one; a number is the number of valid tokens. */
export type ServerName = 'symbolon' | 'symbolon@bun' | 'symbolon@deno' | `symbolon ${number}` | 'oidc-provider' | 'bare' | 'echo'

export interface StartedServer {
  readonly announcement: Announcement
  /** Creates authorization codes. */
  codes(count: number): Promise<string[]>
  /** The processor time of the process in microseconds, all threads included; undefined where the system does not provide it. */
  processorTime(): number | undefined
  stop(): Promise<void>
}

/** Whether the generator is pinned to core 0 and the servers to core 1. */
export const pinned: boolean = availableParallelism() > 1 && spawnSync('taskset', ['-cp', '0', String(process.pid)]).status === 0

export async function startServer(name: ServerName): Promise<StartedServer> {
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-bench-'))
  const [server = '', tokens] = name.split(' ')
  const [program = '', runtime = 'node'] = server.split('@')
  const path = fileURLToPath(new URL(`served/${program}.ts`, import.meta.url))
  const wanted = [...commandOf(runtime), path, directory, ...(tokens === undefined ? [] : [tokens])]
  const [command = '', ...args] = pinned ? ['taskset', '-c', '1', ...wanted] : wanted
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } })
  const killWithBench = (): void => void child.kill('SIGKILL')
  process.once('exit', killWithBench)
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async (): Promise<string> => {
    const { value } = await lines.next()
    if (typeof value !== 'string') throw new Error(`${name} has ended`)
    return value
  }
  return {
    announcement: readAnnouncement(await nextLine()),
    async codes(count) {
      child.stdin.write(order(count))
      return [...readDelivery(await nextLine())]
    },
    processorTime: () => processorTime(child.pid),
    async stop() {
      process.off('exit', killWithBench)
      child.kill('SIGKILL')
      await exited
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function commandOf(runtime: string): readonly string[] {
  const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))
  if (runtime === 'bun') return [join(modules, '.bin/bun')]
  if (runtime === 'deno') return [join(modules, 'deno/deno'), 'run', '--allow-all']
  return [process.execPath, '--disable-warning=ExperimentalWarning']
}

/** https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html, in ticks of 10 ms. */
function processorTime(pid: number | undefined): number | undefined {
  const stat = read(`/proc/${pid}/stat`)
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** @returns bytes; undefined where the system does not provide it */
export function residentMemory(pid: number | undefined): number | undefined {
  const resident = /^VmRSS:\s+([0-9]+) kB$/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1]
  return resident === undefined ? undefined : Number(resident) * 1024
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
