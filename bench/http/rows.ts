// The requests that every server is measured with. Each parallel request has an exchange of its own.
import { opaqueAccessTokenText } from '@symbolon/core-protocol'
import { createHash, randomInt } from 'node:crypto'
import type { Announcement } from './announcement.ts'
import { requestText } from './connection.ts'
import { app, clientSecret, codeVerifier, jwtRobot, opaqueRobot, redirectUri } from './credentials.ts'

export interface Exchange {
  /** The next request as text; undefined when there are no more codes or tokens. */
  request(): string | undefined
  /** Checks the whole response. An error that it throws ends the run. */
  read?(answer: string): void
}

export interface Row {
  readonly name: string
  /** A text that every correct response contains. */
  readonly holds: string
  /** Whether each request needs an authorization code of its own. */
  readonly needsCodes?: true
  /** @param codes shared by all exchanges, which take codes from the end */
  exchange(server: Announcement, connection: number, codes: string[]): Exchange
}

export const rows: readonly Row[] = [
  { name: 'client credentials, opaque', holds: '"access_token"', exchange: (server) => credentials(server, opaqueRobot) },
  { name: 'client credentials, ES256 JWT', holds: '"access_token":"ey', exchange: (server) => credentials(server, jwtRobot) },
  { name: 'code to tokens', holds: '"id_token"', needsCodes: true, exchange: redeem },
  { name: 'refresh', holds: '"refresh_token"', exchange: refresh },
  {
    name: 'introspection',
    holds: '"active":true',
    exchange: ({ paths, accessToken }) => same(form(paths.introspection, app, { token: accessToken })),
  },
  {
    name: 'userinfo',
    holds: '"email_verified":true',
    exchange: ({ paths, accessToken }) => same(requestText('GET', paths.userinfo, { authorization: `Bearer ${accessToken}` }, '')),
  },
  { name: 'key set', holds: '"keys"', exchange: ({ paths }) => same(requestText('GET', paths.keys, {}, '')) },
]

/** One of that many valid tokens, at random. */
export function introspectionOf(tokens: number): Row {
  return {
    name: `introspection, ${tokens.toLocaleString('en')} live tokens`,
    holds: '"active":true',
    exchange: ({ paths }) => ({ request: () => form(paths.introspection, app, { token: manyTokens(randomInt(tokens)) }) }),
  }
}

/** The tokens of a database that holds many. A token is derived from its number. */
export function manyTokens(number: number): string {
  return opaqueAccessTokenText({ number, secret: createHash('sha256').update(`bench ${number}`).digest('base64url') })
}

function redeem({ paths }: Announcement, _: number, codes: string[]): Exchange {
  return {
    request() {
      const code = codes.pop()
      if (code === undefined) return undefined
      return form(paths.token, app, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier })
    },
  }
}

/** Each exchange rotates a refresh token family of its own. */
function refresh({ paths, refreshTokens }: Announcement, connection: number): Exchange {
  let token = refreshTokens[connection] ?? ''
  return {
    request: () => form(paths.token, app, { grant_type: 'refresh_token', refresh_token: token }),
    read(answer) {
      const successor = /"refresh_token":"([^"]+)"/.exec(answer)?.[1]
      if (successor === undefined || successor === token) throw new TypeError(`No new refresh token: ${answer}`)
      token = successor
    },
  }
}

function credentials({ paths, scope }: Announcement, clientId: string): Exchange {
  return same(form(paths.token, clientId, { grant_type: 'client_credentials', scope }))
}

function same(request: string): Exchange {
  return { request: () => request }
}

function form(path: string, clientId: string, fields: Readonly<Record<string, string>>): string {
  const headers = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`, 'content-type': 'application/x-www-form-urlencoded' }
  return requestText('POST', path, headers, new URLSearchParams(fields).toString())
}
