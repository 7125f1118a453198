// The user that tokens are about. It is read at most once for an authorization, and only if a token says more of it than its id.
import { asksForOwnClaims, ownClaims } from '../claims/define-claims.ts'
import { asksForReservedClaims, reservedClaims } from '../claims/reserved-claims.ts'
import type { ReservedClaimsRequest } from '../claims/reserved-claims-request.ts'
import type { Context } from '../contract/context.ts'
import { OAuthError } from '../errors/oauth-error.ts'
import { whenKnown } from '../memory/awaitable.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import type { Authorization } from '../ports/authorization.ts'
import type { Claims } from '../ports/claims.ts'
import type { User } from '../ports/user.ts'

/** A context with the stores that claims about a user are read from. */
export type SubjectContext = Context<'userGrants' | 'userMetadata' | 'users'>

/** The user that the tokens are about. Read at most once, and only if more than the id is needed. */
export interface Subject {
  /** @throws OAuthError invalid_grant when the user no longer exists */
  user(): Awaitable<User>
  /** The claims of a token of the authorization beyond the standard ones. */
  reservedClaims(authorization: Authorization, place: ReservedClaimsRequest['place']): Awaitable<Claims>
}

/** @returns the subject of the authorization, which is read when it is first asked for */
export function subjectOf({ subject }: Authorization, context: SubjectContext): Subject {
  let reading: Awaitable<User> | undefined
  const user = (): Awaitable<User> => (reading ??= findUser(subject, context))
  return {
    user,
    reservedClaims({ scope, audience, client, claims }, place) {
      const request = { place, scope, audience, client, names: place === 'id_token' ? Object.keys(claims?.id_token ?? {}) : [] }
      const asksForReserved = asksForReservedClaims(request, context.vendor)
      const asksForOwn = asksForOwnClaims(request, context)
      if (!asksForReserved && !asksForOwn) return {}
      return whenKnown(user(), async (known) => ({
        ...(asksForOwn ? await ownClaims(known, request, context) : {}),
        ...(asksForReserved ? await reservedClaims(known, request, context) : {}),
      }))
    },
  }
}

function findUser(id: string, { stores }: Context<'users'>): Awaitable<User> {
  return whenKnown(stores.users.findActive(id), (user) => {
    if (user === undefined) throw new OAuthError('invalid_grant', 'The user is not active.')
    return user
  })
}
