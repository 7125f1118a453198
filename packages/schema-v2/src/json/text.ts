// Text members. A string in the document is well-formed Unicode without U+0000 (protobuf demands the first, SQL text columns the second);
// lengths count characters (code points) as the format's own checks do, or UTF-8 bytes where the format counts bytes.

import { leaf } from './leaf.ts'
import type { JsonSchema, LeafSchema } from './leaf.ts'
import { failure, issueOf, schemaThat } from './schema-that.ts'

/** For members without a bound in the format: far above any normal value, low enough that one member cannot fill a row. */
const UNBOUNDED = 10_000

/** In bytes. PostgreSQL refuses a row of an index that is larger than about 2700 bytes, and some indexes hold two more identifiers. */
const LONGEST_KEY = 1000

/** In characters, of the host of a URI: the longest domain name. https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4 */
const LONGEST_HOST = 253

const CONTROL_CHARACTERS = /\p{Cc}/u

/** The same for JSON Schema, in the syntax that all dialects of regular expressions have. */
const VISIBLE = '^[^\\x00-\\x1f\\x7f-\\x9f]*$'

function identifierJson(minLength: number): JsonSchema {
  return { type: 'string', minLength, maxLength: 200, pattern: VISIBLE }
}

/** @param max characters */
export function text(max: number = UNBOUNDED): LeafSchema<string> {
  return leaf(
    { type: 'string', maxLength: max },
    `must be a string of at most ${max} characters`,
    (input) => (isText(input) && fits(input, max) ? input : undefined),
    '',
  )
}

/** @param maxBytes in UTF-8 */
export function textOfBytes(maxBytes: number): LeafSchema<string> {
  return leaf(
    { type: 'string', maxLength: maxBytes, description: `At most ${maxBytes} bytes in UTF-8.` },
    `must be a string of at most ${maxBytes} bytes`,
    (input) => (isText(input) && fitsBytes(input, maxBytes) ? input : undefined),
    '',
  )
}

/**
 * Bounds a text by which something is found: the name of a user, an address, a domain. It is looked up in canonical form, which can be many
 * times longer, because one Arabic ligature becomes eighteen letters. The indexes of a database refuse values of some thousand bytes.
 */
export function lookedUp(schema: LeafSchema<string>): LeafSchema<string> {
  const expected = `must be at most ${LONGEST_KEY} bytes long, in lower case and normalization form NFKC too`
  const bounded = schemaThat<string>((input, config) => {
    const result = schema['~run']({ value: input }, config)
    if (result.issues !== undefined) return failure(input, result.issues)
    const forms = [result.value, result.value.normalize('NFKC').toLowerCase()]
    if (forms.every((form) => fitsBytes(form, LONGEST_KEY))) return result
    return failure(input, [issueOf(input, config, expected)])
  })
  return Object.assign(bounded, { json: schema.json, zero: schema.zero })
}

/** For required members, where the empty string is not allowed. */
export function filledText(max: number): LeafSchema<string> {
  return leaf({ type: 'string', minLength: 1, maxLength: max }, `must be a string of 1 to ${max} characters`, (input) =>
    isText(input) && input !== '' && fits(input, max) ? input : undefined,
  )
}

/**
 * An identifier, key or name of a role: opaque, case-sensitive. Control characters are refused, because they could forge lines of a log or
 * make two ids indistinguishable on a screen.
 */
export function identifier(): LeafSchema<string> {
  return leaf(identifierJson(1), 'must be a string of 1 to 200 characters without control characters', readIdentifier)
}

/** The same for an optional member: the empty string means absence. */
export function optionalIdentifier(): LeafSchema<string> {
  return leaf(
    identifierJson(0),
    'must be a string of at most 200 characters without control characters',
    (input) => (input === '' ? '' : readIdentifier(input)),
    '',
  )
}

/** The protocol decides which schemes and hosts are allowed. A control character could split a response header (`Location`). */
export function uri(): LeafSchema<string> {
  return leaf(
    { type: 'string', maxLength: UNBOUNDED, pattern: VISIBLE },
    `must be a URI of at most ${UNBOUNDED} characters without control characters, its host of at most ${LONGEST_HOST}`,
    (input) => (isText(input) && fits(input, UNBOUNDED) && !CONTROL_CHARACTERS.test(input) && hostFits(input) ? input : undefined),
    '',
  )
}

/** A link that pages show. Any scheme but http and https (`javascript:`, `data:`) would run in the page. */
export function webLink(): LeafSchema<string> {
  return leaf(
    { type: 'string', maxLength: 2000, pattern: '^(https?://.*)?$' },
    'must be a link that starts with https:// or http://',
    (input) => {
      if (input === '') return ''
      if (!isText(input) || !fits(input, 2000) || CONTROL_CHARACTERS.test(input) || !URL.canParse(input)) return undefined
      return /^https?:$/.test(new URL(input).protocol) ? input : undefined
    },
    '',
  )
}

/**
 * A colour that pages show. It becomes part of a style sheet, where any other text could add rules or load files.
 * https://www.w3.org/TR/css-color-4/#hex-notation
 */
export function colour(): LeafSchema<string> {
  return leaf(
    { type: 'string', pattern: COLOUR.source },
    'must be a colour such as #1a2b3c or #123',
    (input) => (typeof input === 'string' && COLOUR.test(input) ? input : undefined),
    '',
  )
}

const COLOUR = /^(?:#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}))?$/

/** In characters: 64 KiB in base64, with the beginning of the address. */
const LARGEST_IMAGE = 90_000

/** An image as a `data:` address. Whether it is one of a type that pages show is not decided here. https://www.rfc-editor.org/rfc/rfc2397 */
export function image(): LeafSchema<string> {
  return leaf(
    { type: 'string', maxLength: LARGEST_IMAGE, pattern: `^(${IMAGE.source.slice(1, -1)})?$` },
    'must be an image such as data:image/png;base64,… of at most 64 KiB',
    (input) => (input === '' || (typeof input === 'string' && input.length <= LARGEST_IMAGE && IMAGE.test(input)) ? input : undefined),
    '',
  )
}

const IMAGE = /^data:image\/[a-z+.-]{1,20};base64,[A-Za-z0-9+/]+={0,2}$/

/** A secret in clear in a document is stored as a plain digest, which is safe only for secrets of full entropy. Hence the length. */
export function clearSecret(): LeafSchema<string> {
  return leaf(
    { type: 'string', minLength: 32, maxLength: 500, pattern: VISIBLE, writeOnly: true },
    'must be a secret of 32 to 500 characters; generate one, e.g. with "openssl rand -base64 32"',
    (input) => (isText(input) && input.length >= 32 && input.length <= 500 && !CONTROL_CHARACTERS.test(input) ? input : undefined),
  )
}

function isText(input: unknown): input is string {
  return typeof input === 'string' && input.isWellFormed() && !input.includes('\0')
}

function readIdentifier(input: unknown): string | undefined {
  return isText(input) && input !== '' && fits(input, 200) && !CONTROL_CHARACTERS.test(input) ? input : undefined
}

function hostFits(uri: string): boolean {
  return uri.length <= LONGEST_HOST || (URL.parse(uri)?.hostname.length ?? 0) <= LONGEST_HOST
}

function fits(input: string, max: number): boolean {
  // A code point takes one or two UTF-16 units, so code points are counted only between the two bounds.
  return input.length <= max || (input.length <= 2 * max && [...input].length <= max)
}

function fitsBytes(input: string, maxBytes: number): boolean {
  return 3 * input.length <= maxBytes || (input.length <= maxBytes && new TextEncoder().encode(input).length <= maxBytes)
}
