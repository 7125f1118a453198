// The discovery document, folded from what the composed parts declare. https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig
import { defineEndpoint } from '../part.ts'
import type { AnyEndpoint } from '../part.ts'

export const discovery: AnyEndpoint = defineEndpoint({
  name: 'discovery',
  stores: [],
  path: '/.well-known/openid-configuration',
  methods: ['GET', 'HEAD'],
  cors: 'any',

  async handle(_request, context) {
    return new Response(JSON.stringify(context.registry.metadata), {
      headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
    })
  },
})
