// The discovery document, folded from what the composed parts declare. https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig
import { prepared } from '../http/prepared.ts'
import { define } from '../contract/part.ts'
import type { AnyEndpoint } from '../contract/part.ts'

const documentOf = prepared((metadata: object) => JSON.stringify(metadata))

export const discovery: AnyEndpoint = define({
  kind: 'endpoint',
  name: 'discovery',
  stores: [],
  path: '/.well-known/openid-configuration',
  methods: ['GET', 'HEAD'],
  cors: 'any',

  async handle(_request, context) {
    return {
      status: 200,
      fields: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
      body: documentOf(context.registry.metadata),
    }
  },
})
