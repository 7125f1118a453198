// The members of client metadata that parts declare.
import { isObject } from '@symbolon/core-protocol'
import type { ClientMetadataMember, ClientMetadataMembers, Part, StoreName } from '@symbolon/core-protocol'
import { CompositionError } from './composition-error.ts'

/**
 * @returns the members, by their names
 * @throws CompositionError duplicate_member for two declarations of one member; invalid_part for a malformed one, and for a name that no document
 *   can hold
 */
export function foldClientMetadata(parts: readonly Part<StoreName>[]): ClientMetadataMembers {
  const members = new Map<string, ClientMetadataMember>()
  for (const part of parts) {
    for (const [name, member] of Object.entries<ClientMetadataMember>(part.clientMetadata ?? {})) {
      if (!/^[a-z][a-z0-9_]{0,63}$/.test(name))
        throw new CompositionError(
          'invalid_part',
          `'${part.name}' declares the client metadata '${name}'. A name has up to 64 of a to z, 0 to 9 and _.`,
        )
      if (!isDeclaration(member))
        throw new CompositionError(
          'invalid_part',
          `'${part.name}' declares the client metadata '${name}' without a schema of @symbolon/schema-v2, such as bool(), or with malformed texts or kinds of clients.`,
        )
      if ((members.get(name) ?? member) !== member)
        throw new CompositionError('duplicate_member', `Two parts declare the client metadata '${name}'. Compose only one of them.`)
      members.set(name, member)
    }
  }
  return members
}

/** Parts without types can declare anything. The OpenAPI document and the console would fail by it. */
function isDeclaration(member: unknown): member is ClientMetadataMember {
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
