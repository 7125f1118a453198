// Whether two paths, or a path and a stream, lead to one file: a command must not write over what it reads.
import { fstatSync, realpathSync, statSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The real path and the inode of a file. Hard links, symbolic links and other spellings of a path have one of them in common. */
export type FileIdentity = readonly string[]

/** @returns the identity of the file that the path names, or would name if it existed */
export function fileIdentity(path: string): FileIdentity {
  return [realPath(path), ...inodeOf(() => statSync(path, { bigint: true }))]
}

/** @returns the identity of the file behind a standard stream; nothing for terminals and pipes, which may be input and output at once */
export function streamIdentity(descriptor: 0 | 1): FileIdentity {
  return inodeOf(() => fstatSync(descriptor, { bigint: true }))
}

/** Whether both are one file. */
export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return one.some((name) => other.includes(name))
}

function inodeOf(status: () => BigIntStats): FileIdentity {
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
