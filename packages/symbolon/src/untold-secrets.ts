// The secrets that documents generate, from the transaction that stores their objects until they are told: the database keeps no more than a
// digest of them afterwards. A run that is killed in between leaves them there, sealed, and the next run tells them first.
import { digest, equalDigests, nameOfResource } from '@symbolon/core-protocol'
import type { Context, UntoldSecrets } from '@symbolon/core-protocol'
import { findStored, hasSecret, withoutSecrets } from '@symbolon/provisioning'
import type { ApplyEntry, ApplyOptions, ApplyReport } from '@symbolon/provisioning'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds until the lease of a run ends, and between two renewals. */
const lease = 20_000
const heartbeat = 5000
const pauseTime = 100
/** After so many pauses, more than a lease, a run does not wait for another one: the clock of that one is ahead. */
const mostPauses = 250

/** What keeping and telling secrets needs. */
export type UntoldContext = Pick<Context<'directory' | 'untoldSecrets'>, 'log' | 'now' | 'randomToken' | 'sealing' | 'stores'>

/** How a run meets others. */
export interface UntoldOptions {
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

/** What is told of a report. */
export interface Told {
  /** Without the secrets that another run tells. */
  readonly report: ApplyReport
  /** What was generated, and refused in the report because the database did not confirm its transaction. */
  readonly unconfirmed: readonly ApplyEntry[]
  /** What another run tells, which took this one for dead. */
  readonly elsewhere: readonly ApplyEntry[]
}

/** The secrets of one run. */
export interface Untold {
  /** Keeps what documents generate: for `ApplyOptions`. */
  readonly record: NonNullable<ApplyOptions['record']>
  /**
   * Takes over what killed runs have left, and tells those secrets that are still valid, if there are any.
   * @param tell resolves when they are where they last
   */
  tellLeft(tell: (left: readonly Generated[]) => Promise<unknown>): Promise<void>
  /**
   * Tells a report with its secrets. Those that another run has taken over are not among them.
   * @param tell resolves when they are where they last
   */
  tell(report: ApplyReport, tell: (told: Told) => Promise<unknown>): Promise<void>
}

/**
 * Runs what generates secrets and tells them. Whatever is not told when it fails, or when the process is killed, the next run tells.
 * @returns what `work` returns
 */
export async function withUntold<T>(context: UntoldContext, options: UntoldOptions, work: (untold: Untold) => Promise<T>): Promise<T> {
  const { untoldSecrets } = context.stores
  const holder = context.randomToken()
  let renewal = Promise.resolve()
  const renew = async (): Promise<void> => {
    try {
      await untoldSecrets.renew(holder, context.now() + lease)
    } catch (error) {
      context.log.warn('untold_secrets_lease_not_renewed', { reason: String(error) })
    }
  }
  const timer = options.shared ? setInterval(() => void (renewal = renewal.then(renew)), heartbeat) : undefined
  try {
    return await work(untoldOf(holder, context, options))
  } finally {
    clearInterval(timer)
    await renewal
    // What was not told need not wait for the end of the lease.
    if (options.shared) await untoldSecrets.renew(holder, 0).catch(() => undefined)
  }
}

function untoldOf(holder: string, context: UntoldContext, options: UntoldOptions): Untold {
  const { now, randomToken, sealing, stores } = context
  const { untoldSecrets } = stores
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
    async tellLeft(tell) {
      const rows = await takeLeft(holder, context, options)
      const opened = (await Promise.all(rows.map(async (row) => await open(row, context)))).filter((each) => each !== undefined)
      const valid = await stillValid(opened, context)
      const held = opened.length === 0 ? new Set<string>() : await heldBy(holder, context, options)
      const left = valid.filter(({ id }) => held.has(id)).map(({ time, entries }) => ({ time, entries }))
      if (left.length > 0) await tell(left)
      await untoldSecrets.remove(
        holder,
        opened.map(({ id }) => id),
      )
    },
    async tell(report, tell) {
      const held = recorded.size === 0 ? new Set<string>() : await heldBy(holder, context, options)
      // Not all that is held: a transaction may have become visible only now, and no key may open what was taken over.
      const told = [...recorded.keys()].filter((id) => held.has(id))
      const entries = told.flatMap((id) => recorded.get(id) ?? [])
      const names = new Set(entries.map(nameOfEntry))
      const isElsewhere = (entry: ApplyEntry): boolean => hasSecret(entry) && !names.has(nameOfEntry(entry))
      const reported = new Set(report.entries.filter(hasSecret).map(nameOfEntry))
      await tell({
        report: { ...report, entries: report.entries.map((entry) => (isElsewhere(entry) ? withoutSecrets(entry) : entry)) },
        unconfirmed: entries.filter((entry) => !reported.has(nameOfEntry(entry))),
        elsewhere: report.entries.filter(isElsewhere).map(withoutSecrets),
      })
      await untoldSecrets.remove(holder, told)
      for (const id of told) recorded.delete(id)
    },
  }
}

/** What a run holds and may tell now. Its lease is renewed before: nobody takes over what is being told. */
async function heldBy(holder: string, { stores, now }: UntoldContext, { shared }: UntoldOptions): Promise<ReadonlySet<string>> {
  const { untoldSecrets } = stores
  // A disk that is full takes no renewal, and tells what it has.
  if (shared) await untoldSecrets.renew(holder, now() + lease)
  return new Set((await untoldSecrets.list()).filter((row) => row.holder === holder).map(({ id }) => id))
}

/** Waits for runs that may have died, until they renew their lease, or it ends. One that lives tells its own. */
async function takeLeft(
  holder: string,
  { stores, now, log }: UntoldContext,
  { shared, pause = () => sleep(pauseTime) }: UntoldOptions,
): Promise<readonly UntoldSecrets[]> {
  const { untoldSecrets } = stores
  const take = async (): Promise<readonly UntoldSecrets[]> =>
    await untoldSecrets.takeOver(holder, shared ? now() : undefined, now() + lease)
  const seen = new Map((await untoldSecrets.list()).map(({ id, leaseUntil }) => [id, leaseUntil]))
  if (seen.size === 0) return []
  // By id: another run may have taken a row in between, and left it again.
  const taken = new Map((await take()).map((row) => [row.id, row]))
  for (let pauses = 0; shared; pauses += 1) {
    const rows = await untoldSecrets.list()
    const waiting = rows.filter((row) => row.holder !== holder && seen.get(row.id) === row.leaseUntil)
    if (waiting.length === 0) break
    if (pauses === mostPauses) {
      log.warn('untold_secrets_held', {
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

async function open({ id, content }: UntoldSecrets, { sealing, log }: UntoldContext): Promise<Opened | undefined> {
  try {
    return { id, ...(JSON.parse(await sealing.open(content, purposeOf(id))) as Generated) }
  } catch {
    // It stays: an operator may still have a key that opens it.
    log.error('untold_secrets_unreadable', {
      id,
      reason: 'The master key that sealed them is not configured. Configure it beside the present one, or replace those secrets.',
    })
    return undefined
  }
}

/** A secret that was replaced meanwhile, or whose object was removed, is not told: who replaced it knows the one that counts. */
async function stillValid(all: readonly Opened[], { stores: { directory } }: UntoldContext): Promise<readonly Opened[]> {
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
  return `untold:${id}`
}

function nameOfEntry({ kind, key }: Pick<ApplyEntry, 'kind' | 'key'>): string {
  return kind === 'member' ? '' : nameOfResource({ kind, key })
}
