// The claims `urn:<vendor>:iam:…`. All places that assert them use one function, so that none asserts more than it may.
import type { Context } from '../contract/context.ts'
import type { User } from '../ports/user.ts'
import { isPrimaryDomainOf } from '../scope/restricting-scopes.ts'
import { readReservedScopes } from '../scope/reserved-scope.ts'
import type { ReservedScope } from '../scope/reserved-scope.ts'
import { asksForRoles, projectRolesClaim, roleClaims } from './role-claims.ts'
import type { ReservedClaimsRequest } from './reserved-claims-request.ts'
import type { ClaimPlace, Claims } from '../ports/claims.ts'

/** Bytes that reserved claims may take up in a token, which has to fit into a header. */
const tokenLimit = 4096
/** Bytes that they may take up in an answer of userinfo and introspection. */
const answerLimit = 131_072

/** Whether there can be any. Cheap: nothing is looked up. */
export function asksForReservedClaims(request: ReservedClaimsRequest, vendor: string): boolean {
  const scopes = readReservedScopes(request.scope, vendor)
  return (
    asksForRoles(scopes, request) ||
    scopes.some(({ kind }) => kind === 'metadata' || kind === 'resource_owner' || kind === 'organization' || kind === 'primary_domain')
  )
}

/** @returns the claims that scope and settings ask for, as far as the user has them */
export async function reservedClaims(
  user: User,
  request: ReservedClaimsRequest,
  context: Context<'userGrants' | 'userMetadata'>,
): Promise<Claims> {
  if (!asksForReservedClaims(request, context.vendor)) return {}
  const scopes = readReservedScopes(request.scope, context.vendor)
  const [roles, metadata] = await Promise.all([
    roleClaims(user.id, scopes, request, context),
    scopes.some(({ kind }) => kind === 'metadata') ? metadataClaim(user.id, context) : {},
  ])
  const claims = { ...organizationClaims(user, scopes, context.vendor), ...roles, ...metadata }
  return fitting(claims, request.place, user, context)
}

/** The names that do not depend on what is in the directory, for discovery. */
export function reservedClaimNames(vendor: string): readonly string[] {
  const others = [
    'user:metadata',
    'user:resourceowner:id',
    'user:resourceowner:name',
    'user:resourceowner:primary_domain',
    'org:id',
    'org:domain:primary',
  ]
  return [projectRolesClaim(vendor), ...others.map((name) => `urn:${vendor}:iam:${name}`)]
}

/** Who owns the user; the scopes that demand an organization also request it, and are returned as claims as long as they hold. */
function organizationClaims(user: User, scopes: readonly ReservedScope[], vendor: string): Claims {
  const isOwnId = scopes.some((each) => each.kind === 'organization' && each.orgId === user.orgId)
  const ownDomain = scopes.find((each) => each.kind === 'primary_domain' && isPrimaryDomainOf(user, each.domain))
  const includesOwner = isOwnId || ownDomain !== undefined || scopes.some(({ kind }) => kind === 'resource_owner')
  return present({
    ...(includesOwner
      ? {
          [`urn:${vendor}:iam:user:resourceowner:id`]: user.orgId,
          [`urn:${vendor}:iam:user:resourceowner:name`]: user.orgName,
          [`urn:${vendor}:iam:user:resourceowner:primary_domain`]: user.primaryDomain,
        }
      : {}),
    ...(isOwnId ? { [`urn:${vendor}:iam:org:id`]: user.orgId } : {}),
    ...(ownDomain?.kind === 'primary_domain' ? { [`urn:${vendor}:iam:org:domain:primary`]: ownDomain.domain } : {}),
  })
}

/** Key → value in base64url without padding. */
async function metadataClaim(userId: string, context: Context<'userMetadata'>): Promise<Claims> {
  const metadata = await context.stores.userMetadata.list(userId)
  if (metadata.length === 0) return {}
  const entries = metadata.map(({ key, value }) => [key, value.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')] as const)
  return { [`urn:${context.vendor}:iam:user:metadata`]: Object.fromEntries(entries) }
}

function present(claims: Readonly<Record<string, string | undefined>>): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined && value !== ''))
}

/** Leaves out what would make a token longer than servers take, or an answer slow for others: a claim as a whole, never a part of it. */
export function fitting(claims: Claims, place: ClaimPlace, user: User, { log }: Context): Claims {
  let left = place === 'id_token' || place === 'access_token' ? tokenLimit : answerLimit
  return Object.fromEntries(
    Object.entries(claims).filter(([name, value]) => {
      const size = new TextEncoder().encode(JSON.stringify({ [name]: value })).byteLength
      const fits = size <= left
      if (fits) left -= size
      else log.warn('claim_too_large', { claim: name, userId: user.id, size })
      return fits
    }),
  )
}
