// `/.well-known/webauthn`: the other origins whose pages may use the passkeys of this RP ID. Browsers read it on the host of the RP ID.
// https://www.w3.org/TR/webauthn-3/#sctn-related-origins
import { define, json } from '@symbolon/core-protocol'
import type { AnyEndpoint } from '@symbolon/core-protocol'
import { expectedOrigins } from './options.ts'
import type { PasskeyOptions } from './options.ts'

/**
 * @param issuer the address of the provider
 * @param options the options of `passkey`
 * @returns the endpoint at the root of the host, if there are related origins
 * @throws TypeError with the code `passkey_related_origin` for one that is not an https origin
 * @example createProvider({ endpoints: [...relatedOrigins(issuer, options)], login: login({ ui, authenticators: [passkey(options)] }), … })
 */
export function relatedOrigins(issuer: string, options: PasskeyOptions): readonly AnyEndpoint[] {
  const [, ...origins] = expectedOrigins(issuer, options)
  if (origins.length === 0) return []
  return [
    define({
      kind: 'endpoint',
      takes: 'nothing',
      name: 'related origins of passkeys',
      path: '/.well-known/webauthn',
      beginsAt: 'host',
      methods: ['GET', 'HEAD'],
      stores: [],
      cors: 'any',
      handle: async () => json(200, { origins }, { 'cache-control': 'public, max-age=3600' }),
    }),
  ]
}
