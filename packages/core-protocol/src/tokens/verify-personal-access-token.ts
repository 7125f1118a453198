// Whether a personal access token counts now. https://www.rfc-editor.org/rfc/rfc6750: it is a bearer token like any other.
import { digest } from '../digest.ts'
import type { Context } from '../part.ts'
import type { PersonalAccessToken } from '../ports/personal-access-token.ts'
import type { User } from '../ports/user.ts'

export interface VerifiedPersonalAccessToken extends PersonalAccessToken {
  readonly user: User
}

/** @returns undefined for a token that does not count, whatever the reason */
export async function verifyPersonalAccessToken(
  token: string,
  context: Context<'personalAccessTokens' | 'users'>,
): Promise<VerifiedPersonalAccessToken | undefined> {
  const found = await context.stores.personalAccessTokens.find(await digest(token), context.now())
  if (found === undefined) return undefined
  const user = await context.stores.users.findActive(found.userId)
  return user === undefined || user.createdAt > found.createdAt ? undefined : { ...found, user }
}
