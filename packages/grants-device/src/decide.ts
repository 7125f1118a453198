// Stores what the user decided. An approved device gets a separate session, so that the account page lists it, and signing out of the browser
// does not end it.
import { authenticationContext, authenticationTimeOf, ofUserAndClient, validityOf } from '@symbolon/core-protocol'
import type { Candidate, Client, RequestContext } from '@symbolon/core-protocol'
import type { DeviceAuthorization } from './store/port.ts'

type DecideContext = RequestContext<'deviceAuthorizations' | 'sessions'>

/** The sessions of one user that are kept. */
const sessionsOfUser = 1000

/** @returns whether this call decided: the request may have expired, or another tab may have been first */
export async function decide(
  decision: 'approved' | 'denied',
  waiting: DeviceAuthorization,
  client: Client,
  candidate: Candidate,
  context: DecideContext,
): Promise<boolean> {
  const { clientId } = client
  const userId = candidate.user.id
  if (decision === 'denied') {
    const isDenied = await context.stores.deviceAuthorizations.decide(waiting.digest, { kind: 'denied' }, context.now())
    if (isDenied) context.log.warn('device_denied', { clientId, userId })
    return isDenied
  }
  const isApproved = await approve(waiting, client, candidate, context)
  if (isApproved) context.log.info('device_approved', { clientId, userId })
  return isApproved
}

async function approve(
  { digest: code, device }: DeviceAuthorization,
  client: Client,
  { session, user, counted }: Candidate,
  context: DecideContext,
): Promise<boolean> {
  const now = context.now()
  const sessionId = context.randomToken()
  const validity = validityOf(ofUserAndClient(user, client))
  const { network, system } = device
  // The session comes first: a process that ends in between leaves a session that no token names, and no approved device without a session.
  await context.stores.sessions.insert(
    {
      ...session,
      id: sessionId,
      device: { ...(network === undefined ? {} : { network }), ...(system === undefined ? {} : { system }) },
      createdAt: now,
      expiresAt: now + context.lifetimes.session * 1000,
    },
    // No browser has a cookie of this digest.
    context.randomToken(),
    undefined,
  )
  const isFirst = await context.stores.deviceAuthorizations.decide(
    code,
    {
      kind: 'approved',
      userId: user.id,
      authorizationId: context.randomToken().slice(0, 22),
      sessionId,
      authenticatedAt: authenticationTimeOf(session),
      decidedAt: now,
      validity,
      ...authenticationContext(counted),
    },
    now,
  )
  if (isFirst) await context.stores.sessions.keepLatest(user.id, sessionsOfUser)
  else await context.stores.sessions.remove([sessionId])
  return isFirst
}
