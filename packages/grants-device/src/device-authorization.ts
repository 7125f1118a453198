// The device authorization endpoint: a device asks for a code, which its user types in a browser elsewhere.
// https://www.rfc-editor.org/rfc/rfc8628#section-3.1
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
  readForm,
  siteNetworkAt,
  TooManyRequests,
  twoFactorsOf,
  withoutEmpty,
} from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, Client, HttpRequest, Parameters, RequestContext } from '@symbolon/core-protocol'
import { deviceGrantType, clientAuthenticationMethods } from './grant-type.ts'
import { pollInterval } from './poll-clock.ts'
import { describeDevice } from './request-origin.ts'
import type { WaitingRoom } from './store/port.ts'
import { deviceAuthorizations } from './store/sql.ts'
import { generateUserCode, showUserCode, userCodeDigest } from './user-code.ts'
import { shortPath } from './paths.ts'

const stores = [...clientAuthenticationStores, 'deviceAuthorizations'] as const
type DeviceContext = RequestContext<(typeof stores)[number]>

/** Seconds that a code lives. A longer life serves attackers who send codes to other people. */
const lifetime = 300

/** Any program can send requests in the name of a public client. */
const room: WaitingRoom = { perClient: 10, perNetwork: 50, all: 10_000 }

/** Two codes are equal once in 2.56e10 pairs. */
const mostTries = 5

/** The endpoint where devices begin. */
export const deviceAuthorizationEndpoint: AnyEndpoint = define({
  kind: 'endpoint',
  takes: 'client_authentication',
  name: 'device authorization endpoint',
  stores,
  brings: [deviceAuthorizations],
  path: '/oauth/v2/device_authorization',
  methods: ['POST'],
  member: 'device_authorization_endpoint',
  cors: 'registered',
  handle: async (request, context, origin) => await beginAuthorization(request, { ...context, ...origin }),
})

/** @throws OAuthError as the token endpoint: https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
async function beginAuthorization(request: HttpRequest, context: DeviceContext): Promise<Answer> {
  const form = await readForm(request)
  checkUnique(form)
  const { parameters } = withoutEmpty(form)
  const client = await authenticateClient(request, parameters, clientAuthenticationMethods, context)
  checkClient(client)
  const scope = await scopeOf(parameters, context)
  const deviceCode = context.randomToken()
  const userCode = await store({ deviceCode, client, scope, parameters }, request, context)
  context.log.info('device_authorization_begun', { clientId: client.clientId })
  const verificationUri = context.issuer + shortPath
  return json(200, {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: verificationUri,
    verification_uri_complete: `${verificationUri}?user_code=${userCode}`,
    expires_in: lifetime,
    interval: pollInterval,
  })
}

/** @throws OAuthError unauthorized_client */
function checkClient({ grantTypes, kind }: Client): void {
  if (kind === 'service_user' || !grantTypes.includes(deviceGrantType))
    throw new OAuthError('unauthorized_client', 'The client may not use the device authorization grant.')
}

/** Unknown scopes are dropped, as at the authorization endpoint. @throws OAuthError invalid_request, invalid_scope */
async function scopeOf(parameters: Parameters, context: DeviceContext): Promise<readonly string[]> {
  const { scope: text } = parameters
  if (text === undefined) throw new OAuthError('invalid_request', 'The scope is missing.')
  const scope = parseScope(text)
  if (!scope.includes('openid')) throw new OAuthError('invalid_scope', 'The scope must contain openid.')
  return await knownScopes(scope, context)
}

/** What is asked for. */
interface Asked {
  readonly deviceCode: string
  readonly client: Client
  readonly scope: readonly string[]
  readonly parameters: Parameters
}

/** @returns the user code as it is shown. @throws TooManyRequests while too many requests of the network wait */
async function store({ deviceCode, client, scope, parameters }: Asked, request: HttpRequest, context: DeviceContext): Promise<string> {
  const now = context.now()
  for (let tries = 0; tries < mostTries; tries++) {
    const userCode = generateUserCode(context)
    const outcome = await context.stores.deviceAuthorizations.insert(
      {
        digest: digest(deviceCode),
        userCodeDigest: userCodeDigest(userCode, context),
        clientId: client.clientId,
        scope,
        twoFactors: twoFactorsOf(parameters['acr_values'], undefined, []) !== undefined,
        source: siteNetworkAt(context.remoteAddress),
        device: describeDevice(request, context),
        createdAt: now,
        expiresAt: now + lifetime * 1000,
      },
      room,
    )
    if (outcome === 'stored') return showUserCode(userCode)
    if (outcome === 'full') throw new TooManyRequests(lifetime)
  }
  throw new Error(`${mostTries} user codes in a row were taken.`)
}
