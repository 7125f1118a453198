// The secrets that documents generate, from the transaction that stores their objects until their delivery to the operator: afterwards the
// database keeps a digest alone. A run that is killed in between leaves them in the database, encrypted, and the next run delivers them first.
import { digest, equalDigests, nameOfResource } from '@symbolon/core-protocol'
import type { Context, PendingSecrets } from '@symbolon/core-protocol'
import { findStored, hasSecret, withoutSecrets } from '@symbolon/provisioning'
import type { ApplyEntry, ApplyOptions, ApplyReport } from '@symbolon/provisioning'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds until the lease of a run ends, and between two renewals. */
const lease = 20_000
const heartbeat = 5000
const pauseTime = 100
/** After so many pauses, more than a lease, a run stops waiting for the holder of a secret: its clock is ahead. */
const mostPauses = 250

/** What storing and delivering secrets needs. */
export type PendingContext = Pick<Context<'directory' | 'pendingSecrets'>, 'log' | 'now' | 'randomToken' | 'sealing' | 'stores'>

/** How a run behaves towards other runs. */
export interface PendingOptions {
  /** Whether other processes may use the database at the same time. */
  readonly shared: boolean
  /** Replaced in tests. */
  readonly pause?: () => Promise<unknown>
}

/** What one transaction generated, and when: milliseconds since the epoch. */
export interface Generated {
  readonly time: number
  readonly entries: readonly ApplyEntry[]
}

/** The report and the secrets that a run delivers. */
export interface Delivery {
  /** Without the secrets that another run delivers. */
  readonly report: ApplyReport
  /** Generated entries that the report refuses because the database did not confirm their transaction. */
  readonly unconfirmed: readonly ApplyEntry[]
  /** Entries that another run delivers, because the lease of this run ended. */
  readonly elsewhere: readonly ApplyEntry[]
}

/** The secrets of one run. */
export interface PendingSecretsOfRun {
  /** Stores the generated secrets: for `ApplyOptions`. */
  readonly record: NonNullable<ApplyOptions['record']>
  /**
   * Takes over the secrets of killed runs, and delivers those that are still valid, if there are any.
   * @param write resolves when the secrets are stored outside the database
   */
  deliverLeft(write: (left: readonly Generated[]) => Promise<unknown>): Promise<void>
  /**
   * Delivers a report with its secrets, except the secrets that another run has taken over.
   * @param write resolves when the secrets are stored outside the database
   */
  deliver(report: ApplyReport, write: (delivery: Delivery) => Promise<unknown>): Promise<void>
}

/**
 * Runs work that generates secrets and delivers them. If it fails or the process is killed, the next run delivers the rest.
 * @returns what `work` returns
 */
export async function withPendingSecrets<T>(
  context: PendingContext,
  options: PendingOptions,
  work: (pending: PendingSecretsOfRun) => Promise<T>,
): Promise<T> {
  const { pendingSecrets } = context.stores
  const holder = context.randomToken()
  let renewal = Promise.resolve()
  const renew = async (): Promise<void> => {
    try {
      await pendingSecrets.renew(holder, context.now() + lease)
    } catch (error) {
      context.log.warn('pending_secrets_lease_not_renewed', { reason: String(error) })
    }
  }
  const timer = options.shared ? setInterval(() => void (renewal = renewal.then(renew)), heartbeat) : undefined
  try {
    return await work(pendingOf(holder, context, options))
  } finally {
    clearInterval(timer)
    await renewal
    // The next run need not wait for the end of the lease.
    if (options.shared) await pendingSecrets.renew(holder, 0).catch(() => undefined)
  }
}

function pendingOf(holder: string, context: PendingContext, options: PendingOptions): PendingSecretsOfRun {
  const { now, randomToken, sealing, stores } = context
  const { pendingSecrets } = stores
  const recorded = new Map<string, readonly ApplyEntry[]>()
  return {
    async record(generated) {
      const entries = generated.filter(hasSecret)
      if (entries.length === 0) return undefined
      const id = randomToken()
      const content = await sealing.seal(JSON.stringify({ time: now(), entries }), purposeOf(id))
      recorded.set(id, entries)
      return { id, holder, leaseUntil: now() + lease, content }
    },
    async deliverLeft(write) {
      const rows = await takeLeft(holder, context, options)
      const opened = (await Promise.all(rows.map(async (row) => await open(row, context)))).filter((each) => each !== undefined)
      const valid = await stillValid(opened, context)
      const held = opened.length === 0 ? new Set<string>() : await heldBy(holder, context, options)
      const left = valid.filter(({ id }) => held.has(id)).map(({ time, entries }) => ({ time, entries }))
      if (left.length > 0) await write(left)
      await pendingSecrets.remove(
        holder,
        opened.map(({ id }) => id),
      )
    },
    async deliver(report, write) {
      const held = recorded.size === 0 ? new Set<string>() : await heldBy(holder, context, options)
      // Not all rows that the run holds: a transaction may have become visible only now, and no configured key may open a row of a killed run.
      const delivered = [...recorded.keys()].filter((id) => held.has(id))
      const entries = delivered.flatMap((id) => recorded.get(id) ?? [])
      const names = new Set(entries.map(nameOfEntry))
      const isElsewhere = (entry: ApplyEntry): boolean => hasSecret(entry) && !names.has(nameOfEntry(entry))
      const reported = new Set(report.entries.filter(hasSecret).map(nameOfEntry))
      await write({
        report: { ...report, entries: report.entries.map((entry) => (isElsewhere(entry) ? withoutSecrets(entry) : entry)) },
        unconfirmed: entries.filter((entry) => !reported.has(nameOfEntry(entry))),
        elsewhere: report.entries.filter(isElsewhere).map(withoutSecrets),
      })
      await pendingSecrets.remove(holder, delivered)
      for (const id of delivered) recorded.delete(id)
    },
  }
}

/** The rows that a run holds and can deliver now. Renews the lease first, so that no other run takes them over during the delivery. */
async function heldBy(holder: string, { stores, now }: PendingContext, { shared }: PendingOptions): Promise<ReadonlySet<string>> {
  const { pendingSecrets } = stores
  // With a full disk the renewal fails, and nothing is delivered.
  if (shared) await pendingSecrets.renew(holder, now() + lease)
  return new Set((await pendingSecrets.list()).filter((row) => row.holder === holder).map(({ id }) => id))
}

/** Waits until runs that may have died renew their lease, or the lease ends. A run that is alive delivers its own secrets. */
async function takeLeft(
  holder: string,
  { stores, now, log }: PendingContext,
  { shared, pause = () => sleep(pauseTime) }: PendingOptions,
): Promise<readonly PendingSecrets[]> {
  const { pendingSecrets } = stores
  const take = async (): Promise<readonly PendingSecrets[]> =>
    await pendingSecrets.takeOver(holder, shared ? now() : undefined, now() + lease)
  const seen = new Map((await pendingSecrets.list()).map(({ id, leaseUntil }) => [id, leaseUntil]))
  if (seen.size === 0) return []
  // By id: another run may have taken a row in between, and released it again.
  const taken = new Map((await take()).map((row) => [row.id, row]))
  for (let pauses = 0; shared; pauses += 1) {
    const rows = await pendingSecrets.list()
    const waiting = rows.filter((row) => row.holder !== holder && seen.get(row.id) === row.leaseUntil)
    if (waiting.length === 0) break
    if (pauses === mostPauses) {
      log.warn('pending_secrets_held', {
        ids: waiting.map(({ id }) => id).join(' '),
        reason: 'The clock of the run that holds them is ahead.',
      })
      break
    }
    await pause()
    for (const row of await take()) taken.set(row.id, row)
  }
  return [...taken.values()]
}

interface Opened extends Generated {
  readonly id: string
}

async function open({ id, content }: PendingSecrets, { sealing, log }: PendingContext): Promise<Opened | undefined> {
  try {
    return { id, ...(JSON.parse(await sealing.open(content, purposeOf(id))) as Generated) }
  } catch {
    // The row stays: the operator may still have the key that opens it.
    log.error('pending_secrets_unreadable', {
      id,
      reason: 'The master key that sealed them is not configured. Configure it together with the present key, or replace these secrets.',
    })
    return undefined
  }
}

/** Leaves out secrets that were replaced meanwhile, and secrets of removed objects: they are no longer valid. */
async function stillValid(all: readonly Opened[], { stores: { directory } }: PendingContext): Promise<readonly Opened[]> {
  const references = all.flatMap(({ entries }) => entries.flatMap(({ kind, key }) => (kind === 'member' ? [] : [{ kind, key }])))
  const stored = await findStored(directory, references)
  const isValid = (entry: ApplyEntry): boolean => {
    const { clientSecretDigest, tokenDigest } = stored.get(nameOfEntry(entry))?.secrets ?? {}
    const secret = entry.generated?.clientSecret ?? entry.generated?.token ?? ''
    return equalDigests(digest(secret), clientSecretDigest ?? tokenDigest ?? '')
  }
  return all
    .map((each) => ({ ...each, entries: each.entries.filter(isValid) }))
    .filter(({ entries }) => entries.length > 0)
    .toSorted((a, b) => a.time - b.time)
}

function purposeOf(id: string): string {
  return `pending-secrets:${id}`
}

function nameOfEntry({ kind, key }: Pick<ApplyEntry, 'kind' | 'key'>): string {
  return kind === 'member' ? '' : nameOfResource({ kind, key })
}
