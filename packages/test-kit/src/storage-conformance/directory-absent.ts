// A change that says that its resources were not there is applied like one that says nothing, also where it is wrong.
import { describe } from 'node:test'
import type { DirectoryStore } from '@symbolon/core-protocol'
import { directoryConflictTests } from './directory-conflicts.ts'
import { directoryPageTests } from './directory-pages.ts'
import { directoryRaceTests } from './directory-races.ts'
import { directoryTests } from './directory.ts'
import { reference } from './fixtures.ts'
import { lastOwnerTests } from './last-owner.ts'
import type { OpenFresh } from './stores.ts'

/** Registers the tests of changes again, with all resources said to be absent. @param open opens an empty storage with the named stores */
export function directoryAbsentTests(open: OpenFresh): void {
  describe('all resources said to be absent', () => {
    for (const register of [directoryTests, directoryConflictTests, directoryPageTests, directoryRaceTests, lastOwnerTests]) {
      register(sayingAbsent(open))
    }
  })
}

function sayingAbsent(open: OpenFresh): OpenFresh {
  return async (names) => {
    const { stores, close } = await open(names)
    const { directory } = stores
    return { stores: directory === undefined ? stores : { ...stores, directory: withAllAbsent(directory) }, close }
  }
}

function withAllAbsent(directory: DirectoryStore): DirectoryStore {
  return { ...directory, apply: (change, now) => directory.apply({ ...change, absent: change.put.map(reference) }, now) }
}
