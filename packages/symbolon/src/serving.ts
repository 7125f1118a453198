// One provider after the other at one address: a restored database is served by a new provider, which has none of the state that was kept
// in memory of the old one. Requests that come in between wait for it.
import type { Answering, Provider, Readiness } from '@symbolon/server'
import { StartError } from './start-error.ts'

/** One address that serves one provider after another. */
export interface Serving extends Answering {
  /** Resolves when the database is gone while it is served, or none can be served any more. */
  readonly lost: Promise<StartError>
  /** Asks the provider whether it can answer requests. @returns undefined while no provider runs: at the start, during a restore, and at the end */
  readiness(): Promise<Readiness | undefined>
  /** Early requests have waited for it. */
  begin(provider: Provider): void
  /**
   * For a request: lets the others end, closes the provider, and serves with the next one.
   * @param limit milliseconds that the others have
   * @throws whatever `next` throws; then nothing is served any more
   */
  exchange(limit: number, next: () => Promise<Provider>): Promise<void>
  /** Requests under way must have ended. */
  close(): Promise<void>
}

/** @returns an address that serves nothing yet: requests wait for the first provider */
export function createServing(): Serving {
  const first = Promise.withResolvers<Provider>()
  const lost = Promise.withResolvers<StartError>()
  let current = first.promise
  let serving: Provider | undefined
  let underWay = 0
  let ended: () => void = () => undefined

  function watch(provider: Provider): void {
    provider.lost?.then(
      (error) => lost.resolve(new StartError('database_lost', error.message, { cause: error })),
      () => undefined,
    )
  }

  /** Resolves when the one that asks is alone, or has waited for long enough. */
  async function alone(limit: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    ended = () => {
      if (underWay <= 1) resolve()
    }
    const timer = setTimeout(resolve, limit)
    ended()
    await promise
    clearTimeout(timer)
    ended = () => undefined
  }

  const answerWith = (provider: Provider, ...asked: Parameters<Answering['answer']>): ReturnType<Answering['answer']> => {
    underWay += 1
    const answered = provider.answer(...asked)
    if (answered instanceof Promise) {
      // Not `finally`, which makes two more promises for each request. The caller handles a rejection.
      answered.then(oneEnded, oneEnded)
      return answered
    }
    oneEnded()
    return answered
  }

  function oneEnded(): void {
    underWay -= 1
    ended()
  }

  return {
    answer(request, peer) {
      if (serving !== undefined) return answerWith(serving, request, peer)
      return current.then(
        (provider) => answerWith(provider, request, peer),
        () => ({ status: 503, fields: {}, body: null }),
      )
    },
    lost: lost.promise,
    readiness: async () => await serving?.readiness(),
    begin(provider) {
      watch(provider)
      serving = provider
      first.resolve(provider)
    },
    async exchange(limit, next) {
      const old = await current
      const following = Promise.withResolvers<Provider>()
      current = following.promise
      current.catch(() => undefined)
      serving = undefined
      try {
        await alone(limit)
        await old.close()
        const provider = await next()
        watch(provider)
        serving = provider
        following.resolve(provider)
      } catch (error) {
        following.reject(error)
        lost.resolve(
          new StartError(
            'database_lost',
            `The service cannot open a database any more: ${error instanceof Error ? error.message : String(error)}`,
            {
              cause: error,
            },
          ),
        )
        throw error
      }
    },
    async close() {
      const provider = await current.catch(() => undefined)
      serving = undefined
      await provider?.close()
    },
  }
}

/**
 * Ctrl-C and SIGTERM end the service in order; a second one ends it at once.
 * Called before the start, so that a signal during the start is not lost.
 * @returns resolves at the first signal
 */
export async function stopSignal(): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM'] as const
  const { promise, resolve } = Promise.withResolvers<void>()
  const stop = (): void => {
    // Without a listener, either signal ends the process.
    for (const signal of signals) process.off(signal, stop)
    resolve()
  }
  for (const signal of signals) process.on(signal, stop)
  await promise
}
