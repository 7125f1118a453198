// What a request asks for, if it says so properly. Runtimes differ in what they let through: without this check one answers
// a malformed Host header with 400, the next with an exception, and a third with the page.

/** `uri-host [ ":" port ]`. https://www.rfc-editor.org/rfc/rfc9110#section-7.2 */
const hostForm = /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$/

/**
 * "A server MUST respond with a 400 (Bad Request) status code to any HTTP/1.1 request message that lacks a Host header field and to any
 * request message that contains more than one Host header field line or a Host header field with an invalid field value."
 * Two lines are joined by a comma, which is no host. https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 * @returns null when the target is no URL or the Host header is invalid
 */
export function requestTarget(request: Request): URL | null {
  const host = request.headers.get('host')
  if (host !== null && !hostForm.test(host)) return null
  return URL.parse(request.url)
}
