// Programs that serve, on the three runtimes, where only what is published is installed.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { runtimesOnly } from '../support/packed.ts'

/** How each runtime runs a file. */
export const runtimes = {
  'Node 24': ['node', '--disable-warning=ExperimentalWarning'],
  Bun: ['bun', 'run'],
  Deno: ['deno', 'run', '--allow-all', '--no-check'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>

/**
 * Starts a program, waits until discovery answers, ends it.
 * @param ask more to ask while it serves
 * @returns what discovery said
 */
export async function discoverAt(
  folder: string,
  port: number,
  [program, ...args]: readonly [string, ...string[]],
  settings: Readonly<Record<string, string>>,
  ask: () => Promise<void> = async () => undefined,
): Promise<Readonly<Record<string, unknown>>> {
  // A separate process group: npx has children.
  const child = spawn(program, args, { cwd: folder, env: runtimesOnly(settings), stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (said += text))
  const exit = new Promise<number | null>((resolve, reject) => child.on('exit', resolve).on('error', reject))
  try {
    for (const until = performance.now() + 120_000; performance.now() < until && child.exitCode === null; await pause(50)) {
      const response = await fetch(`http://localhost:${port}/.well-known/openid-configuration`).catch(() => undefined)
      if (response === undefined) continue
      const metadata = (await response.json()) as Readonly<Record<string, unknown>>
      await ask()
      return metadata
    }
    return assert.fail(`${program} ${args.join(' ')} does not serve:\n${said}`)
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await exit
  }
}
