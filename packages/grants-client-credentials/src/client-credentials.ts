// The client credentials grant: a service user obtains a token for itself with its secret. https://www.rfc-editor.org/rfc/rfc6749#section-4.4
import { authorizeServiceUser, checkNoOptions, define } from '@symbolon/core-protocol'
import type { AnyGrant, NoOptions } from '@symbolon/core-protocol'
import * as v from 'valibot'

/** @returns the grant `client_credentials`, for service users alone */
export function clientCredentials(...none: NoOptions): AnyGrant {
  checkNoOptions('clientCredentials', none)
  return define({
    kind: 'grant',
    name: 'client credentials grant',
    stores: ['clients', 'userGrants'],
    grantType: 'client_credentials',
    // Not `none`: "The client credentials grant type MUST only be used by confidential clients."
    clientAuthenticationMethods: ['client_secret_basic', 'client_secret_post'],
    // The subject of the token is a user, which an application is not.
    clientKinds: ['service_user'],
    parameters: v.object({ scope: v.optional(v.string()) }),
    authorize({ parameters: { scope }, client }, context) {
      // "A refresh token SHOULD NOT be included." https://www.rfc-editor.org/rfc/rfc6749#section-4.4.3
      return authorizeServiceUser({ client, scope, amr: 'pwd', tokens: ['access_token'] }, context)
    },
  })
}
