// The header fields that every answer has, unless its endpoint set stricter ones.
// https://cheatsheetseries.owasp.org/cheatsheets/HTTP_Headers_Cheat_Sheet.html
import type { Answer } from '@symbolon/core-protocol'

/** Header fields, in order. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

const defaults: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** @param issuer an https issuer adds Strict-Transport-Security */
export function completeAnswer(issuer: string): (answer: Answer) => Answer {
  const always: Readonly<Record<string, string>> = issuer.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : {}
  return (answer) => ({ ...answer, fields: { ...defaults, ...answer.fields, ...always } })
}

/** @returns the answer with further fields. A value that the answer has under the same name stays before the new one. */
export function addFields(answer: Answer, added: HeaderList): Answer {
  if (added.length === 0) return answer
  const fields: Record<string, string> = { ...answer.fields }
  for (const [name, value] of added) {
    const before = fields[name]
    fields[name] = before === undefined ? value : `${before}, ${value}`
  }
  return { ...answer, fields }
}
