// Starts a program with the probe in it. It is tied to no core: on a single one the threads of V8 and of the database stand in the way of
// the one that answers.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import type { Reading } from './probe.ts'

const readingSchema = v.object({ peakMemory: v.number(), longestStall: v.number(), longestTurn: v.number(), processor: v.number() })

export interface Program {
  /** Seen from this folder. */
  readonly file: string
  readonly args?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

export interface MeasuredProcess {
  /** Since the last reading; peaks of memory since the start. */
  read(): Promise<Reading>
  /** What the process wrote on its standard output. */
  output(): string
  /** Resolves when it has written this. @throws Error when it ends before */
  said(text: string): Promise<void>
  /** Resolves when it has ended by itself. @throws Error when it has failed */
  readonly ended: Promise<Reading>
  stop(): Promise<void>
}

/** @param codes with which it ends when all is well */
export function start({ file, args = [], environment = {} }: Program, codes: readonly number[] = [0]): MeasuredProcess {
  const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--import', path('probe.ts'), path(file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'], env: { ...process.env, NODE_ENV: 'production', ...environment },
  })
  let output = ''
  let last: Reading | undefined
  child.stdout?.setEncoding('utf8').on('data', (text: string) => { output += text })
  child.on('message', (message) => { if (v.is(readingSchema, message)) last = message })
  const closed = once(child, 'close')
  const ended = closed.then(() => {
    if (!codes.includes(child.exitCode ?? -1) || last === undefined) throw new Error(`${file} ended with ${child.exitCode ?? child.signalCode}: ${output}`)
    return last
  })
  // Not everybody waits for the end.
  ended.catch(() => undefined)
  return {
    ended,
    output: () => output,
    async read() {
      child.send('read')
      return v.parse(readingSchema, await messageOf(child))
    },
    async said(text) {
      const gone = closed.then(() => { throw new Error(`${file} ended before it said ${text}`) })
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
