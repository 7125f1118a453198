// The key set. https://www.rfc-editor.org/rfc/rfc7517#section-5, https://openid.net/specs/openid-connect-core-1_0.html#RotateSigKeys
import { defineEndpoint } from '../part.ts'
import type { AnyEndpoint } from '../part.ts'

export const keys: AnyEndpoint = defineEndpoint({
  name: 'key set',
  stores: [],
  path: '/oauth/v2/keys',
  methods: ['GET', 'HEAD'],
  member: 'jwks_uri',
  cors: 'any',

  async handle(_request, context) {
    return new Response(JSON.stringify(await context.keys.publicKeySet()), {
      headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300, must-revalidate' },
    })
  },
})
