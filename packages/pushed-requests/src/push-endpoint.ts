// The pushed authorization request endpoint. https://www.rfc-editor.org/rfc/rfc9126#section-2
import {
  authenticateClient,
  BodyTooLarge,
  checkAuthorizationRequest,
  checkUnique,
  clientAuthenticationStores,
  define,
  digest,
  errorAnswer,
  json,
  OAuthError,
  readForm,
  restartWindow,
  withoutEmpty,
} from '@symbolon/core-protocol'
import type { AnyEndpoint, AuthorizationRequest, Client, ClientAuthenticationMethod, Context, HttpRequest } from '@symbolon/core-protocol'
import { referencePrefix, sourceName } from './request-source.ts'
import { pushedRequestStore } from './sql-store.ts'

const stores = [...clientAuthenticationStores, 'pushedRequests'] as const
type PushContext = Context<(typeof stores)[number]>

/** Confidential clients only: others could fill the store without a secret. */
const methods: readonly ClientAuthenticationMethod[] = ['client_secret_basic', 'client_secret_post', 'private_key_jwt']

/** Bytes that all pushed requests take together: about 40,000 usual ones. */
const spaceLimit = 64 * 1024 * 1024

/** The endpoint that receives requests. */
export function pushEndpoint({ lifetime, required }: { readonly lifetime: number; readonly required: boolean }): AnyEndpoint {
  return define({
    kind: 'endpoint',
    takes: 'client_authentication',
    name: 'pushed authorization request endpoint',
    stores,
    brings: [pushedRequestStore],
    path: '/oauth/v2/par',
    methods: ['POST'],
    member: 'pushed_authorization_request_endpoint',
    // A caller needs a secret, which a web page cannot keep.
    cors: 'none',
    // https://www.rfc-editor.org/rfc/rfc9126#section-5
    ...(required ? { metadata: { require_pushed_authorization_requests: true } } : {}),

    async handle(request, context: PushContext) {
      try {
        const { asked, client } = await receive(request, context)
        const reference = await store(asked, client, lifetime, context)
        context.log.info('authorization_request_pushed', { clientId: client.clientId })
        return json(201, { request_uri: referencePrefix + reference, expires_in: lifetime })
      } catch (error) {
        // There is no browser to show or to redirect an error to. https://www.rfc-editor.org/rfc/rfc9126#section-2.3
        if (!(error instanceof OAuthError)) throw error
        context.log.info('push_refused', { error: error.error, description: error.description, reason: error.reason })
        const answer = errorAnswer(error, request, context.issuer)
        return error instanceof BodyTooLarge ? { ...answer, status: 413 } : answer
      }
    },
  })
}

/** @throws OAuthError */
async function receive(
  request: HttpRequest,
  context: PushContext,
): Promise<{ readonly asked: AuthorizationRequest; readonly client: Client }> {
  const sent = await readForm(request)
  checkUnique(sent)
  const form = withoutEmpty(sent)
  const client = await authenticateClient(request, form.parameters, methods, context)
  if (client.kind !== 'oidc') throw new OAuthError('unauthorized_client', 'This kind of client may not send authorization requests.')
  // "The request_uri authorization request parameter is one exception, and it MUST NOT be provided." #section-2.1
  if (form.parameters['request_uri'] !== undefined) throw new OAuthError('invalid_request', 'The request_uri cannot be pushed.')
  const parameters = { ...form.parameters, client_id: client.clientId }
  const { request: asked } = await checkAuthorizationRequest({ ...form, parameters }, context, { receivedBy: sourceName })
  // Its own source could no longer decide that it is answered once.
  if (asked.source !== undefined) throw new OAuthError('invalid_request', 'A request that is answered once cannot be pushed.')
  return { asked, client }
}

/** @returns the reference of the stored request: 256 random bits */
async function store(asked: AuthorizationRequest, client: Client, lifetime: number, context: PushContext): Promise<string> {
  const reference = context.randomToken()
  const now = context.now()
  const expiresAt = now + lifetime * 1000
  const pushed = {
    digest: digest(reference),
    clientId: client.clientId,
    owner: client.orgId === '' ? client.clientId : client.orgId,
    request: asked,
    createdAt: now,
    expiresAt,
    // A user who comes at the last moment may take the time of a sign-in, and start it again.
    keptUntil: expiresAt + (context.lifetimes.authorizationRequest + restartWindow) * 1000,
  }
  await context.stores.pushedRequests.insert(pushed, spaceLimit)
  return reference
}
