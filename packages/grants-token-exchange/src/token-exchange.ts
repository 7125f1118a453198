// The token exchange grant. https://www.rfc-editor.org/rfc/rfc8693#section-2.1
import { checkNoOptions, define, OAuthError } from '@symbolon/core-protocol'
import type { AnyGrant, NoOptions } from '@symbolon/core-protocol'
import * as v from 'valibot'
import { authorizeExchange } from './authorize-exchange.ts'
import { exchangeStores } from './exchange-context.ts'
import { exchangeHolders } from './exchange-holders.ts'

/**
 * "Parameters sent without a value MUST be treated as if they were omitted from the request".
 * https://www.rfc-editor.org/rfc/rfc6749#section-3.2
 */
const optionalText = v.pipe(
  v.optional(v.string()),
  v.transform((text) => (text === '' ? undefined : text)),
)
const optionalTexts = v.pipe(
  v.optional(v.array(v.string()), []),
  v.transform((texts) => texts.filter((text) => text !== '')),
)

const parameters = v.pipe(
  v.object({
    subject_token: v.pipe(v.string(), v.nonEmpty()),
    subject_token_type: v.pipe(v.string(), v.nonEmpty()),
    actor_token: optionalText,
    actor_token_type: optionalText,
    requested_token_type: optionalText,
    scope: optionalText,
    audience: optionalTexts,
    resource: optionalTexts,
  }),
  v.transform((wire) => ({
    subjectToken: wire.subject_token,
    subjectTokenType: wire.subject_token_type,
    actorToken: wire.actor_token,
    actorTokenType: wire.actor_token_type,
    requestedTokenType: wire.requested_token_type,
    scope: wire.scope,
    audience: wire.audience,
    resource: wire.resource,
  })),
)

/**
 * @returns the grant `urn:ietf:params:oauth:grant-type:token-exchange`. It depends on the feature `oidcTokenExchange`, which is off until
 *   an owner of the instance turns it on. If the storage has no features, it is on.
 */
export function tokenExchange(...none: NoOptions): AnyGrant {
  checkNoOptions('tokenExchange', none)
  return define({
    kind: 'grant',
    name: 'token exchange grant',
    feature: 'oidcTokenExchange',
    stores: exchangeStores,
    grantType: 'urn:ietf:params:oauth:grant-type:token-exchange',
    clientAuthenticationMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    repeatable: ['audience', 'resource'],
    parameters,
    authorize: async ({ parameters: request, client }, context) => await authorizeExchange(request, client, context),
    // https://www.rfc-editor.org/rfc/rfc8693#section-2.2.2: invalid_request for every invalid token.
    refuse: async ({ reason }) =>
      reason instanceof OAuthError ? reason : new OAuthError('invalid_request', 'The subject_token is invalid.', 'used before'),
    tokenOrigin: { holders: exchangeHolders },
  })
}
