// The JWT profile grant: a service user gets tokens for itself with an assertion that it signed.
// https://www.rfc-editor.org/rfc/rfc7523#section-2.1
import { authorizeServiceUser, define } from '@symbolon/core-protocol'
import type { AnyGrant } from '@symbolon/core-protocol'
import * as v from 'valibot'
import { verifyGrantAssertion } from './verify-grant-assertion.ts'

/** @returns the grant `urn:ietf:params:oauth:grant-type:jwt-bearer`, for service users alone */
export function jwtProfile(): AnyGrant {
  return define({
    kind: 'grant',
    name: 'JWT profile grant',
    stores: ['assertionIds', 'clients', 'userGrants'],
    grantType: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    // The assertion says who asks, and proves it.
    clientAuthenticationMethods: [],
    parameters: v.object({ assertion: v.pipe(v.string(), v.nonEmpty()), scope: v.optional(v.string()) }),
    async authorize({ parameters: { assertion, scope: parameter } }, context) {
      const { client, scope: claim } = await verifyGrantAssertion(assertion, context)
      // golang.org/x/oauth2 and Google's libraries write the scope into the assertion, and send no parameter.
      const scope = parameter ?? claim
      // Whoever can sign an assertion needs no refresh token. https://www.rfc-editor.org/rfc/rfc7521#section-4.1
      return await authorizeServiceUser({ client, scope, amr: 'pop', tokens: ['access_token', 'id_token'] }, context)
    },
  })
}
