// Measures the hashing of secrets: it is what a flood of sign-ins exhausts first.
import { composedName, defineMetric, isSecretHashingBusy } from '@symbolon/core-protocol'
import type { Metric, Metrics, SecretHashing } from '@symbolon/core-protocol'

const durationLabels = { scheme: 'composed', operation: ['hash', 'verify', 'verify_absent'] } as const
const duration: Metric<'histogram', typeof durationLabels> = defineMetric({
  kind: 'histogram',
  name: 'symbolon_secret_hashing_seconds',
  help: 'The time of hashing or verifying a secret, with the wait for its turn.',
  labels: durationLabels,
  buckets: [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 0.75, 1, 2.5, 5, 10],
})
const underWay: Metric<'gauge', Record<never, never>> = defineMetric({
  kind: 'gauge',
  name: 'symbolon_secret_hashing_queue_length',
  help: 'Secrets that are being hashed or verified, or wait for it.',
  labels: {},
})
const refused: Metric<'counter', Record<never, never>> = defineMetric({
  kind: 'counter',
  name: 'symbolon_secret_hashing_refused_total',
  help: 'Secrets that were not hashed because the queue was full or the wait too long.',
  labels: {},
})

/** The metrics of `measuredHashing`. */
export const secretHashingMetrics: readonly Metric[] = [duration, underWay, refused]

/**
 * Measures what the hashing does.
 * @param metrics of which `secretHashingMetrics` were declared
 */
export function measuredHashing(hashing: SecretHashing, metrics: Metrics): SecretHashing {
  if (!metrics.enabled) return hashing
  let count = 0
  metrics.read(underWay, async () => [{ labels: {}, value: count }])

  async function measured<T>(scheme: string, operation: (typeof durationLabels.operation)[number], work: () => Promise<T>): Promise<T> {
    const started = performance.now()
    count += 1
    try {
      return await work()
    } catch (error) {
      if (isSecretHashingBusy(error)) metrics.count(refused, {})
      throw error
    } finally {
      count -= 1
      metrics.observe(duration, { scheme: composedName(scheme), operation }, (performance.now() - started) / 1000)
    }
  }

  /** The names of schemes come from the code that knows them. */
  function schemeOf(hash: string): string {
    const inspected = hashing.inspect(hash)
    return inspected.supported ? inspected.scheme : 'unknown'
  }

  return {
    hash: async (secret) => await measured('new', 'hash', async () => await hashing.hash(secret)),
    verify: async (secret, hash, options) =>
      await measured(schemeOf(hash), 'verify', async () => await hashing.verify(secret, hash, options)),
    verifyAbsent: async (secret, options) =>
      await measured('new', 'verify_absent', async () => await hashing.verifyAbsent(secret, options)),
    inspect: (hash) => hashing.inspect(hash),
  }
}
