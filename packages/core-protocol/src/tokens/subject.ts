// The user of whom tokens speak, while they are made: read at most once, and not at all where nothing asks for more than the id.
import { asksForReservedClaims, reservedClaims } from '../claims/reserved-claims.ts'
import type { ReservedClaimsRequest } from '../claims/reserved-claims.ts'
import type { Claims } from '../claims/user-claims.ts'
import { OAuthError } from '../errors/oauth-error.ts'
import type { Context } from '../contract/context.ts'
import type { User } from '../ports/user.ts'
import type { Authorization } from '../ports/authorization.ts'

/** A context with the stores that claims about a user are read from. */
export type SubjectContext = Context<'userGrants' | 'userMetadata' | 'users'>

export interface Subject {
  /** @throws OAuthError invalid_grant when the user is gone */
  user(): Promise<User>
  /** What a token that is issued for the authorization asserts beyond the standard claims. */
  reservedClaims(authorization: Authorization, place: ReservedClaimsRequest['place']): Promise<Claims>
}

export function subjectOf({ subject }: Authorization, context: SubjectContext): Subject {
  let reading: Promise<User> | undefined
  const user = (): Promise<User> => reading ??= findUser(subject, context)
  return {
    user,
    async reservedClaims({ scope, audience, client }, place) {
      const request = { place, scope, audience, client }
      return asksForReservedClaims(request, context.vendor) ? await reservedClaims(await user(), request, context) : {}
    },
  }
}

async function findUser(id: string, { stores }: Context<'users'>): Promise<User> {
  const user = await stores.users.findActive(id)
  if (user === undefined) throw new OAuthError('invalid_grant', 'The user is not active.')
  return user
}
