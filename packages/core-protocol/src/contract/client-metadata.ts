// Members of client metadata that parts add, in addition to those of core. https://www.rfc-editor.org/rfc/rfc7591#section-2
import type { MetadataSchema } from '@symbolon/schema-v2'
import * as v from 'valibot'
import { OAuthError } from '../errors/oauth-error.ts'
import type { Client } from '../ports/client.ts'

/** The members with their types. A package that declares a member adds it here. */
export interface ClientMetadata {}

/** The name of a member. */
export type ClientMetadataName = Extract<keyof ClientMetadata, string>

/** A member that a part declares, by its registered name, such as `require_pushed_authorization_requests`. */
export interface ClientMetadataMember {
  /**
   * What a value must be. A value that the schema refuses is not stored. Made of `bool()`, `choice()`, `text()`, `uri()`, `webLink()`,
   * `uint32()` and `list()` of `@symbolon/schema-v2`: documents, the API, its OpenAPI document and the console follow from it.
   */
  readonly schema: MetadataSchema
  /** The clients that have the member. Default: applications of users. */
  readonly clientKinds?: readonly ('oidc' | 'api')[]
  /** The label of the member and its explanation in the console, by language. The label is the name where a language is absent. */
  readonly texts?: Readonly<Record<string, { readonly label: string; readonly help?: string }>>
}

/** The members that the composed parts declare, by their names. */
export type ClientMetadataMembers = ReadonlyMap<string, ClientMetadataMember>

/** @returns whether the declaration of a member admits a value; a member that no part declares has any value */
export function fitsClientMetadata(members: ClientMetadataMembers, name: string, value: unknown): boolean {
  const member = members.get(name)
  return member === undefined || v.is(member.schema, value)
}

/**
 * Reads a member of the metadata of a client.
 * @returns undefined for a client without the member
 * @throws OAuthError unauthorized_client for a value that the schema refuses: it was stored while the part was not composed, and may be a demand
 */
export function clientMetadata<N extends ClientMetadataName>(
  { metadata }: Pick<Client, 'metadata'>,
  name: N,
  { clientMetadata: members }: { readonly clientMetadata: ClientMetadataMembers },
): ClientMetadata[N] | undefined {
  const stored: unknown = metadata?.[name]
  const member = members.get(name)
  if (stored === undefined || member === undefined) return undefined
  const result = v.safeParse(member.schema, stored)
  if (!result.success) throw new OAuthError('unauthorized_client', `The value of ${String(name)} of the client is malformed.`)
  // The part that declares the member declares its type.
  return result.output as ClientMetadata[N]
}
