// The JWT profile grant: a service user gets tokens for itself with an assertion that it signed.
// https://www.rfc-editor.org/rfc/rfc7523#section-2.1
import { authorizeServiceUser, defineGrant } from '@symbolon/core-protocol'
import type { AnyGrant } from '@symbolon/core-protocol'
import * as v from 'valibot'
import { verifyGrantAssertion } from './verify-grant-assertion.ts'

const required = (name: string) => v.pipe(v.string(`The ${name} is missing.`), v.nonEmpty(`The ${name} is missing.`))

/** @returns the grant `urn:ietf:params:oauth:grant-type:jwt-bearer`, for service users alone */
export function jwtProfile(): AnyGrant {
  return defineGrant({
    name: 'JWT profile grant',
    stores: ['assertionIds', 'clients', 'userGrants'],
    grantType: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    // The assertion says who asks, and proves it.
    clientAuthenticationMethods: [],
    parameters: v.object({ assertion: required('assertion'), scope: required('scope') }),
    async authorize({ parameters: { assertion, scope } }, context) {
      const client = await verifyGrantAssertion(assertion, context)
      // Whoever can sign an assertion needs no refresh token. https://www.rfc-editor.org/rfc/rfc7521#section-4.1
      return await authorizeServiceUser({ client, scope, amr: 'pop', tokens: ['access_token', 'id_token'] }, context)
    },
  })
}
