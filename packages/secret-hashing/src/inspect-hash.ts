// Determines whether a hash can be verified and at what cost, without verifying it. Imports call it before they accept a hash.
import type { SecretHashInspection } from '@symbolon/core-protocol'
import { defaultMemoryBudgetKiB } from './options.ts'
import { readHash } from './schemes/all.ts'
import type { HashRefusal, ReadHash } from './schemes/scheme.ts'

/**
 * Inspects a hash. Never throws.
 * @param memoryBudgetKiB a hash that needs more memory is out of bounds
 */
export function inspectHash(hash: string, memoryBudgetKiB: number = defaultMemoryBudgetKiB): SecretHashInspection {
  const reading = readWithin(hash, memoryBudgetKiB)
  if (typeof reading === 'string') return { supported: false, reason: reading }
  return { supported: true, scheme: reading.scheme, milliseconds: Math.ceil(reading.cost.milliseconds) }
}

/** Parses a hash, and refuses one that needs more memory than the budget. */
export function readWithin(hash: string, memoryBudgetKiB: number): ReadHash | HashRefusal | 'unknown_scheme' {
  const reading = readHash(hash)
  return typeof reading === 'object' && reading.cost.memoryKiB > memoryBudgetKiB ? 'cost_out_of_bounds' : reading
}
