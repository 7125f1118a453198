// The JWT profile grant: a service user obtains tokens for itself with an assertion that it signed. Every failure is the same
// `invalid_grant`. https://www.rfc-editor.org/rfc/rfc7523#section-2.1, #section-3.1
import {
  assertionIssuer,
  authorizeServiceUser,
  checkNoOptions,
  define,
  findClient,
  InvalidJwt,
  OAuthError,
  verifyAssertion,
} from '@symbolon/core-protocol'
import type { AnyGrant, Client, Context, NoOptions, OneTimeUse, VerifiedAssertion } from '@symbolon/core-protocol'
import * as v from 'valibot'

/** @returns the grant `urn:ietf:params:oauth:grant-type:jwt-bearer`, for service users alone */
export function jwtProfile(...none: NoOptions): AnyGrant {
  checkNoOptions('jwtProfile', none)
  return define({
    kind: 'grant',
    name: 'JWT profile grant',
    stores: ['clients', 'userGrants'],
    grantType: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    // The assertion identifies and authenticates the client.
    clientAuthenticationMethods: [],
    parameters: v.object({ assertion: v.pipe(v.string(), v.nonEmpty()), scope: v.optional(v.string()) }),
    async authorize({ parameters: { assertion, scope: parameter } }, context) {
      const { client, scope: claim, use } = await verifyGrantAssertion(assertion, context)
      // golang.org/x/oauth2 and Google's libraries write the scope into the assertion, and send no parameter.
      const scope = parameter ?? claim
      // A client that can sign an assertion needs no refresh token. https://www.rfc-editor.org/rfc/rfc7521#section-4.1
      const authorization = await authorizeServiceUser({ client, scope, amr: 'pop', tokens: ['access_token', 'id_token'] }, context)
      return use === undefined ? authorization : { ...authorization, uses: [use] }
    },
    refuse: async ({ reason }) => (reason instanceof OAuthError ? reason : refused('the assertion was used before')),
  })
}

/** A valid assertion of a service user. */
export interface GrantAssertion {
  /** The active service user that signed it. */
  readonly client: Client
  /** The scope that it asks for, if it names one. */
  readonly scope: string | undefined
  /** What may be used once. */
  readonly use: OneTimeUse | undefined
}

/** @throws OAuthError invalid_grant, and invalid_scope for a claim `scope` that is not a string */
export async function verifyGrantAssertion(assertion: string, context: Context<'clients'>): Promise<GrantAssertion> {
  const client = await findClient(assertionIssuer(assertion), context)
  // An app's key is for client authentication: it stands for the app, not for a user. https://www.rfc-editor.org/rfc/rfc8725#section-3.12
  if (client?.kind !== 'service_user') throw refused('the issuer is not an active service user')
  const { scope, use } = await verify(assertion, client, context)
  if (scope !== undefined && typeof scope !== 'string')
    throw new OAuthError('invalid_scope', 'The scope is malformed.', 'the claim of the assertion')
  return { client, scope: scope === '' ? undefined : scope, use }
}

async function verify(assertion: string, client: Client, context: Context<'clients'>): Promise<VerifiedAssertion> {
  try {
    return await verifyAssertion(assertion, client, 'grant', context)
  } catch (error) {
    if (error instanceof InvalidJwt) throw refused(error.message)
    throw error
  }
}

/** One text for all reasons: it must not reveal which users exist. The reason goes to the log. */
function refused(reason: string): OAuthError {
  return new OAuthError('invalid_grant', 'The assertion is not valid.', reason)
}
