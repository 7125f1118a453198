// What was typed into a form that came too late: the proof was too old, or the session had ended. It is kept sealed in cookies of the browser
// that sent it, until that user has signed in again and is back at the form. Nothing of it is stored here, and no other user gets it.
import { digest, equalDigests, namedCookieHeader, readNamedCookie } from '@symbolon/core-protocol'
import type { Context, HttpRequest } from '@symbolon/core-protocol'
import { formHolder } from '../visit/session.ts'
import type { Visitor } from '../visit/session.ts'

const purpose = 'console form'

/** Seconds: as long as a sign-in may take. */
const lifetime = 1800

/** A browser keeps 4096 bytes in a cookie. https://www.rfc-editor.org/rfc/rfc6265#section-6.1 */
const cookieLength = 3600

/** More cookies would not fit into a request with the others. What does not fit is not kept. */
const cookieNames = ['symbolon-console-form', 'symbolon-console-form-more'] as const

/** Secrets do not come back. */
const isSecret = (name: string): boolean => /secret|password|serviceaccount|publicKey/i.test(name)

/** Where a form was posted to. */
export type Address = Pick<HttpRequest, 'path' | 'query'>

interface Kept {
  /** The path with its query. */
  readonly address: string
  readonly holder: string
  readonly expiresAt: number
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/**
 * @param holder whose form it is, as the form says
 * @returns `Set-Cookie` values that keep the fields; those that forget them where there are too many
 */
export async function keepForm(address: Address, fields: URLSearchParams, holder: string, context: Context): Promise<readonly string[]> {
  const kept: Kept = {
    address: `${address.path}?${address.query}`,
    holder,
    expiresAt: context.now() + lifetime * 1000,
    fields: [...fields].filter(([name]) => name !== 'csrf' && !isSecret(name)),
  }
  const sealed = await context.sealing.seal(await compressed(JSON.stringify(kept)), purpose)
  if (sealed.length > cookieLength * cookieNames.length) return forgetForm(context.issuer)
  return cookieNames.map((name, index) => {
    const part = sealed.slice(index * cookieLength, (index + 1) * cookieLength)
    return namedCookieHeader(name, part, part === '' ? 0 : lifetime, context.issuer)
  })
}

/** @returns `Set-Cookie` values that forget a kept form */
export function forgetForm(issuer: string): readonly string[] {
  return cookieNames.map((name) => namedCookieHeader(name, '', 0, issuer))
}

/** @returns whether the browser keeps a form */
export function hasKeptForm(request: HttpRequest, issuer: string): boolean {
  return readNamedCookie(request, cookieNames[0], issuer) !== undefined
}

/** @returns what was typed; undefined without a kept form, and for one of another page or of another user */
export async function keptForm(
  request: HttpRequest,
  { path, query }: Address,
  { user }: Pick<Visitor, 'user'>,
  context: Context,
): Promise<URLSearchParams | undefined> {
  const sealed = cookieNames.map((name) => readNamedCookie(request, name, context.issuer) ?? '').join('')
  if (sealed === '') return undefined
  try {
    // The value was sealed by `keepForm` alone.
    const kept = JSON.parse(await expanded(await context.sealing.open(sealed, purpose))) as Kept
    const isOwn = equalDigests(digest(kept.holder), digest(formHolder(user.id, context)))
    if (!isOwn || kept.address !== `${path}?${query}` || kept.expiresAt <= context.now()) return undefined
    return new URLSearchParams(kept.fields.map(([name, value]) => [name, value]))
  } catch {
    return undefined
  }
}

const format = 'deflate-raw'

/** @returns the text in fewer characters, each of them in ASCII */
async function compressed(text: string): Promise<string> {
  const bytes = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream(format))).bytes()
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

async function expanded(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format))).text()
}
