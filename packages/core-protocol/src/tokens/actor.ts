// The claim `act`: who acts for the subject of a token. https://www.rfc-editor.org/rfc/rfc8693#section-4.1
import { isObject } from '../jwt/strict-json.ts'
import type { Actor } from '../ports/authorization.ts'

/** @returns what the claim of a verified token says */
export function readActor(claim: unknown): Actor | undefined {
  if (!isObject(claim)) return undefined
  const { iss, sub, act } = claim
  if (typeof sub !== 'string') return undefined
  const before = readActor(act)
  return { ...(typeof iss === 'string' ? { iss } : {}), sub, ...(before === undefined ? {} : { act: before }) }
}
