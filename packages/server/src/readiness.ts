// Whether the provider can serve requests: load balancers ask every few seconds. Probes within a second share one result, so that they put no
// load on the database.
import type { InstanceStore, Log, OpenStorage, ProviderKeys } from '@symbolon/core-protocol'
import { keepNoProcess } from './background.ts'

/** Why a provider is not ready. */
export type NotReadyReason = 'clock_offset' | 'keys_missing' | 'storage_lost' | 'storage_timeout' | 'storage_unavailable'

/** Whether a provider can answer requests. */
export interface Readiness {
  /** Undefined when it is ready. */
  readonly reason: NotReadyReason | undefined
  /** Milliseconds by which the clock of the database is ahead of that of this process; undefined where it is not known. */
  readonly clockOffset: number | undefined
}

/** What is asked. */
export interface ReadinessOptions {
  readonly keys: Pick<ProviderKeys, 'publicKeySet'>
  readonly instance: Pick<InstanceStore, 'get'>
  readonly probe: OpenStorage['probe'] | undefined
  readonly now: () => number
  readonly monotonic: () => number
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** Milliseconds for which an answer is kept. */
const freshness = 1000
/** Milliseconds in which the database has to answer. A write lock that a server never releases shows only here: reads go on. */
const timeout = 5000
/** Milliseconds by which the clocks may differ. Codes, leases and one-time passwords tolerate less than a minute. */
const tolerance = 5000

/** @returns a function that reads whether the provider is ready. It never rejects. */
export function createReadiness(options: ReadinessOptions): () => Promise<Readiness> {
  const { monotonic, log } = options
  let reported: NotReadyReason | undefined
  let askedAt = -Infinity
  let asking: Promise<Readiness> | undefined

  async function ask(): Promise<Readiness> {
    const readiness = await withLimit(check(options))
    if (readiness.reason !== reported) {
      if (readiness.reason === undefined) log.info('ready_again')
      else log.warn('not_ready', { reason: readiness.reason, clockOffset: readiness.clockOffset })
    }
    reported = readiness.reason
    askedAt = monotonic()
    return readiness
  }

  return async () => {
    if (asking === undefined || monotonic() - askedAt >= freshness) {
      // Until the answer is there, everybody waits for the same one.
      askedAt = Infinity
      asking = ask()
    }
    return await asking
  }
}

async function check({ keys, instance, probe, now }: ReadinessOptions): Promise<Readiness> {
  try {
    const before = now()
    const [keySet, , probed] = await Promise.all([keys.publicKeySet(), instance.get('data_key'), probe?.()])
    const after = now()
    if (keySet.keys.length === 0) return { reason: 'keys_missing', clockOffset: undefined }
    if (probed?.time === undefined) return { reason: undefined, clockOffset: undefined }
    // The database looked at its clock at some time in between.
    const early = probed.time - after
    const late = probed.time - before
    const clockOffset = (early + late) / 2
    return { reason: early > tolerance || late < -tolerance ? 'clock_offset' : undefined, clockOffset }
  } catch {
    return { reason: 'storage_unavailable', clockOffset: undefined }
  }
}

async function withLimit(checking: Promise<Readiness>): Promise<Readiness> {
  const { promise, resolve } = Promise.withResolvers<Readiness>()
  const timer = setTimeout(() => resolve({ reason: 'storage_timeout', clockOffset: undefined }), timeout)
  keepNoProcess(timer)
  try {
    return await Promise.race([checking, promise])
  } finally {
    clearTimeout(timer)
  }
}
