// What a correct response holds. The checks run for every response, so they read the text of the fast rows without parsing it.
import { nonce, user } from './credentials.ts'

/** @throws TypeError unless the token is active and belongs to the user */
export function checkIntrospection(body: string, subject: string): void {
  if (!body.includes('"active":true') || !body.includes(`"sub":"${subject}"`))
    throw new TypeError(`Not an active token of ${subject}: ${body}`)
}

/** @throws TypeError unless the claims are those of the user */
export function checkUserinfo(body: string, subject: string): void {
  if (!body.includes(`"sub":"${subject}"`) || !body.includes(`"email":"${subject}@`))
    throw new TypeError(`Not the claims of ${subject}: ${body}`)
}

/** @returns refuses a key set without the signing key, and one that changes */
export function checkKeySet(): (body: string) => void {
  let first: string | undefined
  return (body) => {
    if (!body.startsWith('{"keys":[') || !body.includes('"crv":"P-256"')) throw new TypeError(`Not a key set: ${body}`)
    first ??= body
    if (body !== first) throw new TypeError(`The key set changed: ${body}`)
  }
}

/**
 * @param withNonce whether the ID token belongs to an authorization request
 * @throws TypeError unless the ID token is one of the user
 */
export function checkIdToken(idToken: string, withNonce?: 'nonce'): void {
  const payload = decodedPayload(idToken)
  if (payload['sub'] !== user || (withNonce === 'nonce' && payload['nonce'] !== nonce))
    throw new TypeError(`Not an ID token of ${user}: ${idToken}`)
}

/** @returns the text of a member of a token response. @throws TypeError when it is missing */
export function member(body: string, name: string): string {
  const label = `"${name}":"`
  const start = body.indexOf(label) + label.length
  const end = body.indexOf('"', start)
  if (start < label.length || end <= start) throw new TypeError(`No ${name}: ${body}`)
  return body.slice(start, end)
}

/** @returns the claims, without a check of the signature. @throws TypeError for anything but a signed JWT */
export function decodedPayload(jwt: string): Readonly<Record<string, unknown>> {
  const [header = '', payload = '', signature = ''] = jwt.split('.')
  if (!header.startsWith('ey') || signature === '') throw new TypeError(`Not a signed JWT: ${jwt}`)
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
  if (typeof claims !== 'object' || claims === null) throw new TypeError(`Not a claims set: ${jwt}`)
  return claims as Readonly<Record<string, unknown>>
}

/** @returns refuses a token that it was called with before */
export function newTokens(): (token: string) => void {
  const seen = new Set<number>()
  return (token) => {
    const mark = lastCharacters(token)
    if (seen.has(mark)) throw new TypeError(`A token was issued twice: ${token}`)
    seen.add(mark)
  }
}

/**
 * The last 8 characters as a number, which takes less memory than the token. They are characters of base64url or `.`, from `-` to `z`. Among a
 * million random tokens, two have the same with a probability below one in a hundred.
 */
function lastCharacters(token: string): number {
  let mark = 0
  for (let index = Math.max(0, token.length - 8); index < token.length; index += 1) mark = mark * 78 + token.charCodeAt(index) - 45
  return mark
}
