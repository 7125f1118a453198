// The storage. The operator sets its endpoint and the token endpoint; a request names a bucket, an object and a key.
import type { GcsObject, ObjectStorage } from '@symbolon/transfer'
import { requireLibraries } from './client.ts'
import { download } from './download.ts'
import { readServiceAccount } from './service-account.ts'
import { upload } from './upload.ts'

/** The endpoints of the storage. */
export interface GcsStorageOptions {
  /** Origin of the JSON API. Default: Google's. */
  readonly endpoint?: string
  /** The token endpoint, which issues an access token for an assertion. Default: Google's. */
  readonly tokenEndpoint?: string
}

/** @throws TypeError with the code `endpoint_malformed` if an endpoint is not a valid origin or URL */
export function gcsStorage(options: GcsStorageOptions = {}): ObjectStorage<GcsObject> {
  const { endpoint = 'https://storage.googleapis.com', tokenEndpoint } = options
  const url = URL.parse(endpoint)
  if (url === null || !/^https?:$/.test(url.protocol) || url.origin !== endpoint) {
    throw malformed(endpoint, 'origin such as https://storage.example')
  }
  if (tokenEndpoint !== undefined && !/^https?:$/.test(URL.parse(tokenEndpoint)?.protocol ?? '')) throw malformed(tokenEndpoint, 'URL')
  return {
    async open({ bucket, path, serviceAccountJson }) {
      const account = await readServiceAccount(serviceAccountJson)
      await requireLibraries()
      const place = { endpoint, tokenEndpoint, bucket, path }
      return {
        read: (signal) => download(place, account, signal),
        write: async (chunks, signal) => await upload(place, account, chunks, signal),
      }
    },
  }
}

function malformed(endpoint: string, expected: string): TypeError {
  return Object.assign(new TypeError(`${endpoint} is not an ${expected}.`), { code: 'endpoint_malformed' })
}
