// The types of audit events that parts declare, wherever the document lists the built-in ones.
import { allEventTypes, auditEventTypes } from '@symbolon/core-protocol'
import type { Registry } from '@symbolon/core-protocol'

/** @returns the value with the declared types in each list of types */
export function withAuditEvents<T>(value: T, declared: Registry['auditEvents']): T {
  if (declared.size === 0) return value
  const types = allEventTypes(declared)
  const replaced = (each: unknown): unknown => {
    if (each === auditEventTypes) return types
    if (Array.isArray(each)) return each.map(replaced)
    if (typeof each !== 'object' || each === null) return each
    return Object.fromEntries(Object.entries(each).map(([name, member]) => [name, replaced(member)]))
  }
  // Only lists of texts are longer.
  return replaced(value) as T
}
