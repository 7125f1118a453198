// Where the document and the report go: never over the input, never both into one file, and over another file with --force only.
import { fstatSync, lstatSync, realpathSync, statSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CommandError, fileProblem } from './command-error.ts'
import type { Settings } from './read-arguments.ts'

/** @throws CommandError when a target is the input, the other target, a folder, a device, or without --force a file that is there */
export function checkTargets({ input, out, report, force }: Settings): void {
  const source = input === '-' ? namesOfStream(0) : namesOf(input)
  if (out === undefined && isSame(source, namesOfStream(1))) {
    throw new CommandError('standard output is the input file, which would be destroyed; name another file with --out')
  }
  for (const [option, path] of [['--out', out], ['--report', report]] as const) {
    if (path === undefined) continue
    if (isSame(source, namesOf(path))) {
      throw new CommandError(`${option} ${path} is the input, which would be destroyed; name another file, with --force as well`)
    }
    checkTarget(path, force)
  }
  if (out !== undefined && report !== undefined && isSame(namesOf(out), namesOf(report))) {
    throw new CommandError('--out and --report name the same file')
  }
}

export function alreadyThere(path: string): CommandError {
  return new CommandError(`${path} is there already; --force writes over it`)
}

function checkTarget(path: string, force: boolean): void {
  const status = lstatSync(path, { throwIfNoEntry: false })
  if (status === undefined) return
  if (status.isDirectory()) throw fileProblem(path, { code: 'EISDIR' })
  if (!force) throw alreadyThere(path)
  // A file that is renamed over a device or a pipe takes it away from everybody.
  if (!status.isFile() && !status.isSymbolicLink()) throw new CommandError(`${path} is no file`)
}

/** The real path and the inode: links of both kinds, and other spellings of a path, have one of them in common. */
function namesOf(path: string): readonly string[] {
  return [realPath(path), ...inodeOf(() => statSync(path, { bigint: true }))]
}

function namesOfStream(descriptor: 0 | 1): readonly string[] {
  return inodeOf(() => fstatSync(descriptor, { bigint: true }))
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  return names.some((name) => others.includes(name))
}

/** @returns nothing for what is not there, and for terminals and pipes, which may be input and output at once */
function inodeOf(status: () => BigIntStats): readonly string[] {
  try {
    const found = status()
    return found.isFile() && found.ino !== 0n ? [`${found.dev}:${found.ino}`] : []
  } catch {
    return []
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const directory = dirname(path)
    return directory === path ? resolve(path) : join(realPath(directory), basename(path))
  }
}
