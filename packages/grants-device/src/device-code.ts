// The grant: a device polls with its code until the user has decided. https://www.rfc-editor.org/rfc/rfc8628#section-3.4
import { checkStillGranted, define, digest, OAuthError, projectAudience, StillPending } from '@symbolon/core-protocol'
import type { AnyGrant, Authorization, Client, Context } from '@symbolon/core-protocol'
import * as v from 'valibot'
import { clientAuthenticationMethods, deviceGrantType } from './grant-type.ts'
import { pollClock } from './poll-clock.ts'
import type { PollClock } from './poll-clock.ts'
import type { DeviceAuthorization, DeviceDecision } from './store/port.ts'
import { deviceAuthorizations } from './store/sql.ts'

const stores = ['clients', 'deviceAuthorizations', 'revocations', 'users'] as const
type GrantContext = Context<(typeof stores)[number]>

/** @returns the grant */
export function deviceCodeGrant(): AnyGrant {
  const clock = pollClock()
  return define({
    kind: 'grant',
    name: 'device code grant',
    stores,
    brings: [deviceAuthorizations],
    grantType: deviceGrantType,
    clientAuthenticationMethods,
    clientKinds: ['oidc', 'api'],
    parameters: v.pipe(
      v.object({ device_code: v.pipe(v.string(), v.nonEmpty()) }),
      v.transform((wire) => wire.device_code),
    ),
    authorize: async ({ parameters: deviceCode, client }, context) => await authorizeDevice(deviceCode, client, clock, context),
  })
}

/** @throws OAuthError invalid_grant, expired_token, access_denied, authorization_pending, slow_down */
async function authorizeDevice(deviceCode: string, client: Client, clock: PollClock, context: GrantContext): Promise<Authorization> {
  const now = context.now()
  const found = await context.stores.deviceAuthorizations.find(digest(deviceCode))
  // The code of another client is as unknown as any other text.
  if (found === undefined || found.clientId !== client.clientId || found.redeemed)
    throw new OAuthError('invalid_grant', 'The device_code is invalid or was used before.')
  const { decision } = found
  if (decision?.kind === 'denied') throw new OAuthError('access_denied', 'The user denied the request.')
  if (found.expiresAt <= now) throw new OAuthError('expired_token', 'The device_code has expired.')
  if (decision === undefined) throw stillPending(found.digest, clock, now)
  return await approvedAuthorization(found, decision, client, context)
}

function stillPending(code: string, clock: PollClock, now: number): OAuthError {
  return clock.mayPoll(code, now)
    ? new StillPending('authorization_pending', 'The user has not decided yet.')
    : new OAuthError('slow_down', 'The client polls too often.')
}

async function approvedAuthorization(
  { digest: code, scope }: DeviceAuthorization,
  { userId, authorizationId, sessionId, authenticatedAt, decidedAt, acr, amr, validity }: Extract<DeviceDecision, { kind: 'approved' }>,
  client: Client,
  context: GrantContext,
): Promise<Authorization> {
  await checkStillGranted({ subject: userId, issuedAt: decidedAt, validity, endedBy: [sessionId, authorizationId] }, client, context)
  return {
    id: authorizationId,
    client,
    subject: userId,
    scope,
    audience: projectAudience(client, scope, context),
    authentication: { at: authenticatedAt, amr, acr, sessionId },
    validity,
    redeems: { kind: 'device_code', digest: code, clientId: client.clientId, now: context.now() },
  }
}
