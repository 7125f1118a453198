// The types of audit events that parts declare.
import { auditEventTypes, isObject } from '@symbolon/core-protocol'
import type { Part, Registry, StoreName } from '@symbolon/core-protocol'
import { foldDeclared } from './fold-declared.ts'

/**
 * @returns the types, with their texts
 * @throws CompositionError duplicate_member, invalid_part
 */
export function foldAuditEvents(parts: readonly Part<StoreName>[]): Registry['auditEvents'] {
  return foldDeclared(parts, {
    what: 'audit event',
    of: ({ auditEvents }) => auditEvents,
    isDeclaration,
    malformed: 'without a title and a sentence in English (en)',
    advice: 'Give it another name.',
    builtIn: new Set(auditEventTypes),
  })
}

function isDeclaration(texts: unknown): boolean {
  const isText = (each: unknown): boolean => isObject(each) && typeof each['title'] === 'string' && typeof each['sentence'] === 'string'
  return isObject(texts) && isText(texts['en']) && Object.values(texts).every(isText)
}
