// Loaded before a measured program. Reports the peak memory of the process and the stalls of its event loop.
import { performance } from 'node:perf_hooks'

export interface Reading {
  /** The memory of the whole process in bytes: heap, native memory and mapped files. */
  readonly peakMemory: number
  /** The longest stall in milliseconds of wall-clock time: how long a request could have waited. */
  readonly longestStall: number
  /** The longest stall in milliseconds of processor time, which other work of the machine and a slow disk do not lengthen. */
  readonly longestTurn: number
  /** Processor time of all threads, seconds. */
  readonly processor: number
}

/** Milliseconds between two samples of the event loop. */
const interval = 2
/** Milliseconds in which a program loads its modules. Stalls do not count during this time. */
const loading = 1000

let longestStall = 0
let longestTurn = 0
let processorBefore = 0
let last = performance.now()
let lastTurn = turn()

function turn(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function look(): void {
  const [now, processor] = [performance.now(), turn()]
  longestStall = Math.max(longestStall, now - last - interval)
  longestTurn = Math.max(longestTurn, processor - lastTurn)
  last = now
  lastTurn = processor
}

function read(): Reading {
  look()
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  const processor = (userCPUTime + systemCPUTime) / 1e6
  const reading = { peakMemory: maxRSS * 1024, longestStall, longestTurn, processor: processor - processorBefore }
  processorBefore = processor
  longestStall = 0
  longestTurn = 0
  return reading
}

setInterval(look, interval).unref()
setTimeout(() => {
  longestStall = 0
  longestTurn = 0
}, loading).unref()
// Each reading starts a new interval.
process.on('message', () => process.send?.(read()))
process.channel?.unref()
// The parent has ended, and a server must not outlive it.
process.on('disconnect', () => process.exit())
process.on('exit', () => {
  // The channel is a pipe, and writes to it are synchronous.
  if (process.connected) process.send?.(read())
})
