// Deliberate faults: responses that fail, and ID tokens that a client must reject.
import { json } from '@symbolon/core-protocol'
import type { Answer, SigningAlgorithm } from '@symbolon/core-protocol'
import { base64url, CompactSign, decodeJwt, decodeProtectedHeader, importJWK } from 'jose'
import { testPrivateKeys } from './test-keys.ts'

type Members = Readonly<Record<string, unknown>>

/**
 * The defect of an ID token. A client must reject each of them.
 * https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation
 */
export type IdTokenFault = 'wrong_issuer' | 'wrong_audience' | 'wrong_nonce' | 'expired' | 'unsigned' | 'unknown_key' | 'wrong_signature'

/** A response that replaces that of the provider. */
export interface FailingAnswer {
  readonly status: number
  /** An object is sent as JSON. Header names are in lower case. */
  readonly body?: string | Members
  readonly headers?: Readonly<Record<string, string>>
}

/** Faults that wait for their request. */
export interface Faults {
  /** The next ID token of the token endpoint has this fault. */
  spoilIdToken(fault: IdTokenFault): void
  /** The next requests for the path, as many as `times`, get this response. */
  fail(path: string, answer: FailingAnswer, times: number): void
  /** @returns the response of a fault, or that of the provider, changed if a fault demands it */
  around(path: string, answer: () => Promise<Answer>): Promise<Answer>
}

/** @returns faults, none of which waits yet @param tokenPath where ID tokens are issued */
export function createFaults(tokenPath: string): Faults {
  const spoiled: IdTokenFault[] = []
  const failing = new Map<string, { readonly answer: FailingAnswer; times: number }>()
  return {
    spoilIdToken: (fault) => void spoiled.push(fault),
    fail: (path, answer, times) => void failing.set(path, { answer, times }),
    async around(path, answer) {
      const failure = failing.get(path)
      if (failure !== undefined && failure.times > 0) {
        failure.times -= 1
        return failureOf(failure.answer)
      }
      const given = await answer()
      const [fault] = spoiled
      if (fault === undefined || path !== tokenPath || given.status !== 200 || typeof given.body !== 'string') return given
      const body = JSON.parse(given.body) as Members
      if (typeof body['id_token'] !== 'string') return given
      spoiled.shift()
      return { ...given, body: JSON.stringify({ ...body, id_token: await withFault(body['id_token'], fault) }) }
    },
  }
}

function failureOf({ status, body = '', headers = {} }: FailingAnswer): Answer {
  return typeof body === 'string' ? { status, fields: headers, body } : json(status, body, headers)
}

/** The claims that differ from those of the right token. */
const wrongClaims: Readonly<Partial<Record<IdTokenFault, (claims: Members) => Members>>> = {
  wrong_issuer: () => ({ iss: 'https://another-party.test' }),
  wrong_audience: () => ({ aud: 'another-party', azp: 'another-party' }),
  wrong_nonce: () => ({ nonce: 'not-the-nonce-of-the-request' }),
  expired: ({ iat }) => ({ exp: Number(iat) - 3600, iat: Number(iat) - 7200 }),
}

async function withFault(idToken: string, fault: IdTokenFault): Promise<string> {
  const claims = decodeJwt(idToken)
  const { alg = 'RS256', kid = '', typ } = decodeProtectedHeader(idToken)
  const payload = JSON.stringify({ ...claims, ...wrongClaims[fault]?.(claims) })
  if (fault === 'unsigned') return `${base64url.encode(JSON.stringify({ alg: 'none' }))}.${base64url.encode(payload)}.`
  const header = { alg, kid: fault === 'unknown_key' ? 'unknown' : kid, ...(typ === undefined ? {} : { typ }) }
  const key = await importJWK(testPrivateKeys[alg as SigningAlgorithm], alg)
  const signed = await new CompactSign(new TextEncoder().encode(payload)).setProtectedHeader(header).sign(key)
  return fault === 'wrong_signature' ? withOtherSignature(signed) : signed
}

/** Another signature of the same length: the bits of its first byte are turned. */
function withOtherSignature(jws: string): string {
  const [header = '', payload = '', signature = ''] = jws.split('.')
  const bytes = base64url.decode(signature)
  bytes[0] = (bytes[0] ?? 0) ^ 0xff
  return [header, payload, base64url.encode(bytes)].join('.')
}
