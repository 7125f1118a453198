// The order in which a change writes rows. Where several transactions write at the same time, each locks the rows that it writes until it
// ends; two that write the same rows in opposite orders would wait for one another for ever.
import { nameOfResource } from '@symbolon/core-protocol'
import type { Resource, ResourceReference } from '@symbolon/core-protocol'

/** Sorts resources by their keys, so that every change has the resources of one kind in the same order. */
export function inKeyOrder<Reference extends ResourceReference>(references: readonly Reference[]): readonly Reference[] {
  return references.toSorted((one, other) => compareKeys(one.key, other.key))
}

/** Keeps the last of several resources with the same kind and key: a statement can write a row only once. */
export function lastOfEach(resources: readonly Resource[]): readonly Resource[] {
  const last = new Map(resources.map((resource) => [nameOfResource(resource), resource]))
  return last.size === resources.length ? resources : [...last.values()]
}

function compareKeys(one: readonly string[], other: readonly string[]): number {
  const index = one.findIndex((part, each) => part !== other[each])
  const [first = '', second = ''] = [one[index], other[index]]
  return first < second ? -1 : first > second ? 1 : 0
}
