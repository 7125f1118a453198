// The types of audit events that parts declare.
import { auditEventTypes, isObject } from '@symbolon/core-protocol'
import type { AuditEventTexts, Part, Registry, StoreName } from '@symbolon/core-protocol'
import { CompositionError } from './composition-error.ts'

/**
 * @returns the types, with their texts
 * @throws CompositionError duplicate_member for a type that is built in or declared twice; invalid_part for a malformed name, and without texts
 */
export function foldAuditEvents(parts: readonly Part<StoreName>[]): Registry['auditEvents'] {
  const declared = new Map<string, AuditEventTexts>()
  const builtIn = new Set<string>(auditEventTypes)
  for (const part of parts) {
    for (const [type, texts] of Object.entries<AuditEventTexts>(part.auditEvents ?? {})) {
      if (!/^[a-z][a-z0-9_]{0,63}$/.test(type))
        throw new CompositionError(
          'invalid_part',
          `'${part.name}' declares the audit event '${type}'. A name has up to 64 of a to z, 0 to 9 and _.`,
        )
      if (!isDeclaration(texts))
        throw new CompositionError(
          'invalid_part',
          `'${part.name}' declares the audit event '${type}' without a title and a sentence in English (en).`,
        )
      if (builtIn.has(type) || (declared.get(type) ?? texts) !== texts)
        throw new CompositionError('duplicate_member', `The audit event '${type}' is declared twice. Give it another name.`)
      declared.set(type, texts)
    }
  }
  return declared
}

function isDeclaration(texts: unknown): texts is AuditEventTexts {
  const isText = (each: unknown): boolean => isObject(each) && typeof each['title'] === 'string' && typeof each['sentence'] === 'string'
  return isObject(texts) && isText(texts['en']) && Object.values(texts).every(isText)
}
