// An authenticator in software, for tests of passkeys on every runtime: it creates credentials and signs assertions as a browser returns
// them, or with requested deviations. https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** COSE algorithms: ES256, EdDSA, RS256. */
export type CoseAlgorithm = -7 | -8 | -257

/** What the authenticator and the browser put into a response. Each member has the value of an honest one by default. */
export interface ResponseTraits {
  readonly origin?: string
  readonly type?: string
  readonly challenge?: string
  readonly crossOrigin?: boolean
  readonly topOrigin?: string
  /** The RP ID whose hash is sent. */
  readonly rpId?: string
  readonly userPresent?: boolean
  readonly userVerified?: boolean
  readonly backupEligible?: boolean
  readonly backedUp?: boolean
  readonly counter?: number
  /** Base64url. */
  readonly userHandle?: string | null
  readonly signature?: Uint8Array
}

/** Deviations that a test requests from a creation. */
export interface CreationTraits extends ResponseTraits {
  readonly algorithm?: CoseAlgorithm
  /** The algorithm that the COSE key names. */
  readonly labelledAs?: number
  readonly rsaBits?: number
  /** Changes the COSE key before it is encoded. */
  readonly alterKey?: (key: Map<number, number | Uint8Array>) => void
  readonly credentialId?: Uint8Array
  readonly transports?: readonly unknown[]
  readonly discoverable?: boolean
  readonly attestation?: { readonly fmt: string; readonly attStmt: CborMap }
  readonly aaguid?: Uint8Array
}

/** A credential of the authenticator. */
export interface SoftwareCredential {
  /** Base64url. */
  readonly id: string
  readonly userHandle: string
  readonly privateKey: KeyObject
  readonly algorithm: CoseAlgorithm
}

/** The options that a page hands to the browser, as JSON. */
export interface CeremonyOptions {
  readonly challenge: string
  readonly rp?: { readonly id?: string }
  readonly rpId?: string
  readonly user?: { readonly id: string }
  readonly pubKeyCredParams?: readonly { readonly alg: number }[]
}

/** A credential as `PublicKeyCredential.toJSON()` returns it. */
export interface CredentialJson {
  readonly id: string
  readonly rawId: string
  readonly type: string
  readonly clientExtensionResults: Readonly<Record<string, unknown>>
  readonly authenticatorAttachment?: string
  readonly response: Readonly<Record<string, unknown>>
}

/** Creates credentials and signs with them. */
export interface SoftwareAuthenticator {
  create(options: CeremonyOptions, traits?: CreationTraits): { readonly credential: SoftwareCredential; readonly response: CredentialJson }
  get(options: CeremonyOptions, credential: SoftwareCredential, traits?: ResponseTraits): CredentialJson
}

type CborValue = number | string | Uint8Array | CborMap | readonly CborValue[]
type CborMap = ReadonlyMap<number | string, CborValue>

/** @param origin of the pages in the browser */
export function createSoftwareAuthenticator(origin: string): SoftwareAuthenticator {
  let counter = 0

  function clientData(type: string, challenge: string, traits: ResponseTraits): Uint8Array {
    const { crossOrigin = false, topOrigin } = traits
    const data = { type: traits.type ?? type, challenge: traits.challenge ?? challenge, origin: traits.origin ?? origin, crossOrigin }
    return utf8(JSON.stringify(topOrigin === undefined ? data : { ...data, topOrigin }))
  }

  function authenticatorData(rpId: string, traits: ResponseTraits, attested?: Uint8Array): Uint8Array {
    const { userPresent = true, userVerified = true, backupEligible = false, backedUp = false } = traits
    const flags = [userPresent, false, userVerified, backupEligible, backedUp, false, attested !== undefined]
    counter += 1
    const count = new DataView(new ArrayBuffer(4))
    count.setUint32(0, traits.counter ?? counter)
    const bits = flags.reduce((all, isSet, bit) => all + (isSet ? 2 ** bit : 0), 0)
    return concat(sha256(utf8(traits.rpId ?? rpId)), Uint8Array.of(bits), new Uint8Array(count.buffer), attested ?? new Uint8Array())
  }

  return {
    create(options, traits = {}) {
      const offered = options.pubKeyCredParams?.map(({ alg }) => alg) ?? [-7]
      const algorithm = traits.algorithm ?? ([-8, -7, -257] as const).find((each) => offered.includes(each)) ?? -7
      const { privateKey, coseKey } = generateKey(algorithm, traits)
      const id = traits.credentialId ?? randomBytes(32)
      const attested = concat(traits.aaguid ?? new Uint8Array(16), Uint8Array.of(id.length >> 8, id.length & 255), id, encodeCbor(coseKey))
      const authData = authenticatorData(options.rp?.id ?? new URL(origin).hostname, traits, attested)
      const { fmt, attStmt } = traits.attestation ?? { fmt: 'none', attStmt: new Map() }
      const attestationObject = encodeCbor(
        new Map<string, CborValue>([
          ['fmt', fmt],
          ['attStmt', attStmt],
          ['authData', authData],
        ]),
      )
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', options.challenge, traits)),
        attestationObject: base64url(attestationObject),
        transports: traits.transports ?? ['internal'],
      }
      const credential = { id: base64url(id), userHandle: options.user?.id ?? '', privateKey, algorithm }
      const { discoverable = true } = traits
      return { credential, response: { ...common(credential.id), clientExtensionResults: { credProps: { rk: discoverable } }, response } }
    },
    get(options, { id, userHandle, privateKey, algorithm }, traits = {}) {
      const authData = authenticatorData(options.rpId ?? new URL(origin).hostname, traits)
      const client = clientData('webauthn.get', options.challenge, traits)
      const signature = traits.signature ?? sign(algorithm === -8 ? null : 'sha256', concat(authData, sha256(client)), privateKey)
      const handle = traits.userHandle === undefined ? userHandle : traits.userHandle
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        ...(handle === null ? {} : { userHandle: handle }),
      }
      return { ...common(id), clientExtensionResults: {}, response }
    },
  }
}

function common(id: string): Pick<CredentialJson, 'id' | 'rawId' | 'type' | 'authenticatorAttachment'> {
  return { id, rawId: id, type: 'public-key', authenticatorAttachment: 'platform' }
}

/** https://www.rfc-editor.org/rfc/rfc9053#section-7, https://www.rfc-editor.org/rfc/rfc8230#section-4 */
function generateKey(
  algorithm: CoseAlgorithm,
  { labelledAs = algorithm, rsaBits = 2048, alterKey }: CreationTraits,
): { readonly privateKey: KeyObject; readonly coseKey: Map<number, number | Uint8Array> } {
  const { publicKey, privateKey } =
    algorithm === -7
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : algorithm === -8
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('rsa', { modulusLength: rsaBits })
  const jwk = publicKey.export({ format: 'jwk' })
  const bytes = (member: 'x' | 'y' | 'n' | 'e'): Uint8Array => Buffer.from(String(jwk[member]), 'base64url')
  const members: readonly (readonly [number, number | Uint8Array])[] =
    algorithm === -7
      ? [
          [1, 2],
          [3, labelledAs],
          [-1, 1],
          [-2, bytes('x')],
          [-3, bytes('y')],
        ]
      : algorithm === -8
        ? [
            [1, 1],
            [3, labelledAs],
            [-1, 6],
            [-2, bytes('x')],
          ]
        : [
            [1, 3],
            [3, labelledAs],
            [-1, bytes('n')],
            [-2, bytes('e')],
          ]
  const coseKey = new Map(members)
  alterKey?.(coseKey)
  return { privateKey, coseKey }
}

/** https://www.rfc-editor.org/rfc/rfc8949#section-3 */
export function encodeCbor(value: CborValue): Uint8Array {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return concat(head(3, utf8(value).length), utf8(value))
  if (value instanceof Uint8Array) return concat(head(2, value.length), value)
  if (value instanceof Map) {
    return concat(head(5, value.size), ...[...value].flatMap(([key, each]) => [encodeCbor(key), encodeCbor(each)]))
  }
  const items = [...(value as readonly CborValue[])]
  return concat(head(4, items.length), ...items.map(encodeCbor))
}

function head(type: number, count: number): Uint8Array {
  if (count < 24) return Uint8Array.of(type * 32 + count)
  return count < 256 ? Uint8Array.of(type * 32 + 24, count) : Uint8Array.of(type * 32 + 25, count >> 8, count & 255)
}

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest()
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
