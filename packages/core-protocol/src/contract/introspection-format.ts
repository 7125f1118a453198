// Formats of introspection answers other than JSON, such as signed ones. https://www.rfc-editor.org/rfc/rfc9701
import type { Claims } from '../ports/claims.ts'
import type { Client } from '../ports/client.ts'
import type { StoreName } from '../ports/stores.ts'
import type { Context } from './context.ts'
import type { Part } from './part.ts'

/** A format of introspection answers, which callers ask for by the header `Accept`. */
export interface IntrospectionFormatPart<S extends StoreName = never> extends Part<S> {
  readonly kind: 'introspection_format'
  /** In lower case, without parameters. */
  readonly mediaType: string
  /** Encodes an answer, also that a token is not active. @returns the body */
  readonly encode: (answer: IntrospectionAnswer, context: Context<NoInfer<S>>) => Promise<string>
}

/** What introspection answers. */
export interface IntrospectionAnswer {
  /** The members of the JSON answer. */
  readonly claims: Claims
  /** The authenticated client that asks. */
  readonly caller: Client
}
