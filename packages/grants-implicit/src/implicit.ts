// The implicit flow: ID tokens, and access tokens beside them, straight from the authorization endpoint.
// https://openid.net/specs/openid-connect-core-1_0.html#ImplicitFlowAuth
import { define } from '@symbolon/core-protocol'
import type { AnyGrant, ResponseType } from '@symbolon/core-protocol'
import { checkImplicitRequest, grantType } from './check-implicit-request.ts'
import { authorizeImplicit } from './authorize-implicit.ts'

const responseTypes: readonly ResponseType<'clients'>[] = [
  responseType('id_token', ['id_token']),
  responseType('id_token token', ['access_token', 'id_token']),
]

/** @returns the response types `id_token` and `id_token token`; `token` alone is no OpenID Connect */
export function implicit(): AnyGrant {
  return define({
    kind: 'front_channel_grant',
    name: 'implicit grant',
    stores: ['clients'],
    // Discovery lists it although the token endpoint has no such grant. https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata
    metadata: { grant_types_supported: [grantType] },
    responseTypes,
  })
}

function responseType(name: string, tokens: readonly ('access_token' | 'id_token')[]): ResponseType<'clients'> {
  return {
    responseType: name,
    // Tokens never travel in a query. https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html#Combinations
    defaultResponseMode: 'fragment',
    check: checkImplicitRequest,
    respond: async (granted, context) => ({ authorization: await authorizeImplicit(granted, context), tokens }),
  }
}
