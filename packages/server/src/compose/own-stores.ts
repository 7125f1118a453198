// The stores that parts bring along.
import { storeNames } from '@symbolon/core-protocol'
import type { OwnStore, Part, StoreName } from '@symbolon/core-protocol'
import { CompositionError } from './composition-error.ts'

/**
 * @returns the stores that the parts bring along, each once
 * @throws CompositionError invalid_part for a store that no part uses; duplicate_store for two stores of one name, also where the name is that of a
 *   built-in store
 */
export function ownStoresOf(parts: readonly Part<StoreName>[]): readonly OwnStore[] {
  const own = [...new Set(parts.flatMap(({ brings = [] }) => brings))]
  const names = new Set<string>(storeNames())
  for (const { name } of own) {
    if (names.has(name))
      throw new CompositionError('duplicate_store', `There are two stores with the name '${name}'. Rename the store of one part.`)
    names.add(name)
  }
  const used = new Set<string>(parts.flatMap(({ stores }) => stores))
  const unused = own.find(({ name }) => !used.has(name))
  if (unused !== undefined)
    // Its tables would be missing, also where the redemption of a grant alone uses them.
    throw new CompositionError('invalid_part', `A part brings the store '${unused.name}', which no part names in stores. Add it there.`)
  return own
}
