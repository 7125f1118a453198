// A relying party that keeps the key set for exactly as long as the headers say, and never asks for it in between: the hardest
// one to please. https://www.rfc-editor.org/rfc/rfc9111#section-4.2
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import type { JWK } from 'jose'

export interface KeySetSeen {
  /** When it was asked for, and when the answer was there. Milliseconds. */
  readonly askedAt: number
  readonly answeredAt: number
  readonly kids: ReadonlySet<string>
}

export interface CachingClient {
  /** @throws Error when the key set that it holds, or gets because none is fresh, does not verify the signature */
  verify(jwt: string): Promise<void>
}

interface Cached {
  readonly keys: ReadonlyMap<string, JWK>
  readonly etag: string
  readonly freshUntil: number
}

export function createCachingClient(url: () => string, saw: (keySet: KeySetSeen) => void): CachingClient {
  let cached: Cached | undefined
  let asking: Promise<Cached> | undefined

  async function ask(): Promise<Cached> {
    const askedAt = Date.now()
    const response = await fetch(url(), { headers: cached === undefined ? {} : { 'if-none-match': cached.etag } })
    if (response.status !== 200 && response.status !== 304) throw new Error(`The key set was answered with ${response.status}`)
    const maxAge = /\bmax-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1]
    if (maxAge === undefined) throw new Error('The key set says nothing about its age')
    const keys = response.status === 304 && cached !== undefined ? cached.keys : await readKeys(response)
    saw({ askedAt, answeredAt: Date.now(), kids: new Set(keys.keys()) })
    // The age counts from the request: #section-4.2.3
    return { keys, etag: response.headers.get('etag') ?? '', freshUntil: askedAt + Number(maxAge) * 1000 }
  }

  async function keySet(): Promise<Cached> {
    if (cached !== undefined && Date.now() < cached.freshUntil) return cached
    asking ??= ask().finally(() => {
      asking = undefined
    })
    cached = await asking
    return cached
  }

  return {
    async verify(jwt) {
      const { kid = '', alg } = decodeProtectedHeader(jwt)
      const { keys } = await keySet()
      const jwk = keys.get(kid)
      if (jwk === undefined) throw new Error(`The key ${kid} is not in the key set`)
      await compactVerify(jwt, await importJWK(jwk, alg))
    },
  }
}

async function readKeys(response: Response): Promise<ReadonlyMap<string, JWK>> {
  const { keys } = (await response.json()) as { readonly keys: readonly JWK[] }
  if (keys.length === 0) throw new Error('The key set is empty')
  return new Map(keys.map((jwk) => [jwk.kid ?? '', jwk]))
}
