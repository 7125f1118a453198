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
export function connect(server: string, { token }: Configuration): (call: ServerCall) => Promise<unknown> {
  const url = URL.parse(server)
  if (url === null || !/^https?:$/.test(url.protocol)) throw new StartError('invalid_configuration', '--server must be the URL of a running server, e.g. https://id.example.')
  // They would stand in the list of processes, and in messages.
  if (url.username !== '' || url.password !== '') throw new StartError('invalid_configuration', '--server takes no user name and no password: set SYMBOLON_TOKEN.')
  if (token === undefined) throw new StartError('token_missing', '--server needs a token: set SYMBOLON_TOKEN to a personal access token of a user who holds IAM_OWNER.')
  return async (call) => {
    const response = await send(new URL(call.path, server), token, call)
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok) return answer
    const { success, output } = v.safeParse(refusal, answer)
    throw new StartError('server_refused', `${server} answered ${response.status}${success ? `: ${output.message}` : '.'}`)
  }
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
