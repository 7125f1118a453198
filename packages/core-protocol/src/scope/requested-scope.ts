// Reads a scope parameter, and finds the scopes that are known here. The endpoint decides whether an unknown scope is dropped or refused.
// https://www.rfc-editor.org/rfc/rfc6749#section-3.3
import type { Context } from '../contract/context.ts'
import { OAuthError } from '../errors/oauth-error.ts'
import { apiAudience, readReservedScope } from './reserved-scope.ts'

const countLimit = 50
const lengthLimit = 2048
/** scope-token = 1*( %x21 / %x23-5B / %x5D-7E ) */
const scopeToken = /^[\x21\x23-\x5b\x5d-\x7e]+$/

/**
 * @returns the distinct scopes in the order of the text
 * @throws OAuthError invalid_scope when it is malformed or too long
 */
export function parseScope(text: string): readonly string[] {
  if (text.length > lengthLimit) throw new OAuthError('invalid_scope', 'The scope is too long.')
  const scopes = text.split(' ').filter((scope) => scope !== '')
  if (scopes.length > countLimit) throw new OAuthError('invalid_scope', 'There are too many scopes.')
  if (!scopes.every((scope) => scopeToken.test(scope))) throw new OAuthError('invalid_scope', 'The scope is malformed.')
  return [...new Set(scopes)]
}

/**
 * @returns the scopes that are supported, the reserved scopes, and the `…:aud` scopes of existing projects. A scope that restricts users or
 *   roles to an organization is kept even if the organization does not exist. Otherwise removing the organization would lift the restriction.
 */
export async function knownScopes(scope: readonly string[], context: Context<'clients'>): Promise<readonly string[]> {
  const supported = scope.filter((each) => isKnownScope(each, context.registry.metadata.scopes_supported, context.vendor))
  // An unchecked id would let a client put any value into the audience, client ids of other clients included.
  const projects = supported.flatMap((each) => {
    const reserved = readReservedScope(each, context.vendor)
    return reserved?.kind === 'audience' && reserved.audience !== apiAudience(context.vendor)
      ? [{ scope: each, id: reserved.audience }]
      : []
  })
  if (projects.length === 0) return supported
  const exists = await Promise.all(projects.map(async ({ id }) => await context.stores.clients.hasProject(id)))
  const unknown = projects.flatMap((project, index) => (exists[index] === true ? [] : [project.scope]))
  return supported.filter((each) => !unknown.includes(each))
}

/**
 * The identity provider at which the scope asks the user to sign in: `urn:<vendor>:iam:org:idp:id:<id>`. It is a wish about the sign-in: it
 * grants nothing, and is not part of the granted scope.
 *
 * @returns undefined without such a scope, and for several that differ
 */
export function wishedIdentityProvider(scope: readonly string[], vendor: string): string | undefined {
  const prefix = `urn:${vendor}:iam:org:idp:id:`
  const [id, ...others] = scope.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length))
  return id === '' || others.length > 0 ? undefined : id
}

/** Whether a composed part supports the scope, or it is of a reserved form. */
export function isKnownScope(scope: string, supported: readonly string[], vendor: string): boolean {
  return supported.includes(scope) || readReservedScope(scope, vendor) !== undefined
}
