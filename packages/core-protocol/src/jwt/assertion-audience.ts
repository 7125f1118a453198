// For whom an assertion may be meant: the issuer, or the token endpoint. https://www.rfc-editor.org/rfc/rfc7523#section-3 (3)
import type { Context } from '../contract/context.ts'

export function assertionAudiences(context: Context): readonly string[] {
  const tokenEndpoint = context.registry.metadata.token_endpoint
  return tokenEndpoint === undefined ? [context.issuer] : [context.issuer, tokenEndpoint]
}
