// Another process: a program of `programs/` on the runtime of the test. The test and the program exchange lines.
import { spawn } from 'node:child_process'
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Program {
  readonly pid: number
  /** All complete lines so far. */
  readonly lines: readonly string[]
  /** The next line. @throws Error when the program ends without one */
  line(): Promise<string>
  say(line: string): void
  kill(signal: NodeJS.Signals): void
  /** Resolves when the program has ended and its last line was read. */
  readonly ended: Promise<void>
}

/** @param wrapper a command that runs its arguments as a command */
export function startProgram(name: string, args: readonly string[], wrapper: readonly string[] = []): Program {
  const runtime = 'Deno' in globalThis ? [process.execPath, 'run', '-A', '--no-check'] : [process.execPath]
  const [command = '', ...rest] = [...wrapper, ...runtime, fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url)), ...args]
  const child = spawn(command, rest, { stdio: 'pipe' })
  child.stderr.on('data', (data: Uint8Array) => process.stderr.write(data))
  return conversation(child)
}

function conversation(child: ChildProcessWithoutNullStreams): Program {
  const lines: string[] = []
  let read = 0
  let changed = Promise.withResolvers<void>()
  let over = false
  const wake = (): void => {
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }
  const input = createInterface({ input: child.stdout })
  input.on('line', (line) => {
    lines.push(line)
    wake()
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  const closed = new Promise<void>((resolve) => {
    input.once('close', () => resolve())
  })
  const ended = Promise.all([exited, closed]).then(() => {
    over = true
    wake()
  })
  child.stdin.on('error', () => undefined)
  return {
    pid: child.pid ?? 0,
    lines,
    ended,
    async line() {
      while (read === lines.length) {
        if (over) throw new Error('The program ended without saying more')
        await changed.promise
      }
      read += 1
      return lines[read - 1] ?? ''
    },
    say: (line) => {
      child.stdin.write(`${line}\n`)
    },
    kill: (signal) => {
      child.kill(signal)
    },
  }
}
