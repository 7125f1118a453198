// What is asked of every server, one exchange per connection.
import type { Announcement } from './announcement.ts'
import { app, clientSecret, jwtRobot, opaqueRobot } from './credentials.ts'

export interface Exchange {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  body(): string
  /** Sees the whole answer; what it throws ends the run. */
  read?(answer: string): void
}

export interface Row {
  readonly name: string
  /** A text that every right answer holds. */
  readonly holds: string
  exchange(server: Announcement, connection: number): Exchange
}

export const rows: readonly Row[] = [
  { name: 'client credentials, opaque', holds: '"access_token"', exchange: (server) => credentials(server, opaqueRobot) },
  { name: 'client credentials, ES256 JWT', holds: '"access_token":"ey', exchange: (server) => credentials(server, jwtRobot) },
  {
    name: 'introspection',
    holds: '"active":true',
    exchange: ({ paths, accessToken }) => form(paths.introspection, app, () => ({ token: accessToken })),
  },
  {
    name: 'userinfo',
    holds: '"email_verified":true',
    exchange: ({ paths, accessToken }) => get(paths.userinfo, { authorization: `Bearer ${accessToken}` }),
  },
  { name: 'refresh', holds: '"refresh_token"', exchange: refresh },
  { name: 'key set', holds: '"keys"', exchange: ({ paths }) => get(paths.keys, {}) },
]

/** Each connection follows its own line of refresh tokens. */
function refresh({ paths, refreshTokens }: Announcement, connection: number): Exchange {
  let token = refreshTokens[connection] ?? ''
  return {
    ...form(paths.token, app, () => ({ grant_type: 'refresh_token', refresh_token: token })),
    read(answer) {
      const successor = /"refresh_token":"([^"]+)"/.exec(answer)?.[1]
      if (successor === undefined || successor === token) throw new TypeError(`No new refresh token: ${answer}`)
      token = successor
    },
  }
}

function credentials({ paths, scope }: Announcement, clientId: string): Exchange {
  return form(paths.token, clientId, () => ({ grant_type: 'client_credentials', scope }))
}

function form(path: string, clientId: string, fields: () => Readonly<Record<string, string>>): Exchange {
  const headers = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`, 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', path, headers, body: () => new URLSearchParams(fields()).toString() }
}

function get(path: string, headers: Readonly<Record<string, string>>): Exchange {
  return { method: 'GET', path, headers, body: () => '' }
}
