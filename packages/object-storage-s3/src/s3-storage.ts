// The storage. Requests go only to endpoints that the operator has allowed, against server-side request forgery.
// The library is loaded at the start if an endpoint is allowed, and otherwise never: loading it during a request would delay all others.
// https://cheatsheetseries.owasp.org/cheatsheets/Server_Side_Request_Forgery_Prevention_Cheat_Sheet.html
import type { ObjectStorage, S3Object } from '@symbolon/transfer'
import { failure, libraryFailure } from './failure.ts'

/** The storages that requests may name. */
export interface S3StorageOptions {
  /** Origins, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoints: readonly string[]
}

/** @throws TypeError with the code `endpoint_malformed` if an endpoint is not an origin */
export function s3Storage({ endpoints }: S3StorageOptions): ObjectStorage<S3Object> {
  const allowed = new Set(endpoints.map(readOrigin))
  const library = allowed.size === 0 ? undefined : import('./s3-object.ts')
  // `open` reports the error.
  library?.catch(() => undefined)
  return {
    async open(reference) {
      const endpoint = originOf(reference)
      if (library === undefined || endpoint === undefined || !allowed.has(endpoint)) {
        throw failure('endpoint_not_allowed', 'The operator of this server does not allow this endpoint. Use an allowed endpoint.')
      }
      const { openObject } = await library.catch((error: unknown) => {
        throw libraryFailure(error)
      })
      return openObject(reference, endpoint)
    },
  }
}

function readOrigin(endpoint: string): string {
  const url = URL.parse(endpoint)
  if (url !== null && /^https?:$/.test(url.protocol) && url.origin === endpoint) return url.origin
  throw Object.assign(new TypeError(`${endpoint} is not an origin such as https://s3.example.`), { code: 'endpoint_malformed' })
}

/** Without a scheme it is https, unless `ssl` is false. An endpoint that a URL would normalize to another host does not match. */
function originOf({ endpoint, ssl }: S3Object): string | undefined {
  const scheme = /^(https?):\/\//.exec(endpoint)?.[1]
  if (scheme !== undefined && ssl !== undefined && (scheme === 'https') !== ssl) return undefined
  const text = scheme === undefined ? `${ssl === false ? 'http' : 'https'}://${endpoint}` : endpoint.replace(/\/$/, '')
  const url = URL.parse(text)
  if (url === null) return undefined
  const port = url.protocol === 'https:' ? ':443' : ':80'
  return url.origin === text || `${url.origin}${port}` === text ? url.origin : undefined
}
