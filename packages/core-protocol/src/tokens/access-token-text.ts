// The text of an opaque access token: a prefix that secret scanners recognise, the number of its row, and a secret of 256 random bits.
// So a token is found without an index on its digest, rows are appended in the order of issue, and a text of any other form is refused
// without a lookup.

/** The beginning of every opaque access token, for secret scanners. */
export const opaqueAccessTokenPrefix = 'symbolon_at_'

/** What the text of an opaque access token says. */
export interface OpaqueAccessToken {
  /** The number of its row: an integer from 0 to 2^53 - 1. */
  readonly number: number
  /** 43 characters of base64url. The row holds its digest. */
  readonly secret: string
}

/** Base 36, because the runtime reads and writes it: so many digits hold 2^53 - 1. */
const numberLength = 11
/** The last digits and the ones before are written apart: the runtime takes six times as long for an integer of more than 31 bits. */
const lastDigits = 5
const lastDigitsEnd = 36 ** lastDigits
const form = /^symbolon_at_[0-9a-z]{11}[\w-]{43}$/
const numberStart = opaqueAccessTokenPrefix.length
const secretStart = numberStart + numberLength
/** Tokens of earlier releases have no number. */
const earlierForm = /^symbolon_at_[\w-]{43}$/

/** @returns the text of the token, 66 characters */
export function opaqueAccessTokenText({ number, secret }: OpaqueAccessToken): string {
  const high = Math.floor(number / lastDigitsEnd)
  const low = number - high * lastDigitsEnd
  return opaqueAccessTokenPrefix + digits(high, numberLength - lastDigits) + digits(low, lastDigits) + secret
}

function digits(number: number, length: number): string {
  return number.toString(36).padStart(length, '0')
}

/** @returns undefined for every text that `opaqueAccessTokenText` does not make */
export function readOpaqueAccessToken(text: string): OpaqueAccessToken | undefined {
  if (!form.test(text)) return undefined
  const number = Number.parseInt(text.slice(numberStart, secretStart), 36)
  return Number.isSafeInteger(number) ? { number, secret: text.slice(secretStart) } : undefined
}

/** Whether the text has the form of the opaque access tokens of earlier releases, which have no number. */
export function isEarlierOpaqueAccessToken(text: string): boolean {
  return earlierForm.test(text)
}
