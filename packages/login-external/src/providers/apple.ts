// Apple. https://developer.apple.com/documentation/signinwithapple
import { signEs256 } from '../client/sign-es256.ts'
import { oidcClient } from '../client/oidc-client.ts'
import type { Claims } from '../identity/from-claims.ts'
import { providerFacts } from './provider.ts'
import type { ExternalProvider, ProviderOptions } from './provider.ts'

/** Options of {@link apple}. */
export interface AppleOptions extends ProviderOptions {
  /** The identifier of the Services ID. */
  readonly clientId: string
  readonly teamId: string
  readonly keyId: string
  /** The private key of Sign in with Apple: the text of the `.p8` file. */
  readonly privateKey: string
}

const issuer = 'https://appleid.apple.com'
/** Seconds that a client secret is valid. It is made for each call. */
const secretLifetime = 300

/**
 * Signs users in with Apple accounts. Apple posts its response, and sends the name at the first sign-in only, unsigned.
 *
 * @example apple({ clientId: 'com.example.web', teamId: '…', keyId: '…', privateKey: '-----BEGIN PRIVATE KEY-----…' })
 * @throws TypeError `external_provider_id`
 */
export function apple(options: AppleOptions): ExternalProvider {
  const { clientId, teamId, keyId, privateKey } = options
  const facts = providerFacts(options, { id: 'apple', name: 'Apple', brand: 'apple' })
  const client = oidcClient(
    {
      issuer,
      clientId,
      // https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
      async clientSecret({ now }) {
        const iat = Math.floor(now() / 1000)
        return await signEs256(privateKey, keyId, { iss: teamId, iat, exp: iat + secretLifetime, aud: issuer, sub: clientId })
      },
      scopes: ['openid', 'email', 'name'],
      // Apple sends name and address in no other mode.
      responseMode: 'form_post',
      reauthentication: {},
      userinfo: false,
      unsignedClaims: nameOf,
    },
    { idpId: facts.id, idpName: facts.name },
  )
  return { ...facts, ...client }
}

/** The form field `user`: a JSON object with the name. It is not signed, and is shown to the user alone. */
function nameOf(response: URLSearchParams): Claims {
  const user = response.get('user')
  if (user === null || user.length > 2000) return {}
  try {
    const { name }: { readonly name?: { readonly firstName?: unknown; readonly lastName?: unknown } } = JSON.parse(user)
    return { given_name: name?.firstName, family_name: name?.lastName }
  } catch {
    return {}
  }
}
