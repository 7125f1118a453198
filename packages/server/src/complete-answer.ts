// The headers that every response has, unless its endpoint set stricter ones.
// https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html
import type { Answer } from '@symbolon/core-protocol'

/** Header fields, in order. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** @param added headers of this one answer, beside what it says under the same names */
export type CompleteAnswer = (answer: Response | Answer, added?: HeaderList) => Response

const defaults: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** @param issuer an https issuer adds Strict-Transport-Security */
export function completeAnswer(issuer: string): CompleteAnswer {
  const always: Readonly<Record<string, string>> = issuer.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {}
  return (answer, added = []) => ('fields' in answer ? fromPlain(answer, added, always) : withHeaders(answer, added, always))
}

function fromPlain({ status, fields, body }: Answer, added: HeaderList, always: Readonly<Record<string, string>>): Response {
  const headers: Record<string, string> = { ...defaults, ...fields, ...always }
  for (const [name, value] of added) {
    const before = headers[name]
    headers[name] = before === undefined ? value : `${before}, ${value}`
  }
  return new Response(body, { status, headers })
}

function withHeaders(response: Response, added: HeaderList, always: Readonly<Record<string, string>>): Response {
  const { headers } = response
  for (const [name, value] of added) headers.append(name, value)
  for (const [name, value] of Object.entries(defaults)) if (!headers.has(name)) headers.set(name, value)
  for (const [name, value] of Object.entries(always)) headers.set(name, value)
  return response
}
