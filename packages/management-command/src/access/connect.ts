// Which server a command speaks to, and with which token: SYMBOLON_TOKEN, a key file of a service user, or the sign-in of a person.
import { createClient } from '@symbolon/client'
import type { Client } from '@symbolon/client'
import { CommandError } from '../terminal/outcome.ts'
import { describeServer, readIssuer, requestTokens, unreachable } from './authorization-server.ts'
import { keepTokens, readCredentials } from './credentials.ts'
import type { SignIn } from './credentials.ts'
import { tokenOfKeyFile } from './key-file.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A client of a server, and the address of the server. */
export interface Connection {
  readonly issuer: string
  readonly client: Client
}

/** Milliseconds before its end at which an access token is replaced. */
const margin = 30_000

/**
 * @param server the value of `--server`
 * @returns the server that a command means, unless nothing names one
 * @throws CommandError server_invalid, credentials_unreadable
 */
export async function serverOf(server: string | undefined, environment: Environment): Promise<string | undefined> {
  const named = server ?? environment['SYMBOLON_ISSUER']
  return named === undefined ? (await readCredentials(environment)).current : readIssuer(named)
}

/** @returns whether the operator has signed in to the server of a command */
export async function isSignedIn(server: string | undefined, environment: Environment): Promise<boolean> {
  const issuer = await serverOf(server, environment)
  return issuer !== undefined && (await readCredentials(environment)).servers[issuer] !== undefined
}

/**
 * @param server the value of `--server`
 * @throws CommandError not_signed_in, and those of `serverOf`
 */
export async function connect(server: string | undefined, environment: Environment): Promise<Connection> {
  const issuer = await serverOf(server, environment)
  if (issuer === undefined) {
    throw new CommandError(
      'not_signed_in',
      'You are not signed in. Run `symbolon login ISSUER`, or set SYMBOLON_ISSUER and SYMBOLON_TOKEN.',
    )
  }
  const token = await tokenSource(issuer, environment)
  const reached = async (request: Request): Promise<Response> => {
    try {
      return await fetch(request)
    } catch (error) {
      throw unreachable(issuer, error)
    }
  }
  return { issuer, client: createClient({ issuer, token, fetch: reached }) }
}

/**
 * Where the tokens for a server come from: SYMBOLON_TOKEN, the key file, or the sign-in of a person, which is refreshed when it ends.
 * @throws CommandError not_signed_in, token_malformed, credentials_unreadable
 */
export async function tokenSource(issuer: string, environment: Environment): Promise<string | (() => Promise<string>)> {
  const { SYMBOLON_TOKEN: token, SYMBOLON_KEY_FILE: keyFile } = environment
  if (token !== undefined && token !== '') {
    if (/^[A-Za-z0-9\-._~+/]+=*$/.test(token)) return token
    throw new CommandError('token_malformed', 'SYMBOLON_TOKEN is not a bearer token. Check it for spaces and line breaks.')
  }
  if (keyFile !== undefined) return await tokenOfKeyFile(keyFile, issuer)
  const signIn = (await readCredentials(environment)).servers[issuer]
  if (signIn === undefined) throw notSignedIn(issuer)
  let current = signIn
  return async () => {
    if (current.expiresAt - margin < Date.now()) current = await refreshed(current, issuer, environment)
    return current.accessToken
  }
}

async function refreshed({ clientId, refreshToken }: SignIn, issuer: string, environment: Environment): Promise<SignIn> {
  if (refreshToken === undefined) throw notSignedIn(issuer)
  const server = await describeServer(issuer)
  const tokens = await requestTokens(server, { grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId })
  if (tokens === undefined) throw notSignedIn(issuer)
  const signIn = { clientId, refreshToken, ...tokens }
  await keepTokens(issuer, signIn, environment)
  return signIn
}

function notSignedIn(issuer: string): CommandError {
  return new CommandError(
    'not_signed_in',
    `You are not signed in to ${issuer}, or not any more. Run \`symbolon login ${issuer}\`, or set SYMBOLON_TOKEN.`,
  )
}
