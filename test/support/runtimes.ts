// The three runtimes, as this workspace installs them: how each runs a TypeScript program.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandProgram } from './bundled-command.ts'

export interface Runtime {
  readonly name: 'Node' | 'Bun' | 'Deno'
  /** @returns the binary, and its arguments in front of the program's; the program may write in `directory` */
  command(program: string, directory: string): readonly [binary: string, ...args: string[]]
}

/** Seen from the root of the repository. */
export const serviceProgram = 'packages/symbolon/src/command.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export const node: Runtime = {
  name: 'Node',
  command: (program) => [process.execPath, '--disable-warning=ExperimentalWarning', join(root, program)],
}

/** Node, with the service in one bundle, which starts several times as fast: for tests whose subject is not how it is loaded. */
export const bundled: Runtime = {
  name: 'Node',
  command: (program, directory) =>
    program === serviceProgram
      ? [process.execPath, '--disable-warning=ExperimentalWarning', commandProgram()]
      : node.command(program, directory),
}

export const bun: Runtime = {
  name: 'Bun',
  command: (program) => [join(root, 'node_modules/.bin/bun'), join(root, program)],
}

/** What the service needs; examples/deno/README.md says so, too. */
const permissions = ['--allow-net', '--allow-env', '--allow-read', '--allow-sys', '--allow-ffi']

export const deno: Runtime = {
  name: 'Deno',
  // The binary itself: the wrapper that npm makes does not hand signals on.
  command: (program, directory) => [
    join(root, 'node_modules/deno/deno'),
    'run',
    ...permissions,
    `--allow-write=${directory}`,
    join(root, program),
  ],
}

/** What users start: on Node the bundle, which `npx symbolon` runs. */
export const runtimes: readonly Runtime[] = [bundled, bun, deno]
