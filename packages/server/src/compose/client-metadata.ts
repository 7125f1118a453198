// The members of client metadata that parts declare.
import { isObject } from '@symbolon/core-protocol'
import type { ClientMetadataMembers, Part, StoreName } from '@symbolon/core-protocol'
import { foldDeclared } from './fold-declared.ts'

/**
 * @returns the members, by their names
 * @throws CompositionError duplicate_member, invalid_part
 */
export function foldClientMetadata(parts: readonly Part<StoreName>[]): ClientMetadataMembers {
  return foldDeclared(parts, {
    what: 'client metadata',
    of: ({ clientMetadata }) => clientMetadata,
    isDeclaration,
    malformed: 'without a schema of @symbolon/schema-v2, such as bool(), or with malformed texts or kinds of clients',
    advice: 'Compose only one of the parts.',
  })
}

/** The OpenAPI document and the console would fail by anything else. */
function isDeclaration(member: unknown): boolean {
  if (!isObject(member)) return false
  const { schema, texts = {}, clientKinds = [] } = member
  const isLeaf = (each: unknown): boolean => isObject(each) && isObject(each['json']) && typeof each['~run'] === 'function'
  const isText = (each: unknown): boolean =>
    isObject(each) && typeof each['label'] === 'string' && ['string', 'undefined'].includes(typeof each['help'])
  return (
    isObject(schema) &&
    (isLeaf(schema) || (isLeaf(schema['item']) && typeof schema['~run'] === 'function')) &&
    isObject(texts) &&
    Object.values(texts).every(isText) &&
    Array.isArray(clientKinds) &&
    clientKinds.every((kind) => kind === 'oidc' || kind === 'api')
  )
}
