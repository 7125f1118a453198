// Requests to the management API, as a caller with a token.
import type { TestProvider } from './provider.ts'

/** @param body sent as JSON */
export async function manage(
  { issuer, fetch }: Pick<TestProvider, 'fetch' | 'issuer'>,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  return await fetch(
    new Request(`${issuer}/manage/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  )
}
