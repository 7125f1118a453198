// Google. https://developers.google.com/identity/openid-connect/openid-connect
import { oidcClient } from '../client/oidc-client.ts'
import { ExternalSignInRefused } from '../identity/external-identity.ts'
import type { Claims } from '../identity/from-claims.ts'
import { providerFacts } from './provider.ts'
import type { ExternalProvider, ProviderOptions } from './provider.ts'

/** Options of {@link google}. */
export interface GoogleOptions extends ProviderOptions {
  readonly clientId: string
  readonly clientSecret: string
  /** The domain of a Google Workspace organization, such as `acme.example`: only its accounts may sign in. */
  readonly hostedDomain?: string
  /** Default: `openid`, `email`, `profile`. */
  readonly scopes?: readonly string[]
}

/**
 * Signs users in with Google accounts. The identity is the claim `sub`.
 *
 * @example google({ clientId: '….apps.googleusercontent.com', clientSecret: '…' })
 * @throws TypeError `external_provider_id`
 */
export function google(options: GoogleOptions): ExternalProvider {
  const { clientId, clientSecret, hostedDomain, scopes = ['openid', 'email', 'profile'] } = options
  const facts = providerFacts(options, { id: 'google', name: 'Google', brand: 'google' })
  const client = oidcClient(
    {
      issuer: 'https://accounts.google.com',
      clientId,
      clientSecret: async () => clientSecret,
      scopes,
      responseMode: 'query',
      ...(hostedDomain === undefined ? {} : { parameters: { hd: hostedDomain } }),
      // Google knows neither `login` nor `max_age`.
      reauthentication: { prompt: 'select_account' },
      userinfo: false,
      checkClaims(claims) {
        // The parameter only fills in the page: the user can remove it from the URL.
        if (hostedDomain !== undefined && claims['hd'] !== hostedDomain) {
          throw new ExternalSignInRefused('wrong_tenant', 'The claim hd is not the configured domain.')
        }
      },
      isEmailVerified: isAuthoritative,
    },
    { idpId: facts.id, idpName: facts.name },
  )
  return { ...facts, ...client }
}

/**
 * Google is authoritative for addresses of Gmail and of Workspace domains. For other addresses it only knows that the user once received mail there.
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
function isAuthoritative({ email, email_verified: verified, hd }: Claims): boolean {
  return verified === true && typeof email === 'string' && (email.toLowerCase().endsWith('@gmail.com') || typeof hd === 'string')
}
