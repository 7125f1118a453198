// An id for each request, in the header `x-request-id` of its answer and on every log line that it causes.
import type { Tracing } from '@symbolon/core-protocol'
import { randomToken } from '@symbolon/server'
import { AsyncLocalStorage } from 'node:async_hooks'

/** @returns tracing that gives each request a random id; an id that the client sends is not used */
export function requestIds(): Tracing {
  const current = new AsyncLocalStorage<string>()
  return {
    request: async (_request, answer) => await current.run(randomToken().slice(0, 16), answer),
    fields() {
      const id = current.getStore()
      return id === undefined ? {} : { request_id: id }
    },
  }
}
