// Ends the session of the console, and leads to the sign-out of the provider.
import { digest, namedCookieHeader, redirect } from '@symbolon/core-protocol'
import type { Answer, RequestContext } from '@symbolon/core-protocol'
import { consoleCookie, readConsoleSecret } from '../visit/session.ts'
import type { Visit } from '../visit/visit.ts'
import { consoleClientId, consolePath } from '../client/client.ts'

/** `POST /ui/console/sign-out`. */
export async function signOut({ request }: Visit, context: RequestContext<'consoleSessions'>): Promise<Answer> {
  const { issuer, vendor, stores } = context
  const secret = readConsoleSecret(request, issuer)
  if (secret !== undefined) await stores.consoleSessions.remove(digest(secret))
  const parameters = new URLSearchParams({ client_id: consoleClientId(vendor), post_logout_redirect_uri: `${issuer}${consolePath}` })
  const answer = redirect(`/oidc/v1/end_session?${parameters.toString()}`, [namedCookieHeader(consoleCookie, '', 0, issuer)])
  // Pages that the browser prefetched or kept belong to the visitor who leaves. https://www.w3.org/TR/clear-site-data/#header
  return { ...answer, fields: { ...answer.fields, 'clear-site-data': '"cache"' } }
}
