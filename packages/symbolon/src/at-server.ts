// Commands with `--server URL`: a running server does the work, for the owner whose token is in SYMBOLON_TOKEN, or who has signed in.
import { tokensFor } from '@symbolon/management-command'
import * as v from 'valibot'
import type { Configuration } from './configuration.ts'
import { StartError } from './start-error.ts'

const refusal = v.object({ message: v.string(), details: v.optional(v.array(v.looseObject({ id: v.optional(v.string()) })), []) })

/** A response with an error status. */
export class ServerRefusal extends StartError {
  readonly status: number
  /** The error code of this product; undefined for a response of a proxy or of another program. */
  readonly id: string | undefined
  /** The body, where it is JSON. */
  readonly answer: unknown

  constructor(status: number, id: string | undefined, message: string, answer?: unknown) {
    super('server_refused', message)
    this.answer = answer
    this.status = status
    this.id = id
  }
}

/** A request to the administrative API. */
export interface ServerCall {
  readonly path: string
  readonly method: 'GET' | 'POST'
  /** JSON; as a stream, a database file. */
  readonly body?: string | Buffer<ArrayBuffer> | ReadableStream<Uint8Array>
  readonly signal?: AbortSignal
}

/** The calls reject with StartError token_missing before anything is sent. @throws StartError invalid_configuration */
export function connect(server: string, configuration: Configuration): (call: ServerCall) => Promise<unknown> {
  const tokens = checkTarget(server, configuration)
  return async (call) => {
    const response = await sendWith(server, await tokens(), call)
    try {
      return await response.json()
    } catch (error) {
      if (error instanceof SyntaxError) return undefined
      throw unreachable(new URL(server), 'broke off its answer', error)
    }
  }
}

/** @returns a successful response, which the caller reads; @throws StartError as `connect`, server_refused, server_unreachable */
export async function sendTo(server: string, configuration: Configuration, call: ServerCall): Promise<Response> {
  return await sendWith(server, await checkTarget(server, configuration)(), call)
}

/**
 * @param server a URL, as the arguments were read
 * @returns what gives a token for each call: a long one may outlive the token with which it began
 */
function checkTarget(server: string, { token }: Configuration): () => Promise<string> {
  const url = new URL(server)
  // They would stand in the list of processes, and in messages.
  if (url.username !== '' || url.password !== '')
    throw new StartError('invalid_configuration', '--server takes no user name and no password. Set SYMBOLON_TOKEN.')
  if (token !== undefined) return async () => await Promise.resolve(token)
  let found: ReturnType<typeof tokensFor> | undefined
  return async () => {
    try {
      found ??= tokensFor(server)
      return await (
        await found
      )()
    } catch (error) {
      throw new StartError(
        'token_missing',
        `--server needs a token of a user who holds IAM_OWNER. Set SYMBOLON_TOKEN, or run \`symbolon login ${server}\`.`,
        { cause: error },
      )
    }
  }
}

async function sendWith(server: string, token: string, call: ServerCall): Promise<Response> {
  const { origin, pathname } = new URL(server)
  const response = await send(new URL(origin + pathname.replace(/\/$/, '') + call.path), token, call)
  if (response.ok) return response
  const answer: unknown = await response.json().catch(() => undefined)
  const { success, output } = v.safeParse(refusal, answer)
  const [detail] = success ? output.details : []
  const again = detail?.id === 'insufficient_user_authentication' ? ` Run \`symbolon login ${server}\`, then run the command again.` : ''
  throw new ServerRefusal(
    response.status,
    detail?.id,
    `${server} answered ${response.status}${success ? `: ${output.message}` : '.'}${again}`,
    answer,
  )
}

async function send(url: URL, token: string, { method, body, signal }: ServerCall): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': typeOf(body) }) },
      // https://fetch.spec.whatwg.org/#dom-requestinit-duplex
      ...(body === undefined ? {} : { body, duplex: 'half' }),
      ...(signal === undefined ? {} : { signal }),
      redirect: 'error',
    })
  } catch (error) {
    throw unreachable(url, 'cannot be reached', error)
  }
}

function typeOf(body: NonNullable<ServerCall['body']>): string {
  return body instanceof ReadableStream ? 'application/vnd.sqlite3' : 'application/json'
}

function unreachable({ origin }: URL, what: string, error: unknown): StartError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
  return new StartError('server_unreachable', `${origin} ${what}: ${cause}`)
}

/** An answer that no server of ours gives. */
export function notOurs(server: string): StartError {
  return new StartError('server_refused', `${server} did not answer with a report. Check that it is a Symbolon server.`)
}
