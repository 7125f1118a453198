// A folder that only this user can look into, beside the output: what is unfinished lies there, and goes away with it however the
// command ends.

import { existsSync, linkSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileProblem } from './command-error.ts'
import { alreadyThere } from './targets.ts'

/** A private folder for unfinished files. */
export interface Workplace {
  path(name: string): string
  /** Gives a finished file its name: at once whole, or not at all. @throws CommandError */
  publish(name: string, path: string, options: { readonly replace: boolean }): void
  dispose(): void
}

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

/** @param beside a file of the folder in which it is made; without it, where temporary files go */
export function createWorkplace(beside: string | undefined): Workplace {
  const directory = beside === undefined ? tmpdir() : dirname(beside)
  const place = makeFolder(directory)
  const dispose = (): void => rmSync(place, { recursive: true, force: true })
  const endings = Object.entries(signals).map(([signal, code]) => {
    const end = (): void => {
      dispose()
      process.exit(code)
    }
    process.once(signal, end)
    return () => void process.removeListener(signal, end)
  })
  return {
    path: (name) => join(place, name),
    publish(name, path, { replace }) {
      try {
        // A link never replaces what is there; a rename does.
        if (!replace && link(join(place, name), path)) return
        renameSync(join(place, name), path)
      } catch (error) {
        throw isPresent(error) ? alreadyThere(path) : fileProblem(path, error)
      }
    },
    dispose() {
      for (const stopListening of endings) stopListening()
      dispose()
    },
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
