// Reads request parameters strictly: every name at most once, valid percent-encoding, valid UTF-8, bounded size.
// https://www.rfc-editor.org/rfc/rfc6749#section-3.1 and #section-3.2: parameters must not be included more than once.
import { OAuthError } from '../errors/oauth-error.ts'
import type { HttpRequest } from './request.ts'

/** Request parameters by name, one value each. */
export type Parameters = Readonly<Record<string, string>>

/** Bytes of a form, and of a query. */
export const formLimit: number = 64 * 1024
const countLimit = 1000
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Request parameters as they were sent. */
export interface ParsedParameters {
  readonly parameters: Parameters
  /** Names that occur more than once; `parameters` holds their first value. */
  readonly repeated: readonly string[]
  /** Every pair in order, for the parameters that may repeat. */
  readonly pairs: readonly (readonly [name: string, value: string])[]
}

/**
 * Reads `application/x-www-form-urlencoded` text.
 * Values that are empty are kept: `withoutEmpty` leaves them out where empty means absent.
 * @throws OAuthError invalid_request when it is malformed or too large
 */
export function parseParameters(text: string): ParsedParameters {
  if (text.length > formLimit) throw new OAuthError('invalid_request', 'The parameters are too large.')
  const fields = text.split('&')
  if (fields.length > countLimit) throw new OAuthError('invalid_request', 'There are too many parameters.')
  const pairs = (fields.includes('') ? fields.filter((field) => field !== '') : fields).map(pairOf)
  const parameters: Record<string, string> = Object.create(null)
  let repeated: Set<string> | undefined
  for (const [name, value] of pairs) {
    if (name in parameters) (repeated ??= new Set()).add(name)
    else parameters[name] = value
  }
  return { parameters, repeated: repeated === undefined ? none : [...repeated], pairs }
}

const none: readonly string[] = []

function pairOf(field: string): readonly [name: string, value: string] {
  const at = field.indexOf('=')
  return at < 0 ? [decode(field), ''] : [decode(field.slice(0, at)), decode(field.slice(at + 1))]
}

/** Characters that one parameter may have; the rest of the request is bounded by `formLimit`. */
const lengthLimits: ReadonlyMap<string, number> = new Map([
  ['client_id', 255],
  ['redirect_uri', 2048],
  ['login_hint', 320],
  ['code_verifier', 128],
  ['client_assertion', 16 * 1024],
  ['assertion', 16 * 1024],
  ['id_token_hint', 16 * 1024],
  ['request', 16 * 1024],
  ['token', 16 * 1024],
  ['access_token', 16 * 1024],
  ['subject_token', 16 * 1024],
  ['actor_token', 16 * 1024],
])
const defaultLengthLimit = 8 * 1024

/** @throws OAuthError invalid_request for a parameter that is longer than any plausible value */
export function checkLength(name: string, value: string): void {
  // The name comes from the sender as well, and is not echoed.
  if (value.length > (lengthLimits.get(name) ?? defaultLengthLimit)) throw new OAuthError('invalid_request', 'A parameter is too long.')
}

/**
 * "Parameters sent without a value MUST be treated as if they were omitted from the request."
 * https://www.rfc-editor.org/rfc/rfc6749#section-3.1, #section-3.2
 */
export function withoutEmpty(parsed: ParsedParameters): ParsedParameters {
  const says = ([, value]: readonly [string, string]): boolean => value !== ''
  if (parsed.pairs.every(says)) return parsed
  return { ...parsed, parameters: Object.fromEntries(Object.entries(parsed.parameters).filter(says)), pairs: parsed.pairs.filter(says) }
}

/** The query of a request, as it was sent. */
export function readQuery(request: HttpRequest): ParsedParameters {
  return parseParameters(request.query)
}

/**
 * The form of a POST request.
 * @throws OAuthError invalid_request for another content type, a body over 64 KiB, or a malformed body
 */
export function readForm(request: HttpRequest): Promise<ParsedParameters> {
  return readFormAs(request, (form) => form)
}

/** The type has no parameters. Clients that add a charset percent-encode UTF-8 all the same. https://url.spec.whatwg.org/#application/x-www-form-urlencoded */
const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i

function readFormAs<T>(request: HttpRequest, take: (form: ParsedParameters) => T): Promise<T> {
  return formType.test(request.header('content-type') ?? '')
    ? request.body.bytes(formLimit).then((bytes) => take(parseForm(bytes)))
    : Promise.reject(new OAuthError('invalid_request', 'The content type must be application/x-www-form-urlencoded.'))
}

function parseForm(bytes: Uint8Array): ParsedParameters {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw new OAuthError('invalid_request', 'The body is not valid UTF-8.')
  }
  return parseParameters(text)
}

/**
 * The parameters of an endpoint that takes GET and POST: from one source, never both.
 * @throws OAuthError invalid_request
 */
export async function readQueryOrForm(request: HttpRequest): Promise<ParsedParameters> {
  const query = readQuery(request)
  if (request.method !== 'POST') return query
  if (query.pairs.length > 0) throw new OAuthError('invalid_request', 'The parameters of a POST request stand in its body alone.')
  return await readForm(request)
}

/** @returns the first values of `ui_locales`. The login decides which of them are languages that it has. */
export function readUiLocales(value: string | undefined): readonly string[] {
  if (value === undefined || value.length > defaultLengthLimit) return []
  return value
    .split(' ')
    .filter((each) => each !== '')
    .slice(0, 20)
}

/**
 * The form of a POST request whose parameters occur once each, without those that have no value.
 * https://www.rfc-editor.org/rfc/rfc6749#section-3.2: "Request and response parameters MUST NOT be included more than once."
 * @throws OAuthError invalid_request
 */
export function readUniqueForm(request: HttpRequest): Promise<Parameters> {
  return readFormAs(request, uniqueParameters)
}

function uniqueParameters(form: ParsedParameters): Parameters {
  checkUnique(form)
  return withoutEmpty(form).parameters
}

/**
 * @param repeatable names that may occur more than once
 * @throws OAuthError invalid_request
 */
export function checkUnique({ pairs, repeated }: ParsedParameters, repeatable: readonly string[] = []): void {
  if (!repeated.every((name) => repeatable.includes(name))) throw new OAuthError('invalid_request', 'A parameter is repeated.')
  for (const [name, value] of pairs) checkLength(name, value)
}

function decode(text: string): string {
  if (!/[%+]/.test(text)) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new OAuthError('invalid_request', 'A parameter is not valid percent-encoded UTF-8.')
  }
}
