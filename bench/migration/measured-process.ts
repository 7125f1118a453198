// Starts a program with the probe loaded. It is not pinned to a core: on a single core, the threads of V8 and of the database would delay the
// main thread.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import type { Reading } from './probe.ts'

const readingSchema = v.object({ peakMemory: v.number(), longestStall: v.number(), longestTurn: v.number(), processor: v.number() })

export interface Program {
  /** Relative to this folder, or absolute. */
  readonly file: string
  readonly args?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

export interface MeasuredProcess {
  /** The values since the last reading. Memory peaks count from the start. */
  read(): Promise<Reading>
  /** The standard output so far. */
  output(): string
  /** Resolves when it has written the text. @throws Error when it ends before */
  said(text: string): Promise<void>
  /** Resolves when it has ended by itself. @throws Error when it failed */
  readonly ended: Promise<Reading>
  stop(): Promise<void>
}

/** @param codes the exit codes of success */
export function start({ file, args = [], environment = {} }: Program, codes: readonly number[] = [0]): MeasuredProcess {
  const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--import', path('probe.ts'), path(file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production', ...environment },
  })
  let output = ''
  let last: Reading | undefined
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.on('message', (message) => {
    if (v.is(readingSchema, message)) last = message
  })
  const closed = once(child, 'close')
  const ended = closed.then(() => {
    if (!codes.includes(child.exitCode ?? -1) || last === undefined)
      throw new Error(`${file} ended with ${child.exitCode ?? child.signalCode}: ${output}`)
    return last
  })
  // Without this, an unhandled rejection would end the benchmark.
  ended.catch(() => undefined)
  return {
    ended,
    output: () => output,
    async read() {
      child.send('read')
      return v.parse(readingSchema, await messageOf(child))
    },
    async said(text) {
      const gone = closed.then(() => {
        throw new Error(`${file} ended before it said ${text}`)
      })
      while (!output.includes(text)) await Promise.race([once(child.stdout ?? child, 'data'), gone])
    },
    async stop() {
      child.kill('SIGTERM')
      await closed
    },
  }
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const [message]: unknown[] = await once(child, 'message')
  return message
}
