// The authorization code grant, and the response type `code` that it redeems.
// https://www.rfc-editor.org/rfc/rfc6749#section-4.1, https://openid.net/specs/openid-connect-core-1_0.html#CodeFlowAuth
import { define } from '@symbolon/core-protocol'
import type { AnyGrant } from '@symbolon/core-protocol'
import * as v from 'valibot'
import { issueAuthorizationCode } from './issue-authorization-code.ts'
import { demandCodeChallenge } from './pkce.ts'
import { redeemAuthorizationCode, redemptionStores } from './redeem-authorization-code.ts'

const parameters = v.pipe(
  v.object({
    code: v.pipe(v.string(), v.nonEmpty()),
    redirect_uri: v.pipe(v.string(), v.nonEmpty()),
    // https://www.rfc-editor.org/rfc/rfc7636#section-4.1
    code_verifier: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9\-._~]{43,128}$/))),
  }),
  v.transform((wire) => ({ code: wire.code, redirectUri: wire.redirect_uri, codeVerifier: wire.code_verifier })),
)

/** @returns the grant `authorization_code` with the response type `code`, PKCE with S256 included */
export function authorizationCode(): AnyGrant {
  return define({
    kind: 'grant',
    name: 'authorization code grant',
    stores: redemptionStores,
    grantType: 'authorization_code',
    clientAuthenticationMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    metadata: { code_challenge_methods_supported: ['S256'] },
    parameters,
    authorize: async ({ parameters: redemption, client }, context) => await redeemAuthorizationCode(redemption, client, context),
    responseTypes: [{
      responseType: 'code',
      defaultResponseMode: 'query',
      check: demandCodeChallenge,
      respond: issueAuthorizationCode,
    }],
  })
}
