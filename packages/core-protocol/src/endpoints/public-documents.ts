// The discovery document and the key set. https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig,
// https://www.rfc-editor.org/rfc/rfc7517#section-5, https://openid.net/specs/openid-connect-core-1_0.html#RotateSigKeys
// The response states how long clients may cache the key set: a new key is published for at least that time before it signs.
import { define } from '../contract/part.ts'
import type { AnyEndpoint } from '../contract/part.ts'
import type { Registry } from '../contract/registry.ts'
import { digest } from '../crypto/digest.ts'
import type { Answer } from '../http/responses.ts'
import { oncePerValue } from '../memory/once-per-value.ts'

/** Which members are required, also where they are empty. Without `grant_types_supported` a client would expect two grants. */
const requiredLists: readonly string[] = ['grant_types_supported', 'response_types_supported']

/** "Claims with zero elements MUST be omitted from the response." https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationResponse */
const discoveryDocumentOf = oncePerValue((metadata: object) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(metadata).filter(([name, value]) => !Array.isArray(value) || value.length > 0 || requiredLists.includes(name)),
    ),
  ),
)

/** The discovery document: the union of what the composed parts declare. */
export const discovery: AnyEndpoint = define({
  kind: 'endpoint',
  takes: 'nothing',
  name: 'discovery',
  stores: [],
  path: '/.well-known/openid-configuration',
  methods: ['GET', 'HEAD'],
  cors: 'any',

  handle: async (_request, { registry }) => discoveryAnswer(registry),
})

/**
 * The same document where RFC 8414 puts it. For an issuer with a path, "the well-known URI string" goes "between the host component and the path
 * component". https://www.rfc-editor.org/rfc/rfc8414#section-3.1
 * @param path that of the issuer, such as `/auth`; empty for none
 */
export function authorizationServerMetadata(path: string): AnyEndpoint {
  if (typeof path !== 'string')
    throw Object.assign(
      new TypeError('authorizationServerMetadata() takes the path of the issuer. createProvider() composes it by itself.'),
      {
        code: 'option_missing',
      },
    )
  return define({
    kind: 'endpoint',
    takes: 'nothing',
    name: 'authorization server metadata',
    stores: [],
    path: `/.well-known/oauth-authorization-server${path}`,
    beginsAt: 'host',
    methods: ['GET', 'HEAD'],
    cors: 'any',
    handle: async (_request, { registry }) => discoveryAnswer(registry),
  })
}

function discoveryAnswer({ metadata }: Registry): Answer {
  return {
    status: 200,
    fields: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
    body: discoveryDocumentOf(metadata),
  }
}

const keySetDocumentOf = oncePerValue((keySet: object) => {
  const body = JSON.stringify(keySet)
  return { body, etag: `"${digest(body)}"` }
})

/** The key set, as a JWK Set. */
export const keys: AnyEndpoint = define({
  kind: 'endpoint',
  takes: 'nothing',
  name: 'key set',
  stores: [],
  path: '/oauth/v2/keys',
  methods: ['GET', 'HEAD'],
  member: 'jwks_uri',
  cors: 'any',

  async handle(request, { keys: { publicKeySet, policy } }) {
    const { body, etag } = keySetDocumentOf(await publicKeySet())
    const fields = { 'cache-control': `public, max-age=${Math.floor(policy.maxAge / 1000)}, must-revalidate`, etag }
    if (matchesEntityTag(request.header('if-none-match'), etag)) return { status: 304, fields, body: null }
    return { status: 200, fields: { 'content-type': 'application/json', ...fields }, body }
  },
})

/**
 * Whether the client's copy is current. https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 * @param ifNoneMatch the header's value: `*`, or a list of entity tags
 */
function matchesEntityTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  // Compared weakly: a proxy that compresses turns our tag into a weak one. #section-8.8.3.2
  return ifNoneMatch.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag)
}
