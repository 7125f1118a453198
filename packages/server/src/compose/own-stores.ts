// The stores that parts bring along.
import { storeNames } from '@symbolon/core-protocol'
import type { OwnStore, Part, StoreName } from '@symbolon/core-protocol'
import { CompositionError } from './composition-error.ts'

/**
 * @returns the stores that the parts bring along, each once
 * @throws CompositionError duplicate_store for two stores of one name, also where the name is that of a built-in store
 */
export function ownStoresOf(parts: readonly Part<StoreName>[]): readonly OwnStore[] {
  const own = [...new Set(parts.flatMap(({ brings = [] }) => brings))]
  const names = new Set<string>(storeNames())
  for (const { name } of own) {
    if (names.has(name))
      throw new CompositionError('duplicate_store', `There are two stores with the name '${name}'. Rename the store of one part.`)
    names.add(name)
  }
  return own
}
