// The refresh token grant, and the kind of token that it redeems. https://www.rfc-editor.org/rfc/rfc6749#section-1.5, #section-6
import { checkNoOptions, define } from '@symbolon/core-protocol'
import type { AnyGrant, Authorization, Context, NewRefreshToken, NoOptions } from '@symbolon/core-protocol'
import * as v from 'valibot'
import { authorizeRefresh, idleUntil, refreshStores, refuseRefresh } from './authorize-refresh.ts'
import { firstToken, readToken } from './token-form.ts'

const grantType = 'refresh_token'

/** The number of families of one user at one client. When a new one exceeds it, the family that was unused for longest is removed. */
export const familiesOfUser = 1000

const parameters = v.pipe(
  v.object({
    refresh_token: v.pipe(v.string(), v.nonEmpty()),
    scope: v.optional(v.string()),
  }),
  v.transform((wire) => ({ refreshToken: wire.refresh_token, scope: wire.scope })),
)

/** @returns the grant `refresh_token`, and refresh tokens for whichever grant is asked for `offline_access` */
export function refreshToken(...none: NoOptions): AnyGrant {
  checkNoOptions('refreshToken', none)
  return define({
    kind: 'grant',
    name: 'refresh token grant',
    stores: refreshStores,
    grantType,
    clientAuthenticationMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    metadata: { scopes_supported: ['offline_access'] },
    parameters,
    authorize: async ({ parameters: request, client }, context) => await authorizeRefresh(request, client, context),
    refuse: refuseRefresh,
    tokenKinds: [
      {
        member: 'refresh_token',
        scope: 'offline_access',
        admits: (client) => client.grantTypes.includes(grantType),
        make: makeRefreshToken,
        async find(token, context) {
          const presented = readToken(token)
          return presented === undefined ? undefined : await context.stores.refreshTokens.find(presented.family, context.now())
        },
      },
    ],
  })
}

/**
 * Makes the first token of a family.
 * @returns the token, and the row that core stores: it holds the digest of the token alone
 * @throws TypeError when `randomToken` of the context does not return 256 bits as base64url
 */
export function makeRefreshToken(
  authorization: Authorization,
  context: Context,
): { readonly token: string; readonly row: NewRefreshToken } {
  const { authentication, claims, actor, origin, offlineUntil, validity } = authorization
  const token = firstToken(context)
  const named = readToken(token)
  if (named === undefined) throw new TypeError('randomToken gave no 256 bits of base64url.')
  const issuedAt = context.now()
  const endsAt = Math.min(issuedAt + context.lifetimes.refreshToken * 1000, offlineUntil ?? Infinity)
  const family = {
    id: named.family,
    authorizationId: authorization.id,
    clientId: authorization.client.clientId,
    subject: authorization.subject,
    scope: authorization.scope,
    audience: authorization.audience,
    ...(authentication === undefined ? {} : { authentication }),
    ...(claims === undefined ? {} : { claims }),
    ...(actor === undefined ? {} : { actor }),
    ...(origin === undefined ? {} : { origin }),
    ...(validity === undefined ? {} : { validity }),
    issuedAt,
    endsAt,
  }
  return { token, row: { family, digest: named.digest, expiresAt: idleUntil(endsAt, context), familiesKept: familiesOfUser } }
}
