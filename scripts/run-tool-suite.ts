// Runs tools such as the compiler one after another, and shows the output of those that fail.
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { print } from './print.ts'
import { whileRunning } from './process-group.ts'
import type { RunOptions, SuiteResult } from './file-report.ts'

export async function runToolSuite(tools: readonly (readonly string[])[], { root, verbose }: RunOptions): Promise<SuiteResult> {
  const discontent: string[] = []
  for (const [tool = '', ...args] of tools) {
    const child = spawn(join(root, 'node_modules', '.bin', tool), args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, NO_COLOR: '1' },
    })
    let said = ''
    const code = await whileRunning(child, async () => {
      said = (await Promise.all([text(child.stdout), text(child.stderr)])).join('')
    })
    if (code !== 0) discontent.push(`${tool} ${args.join(' ')} ended with code ${code}`)
    if (code !== 0 || verbose) print(said.trimEnd())
  }
  for (const line of discontent) print(`  ✖ ${line}\n`)
  return { passed: discontent.length === 0 ? 1 : 0, failed: discontent.length === 0 ? 0 : 1, skipped: 0 }
}
