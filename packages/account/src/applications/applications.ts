// The section of the applications that hold refresh tokens of the user: they may act while the user is away. Revoking ends the tokens of all
// authorizations of the application, the access tokens included.
import { checkNoOptions, longestLifetime, ofUserAndClient, PageNotFound, stillHeldBy } from '@symbolon/core-protocol'
import type { Client, NoOptions, RefreshTokenFamily, RequestContext, User } from '@symbolon/core-protocol'
import { remoteAddressOf } from '@symbolon/login'
import type { ApplicationRow } from '../ui/applications.ts'
import { accountPath } from '../ui/ui.ts'
import { done } from '../visit/result.ts'
import { defineAccountSection } from '../visit/section.ts'
import type { AnyAccountSection } from '../visit/section.ts'

const revokePath = `${accountPath}/applications/revoke`

/** How many authorizations are looked at. A user of one application makes a new one with every sign-in. */
const looked = 200

const applicationStores = ['clients', 'refreshTokens', 'revocations'] as const
type ApplicationContext = RequestContext<(typeof applicationStores)[number]>

/** Lists the applications with refresh tokens, and revokes them. */
export function applicationsSection(...none: NoOptions): AnyAccountSection {
  checkNoOptions('applicationsSection', none)
  return defineAccountSection({
    name: 'applications',
    stores: applicationStores,
    async section({ user, now }, context) {
      const applications = await applicationsOf(user, now, context)
      return applications.length === 0 ? undefined : { kind: 'applications', applications, revokePath }
    },
    endpoints: (make) => [
      make.form({
        name: 'account_application_revoke',
        path: revokePath,
        shownOn: accountPath,
        stores: applicationStores,
        async post(visitor, { client = '' }, context) {
          const { user, now } = visitor
          const applications = await applicationsOf(user, now, context)
          if (!applications.some(({ clientId }) => clientId === client)) throw new PageNotFound()
          await revoke(user, client, now, context)
          return done(visitor, 'application_revoked')
        },
      }),
    ],
  })
}

async function applicationsOf(user: User, now: number, context: ApplicationContext): Promise<readonly ApplicationRow[]> {
  const families = await context.stores.refreshTokens.listOfSubject(user.id, now, looked)
  const byClient = Map.groupBy(families, ({ clientId }) => clientId)
  const rows = [...byClient].map(async ([clientId, ofIt]): Promise<ApplicationRow | undefined> => {
    const client = await context.stores.clients.find(clientId)
    if (client === undefined) return undefined
    const live = await Promise.all(ofIt.map(async (family) => ((await isLive(family, user, client, context)) ? [family.issuedAt] : [])))
    const times = live.flat()
    return times.length === 0 ? undefined : { clientId, name: client.name, since: Math.min(...times) }
  })
  return (await Promise.all(rows)).filter((row) => row !== undefined).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Whether the next refresh would be answered, as far as the user and the application decide that. */
async function isLive(family: RefreshTokenFamily, user: User, client: Client, { stores }: ApplicationContext): Promise<boolean> {
  const { authorizationId, authentication, issuedAt, validity, actor, origin } = family
  // The tokens of an exchange depend on more, which only the exchange knows.
  const isPlain = actor === undefined && origin === undefined
  if (isPlain && !stillHeldBy(ofUserAndClient(user, client), { issuedAt, validity })) return false
  const { sessionId } = authentication ?? {}
  return !(await stores.revocations.includesAny(sessionId === undefined ? [authorizationId] : [authorizationId, sessionId]))
}

/** The revocation comes first: it ends the access tokens too, also those that are issued at the same moment. */
async function revoke(user: User, clientId: string, now: number, context: ApplicationContext): Promise<void> {
  const { refreshTokens, revocations } = context.stores
  const until = now + longestLifetime(context) * 1000
  const listed = (await refreshTokens.listOfSubject(user.id, now, looked)).filter((family) => family.clientId === clientId)
  await revocations.add(
    listed.map(({ authorizationId }) => authorizationId),
    until,
  )
  await revocations.add(await refreshTokens.removeOfSubject(user.id, clientId), until)
  context.log.info('token_revoked', { clientId, userId: user.id })
  await context.audit({
    type: 'token_revoked',
    actorId: user.id,
    clientId,
    subject: { kind: 'user', id: user.id },
    orgId: user.orgId,
    ...remoteAddressOf(context),
  })
}
