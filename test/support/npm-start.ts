// `npm start` as a newcomer runs it, in a new directory.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { cleanEnvironment, root } from './run-command.ts'
import { inTerminal } from './terminal.ts'

export interface StartedQuickstart {
  /** What it printed. */
  readonly text: string
  /** From the spawn of the process to the answer of discovery, milliseconds. */
  readonly milliseconds: number
  /** Ends it. @returns its exit code */
  stop(): Promise<number | null>
}

/**
 * Starts what `npm start` starts, and waits for discovery, then for the last line of the text.
 * @param options `terminal`: whether its standard output is a terminal
 * @throws Error when it does not serve within two minutes
 */
export async function startQuickstart(
  directory: string,
  port: number,
  settings: Readonly<Record<string, string>> = {},
  { terminal = false }: { readonly terminal?: boolean } = {},
): Promise<StartedQuickstart> {
  const began = performance.now()
  const command = ['node', join(root, 'scripts/run.mjs'), join(root, 'examples/quickstart/main.ts')] as const
  const [binary, ...args] = terminal ? inTerminal(command) : command
  const child = spawn(binary, args, {
    cwd: directory,
    env: cleanEnvironment({ SYMBOLON_PORT: String(port), ...settings }),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (more: string) => void (text += more))
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve))
  try {
    await until(async () => (await fetch(`http://127.0.0.1:${port}/.well-known/openid-configuration`)).ok)
    const milliseconds = performance.now() - began
    await until(async () => text.includes('Ctrl-C stops it.'))
    return {
      text,
      milliseconds,
      async stop() {
        if (terminal) child.stdin.write('\u0003')
        else child.kill('SIGTERM')
        return await exit
      },
    }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + 120_000
  while (performance.now() < limit) {
    if (await condition().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('It did not happen within two minutes.')
}
