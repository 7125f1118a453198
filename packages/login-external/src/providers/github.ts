// GitHub, which supports OAuth 2.0 without OpenID Connect: there is no ID token and no nonce, so `state` and PKCE bind the response.
// https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
import * as openid from 'openid-client'
import * as v from 'valibot'
import { clockSkewOf } from '../client/clock-skew.ts'
import { orRefuse } from '../client/refusal.ts'
import type { ClientServices } from '../client/sign-in.ts'
import { ExternalSignInRefused } from '../identity/external-identity.ts'
import { identityFromClaims } from '../identity/from-claims.ts'
import { providerFacts } from './provider.ts'
import type { ExternalProvider, ProviderOptions } from './provider.ts'

/** Options of {@link github}. */
export interface GithubOptions extends ProviderOptions {
  readonly clientId: string
  readonly clientSecret: string
  /** The address of a GitHub Enterprise Server. Default: `https://github.com`. */
  readonly server?: string
}

/** https://docs.github.com/en/rest/users/users#get-the-authenticated-user */
const userSchema = v.object({
  // Numeric ids never change. A login can be given up and then taken by another user.
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  login: v.optional(v.unknown()),
  name: v.optional(v.unknown()),
  avatar_url: v.optional(v.unknown()),
})

/** https://docs.github.com/en/rest/users/emails#list-email-addresses-for-the-authenticated-user */
const emailsSchema = v.array(v.object({ email: v.unknown(), primary: v.boolean(), verified: v.boolean() }))

/**
 * Signs users in with GitHub accounts. The identity is the numeric id of the account. The address is the primary one, where GitHub has
 * verified it.
 *
 * @example github({ clientId: '…', clientSecret: '…' })
 * @throws TypeError `external_provider_id`
 */
export function github(options: GithubOptions): ExternalProvider {
  const { clientId, clientSecret, server = 'https://github.com' } = options
  const facts = providerFacts(options, { id: 'github', name: 'GitHub', brand: 'github' })
  const api = server === 'https://github.com' ? 'https://api.github.com' : `${server}/api/v3`

  function configure({ fetch, now }: ClientServices): openid.Configuration {
    const configuration = new openid.Configuration(
      {
        issuer: `${server}/login/oauth`,
        authorization_endpoint: `${server}/login/oauth/authorize`,
        token_endpoint: `${server}/login/oauth/access_token`,
      },
      clientId,
      { [openid.clockSkew]: clockSkewOf(now) },
      openid.ClientSecretPost(clientSecret),
    )
    configuration.timeout = 5
    configuration[openid.customFetch] = async (url, { body, ...init }) =>
      await fetch(url, { ...init, body: body instanceof URLSearchParams ? body : null })
    return configuration
  }

  return {
    ...facts,
    issuer: server,
    async start({ redirectUri, state, codeVerifier, maxAge, loginHint }, services) {
      return openid.buildAuthorizationUrl(configure(services), {
        redirect_uri: redirectUri,
        scope: 'read:user user:email',
        state,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(maxAge === undefined ? {} : { prompt: 'select_account' }),
        ...(loginHint === undefined ? {} : { login: loginHint }),
      })
    },
    async finish(response, { redirectUri, state, codeVerifier }, services) {
      const configuration = configure(services)
      const url = new URL(redirectUri)
      url.search = response.toString()
      // Errors come with the status 200 as well: without an access token, openid-client rejects the response.
      const tokens = await orRefuse(
        async () => await openid.authorizationCodeGrant(configuration, url, { expectedState: state, pkceCodeVerifier: codeVerifier }),
      )
      const get = async (path: string): Promise<unknown> => {
        const answer = await orRefuse(
          async () => await openid.fetchProtectedResource(configuration, tokens.access_token, new URL(`${api}${path}`), 'GET'),
        )
        if (answer.status !== 200) throw new ExternalSignInRefused('failed', `${path} was answered with ${answer.status}.`)
        return await orRefuse(async (): Promise<unknown> => await answer.json())
      }
      const user = read(userSchema, await get('/user'), '/user')
      const emails = read(emailsSchema, await get('/user/emails'), '/user/emails')
      const primary = emails.find((each) => each.primary)
      const claims = {
        preferred_username: user.login,
        name: user.name,
        picture: user.avatar_url,
        email: primary?.email,
        email_verified: primary?.verified,
      }
      return identityFromClaims(String(user.id), claims, { idpId: facts.id, idpName: facts.name })
    },
  }
}

function read<T>(schema: v.GenericSchema<unknown, T>, value: unknown, path: string): T {
  const result = v.safeParse(schema, value)
  if (!result.success) throw new ExternalSignInRefused('failed', `The answer of ${path} is malformed.`)
  return result.output
}
