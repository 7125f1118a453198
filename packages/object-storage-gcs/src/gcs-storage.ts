// The storage. The operator sets its endpoint and the token endpoint; a request names a bucket, an object and a key.
import type { GcsObject, ObjectStorage } from '@symbolon/transfer'
import { requireLibraries } from './client.ts'
import { download } from './download.ts'
import { readServiceAccount } from './service-account.ts'
import { upload } from './upload.ts'

/** Where the storage and its token endpoint are. */
export interface GcsStorageOptions {
  /** Origin of the JSON API. Default: Google's. */
  readonly endpoint?: string
  /** Where an assertion is exchanged for an access token. Default: Google's. */
  readonly tokenEndpoint?: string
}

/** @throws TypeError with the code `endpoint_malformed` for an endpoint that is no URL of its kind */
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
