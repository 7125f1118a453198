// The reserved scopes, `urn:<vendor>:iam:…`, and what each asks for.

/** A reserved scope, by what it asks for. */
export type ReservedScope =
  /** Adds a project to the audience: its id, or the identifier of the provider's own API. */
  | { readonly kind: 'audience'; readonly audience: string }
  /** Asserts the role, if the user has it. */
  | { readonly kind: 'role'; readonly roleKey: string }
  /** Asserts the user's roles of all projects in the audience. */
  | { readonly kind: 'roles' }
  /** Role claims come only from grants of this organization and of others named by the same scope. */
  | { readonly kind: 'roles_of_organization'; readonly orgId: string }
  /** Users of this organization only. */
  | { readonly kind: 'organization'; readonly orgId: string }
  /** Users of the organization with this primary domain only. */
  | { readonly kind: 'primary_domain'; readonly domain: string }
  | { readonly kind: 'metadata' }
  | { readonly kind: 'resource_owner' }

/** The audience of tokens for the provider's own administrative API. No project id has this form. */
export function apiAudience(vendor: string): string {
  return `urn:${vendor}:iam:api`
}

/** Asks for the user's roles of all projects in the audience. */
export function allRolesScope(vendor: string): string {
  return `urn:${vendor}:iam:org:projects:roles`
}

/** Whether the text is a URN, as reserved scopes are. https://www.rfc-editor.org/rfc/rfc8141#section-2 */
export function isUrn(text: string): boolean {
  return text.startsWith('urn:')
}

/** @returns undefined for every other scope */
export function readReservedScope(scope: string, vendor: string): ReservedScope | undefined {
  const rest = isUrn(scope) ? after(`urn:${vendor}:iam:`, scope) : undefined
  if (rest === undefined) return undefined
  if (scope === allRolesScope(vendor)) return { kind: 'roles' }
  if (rest === 'user:metadata') return { kind: 'metadata' }
  if (rest === 'user:resourceowner') return { kind: 'resource_owner' }
  const roleKey = after('org:project:role:', rest)
  if (roleKey !== undefined) return { kind: 'role', roleKey }
  const orgId = after('org:id:', rest)
  if (orgId !== undefined) return { kind: 'organization', orgId }
  const domain = after('org:domain:primary:', rest)
  if (domain !== undefined) return { kind: 'primary_domain', domain }
  const grantingOrgId = after('org:roles:id:', rest)
  if (grantingOrgId !== undefined) return { kind: 'roles_of_organization', orgId: grantingOrgId }
  return readAudience(rest, vendor)
}

/** @returns the reserved ones among the scopes */
export function readReservedScopes(scope: readonly string[], vendor: string): readonly ReservedScope[] {
  // Most requests have none, and are asked several times.
  if (!scope.some(isUrn)) return []
  return scope.map((each) => readReservedScope(each, vendor)).filter((each) => each !== undefined)
}

/** `org:project:id:<id>:aud`, with the vendor's word instead of an id for our own API. */
function readAudience(rest: string, vendor: string): ReservedScope | undefined {
  const named = after('org:project:id:', rest)
  if (named === undefined || !named.endsWith(':aud')) return undefined
  const id = named.slice(0, -':aud'.length)
  if (id === vendor) return { kind: 'audience', audience: apiAudience(vendor) }
  return id === '' || id.includes(':') ? undefined : { kind: 'audience', audience: id }
}

/** The text after the prefix; undefined if it is empty. */
function after(prefix: string, text: string): string | undefined {
  return text.startsWith(prefix) && text.length > prefix.length ? text.slice(prefix.length) : undefined
}
