// The members of client metadata that parts declare, in the schemas of applications.
import type { ClientMetadataMember, ClientMetadataMembers } from '@symbolon/core-protocol'
import { metadataJsonSchema } from '@symbolon/schema-v2'
import type { JsonSchema, MetadataSchema } from '@symbolon/schema-v2'

type Schemas = Readonly<Record<string, JsonSchema>>

const kinds: ReadonlyMap<string, 'oidc' | 'api'> = new Map([
  ['OidcApp', 'oidc'],
  ['ApiApp', 'api'],
])

/** @returns the schemas with the members, which each kind of application has in its own way */
export function withClientMetadata(schemas: Schemas, members: ClientMetadataMembers): Schemas {
  const entries = Object.entries(schemas).map(([name, schema]) => [name, withMembers(name, schema, members)] as const)
  return Object.fromEntries(entries)
}

function withMembers(name: string, schema: JsonSchema, members: ClientMetadataMembers): JsonSchema {
  const [, entry = '', patch] = /^(.*?)(Patch)?$/.exec(name) ?? []
  const kind = kinds.get(entry)
  if (kind === undefined) return schema
  const { properties } = schema as { readonly properties?: Schemas }
  const clientMetadata = metadataJsonSchema(membersOf(members, kind), { patch: patch !== undefined })
  return { ...schema, properties: { ...properties, clientMetadata } }
}

function membersOf(members: ClientMetadataMembers, kind: 'oidc' | 'api'): Readonly<Record<string, MetadataSchema>> {
  const ofKind = [...members].filter(([, member]) => hasMember(kind, member))
  return Object.fromEntries(ofKind.map(([name, { schema }]) => [name, schema]))
}

/** Whether applications of a kind have the member. */
function hasMember(kind: 'oidc' | 'api', { clientKinds = ['oidc'] }: ClientMetadataMember): boolean {
  return clientKinds.includes(kind)
}
