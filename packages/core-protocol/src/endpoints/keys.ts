// The key set. https://www.rfc-editor.org/rfc/rfc7517#section-5, https://openid.net/specs/openid-connect-core-1_0.html#RotateSigKeys
// Clients are told for how long they may keep it: a new key is published for at least that time before it signs.
import { digest } from '../crypto/digest.ts'
import { matchesEntityTag } from '../http/entity-tag.ts'
import { prepared } from '../http/prepared.ts'
import { define } from '../contract/part.ts'
import type { AnyEndpoint } from '../contract/part.ts'

const documentOf = prepared((keySet: object) => {
  const body = JSON.stringify(keySet)
  return { body, etag: `"${digest(body)}"` }
})

export const keys: AnyEndpoint = define({
  kind: 'endpoint',
  name: 'key set',
  stores: [],
  path: '/oauth/v2/keys',
  methods: ['GET', 'HEAD'],
  member: 'jwks_uri',
  cors: 'any',

  async handle(request, { keys: { publicKeySet, policy } }) {
    const { body, etag } = documentOf(await publicKeySet())
    const fields = { 'cache-control': `public, max-age=${Math.floor(policy.maxAge / 1000)}, must-revalidate`, etag }
    if (matchesEntityTag(request.headers.get('if-none-match'), etag)) return { status: 304, fields, body: null }
    return { status: 200, fields: { 'content-type': 'application/json', ...fields }, body }
  },
})
