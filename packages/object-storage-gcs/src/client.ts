// Google's library over our transport. The first request that needs it loads it. It reads nothing from the environment: no credentials, no
// project and no endpoint.
import type { Bucket, CRC32C, Storage } from '@google-cloud/storage'
import type { gaxios, JWT } from 'google-auth-library'
import { PassThrough, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as pause } from 'node:timers/promises'
import { failure, isPassing, unavailable } from './failure.ts'
import type { ServiceAccount } from './service-account.ts'
import { google } from './transport.ts'
import type { Transport } from './transport.ts'

/** How often the same request is sent again. */
const repetitions = 4
/** The maximum number of resumptions of an upload. Each resumption requests the stored size, with exponential backoff. */
const resumptions = 10
/** Seconds; more would leave a timer of the library's behind where the operation ends. */
const longestPause = 1
/** Seconds: the operation's own end comes before. */
const day = 86_400

/** The client library, connected with one account. */
export interface Client {
  readonly bucket: Bucket
  readonly newSum: () => CRC32C
  readonly credentials: JWT
}

/**
 * Loads the client libraries. They are optional peers, because few servers need them and they are large.
 * @throws ObjectStorageError library_missing
 */
export async function requireLibraries(): Promise<void> {
  try {
    await loadLibraries()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
    const packages = '@google-cloud/storage google-auth-library'
    const message = `This server has no client library of Google Cloud Storage. Its operator installs it: npm install ${packages}`
    throw failure('library_missing', message, error)
  }
}

async function loadLibraries() {
  return await Promise.all([import('@google-cloud/storage'), import('google-auth-library')])
}

/** Loads the client library and connects it, with the credentials of the request alone. */
export async function connect(
  bucket: string,
  account: ServiceAccount,
  access: 'read_only' | 'read_write',
  transport: Transport,
): Promise<Client> {
  const [library, { JWT }] = await loadLibraries()
  const { email, privateKey, privateKeyId } = account
  const credentials = new JWT({
    email,
    key: privateKey,
    ...(privateKeyId === undefined ? {} : { keyId: privateKeyId }),
    scopes: [`https://www.googleapis.com/auth/devstorage.${access}`],
    transporterOptions: { fetchImplementation: transport.fetch, retryConfig: repeating(transport) },
  })
  const storage = new library.Storage({
    // Set explicitly, because STORAGE_EMULATOR_HOST would replace the default.
    apiEndpoint: google.storage,
    authClient: credentials,
    retryOptions: {
      // The session makes the chunks idempotent, which the library does not see.
      idempotencyStrategy: library.IdempotencyStrategy.RetryAlways,
      maxRetries: resumptions,
      maxRetryDelay: longestPause,
      totalTimeout: day,
      retryableErrorFn: ({ code }) => !isOver(transport) && (typeof code !== 'number' || isPassing(code)),
    },
  })
  sendThrough(storage, credentials)
  return { bucket: storage.bucket(bucket), newSum: () => new library.CRC32C(), credentials }
}

/** A failure after these retries ends the operation: otherwise the library would multiply its own retries by these. */
function repeating(transport: Transport): gaxios.RetryConfig {
  return {
    shouldRetry({ config, response, cause }) {
      // A stream cannot be sent twice, and a cancellation has no time for retries.
      if (isOver(transport) || config.body instanceof Readable || config.method === 'DELETE') return false
      if (response !== undefined && !isPassing(response.status)) return false
      if ((config.retryConfig?.currentRetryAttempt ?? 0) < repetitions) return true
      transport.fail(unavailable(cause))
      return false
    },
    retryBackoff: async (_, delay) => await pause(delay, undefined, { signal: transport.signal }),
  }
}

function isOver({ signal, failure }: Transport): boolean {
  return signal.aborted || failure() !== undefined
}

/**
 * Sends every request like an upload. By default the library sends other requests by teeny-request, which always follows redirects and heeds
 * proxies of the environment.
 */
function sendThrough(storage: Storage, credentials: JWT): void {
  const requestOf = ({ method, uri, qs, headers }: Parameters<Storage['request']>[0]): gaxios.GaxiosOptions => ({
    method: method ?? 'GET',
    url: `${google.storage}/storage/v1/${uri}`,
    params: qs,
    // The storage decompresses an object that is stored compressed.
    headers: { ...headers, 'accept-encoding': 'identity' },
  })
  storage.request = (options, callback) => {
    credentials.request(requestOf(options)).then(({ data }) => callback(null, data), callback)
  }
  storage.requestStream = (options) => {
    const answered = Object.assign(new PassThrough(), { agent: false, headers: {} } as const)
    credentials
      .request<ReadableStream | null>({ ...requestOf(options), responseType: 'stream' })
      .then((response) => {
        const headers = Object.fromEntries(response.headers)
        const body = response.data === null ? Readable.from([]) : Readable.fromWeb(response.data)
        // The library may have dropped the stream already. Without this listener its error would end the process.
        body.on('error', () => {})
        // Held with its body: where nothing holds a response, Deno's `fetch` forgets the signal.
        answered.emit('response', Object.assign(body, { response, statusCode: response.status, headers, toJSON: () => ({ headers }) }))
        answered.end()
      })
      .catch((error: Error) => answered.destroy(error))
    return answered
  }
}
