// Loaded before a measured program: tells how large its process has been, and for how long its event loop stood still.
import { performance } from 'node:perf_hooks'

export interface Reading {
  /** Bytes of the whole process: its heap, native memory and mapped files together. */
  readonly peakMemory: number
  /** Milliseconds on the clock: what somebody who asked at a bad moment has waited. */
  readonly longestStall: number
  /** Milliseconds of processor time in one stall: what is left of it on a machine that has nothing else to do and a quick disk. */
  readonly longestTurn: number
  /** Seconds of processor time, of all threads. */
  readonly processor: number
}

/** Milliseconds between two looks at the event loop. */
const interval = 2
/** Milliseconds that a program takes to load its modules, when nobody waits for it. */
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
// Every reading begins a new one.
process.on('message', () => process.send?.(read()))
process.channel?.unref()
// Nobody reads any more: a server must not outlive who started it.
process.on('disconnect', () => process.exit())
process.on('exit', () => {
  // The channel is a pipe, which is written at once.
  if (process.connected) process.send?.(read())
})
