// Answers to authorization requests, good and bad, in the response mode that was asked for.
// https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2, https://openid.net/specs/oauth-v2-multiple-response-types-1_0.html#ResponseModes
import { redirect } from '../http/responses.ts'
import type { RedirectedError, RedirectTarget } from '../errors/oauth-error.ts'
import type { Context } from '../contract/context.ts'

/** @param cookies `Set-Cookie` values that go with the answer */
export async function authorizationResponse(
  target: RedirectTarget,
  parameters: Readonly<Record<string, string>>,
  request: Request,
  context: Context,
  cookies: readonly string[] = [],
): Promise<Response> {
  const all = {
    ...parameters,
    ...(target.state === undefined ? {} : { state: target.state }),
    // Tells the client who answers, against mix-up. https://www.rfc-editor.org/rfc/rfc9207#section-2
    iss: context.issuer,
  }
  if (target.responseMode === 'form_post') {
    if (context.registry.login === undefined) throw new TypeError('form_post needs a login')
    const response = await context.registry.login.formPost(target, all, request)
    for (const cookie of cookies) response.headers.append('set-cookie', cookie)
    return response
  }
  const encoded = new URLSearchParams(all).toString()
  if (target.responseMode === 'fragment') return redirect(`${target.redirectUri}#${encoded}`, cookies)
  return redirect(appendQuery(target.redirectUri, encoded), cookies)
}

export async function authorizationErrorResponse(
  error: RedirectedError,
  request: Request,
  context: Context,
  cookies: readonly string[] = [],
): Promise<Response> {
  return await authorizationResponse(error.target, { error: error.error, error_description: error.description }, request, context, cookies)
}

/** A registered query stays as it is, to the byte. https://www.rfc-editor.org/rfc/rfc6749#section-3.1.2 */
export function appendQuery(uri: string, query: string): string {
  if (!uri.includes('?')) return `${uri}?${query}`
  return /[?&]$/.test(uri) ? uri + query : `${uri}&${query}`
}
