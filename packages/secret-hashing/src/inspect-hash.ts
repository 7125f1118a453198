// Whether a hash string can be verified here, at what cost, or why not. Total: every string has an answer, none throws, and none is
// worked on. Imports ask it before they take a hash.
import type { SecretHashInspection } from '@symbolon/core-protocol'
import { defaultMemoryBudgetKiB } from './options.ts'
import { readHash } from './schemes/all.ts'
import type { HashRefusal, ReadHash } from './schemes/scheme.ts'

/** @param memoryBudgetKiB a hash that alone demands more is out of bounds */
export function inspectHash(hash: string, memoryBudgetKiB: number = defaultMemoryBudgetKiB): SecretHashInspection {
  const reading = readWithin(hash, memoryBudgetKiB)
  if (typeof reading === 'string') return { supported: false, reason: reading }
  return { supported: true, scheme: reading.scheme, milliseconds: Math.ceil(reading.cost.milliseconds) }
}

export function readWithin(hash: string, memoryBudgetKiB: number): ReadHash | HashRefusal | 'unknown_scheme' {
  const reading = readHash(hash)
  return typeof reading === 'object' && reading.cost.memoryKiB > memoryBudgetKiB ? 'cost_out_of_bounds' : reading
}
