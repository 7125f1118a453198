// Where the user of a request came from, as the addresses of the login hold it in `from`. The page of a request that is gone leads back by it: the
// request has expired, was completed, or belongs to another browser. It is bound to the request and holds nothing else of it.
import { base64url } from 'jose'
import { digest, equalDigests } from '../crypto/digest.ts'
import type { Sealing } from '../crypto/sealing.ts'
import type { AuthorizationRequest, InternalRequest } from '../ports/authorization-request.ts'
import type { Client } from '../ports/client.ts'

/** Where the user of a request came from. */
export type RequestSource =
  | { readonly kind: 'client'; readonly clientId: string; readonly site: string }
  /** A page of this server. */
  | { readonly kind: 'page'; readonly path: string }

interface SealingContext {
  readonly sealing: Pick<Sealing, 'derive'>
}

const [siteLength, sealLength] = [8, 22]
/** A source with a longer text is left out of addresses. */
const longestSource = 300

/** @returns where the user of a stored request came from */
export function sourceOf(asked: AuthorizationRequest | InternalRequest): RequestSource {
  return 'clientId' in asked
    ? { kind: 'client', clientId: asked.clientId, site: siteOf(asked.redirectUri) }
    : { kind: 'page', path: asked.returnTo }
}

/** @returns the source for the addresses of the request; undefined for one that is too long */
export function sealSource(requestId: string, asked: AuthorizationRequest | InternalRequest, context: SealingContext): string | undefined {
  const source = sourceOf(asked)
  const [mark, text] = source.kind === 'client' ? [`c${source.site}`, source.clientId] : [`p${noSite}`, source.path]
  if (text.length > longestSource) return undefined
  const clear = `${mark}${base64url.encode(text)}`
  return `${sealOf(requestId, clear, context)}${clear}`
}

/** Whether a text has the form of a sealed source, and so may stand in an address. */
export function isSealedSource(text: string): boolean {
  return /^[\w-]{32,700}$/.test(text)
}

/** @returns the source that an address of the request holds; undefined where this instance has not sealed it */
export function openSource(requestId: string, sealed: string, context: SealingContext): RequestSource | undefined {
  const [seal, clear] = [sealed.slice(0, sealLength), sealed.slice(sealLength)]
  if (!isSealedSource(sealed) || !equalDigests(seal, sealOf(requestId, clear, context))) return undefined
  const text = new TextDecoder().decode(base64url.decode(clear.slice(1 + siteLength)))
  return clear.startsWith('c') ? { kind: 'client', clientId: text, site: clear.slice(1, 1 + siteLength) } : { kind: 'page', path: text }
}

/** @returns the address of the web site of the client that the request came from: a registered one; undefined for an app on a device */
export function siteOfClient({ redirectUris }: Pick<Client, 'redirectUris'>, site: string): string | undefined {
  const uri = redirectUris.find((each) => site !== noSite && siteOf(each) === site)
  return uri === undefined ? undefined : `${new URL(uri).origin}/`
}

const noSite = '-'.repeat(siteLength)

/** What distinguishes the web site of a redirect URI from the other ones of its client. */
function siteOf(redirectUri: string): string {
  return /^https?:/i.test(redirectUri) && URL.canParse(redirectUri) ? digest(new URL(redirectUri).origin).slice(0, siteLength) : noSite
}

function sealOf(requestId: string, clear: string, { sealing }: SealingContext): string {
  return sealing.derive('source of a request', `${requestId} ${clear}`).slice(0, sealLength)
}
