// The relying party that passkeys belong to: by default the host of the issuer.
import type { RelyingParty } from './webauthn/ceremonies.ts'

/** Options of `passkey` and `passkeySetup`. Both must get the same. */
export interface PasskeyOptions {
  /**
   * The RP ID: the host of the issuer, or a parent domain of it. With a parent domain, every host below it can ask for these passkeys. A
   * passkey works with the RP ID that it was created for alone. Default: the host of the issuer.
   * https://www.w3.org/TR/webauthn-3/#rp-id
   */
  readonly rpId?: string
  /** The name that authenticators show. Default: the host of the issuer. */
  readonly rpName?: string
  /**
   * Further origins whose pages may use the passkeys, such as a second address of the service: `https://login.acme.example`. They are
   * published at `/.well-known/webauthn`, where browsers look for them on the host of the RP ID. A response from any other origin is rejected.
   * https://www.w3.org/TR/webauthn-3/#sctn-related-origins
   */
  readonly relatedOrigins?: readonly string[]
}

/**
 * The relying party of an issuer.
 *
 * @returns undefined for an issuer whose host is an IP address: no browser has passkeys there
 * @throws TypeError with the code `passkey_rp_id` when the RP ID is not a domain that the issuer's host belongs to
 */
export function relyingParty(issuer: string, { rpId, rpName }: PasskeyOptions): RelyingParty | undefined {
  const { hostname } = new URL(issuer)
  if (hostname.startsWith('[') || /^[\d.]+$/.test(hostname)) return undefined
  const id = rpId ?? hostname
  if (id !== hostname && !(isDomain(id) && hostname.endsWith(`.${id}`))) {
    throw Object.assign(new TypeError(`The RP ID ${id} is neither the host of the issuer nor a parent domain of it.`), {
      code: 'passkey_rp_id',
    })
  }
  return { id, name: rpName ?? hostname }
}

/**
 * The origins that may respond to a ceremony: that of the issuer, and the related ones.
 *
 * @throws TypeError with the code `passkey_related_origin` for one that is not an https origin
 */
export function expectedOrigins(issuer: string, { relatedOrigins = [] }: PasskeyOptions): readonly string[] {
  const wrong = relatedOrigins.find((origin) => !origin.startsWith('https://') || URL.parse(origin)?.origin !== origin)
  if (wrong !== undefined) {
    const message = `The related origin ${wrong} is not an https origin such as https://login.acme.example.`
    throw Object.assign(new TypeError(message), { code: 'passkey_related_origin' })
  }
  return [new URL(issuer).origin, ...relatedOrigins]
}

/** A domain with a dot: browsers refuse top-level domains. */
function isDomain(text: string): boolean {
  return /^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(text)
}
