// The end session endpoint. https://openid.net/specs/openid-connect-rpinitiated-1_0.html
import { displayed } from '../authorization/redirected.ts'
import { checkEndSessionRequest } from '../end-session/check-request.ts'
import { endSessions } from '../end-session/end-sessions.ts'
import { readQueryOrForm } from '../http/parameters.ts'
import { redirect } from '../http/responses.ts'
import { endSessionCookieHeader } from '../http/user-agent.ts'
import { EndSessionError } from '../oauth-error.ts'
import { defineEndpoint } from '../part.ts'
import type { AnyEndpoint, BoundLogin, Log, RequestContext } from '../part.ts'
import { requireLogin } from './authorize.ts'

type EndSessionContext = RequestContext<'clients' | 'revocations' | 'sessions'>

const endSessionPath = '/oidc/v1/end_session'

export const endSession: AnyEndpoint = defineEndpoint({
  name: 'end session endpoint',
  stores: ['clients', 'revocations', 'sessions'],
  path: endSessionPath,
  methods: ['GET', 'POST'],
  member: 'end_session_endpoint',
  cors: 'none',
  showsPages: true,

  async handle(request, context: EndSessionContext) {
    const login = requireLogin(context)
    try {
      return await answer(request, login, context)
    } catch (thrown) {
      const error = toldToUser(thrown)
      record(error, context.log)
      return await login.displayError(error, request)
    }
  },
})

async function answer(request: Request, login: BoundLogin, context: EndSessionContext): Promise<Response> {
  const { hint, target, uiLocales, parameters } = await checkEndSessionRequest(await readQueryOrForm(request), context)
  // A post from another site comes without our cookies: the browser has to come back with a GET before anything is ended.
  if (request.method === 'POST') return redirect(`${endSessionPath}?${new URLSearchParams(parameters)}`)

  const { remaining } = await endSessions(hint, request, context)
  const cookies = remaining === 0 ? [endSessionCookieHeader(context.issuer)] : []
  if (target !== undefined) return redirect(target, cookies)
  const response = await login.signedOut({ uiLocales, othersRemain: remaining > 0 }, request)
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/** Nobody who wanted to sign out is left to believe that they did. */
function toldToUser(thrown: unknown): EndSessionError {
  const { error, description, reason } = displayed(thrown)
  return new EndSessionError(error, description, reason)
}

function record({ error, description, reason }: EndSessionError, log: Log): void {
  if (error === 'temporarily_unavailable') log.error('storage_unavailable', { reason })
  else if (error === 'server_error') log.error('unexpected_error', { reason })
  else log.info('end_session_refused', { error, description, reason })
}
