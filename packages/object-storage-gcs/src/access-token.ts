// Access tokens for a service account, by an assertion that its key signs (https://www.rfc-editor.org/rfc/rfc7523). Google's own library
// does it, and is loaded by the first request that needs it. It gets an address and a key, and nothing to find credentials by.
import { refusedCredentials, unavailable } from './failure.ts'
import type { ServiceAccount } from './service-account.ts'

/** @returns a token that counts for some minutes */
export type TokenSource = (signal: AbortSignal) => Promise<string>

export function tokenSource(
  { email, privateKey, privateKeyId }: ServiceAccount,
  access: 'read_only' | 'read_write',
  tokenEndpoint: string | undefined,
): TokenSource {
  async function connect(): Promise<() => Promise<string | null | undefined>> {
    const { JWT } = await import('google-auth-library')
    const client = new JWT({
      email,
      key: privateKey,
      ...(privateKeyId === undefined ? {} : { keyId: privateKeyId }),
      scopes: [`https://www.googleapis.com/auth/devstorage.${access}`],
      transporterOptions: { fetchImplementation: fetch, redirect: 'error', timeout: 30_000 },
    })
    if (tokenEndpoint !== undefined) {
      // The library knows one endpoint alone, and asks nothing but for tokens here.
      client.transporter.interceptors.request.add({ resolved: async (request) => Object.assign(request, { url: new URL(tokenEndpoint) }) })
    }
    return async () => (await client.getAccessToken()).token
  }
  let connected: ReturnType<typeof connect> | undefined

  return async (signal) => {
    connected ??= connect()
    try {
      const token = await Promise.race([connected.then(async (tokenOf) => await tokenOf()), aborted(signal)])
      if (typeof token === 'string') return token
      throw unavailable(new Error('The token endpoint gave no token.'))
    } catch (error) {
      signal.throwIfAborted()
      const status = statusOf(error)
      // https://www.rfc-editor.org/rfc/rfc6749#section-5.2
      throw status === 400 || status === 401 ? refusedCredentials(error) : unavailable(error)
    }
  }
}

async function aborted(signal: AbortSignal): Promise<never> {
  return await new Promise((_, reject) => {
    const abort = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}

function statusOf(error: unknown): unknown {
  const response: unknown = error instanceof Error && 'response' in error ? error.response : undefined
  return typeof response === 'object' && response !== null && 'status' in response ? response.status : undefined
}
