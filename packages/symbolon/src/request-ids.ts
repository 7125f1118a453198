// An id for each request, in the header `x-request-id` of its answer and on every log line that it causes.
import type { LogFields, Tracing } from '@symbolon/core-protocol'
import { tokenSource } from '@symbolon/server'
import { AsyncLocalStorage } from 'node:async_hooks'

const idLength = 16

/** @returns tracing that gives each request a random id; an id that the client sends is not used */
export function requestIds(): Tracing {
  const current = new AsyncLocalStorage<LogFields>()
  const nextId = idsFrom(tokenSource())
  return {
    request: (_request, answer) => current.run({ request_id: nextId() }, answer),
    fields: () => current.getStore() ?? none,
  }
}

const none: LogFields = {}

/** Two ids from each token: ids are not secret, they only have to differ. */
function idsFrom(randomToken: () => string): () => string {
  let rest = ''
  return () => {
    if (rest.length < idLength) rest = randomToken()
    const id = rest.slice(0, idLength)
    rest = rest.slice(idLength)
    return id
  }
}
