// Runs the command of the service as an operator does, in a new directory.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundled, serviceProgram } from './runtimes.ts'
import type { Runtime } from './runtimes.ts'

// This file alone: most programs need nothing else of the kit.
export { freePort } from '../../packages/test-kit/src/free-port.ts'

export const root: string = fileURLToPath(new URL('../../', import.meta.url))

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs `symbolon …args` with `input` until it ends; the environment holds nothing of ours but `settings`. */
export async function runSymbolon(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  directory: string,
  runtime: Runtime = bundled,
  input?: string,
): Promise<Finished> {
  const [binary, ...programArgs] = runtime.command(serviceProgram, directory)
  const child = spawn(binary, [...programArgs, ...args], {
    cwd: directory,
    // No user has signed in there, unless the test does.
    env: cleanEnvironment({ XDG_CONFIG_HOME: directory, ...settings }),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => undefined).end(input)
  const timer = setTimeout(() => child.kill('SIGKILL'), 120_000)
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr += text))
  const code = await new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
  clearTimeout(timer)
  return { code, stdout, stderr }
}

export function cleanEnvironment(settings: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SYMBOLON_') && name !== 'NODE_TEST_CONTEXT')
  return { ...Object.fromEntries(inherited.filter((entry): entry is [string, string] => entry[1] !== undefined)), ...settings }
}

/** A temporary directory, removed by `dispose`. */
export async function temporaryDirectory(): Promise<{ readonly path: string; dispose(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'symbolon-'))
  return { path, dispose: async () => await rm(path, { recursive: true, force: true }) }
}

/** Every file below the directory with the digest of its content, to see whether anything changed. */
export async function contentsOf(directory: string): Promise<Readonly<Record<string, string>>> {
  const contents: Record<string, string> = {}
  for (const name of await readdir(directory, { recursive: true })) {
    const path = join(directory, name)
    if ((await stat(path)).isFile())
      contents[name] = createHash('sha256')
        .update(await readFile(path))
        .digest('hex')
  }
  return contents
}
