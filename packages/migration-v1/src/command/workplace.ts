// A private folder next to the output. It holds unfinished files and is removed with them however the command ends.

import { existsSync, linkSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileProblem } from './command-error.ts'
import { alreadyThere } from './targets.ts'

/** A private folder for unfinished files. */
export interface Workplace {
  path(name: string): string
  /** Gives a finished file its name in one atomic step. @throws CommandError */
  publish(name: string, path: string, options: { readonly replace: boolean }): void
  dispose(): void
}

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** @param sibling a file next to which the folder is created. Default: the folder for temporary files */
export function createWorkplace(sibling: string | undefined): Workplace {
  // The listeners are added before the folder is created. A signal in between would leave the folder behind.
  const stopListening = exitOnSignals()
  let place: string
  try {
    place = makeFolder(sibling === undefined ? tmpdir() : dirname(sibling))
  } catch (error) {
    stopListening()
    throw error
  }
  const remove = (): void => rmSync(place, { recursive: true, force: true })
  // There may be two folders, and the first signal handler ends the process, so each folder is removed in an exit handler.
  process.once('exit', remove)
  return {
    path: (name) => join(place, name),
    publish(name, path, { replace }) {
      try {
        // A link never replaces an existing file; a rename does.
        if (!replace && link(join(place, name), path)) return
        renameSync(join(place, name), path)
      } catch (error) {
        throw isPresent(error) ? alreadyThere(path) : fileProblem(path, error)
      }
    },
    dispose() {
      process.removeListener('exit', remove)
      stopListening()
      remove()
    },
  }
}

/** @returns a function that ends the listening */
function exitOnSignals(): () => void {
  const handlers = Object.entries(signals).map(([signal, code]) => [signal, (): void => process.exit(code)] as const)
  for (const [signal, exit] of handlers) process.once(signal, exit)
  return () => {
    for (const [signal, exit] of handlers) process.removeListener(signal, exit)
  }
}

/** @returns false on file systems without links, where nothing is there; @throws EEXIST */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (isPresent(error) || existsSync(to)) throw error
    return false
  }
}

function isPresent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}

function makeFolder(directory: string): string {
  try {
    return mkdtempSync(join(directory, '.symbolon-migrate-'))
  } catch (error) {
    throw fileProblem(directory, error)
  }
}
