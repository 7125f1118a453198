// The commands of a guide in Markdown, section by section, and a shell that runs them as an operator does.
import { spawn } from 'node:child_process'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { commandProgram } from './bundled-command.ts'
import { cleanEnvironment, root } from './run-command.ts'

export interface Guide {
  readonly text: string
  /** Blocks of `sh`, by the heading that they stand under. */
  readonly sections: ReadonlyMap<string, readonly string[]>
}

export async function readGuide(path: string): Promise<Guide> {
  const text = await readFile(join(root, path), 'utf8')
  const sections = new Map<string, readonly string[]>()
  for (const section of text.split(/^## /m).slice(1)) {
    // A block of a list is indented.
    const blocks = [...section.matchAll(/^( *)```sh\n([^]*?)^\1```$/gm)].map(([, indent = '', block = '']) =>
      block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    )
    if (blocks.length > 0) sections.set(section.slice(0, section.indexOf('\n')), blocks)
  }
  return { text, sections }
}

export interface Shell {
  /** Runs blocks in one shell, which stops at the first command that fails. @returns what was written, standard output alone; @throws Error when one fails */
  run(blocks: readonly string[], directory: string): Promise<string>
}

const commands = { symbolon: commandProgram, 'symbolon-migrate-v1': () => join(root, 'packages/migration-v1/src/command.ts') }

/** @param replaced what stands for the surroundings of an operator, and what it is here */
export async function openShell(
  directory: string,
  replaced: () => Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Shell> {
  const bin = join(directory, 'bin')
  await mkdir(bin)
  for (const [name, program] of Object.entries(commands)) {
    const command = `"${process.execPath}" --disable-warning=ExperimentalWarning "${program()}" "$@"`
    // Code 2 says that the report has rows to look at, such as people of the fixture who cannot sign in.
    await writeFile(join(bin, name), `#!/bin/sh\n${command}\ncode=$?\n[ $code -eq 2 ] && exit 0\nexit $code\n`)
    await chmod(join(bin, name), 0o755)
  }
  return {
    async run(blocks, cwd) {
      const script = Object.entries(replaced()).reduce((text, [from, to]) => text.replaceAll(from, to), ['set -eu', ...blocks].join('\n'))
      const env = { ...cleanEnvironment(settings), PATH: [bin, join(process.execPath, '..'), process.env['PATH'] ?? ''].join(delimiter) }
      const child = spawn('sh', ['-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
      let [stdout, stderr] = ['', '']
      child.stdout.setEncoding('utf8').on('data', (text: string) => void (stdout += text))
      child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr += text))
      const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
      const code = await new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
      clearTimeout(timer)
      if (code !== 0) throw new Error(`The commands ended with ${code}:\n${stderr}\n${stdout}`)
      return stdout
    },
  }
}
