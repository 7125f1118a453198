// Whether an access token counts now: ours, not expired, not revoked, and everything it hangs on is still active.
import { digest } from '../digest.ts'
import { InvalidJwt, singleAudience, verifyJwt } from '../jwt/verify-jwt.ts'
import type { Context } from '../part.ts'
import type { Client } from '../ports/client.ts'
import type { User } from '../ports/user.ts'
import { accessTokenType, opaqueAccessTokenPrefix, readTokenId, userinfoClaimsMember } from './access-token.ts'

export interface VerifiedAccessToken {
  readonly id: string
  readonly client: Client
  readonly user: User
  readonly scope: readonly string[]
  readonly audience: readonly string[]
  readonly userinfoClaims: readonly string[]
  readonly sessionId: string | undefined
  /** Milliseconds since the epoch. */
  readonly issuedAt: number
  readonly expiresAt: number
}

interface TokenFacts extends Omit<VerifiedAccessToken, 'client' | 'user'> {
  readonly authorizationId: string
  readonly clientId: string
  readonly subject: string
}

type VerificationContext = Context<'accessTokens' | 'clients' | 'revocations' | 'users'>

/** @returns undefined for a token that does not count, whatever the reason */
export async function verifyAccessToken(token: string, context: VerificationContext): Promise<VerifiedAccessToken | undefined> {
  const facts = token.startsWith(opaqueAccessTokenPrefix) ? await findOpaque(token, context) : await readJwt(token, context)
  if (facts === undefined || context.now() >= facts.expiresAt) return undefined
  const ends = [facts.id, facts.authorizationId, ...(facts.sessionId === undefined ? [] : [facts.sessionId])]
  const [revoked, client, user] = await Promise.all([
    context.stores.revocations.includesAny(ends),
    context.stores.clients.find(facts.clientId),
    context.stores.users.findActive(facts.subject),
  ])
  if (revoked || client === undefined || user === undefined) return undefined
  // A client or a user that was removed and made again under the same id does not inherit tokens.
  if (client.createdAt > facts.issuedAt || user.createdAt > facts.issuedAt) return undefined
  return { ...facts, client, user }
}

async function findOpaque(token: string, context: VerificationContext): Promise<TokenFacts | undefined> {
  const row = await context.stores.accessTokens.find(await digest(token))
  return row === undefined ? undefined : { ...row, userinfoClaims: row.userinfoClaims ?? [], sessionId: row.sessionId }
}

async function readJwt(token: string, context: VerificationContext): Promise<TokenFacts | undefined> {
  try {
    const { payload } = await verifyJwt(token, {
      types: [accessTokenType],
      now: context.now(),
      keys: async (kid) => {
        const key = kid === undefined ? undefined : await context.keys.verificationKey(kid)
        return key === undefined ? [] : [key]
      },
    })
    const { jti, sub, client_id: clientId, aud, sid, scope } = payload
    const userinfoClaims = payload[userinfoClaimsMember(context.vendor)]
    if (payload['iss'] !== context.issuer || typeof jti !== 'string' || typeof sub !== 'string' || typeof clientId !== 'string') return undefined
    const issue = readTokenId(jti)
    if (issue === undefined || typeof scope !== 'string') return undefined
    return {
      ...issue,
      id: jti,
      clientId,
      subject: sub,
      scope: scope.split(' '),
      audience: Array.isArray(aud) ? aud.filter((each) => typeof each === 'string') : [singleAudience(payload) ?? ''],
      userinfoClaims: Array.isArray(userinfoClaims) ? userinfoClaims.filter((each) => typeof each === 'string') : [],
      sessionId: typeof sid === 'string' ? sid : undefined,
      expiresAt: payload.exp * 1000,
    }
  } catch (error) {
    if (error instanceof InvalidJwt) return undefined
    throw error
  }
}
