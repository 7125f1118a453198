// Reads the response of a browser, `PublicKeyCredential.toJSON()`, and the data that the authenticator has signed according to the browser.
// https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON, https://www.w3.org/TR/webauthn-3/#dictionary-client-data
import * as v from 'valibot'
import { CeremonyRefused } from './refusal.ts'

/** The longest response, in characters. An attestation with its certificates takes half of it. */
const longestAnswer = 32 * 1024

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/))
const common = { id: base64url, rawId: base64url, type: v.literal('public-key') }

const registration = v.object({
  ...common,
  clientExtensionResults: v.optional(v.object({ credProps: v.optional(v.object({ rk: v.optional(v.boolean()) })) }), {}),
  response: v.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: v.optional(v.array(v.unknown()), []),
  }),
})
const assertion = v.object({
  ...common,
  response: v.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: v.nullish(v.string()),
  }),
})
const clientData = v.object({ challenge: v.string(), crossOrigin: v.optional(v.unknown()), topOrigin: v.optional(v.unknown()) })

/** The response to a creation. */
export interface RegistrationAnswer {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly clientExtensionResults: { readonly credProps?: { readonly rk?: boolean | undefined } | undefined }
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string; readonly transports: readonly unknown[] }
}

/** The response to an authentication. */
export interface AssertionAnswer {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle?: string | null | undefined
  }
}

/** @throws CeremonyRefused `malformed` */
export function readRegistration(field: string): RegistrationAnswer {
  return parse(registration, field)
}

/** @throws CeremonyRefused `malformed` */
export function readAssertion(field: string): AssertionAnswer {
  return parse(assertion, field)
}

/**
 * Reads the challenge that was answered. A ceremony in a frame of another origin is refused: no page of this server may be framed.
 * https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion
 *
 * @throws CeremonyRefused `malformed` or `cross_origin`
 */
export function readChallenge({ response }: RegistrationAnswer | AssertionAnswer): string {
  const { challenge, crossOrigin, topOrigin } = parse(clientData, decodeText(response.clientDataJSON))
  if ((crossOrigin !== undefined && crossOrigin !== false) || topOrigin !== undefined) throw new CeremonyRefused('cross_origin')
  return challenge
}

function parse<T>(schema: v.GenericSchema<unknown, T>, text: string): T {
  if (text.length > longestAnswer) throw new CeremonyRefused('malformed')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new CeremonyRefused('malformed', { cause })
  }
  const parsed = v.safeParse(schema, value)
  if (!parsed.success) throw new CeremonyRefused('malformed')
  return parsed.output
}

function decodeText(encoded: string): string {
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new CeremonyRefused('malformed', { cause })
  }
}
