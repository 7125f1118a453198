// Links an account at an identity provider to a user who has just authenticated. Nothing is linked before the user has confirmed it on
// a page that names both sides: otherwise an attacker could have a victim link the attacker's account.
// https://www.rfc-editor.org/rfc/rfc6749#section-10.12
import { identifyUserAgent, readQuery, redirect, storeRequest, withCookies } from '@symbolon/core-protocol'
import type { Answer, AnyEndpoint, Candidate, RequestContext } from '@symbolon/core-protocol'
import {
  beginInternalSignIn,
  clientOf,
  defineStep,
  dueStepsOf,
  formOf,
  freshness,
  loginPath,
  messageStores,
  notifyUser,
  openForm,
  openPage,
  redirectToDispatcher,
  remoteAddressOf,
  withRequest,
} from '@symbolon/login'
import type { ExternalLinkPage, LoginMail } from '@symbolon/login'
import { findProven } from './account.ts'
import { decide, refuse } from './complete.ts'
import { findFreshUser } from './fresh-user.ts'
import { connectPath, externalStores, linkPath, startPath } from './surroundings.ts'
import type { ExternalContext, ProvenIdentity, Surroundings } from './surroundings.ts'
import { dropIdentity } from './waiting-identity.ts'

/** The page that asks, its form, and the beginning of a link from the account page. */
export function linkEndpoints(surroundings: Surroundings): readonly AnyEndpoint[] {
  const { pages, configured } = surroundings
  return [
    defineStep(pages, {
      name: 'login_external_link',
      path: linkPath,
      methods: ['GET', 'POST'],
      stores: [...externalStores, ...(configured.mail === undefined ? [] : messageStores)],
      async handle(request, context) {
        const isForm = request.method === 'POST'
        const { visit, fields } = isForm ? await openForm(request, context) : { visit: await openPage(request, context), fields: {} }
        const proven = await findProven(visit, surroundings, context)
        if (proven === undefined) return redirectToDispatcher(visit)
        // A user who came without a session has signed in after the identity was proven.
        const { userId, at } = proven
        const candidate = await findFreshUser(visit.eligible, userId === undefined ? { since: at } : { userId }, context)
        if (candidate === undefined) {
          if (userId === undefined) return await refuse('not_linked', proven, context)
          const returnTo = withRequest(linkPath, visit.pending.id)
          return await beginInternalSignIn({ returnTo, maxAge: freshness, subject: userId }, request, context)
        }
        const linking = { userId: candidate.user.id, orgId: candidate.user.orgId, fresh: true }
        const { decision } = await decide(proven, linking, surroundings, context)
        if (decision.kind === 'refuse') return await refuse(decision.reason, proven, context)
        if (!isForm) return pages.form(linkPageOf(proven, candidate), visit)
        // The page named another user, who has been replaced in another tab.
        if (fields['sessionId'] !== candidate.session.id) return redirect(withRequest(linkPath, visit.pending.id))
        return await link(proven, candidate, configured.mail, context)
      },
    }),
    defineStep(pages, {
      name: 'login_external_connect',
      path: connectPath,
      methods: ['GET'],
      stores: externalStores,
      async handle(request, context) {
        const { idp = '', account } = readQuery(request).parameters
        const userAgent = await identifyUserAgent(request, context, (session, user) => dueStepsOf(session, user, context))
        const [first, ...others] = new Set(userAgent.candidates.map(({ user }) => user.id))
        // Several users are signed in: the account page asks whose account is meant.
        if (account === undefined && others.length > 0) return redirect(configured.accountPath)
        const userId = account ?? first
        const proof = userId === undefined ? undefined : await findFreshUser(userAgent.candidates, { userId }, context)
        if (proof === undefined) {
          const subject = userId === undefined ? {} : { subject: userId }
          return await beginInternalSignIn({ returnTo: pathToConnect(idp, userId), maxAge: freshness, ...subject }, request, context)
        }
        const signInRequest = { returnTo: configured.accountPath, prompt: [], uiLocales: [], subject: proof.user.id }
        const { id, cookies } = await storeRequest(signInRequest, request, context, context)
        return withCookies(redirect(`${withRequest(startPath, id)}&idp=${encodeURIComponent(idp)}&purpose=link`), cookies)
      },
    }),
  ]
}

/** The path that begins a link, as one to return to after a sign-in. */
function pathToConnect(idp: string, account: string | undefined): string {
  const query = new URLSearchParams({ idp, ...(account === undefined ? {} : { account }) })
  return `${connectPath}?${query.toString().replaceAll('*', '%2A')}`
}

type LinkContext = ExternalContext & RequestContext<(typeof messageStores)[number]>

async function link(
  proven: ProvenIdentity,
  { user, session }: Candidate,
  mail: LoginMail | undefined,
  context: LinkContext,
): Promise<Answer> {
  const { identity, provider, visit } = proven
  const { userLinks, authorizationRequests } = context.stores
  // Of two forms one links. The other finds nothing, and leads to the next step.
  if (!(await dropIdentity(visit, context))) return redirectToDispatcher(visit)
  const { externalId, externalName } = identity
  const at = context.now()
  const added = await userLinks.add(
    {
      userId: user.id,
      idpId: provider.id,
      idpName: provider.name,
      issuer: provider.issuer,
      externalId,
      ...(externalName === undefined ? {} : { externalName }),
    },
    user,
    at,
  )
  if (added === 'taken') return await refuse('not_linked', proven, context)
  if (added === 'session_ended') return redirectToDispatcher(visit)
  context.log.info('identity_linked', { userId: user.id, idpId: provider.id, ...clientOf(visit) })
  await context.audit({
    type: 'resource_created',
    actorId: user.id,
    ...clientOf(visit),
    subject: { kind: 'userLink', id: user.id },
    orgId: user.orgId,
    ...remoteAddressOf(context),
    details: { idpId: provider.id },
  })
  await notifyUser('identity_connected', user, mail, context, { connectedSince: at })
  // The session of the proof satisfies the request that the user came with.
  await authorizationRequests.update(visit.pending.id, { sessionId: session.id, loginName: user.loginName })
  return redirectToDispatcher(visit)
}

function linkPageOf({ identity: { externalName }, provider, visit }: ProvenIdentity, { user, session }: Candidate): ExternalLinkPage {
  return {
    ...formOf(visit),
    kind: 'external_link',
    action: linkPath,
    providerName: provider.name,
    ...(externalName === undefined ? {} : { externalName }),
    loginName: user.loginName,
    sessionId: session.id,
    cancelPath: withRequest(loginPath, visit.pending.id),
  }
}
