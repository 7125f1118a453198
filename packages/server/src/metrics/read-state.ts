// What is read when the metrics are read: the state of the storage, the keys and the readiness.
import { signingAlgorithms, stateOf } from '@symbolon/core-protocol'
import type { ImportJobStore, Metrics, OpenStorage, SigningKeyStore, StorageLoad } from '@symbolon/core-protocol'
import {
  cachedLookups,
  clockOffset,
  connections,
  groupedWrites,
  imports,
  ready,
  repeatedCalls,
  signingKeyAge,
  waitingWrites,
  writeGroups,
} from './declared.ts'

/** What is read. */
export interface ProviderState {
  readonly signingKeys: Pick<SigningKeyStore, 'list'>
  /** Absent where no part imports. */
  readonly importJobs: Pick<ImportJobStore, 'countUnderWay'> | undefined
  readonly load: OpenStorage['load'] | undefined
  readonly readiness: () => Promise<{ readonly reason: string | undefined; readonly clockOffset: number | undefined }>
  readonly now: () => number
}

/** Makes the metrics show the state of this provider, in place of that of an earlier one. */
export function readState(metrics: Metrics, { signingKeys, importJobs, load, readiness, now }: ProviderState): void {
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
  metrics.read(imports, async () => {
    const underWay = await importJobs?.countUnderWay(now())
    return underWay === undefined ? [] : (['running', 'waiting'] as const).map((state) => ({ labels: { state }, value: underWay[state] }))
  })
  metrics.read(waitingWrites, async () => {
    const waiting = load?.().waitingWrites
    return waiting === undefined ? [] : [{ labels: {}, value: waiting }]
  })
  metrics.read(connections, async () => {
    const pool = load?.().connections
    return pool === undefined ? [] : (['busy', 'idle', 'waiting'] as const).map((state) => ({ labels: { state }, value: pool[state] }))
  })
  metrics.read(cachedLookups, async () => {
    const lookups = load?.().lookups
    if (lookups === undefined) return []
    return [
      { labels: { result: 'memory' }, value: lookups.fromMemory },
      { labels: { result: 'database' }, value: lookups.fromDatabase },
    ]
  })
  const counted = (metric: typeof repeatedCalls, value: (state: StorageLoad) => number | undefined): void =>
    metrics.read(metric, async () => {
      const read = load === undefined ? undefined : value(load())
      return read === undefined ? [] : [{ labels: {}, value: read }]
    })
  counted(repeatedCalls, (state) => state.repeatedCalls)
  counted(writeGroups, (state) => state.groups?.count)
  counted(groupedWrites, (state) => state.groups?.writes)
}
