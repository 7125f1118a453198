// The processor time of the threads of a process, as Linux counts it.
import { readdirSync, readFileSync } from 'node:fs'

/** Microseconds since the start of the process. */
export interface ProcessorTime {
  readonly all: number
  /** The threads that compile: V8's workers on Node and Deno, which also collect garbage, and JavaScriptCore's compiler threads on Bun. */
  readonly compiler: number
}

/**
 * @returns undefined where the system does not report it
 * @see https://docs.kernel.org/scheduler/sched-stats.html for the nanoseconds in `schedstat`, and
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html for the ticks of 10 ms in `stat`, which serve where there is no `schedstat`
 */
export function processorTime(pid: number | undefined): ProcessorTime | undefined {
  const tasks = list(`/proc/${pid}/task`)
  if (tasks === undefined) return undefined
  let [all, compiler] = [0, 0]
  for (const task of tasks) {
    const directory = `/proc/${pid}/task/${task}`
    const time = timeOf(directory)
    all += time
    if (isCompiler(read(`${directory}/comm`) ?? '')) compiler += time
  }
  return { all, compiler }
}

/** @returns microseconds of a process and of its children, those that have ended too; undefined where the system does not report it */
export function processorTimeOfFamily(pid: number): number | undefined {
  const children = read(`/proc/${pid}/task/${pid}/children`)?.trim().split(' ').map(Number)
  if (children === undefined) return undefined
  const running = [pid, ...children].reduce((all, each) => all + (processorTime(each)?.all ?? 0), 0)
  return running + ticks(`/proc/${pid}`, 13, 14)
}

/** @param name a thread's name, which Linux cuts off after 15 characters */
export function isCompiler(name: string): boolean {
  return /^(?:V8Worker|V8 DefaultWorke|JITWorker)/.test(name)
}

/** @returns bytes; undefined where the system does not report it */
export function residentMemory(pid: number | undefined): number | undefined {
  const resident = /^VmRSS:\s+([0-9]+) kB$/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1]
  return resident === undefined ? undefined : Number(resident) * 1024
}

function timeOf(directory: string): number {
  const nanoseconds = read(`${directory}/schedstat`)?.split(' ')[0]
  if (nanoseconds !== undefined) return Number(nanoseconds) / 1000
  return ticks(directory, 11, 12)
}

/** @returns microseconds in two fields of `stat`, counted from the one after the name */
function ticks(directory: string, ...numbers: readonly [number, number]): number {
  const stat = read(`${directory}/stat`) ?? ''
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return numbers.reduce((all, number) => all + Number(fields[number] ?? 0) * 10_000, 0)
}

function list(path: string): readonly string[] | undefined {
  try {
    return readdirSync(path)
  } catch {
    return undefined
  }
}

/** A thread may end between its listing and the reading of its files. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
