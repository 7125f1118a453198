// The refresh token grant, and the kind of token that it redeems. https://www.rfc-editor.org/rfc/rfc6749#section-6
import { define } from '@symbolon/core-protocol'
import type { AnyGrant } from '@symbolon/core-protocol'
import * as v from 'valibot'
import { issueRefreshToken } from './issue-refresh-token.ts'
import { refreshStores, rotateRefreshToken } from './rotate-refresh-token.ts'
import { readToken } from './token-form.ts'

const grantType = 'refresh_token'

const parameters = v.pipe(
  v.object({
    refresh_token: v.pipe(v.string(), v.nonEmpty()),
    scope: v.optional(v.string()),
  }),
  v.transform((wire) => ({ refreshToken: wire.refresh_token, scope: wire.scope })),
)

/** @returns the grant `refresh_token`, and refresh tokens for whichever grant is asked for `offline_access` */
export function refreshToken(): AnyGrant {
  return define({
    kind: 'grant',
    name: 'refresh token grant',
    stores: refreshStores,
    grantType,
    clientAuthenticationMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    metadata: { scopes_supported: ['offline_access'] },
    parameters,
    authorize: async ({ parameters: request, client }, context) => await rotateRefreshToken(request, client, context),
    tokenKinds: [{
      member: 'refresh_token',
      scope: 'offline_access',
      admits: (client) => client.grantTypes.includes(grantType),
      issue: issueRefreshToken,
      async find(token, context) {
        const presented = readToken(token)
        return presented === undefined ? undefined : await context.stores.refreshTokens.find(presented.family, context.now())
      },
    }],
  })
}
