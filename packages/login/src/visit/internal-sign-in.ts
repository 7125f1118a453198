// Begins a sign-in that a page of this server asks for, such as the account page. It takes the same steps as the sign-in to an application.
import { redirect, storeRequest } from '@symbolon/core-protocol'
import type { Answer, HttpRequest, RequestContext, SignInAsked } from '@symbolon/core-protocol'
import { loginPath } from '../ui/ui.ts'

/**
 * Stores the request and redirects the browser to the login. After the sign-in the browser comes back to `returnTo`, and the session that
 * it then has is the answer: the page checks that the session is of the right user and fresh enough.
 *
 * @throws TypeError when `returnTo` is not a path of this server
 */
export async function beginInternalSignIn(
  signIn: SignInAsked,
  request: HttpRequest,
  context: RequestContext<'authorizationRequests'>,
): Promise<Answer> {
  if (!isOwnPath(signIn.returnTo)) throw new TypeError('The target of a sign-in is not a path of this server.')
  const { query, cookies } = await storeRequest({ prompt: [], uiLocales: [], ...signIn }, request, context, context)
  return redirect(`${loginPath}?${query}`, cookies)
}

/** Whether a browser stays on this server: "//host" and a backslash lead to another host, and browsers drop tabs before they read a path. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[\w./~?=&%-]*$/.test(path)
}
