// The requests that every server is measured with. Each parallel request has a separate exchange, which checks every response.
import { checkIdToken, checkIntrospection, checkKeySet, checkUserinfo, decodedPayload, member, newTokens } from './checks.ts'
import type { Announcement } from './announcement.ts'
import { requestText } from './connection.ts'
import { app, clientNumber, clientSecret, codeVerifier, jwtRobot, opaqueRobot, redirectUri } from './credentials.ts'

/** What the requests of a row are made of. All exchanges share it. */
export interface Feed {
  readonly announcement: Announcement
  /** The live access tokens, in the order of their issuance. */
  readonly tokens: readonly string[]
  /** Codes that were not used yet. */
  readonly codes: string[]
  /** The number of live tokens that were asked for. */
  asked: number
}

export interface Exchange {
  /** The next request as text; undefined when there are no more codes. */
  request(): string | undefined
  /** Checks the body of the response with status 200. @throws TypeError, which ends the run */
  check(body: string): void
}

export interface Row {
  readonly name: string
  /** Whether each request needs a separate authorization code. */
  readonly needsCodes?: true
  /** Whether a correct server commits something for each request. */
  readonly durable?: true
  /** @returns what a connection sends; called once for each connection */
  exchanges(feed: Feed): (connection: number) => Exchange
}

export const opaqueRow: Row = { name: 'client credentials, opaque', durable: true, exchanges: (feed) => credentials(feed, opaqueRobot) }
/** Service users take turns in a scattered order. @param count how many of them */
export function clientsRow(name: string, count: number): Row {
  return {
    name,
    durable: true,
    exchanges(feed) {
      const { paths, scope } = feed.announcement
      return () => ({
        request() {
          feed.asked += 1
          return form(paths.token, clientNumber((feed.asked * stride) % count), { grant_type: 'client_credentials', scope })
        },
        check: (body) => void member(body, 'access_token'),
      })
    },
  }
}

export const jwtRow: Row = { name: 'client credentials, ES256 JWT', exchanges: (feed) => credentials(feed, jwtRobot) }
export const codeRow: Row = { name: 'code to tokens', durable: true, needsCodes: true, exchanges: redeem }
export const refreshRow: Row = { name: 'refresh', durable: true, exchanges: refresh }
export const keySetRow: Row = { name: 'key set', exchanges: keySet }

/**
 * Introspects the live tokens that were issued last, in a fixed scattered order: each of them once before any of them again.
 *
 * @param reach the number of tokens that are asked for; all of them if there are no more
 */
export function introspectionRow(name: string, reach: number): Row {
  return liveTokenRow(name, reach, {
    requestFor: (token, { introspection }) => form(introspection, app, { token }),
    check: checkIntrospection,
  })
}

/** As `introspectionRow`. */
export function userinfoRow(name: string, reach: number): Row {
  return liveTokenRow(name, reach, {
    requestFor: (token, { userinfo }) => requestText('GET', userinfo, { authorization: `Bearer ${token}` }, ''),
    check: checkUserinfo,
  })
}

interface TokenUse {
  requestFor(token: string, paths: Feed['announcement']['paths']): string
  /** @throws TypeError when the body is not about the subject */
  check(body: string, subject: string): void
}

function liveTokenRow(name: string, reach: number, { requestFor, check }: TokenUse): Row {
  return {
    name,
    exchanges: (feed) => () => {
      let subject = ''
      return {
        request() {
          const next = nextToken(feed, reach)
          subject = next.subject
          return requestFor(next.token, feed.announcement.paths)
        },
        check: (body) => check(body, subject),
      }
    },
  }
}

/** A prime, so that its multiples reach every token. */
const stride = 61_813

/** @throws TypeError when there are no live tokens */
export function nextToken(feed: Feed, most: number): { readonly token: string; readonly subject: string } {
  const { tokens, announcement } = feed
  const subjects = announcement.tokens?.subjects ?? []
  const reach = Math.min(most, tokens.length)
  const number = tokens.length - reach + ((feed.asked * stride) % reach)
  feed.asked += 1
  const token = tokens[number]
  const subject = subjects[number % subjects.length]
  if (token === undefined || subject === undefined) throw new TypeError('There are no live tokens')
  return { token, subject }
}

function credentials({ announcement: { paths, scope } }: Feed, clientId: string): (connection: number) => Exchange {
  const isNew = newTokens()
  const request = form(paths.token, clientId, { grant_type: 'client_credentials', scope })
  return () => ({
    request: () => request,
    check(body) {
      const token = member(body, 'access_token')
      isNew(token)
      if (clientId === jwtRobot && decodedPayload(token)['sub'] !== jwtRobot) throw new TypeError(`Not a JWT of the client: ${body}`)
    },
  })
}

function redeem({ announcement: { paths }, codes }: Feed): (connection: number) => Exchange {
  const isNew = newTokens()
  return () => ({
    request() {
      const code = codes.pop()
      if (code === undefined) return undefined
      return form(paths.token, app, { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier })
    },
    check(body) {
      isNew(member(body, 'access_token'))
      checkIdToken(member(body, 'id_token'), 'nonce')
    },
  })
}

/** Each connection rotates a separate refresh token family. */
function refresh({ announcement: { paths, refreshTokens } }: Feed): (connection: number) => Exchange {
  const isNew = newTokens()
  return (connection) => {
    let token = refreshTokens[connection] ?? ''
    return {
      request: () => form(paths.token, app, { grant_type: 'refresh_token', refresh_token: token }),
      check(body) {
        isNew(member(body, 'access_token'))
        checkIdToken(member(body, 'id_token'))
        token = member(body, 'refresh_token')
        isNew(token)
      },
    }
  }
}

function keySet({ announcement: { paths } }: Feed): (connection: number) => Exchange {
  const request = requestText('GET', paths.keys, {}, '')
  const check = checkKeySet()
  return () => ({ request: () => request, check })
}

function form(path: string, clientId: string, fields: Readonly<Record<string, string>>): string {
  const headers = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`, 'content-type': 'application/x-www-form-urlencoded' }
  return requestText('POST', path, headers, new URLSearchParams(fields).toString())
}
