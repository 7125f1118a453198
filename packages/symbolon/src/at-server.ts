// Commands with `--server URL`: the work is done by a running server, for the owner whose token is in SYMBOLON_TOKEN.
import * as v from 'valibot'
import type { Configuration } from './configuration.ts'
import { StartError } from './start-error.ts'

const refusal = v.object({ message: v.string() })

export interface ServerCall {
  readonly path: string
  readonly method: 'GET' | 'POST'
  /** JSON. */
  readonly body?: string | Buffer<ArrayBuffer>
}

/** @throws StartError invalid_configuration, token_missing, before anything is sent */
export function connect(server: string, configuration: Configuration): (call: ServerCall) => Promise<unknown> {
  const token = checkTarget(server, configuration)
  return async (call) => {
    const response = await sendWith(server, token, call)
    return await response.json().catch(() => undefined) as unknown
  }
}

/** @returns an answer that is no refusal, to be read by the caller; @throws StartError as `connect`, server_refused, server_unreachable */
export async function sendTo(server: string, configuration: Configuration, call: ServerCall): Promise<Response> {
  return await sendWith(server, checkTarget(server, configuration), call)
}

/** Whether the connection failed, not what was asked: the server may be at work. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof StartError && error.code === 'server_unreachable'
}

function checkTarget(server: string, { token }: Configuration): string {
  const url = URL.parse(server)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new StartError('invalid_configuration', '--server must be the URL of a running server, e.g. https://id.example.')
  // They would stand in the list of processes, and in messages.
  if (url.username !== '' || url.password !== '') throw new StartError('invalid_configuration', '--server takes no user name and no password: set SYMBOLON_TOKEN.')
  if (token === undefined) throw new StartError('token_missing', '--server needs a token: set SYMBOLON_TOKEN to a personal access token of a user who holds IAM_OWNER.')
  return token
}

async function sendWith(server: string, token: string, call: ServerCall): Promise<Response> {
  const response = await send(new URL(call.path, server), token, call)
  if (response.ok) return response
  const { success, output } = v.safeParse(refusal, await response.json().catch(() => undefined))
  throw new StartError('server_refused', `${server} answered ${response.status}${success ? `: ${output.message}` : '.'}`)
}

async function send(url: URL, token: string, { method, body }: ServerCall): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
    })
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    throw new StartError('server_unreachable', `${url.origin} cannot be reached: ${cause}`)
  }
}

/** An answer that no server of ours gives. */
export function notOurs(server: string): StartError {
  return new StartError('server_refused', `${server} did not answer with a report. Is it a Symbolon server?`)
}
