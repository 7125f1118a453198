// A device grant in small, written against the published packages: a device asks for a code, its user types the code on a page of the provider, and the
// device gets tokens. https://www.rfc-editor.org/rfc/rfc8628
import {
  authenticateClient,
  checkUnique,
  clientAuthenticationStores,
  define,
  digest,
  json,
  knownScopes,
  OAuthError,
  parseScope,
  projectAudience,
  readForm,
  StillPending,
} from '@symbolon/core-protocol'
import type { AnyEndpoint, AnyGrant, AnyPart } from '@symbolon/core-protocol'
import * as v from 'valibot'
import { newCode } from './code.ts'
import { pairingPage, pagePath } from './page.ts'
import { pairings } from './pairings.ts'

declare module '@symbolon/core-protocol' {
  interface OAuthErrorCodes {
    readonly authorization_pending: true
    readonly expired_token: true
  }
  interface ProviderMetadata {
    readonly device_authorization_endpoint?: string
  }
}

/** https://www.rfc-editor.org/rfc/rfc8628#section-3.4 */
export const grantType = 'urn:ietf:params:oauth:grant-type:device_code'
const lifetime = 300

/** Where devices ask for a code. The limits of client authentication count its requests, because it says what they carry (`takes`). */
const endpoint: AnyEndpoint = define({
  kind: 'endpoint',
  name: 'pairing endpoint',
  takes: 'client_authentication',
  path: '/acme/device_authorization',
  member: 'device_authorization_endpoint',
  methods: ['POST'],
  cors: 'none',
  stores: [...clientAuthenticationStores, 'pairings'],
  brings: [pairings],
  async handle(request, context) {
    const form = await readForm(request)
    checkUnique(form)
    const { parameters } = form
    const client = await authenticateClient(request, parameters, ['none', 'client_secret_basic'], context)
    if (!client.grantTypes.includes(grantType)) throw new OAuthError('unauthorized_client', 'The client may not pair devices.')
    const scope = parseScope(parameters['scope'] ?? '')
    if (!scope.includes('openid')) throw new OAuthError('invalid_scope', 'The scope must contain openid.')
    const [deviceCode, code] = [context.randomToken(), newCode(context.randomToken)]
    await context.stores.pairings.insert({
      digest: digest(deviceCode),
      codeDigest: context.sealing.derive('pairing code', code),
      clientId: client.clientId,
      scope: (await knownScopes(scope, context)).join(' '),
      expiresAt: context.now() + lifetime * 1000,
    })
    const page = context.issuer + pagePath
    return json(200, { device_code: deviceCode, user_code: code, verification_uri: page, expires_in: lifetime, interval: 5 })
  },
})

/** What the token endpoint does for the grant. The client is authenticated before, and the tokens are made after. */
const grant: AnyGrant = define({
  kind: 'grant',
  name: 'pairing grant',
  grantType,
  clientAuthenticationMethods: ['none', 'client_secret_basic'],
  stores: ['clients', 'pairings', 'users'],
  brings: [pairings],
  parameters: v.object({ device_code: v.pipe(v.string(), v.nonEmpty()) }),
  async authorize({ parameters: { device_code: deviceCode }, client }, context) {
    const found = await context.stores.pairings.find(digest(deviceCode))
    if (found === undefined || found.clientId !== client.clientId || found.redeemed === true)
      throw new OAuthError('invalid_grant', 'The device_code is invalid or was used before.')
    if (found.denied === true) throw new OAuthError('access_denied', 'The user denied the request.')
    if (found.expiresAt <= context.now()) throw new OAuthError('expired_token', 'The device_code has expired.')
    if (found.userId === undefined) throw new StillPending('authorization_pending', 'The user has not decided yet.')
    const scope = found.scope.split(' ')
    return {
      id: context.randomToken().slice(0, 22),
      client,
      subject: found.userId,
      scope,
      audience: projectAudience(client, scope, context),
      redeems: { kind: 'pairing', digest: found.digest, clientId: client.clientId, now: context.now() },
    }
  },
})

/** @returns the parts of the protocol: `createProvider({ parts: [...pairing()], … })` */
export function pairing(): readonly AnyPart[] {
  return [endpoint, grant, pairingPage]
}
