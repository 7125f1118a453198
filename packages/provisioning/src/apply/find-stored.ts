// Looks up what is stored of many resources, some hundred at a time.
import type { DirectoryStore, Resource, ResourceReference } from '@symbolon/core-protocol'
import { nameOf } from '../plan/standing.ts'
import type { Lookup } from '../plan/standing.ts'

const chunkSize = 500

export async function findStored(directory: DirectoryStore, references: readonly ResourceReference[]): Promise<Lookup> {
  const wanted = [...new Map(references.map(({ kind, key }) => [nameOf({ kind, key }), { kind, key }])).values()]
  const found = new Map<string, Resource>()
  for (let start = 0; start < wanted.length; start += chunkSize) {
    for (const resource of await directory.find(wanted.slice(start, start + chunkSize))) found.set(nameOf(resource), resource)
  }
  return found
}
