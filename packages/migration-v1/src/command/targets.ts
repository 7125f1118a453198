// The targets of the document and the report. A target is never the input, the two targets are never one file, and an existing file is
// replaced only with --force.
import { fileIdentity, isSameFile, streamIdentity } from '@symbolon/command-line'
import { lstatSync } from 'node:fs'
import { CommandError, fileProblem } from './command-error.ts'
import type { Settings } from './read-arguments.ts'

/** @throws CommandError when a target is the input, the other target, a folder, a device, or without --force a file that is there */
export function checkTargets({ input, out, report, force }: Settings): void {
  const source = input === '-' ? streamIdentity(0) : fileIdentity(input)
  if (out === undefined && isSameFile(source, streamIdentity(1))) {
    throw new CommandError('standard output is the input file, which would be overwritten; name another file with --out')
  }
  for (const [option, path] of [
    ['--out', out],
    ['--report', report],
  ] as const) {
    if (path === undefined) continue
    if (isSameFile(source, fileIdentity(path))) {
      throw new CommandError(`${option} ${path} is the input, which is never overwritten; name another file`)
    }
    checkTarget(path, force)
  }
  if (out !== undefined && report !== undefined && isSameFile(fileIdentity(out), fileIdentity(report))) {
    throw new CommandError('--out and --report name the same file; name two files')
  }
}

/** @returns the error for a file that exists */
export function alreadyThere(path: string): CommandError {
  return new CommandError(`${path} exists already; overwrite it with --force, or name another file`)
}

function checkTarget(path: string, force: boolean): void {
  const status = lstatSync(path, { throwIfNoEntry: false })
  if (status === undefined) return
  if (status.isDirectory()) throw fileProblem(path, { code: 'EISDIR' })
  if (!force) throw alreadyThere(path)
  // Renaming a file over a device or a pipe would remove it for all processes.
  if (!status.isFile() && !status.isSymbolicLink()) throw new CommandError(`${path} is not a regular file; name another file`)
}
