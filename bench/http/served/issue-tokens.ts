// Issues live tokens through the token endpoint, without HTTP. They are issued in batches, which share transactions.
import { app, clientSecret, opaqueRobot, users } from '../credentials.ts'

/** How a token request is answered, without a server. */
type Fetch = (request: Request) => Promise<Response>

const atOnce = 250
/** The audience that lets the app introspect tokens of the service user. */
const robotScope = 'openid urn:symbolon:iam:org:project:id:portal:aud'

/**
 * @param refreshTokens one for each user
 * @returns tokens that belong to the users in turn
 */
export async function issueToUsers(fetch: Fetch, url: string, refreshTokens: readonly string[], count: number): Promise<readonly string[]> {
  const families = [...refreshTokens]
  return await inBatches(Math.min(atOnce, users.length), count, async (number) => {
    const family = number % users.length
    const tokens = await requestTokens(fetch, url, app, { grant_type: 'refresh_token', refresh_token: families[family] ?? '' })
    families[family] = tokens.refreshToken
    return tokens.accessToken
  })
}

/** @returns tokens of the service user */
export async function issueToRobot(fetch: Fetch, url: string, count: number): Promise<readonly string[]> {
  const form = { grant_type: 'client_credentials', scope: robotScope }
  return await inBatches(atOnce, count, async () => (await requestTokens(fetch, url, opaqueRobot, form)).accessToken)
}

async function inBatches(size: number, count: number, issue: (number: number) => Promise<string>): Promise<readonly string[]> {
  const tokens: string[] = []
  while (tokens.length < count) {
    const first = tokens.length
    tokens.push(...(await Promise.all(Array.from({ length: Math.min(size, count - first) }, (_, index) => issue(first + index)))))
  }
  return tokens
}

async function requestTokens(
  fetch: Fetch,
  url: string,
  clientId: string,
  form: Readonly<Record<string, string>>,
): Promise<{ readonly accessToken: string; readonly refreshToken: string }> {
  const headers = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` }
  const response = await fetch(new Request(url, { method: 'POST', headers, body: new URLSearchParams(form) }))
  const answer: unknown = await response.json()
  const member = (name: string): unknown => (typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined)
  if (typeof member('access_token') !== 'string') throw new TypeError(`No token was issued: ${JSON.stringify(answer)}`)
  return { accessToken: String(member('access_token')), refreshToken: String(member('refresh_token')) }
}
