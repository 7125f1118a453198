// What is read when the metrics are read: the state of the storage, the keys and the readiness.
import { signingAlgorithms, stateOf } from '@symbolon/core-protocol'
import type { Metrics, OpenStorage, SigningKeyStore } from '@symbolon/core-protocol'
import { clockOffset, connections, ready, signingKeyAge, waitingWrites } from './declared.ts'

/** What is read. */
export interface ProviderState {
  readonly signingKeys: Pick<SigningKeyStore, 'list'>
  readonly load: OpenStorage['load'] | undefined
  readonly readiness: () => Promise<{ readonly reason: string | undefined; readonly clockOffset: number | undefined }>
  readonly now: () => number
}

/** Has the metrics read from this provider, instead of one before it. */
export function readState(metrics: Metrics, { signingKeys, load, readiness, now }: ProviderState): void {
  metrics.read(ready, async () => [{ labels: {}, value: (await readiness()).reason === undefined ? 1 : 0 }])
  metrics.read(clockOffset, async () => {
    const { clockOffset: milliseconds } = await readiness()
    return milliseconds === undefined ? [] : [{ labels: {}, value: milliseconds / 1000 }]
  })
  metrics.read(signingKeyAge, async () => {
    const [keys, at] = [await signingKeys.list(), now()]
    return signingAlgorithms.flatMap((alg) => {
      const key = keys.find((each) => each.algorithm === alg && stateOf(each, keys, at) === 'active')
      return key === undefined ? [] : [{ labels: { alg }, value: (at - key.createdAt) / 1000 }]
    })
  })
  metrics.read(waitingWrites, async () => {
    const waiting = load?.().waitingWrites
    return waiting === undefined ? [] : [{ labels: {}, value: waiting }]
  })
  metrics.read(connections, async () => {
    const pool = load?.().connections
    return pool === undefined ? [] : (['busy', 'idle', 'waiting'] as const).map((state) => ({ labels: { state }, value: pool[state] }))
  })
}
