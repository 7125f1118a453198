// A model of several processes that rotate the keys of one store, with clocks that differ, lists that are old, and changes that
// arrive late; and of clients that keep key sets for as long as the response allows. It runs the real schedule, without cryptography.
import { dueChanges, freshness, maySign, publicationLead, published, signingKeyAt } from '../src/keys/schedule.ts'
import type { DueChanges, KeyPolicy } from '../src/keys/schedule.ts'
import { undated } from '../src/ports/signing-key.ts'
import type { SigningKey } from '../src/ports/signing-key.ts'

export const actions = ['sign', 'fetch', 'plan', 'insert', 'date', 'retire', 'remove', 'rotate', 'revoke'] as const

export interface Step {
  /** How long after the step before, in milliseconds. */
  readonly after: number
  readonly process: number
  readonly action: (typeof actions)[number]
}

export interface ProcessModel {
  /** How far its clock is ahead. */
  readonly ahead: number
  readonly policy: KeyPolicy
}

interface Signature {
  readonly kid: string
  readonly at: number
  readonly until: number
}
interface Fetched {
  readonly kids: ReadonlySet<string>
  readonly at: number
  readonly until: number
}

export interface History {
  readonly signatures: readonly Signature[]
  readonly fetched: readonly Fetched[]
  /** When an emergency was handled. */
  readonly emergencies: readonly number[]
  /** How many keys have signed. */
  readonly used: number
}

const algorithm = 'RS256'

export function play(processes: readonly ProcessModel[], steps: readonly Step[]): History {
  // As the store lists them: the last inserted first.
  let stored: readonly SigningKey[] = []
  let count = 0
  let time = 1_000_000
  const lists = new Map<ProcessModel, { keys: readonly SigningKey[]; readAt: number }>()
  const plans = new Map<ProcessModel, DueChanges>()
  const history = { signatures: [] as Signature[], fetched: [] as Fetched[], emergencies: [] as number[] }

  const make = ({ ahead, policy }: ProcessModel, activeFrom: number): SigningKey => ({
    kid: `k${count++}`,
    algorithm,
    publicJwk: {},
    sealedPrivateJwk: 'sealed',
    createdAt: time + ahead,
    activeFrom,
    tokenLifetime: policy.tokenLifetime,
    keySetMaxAge: policy.maxAge,
  })
  const change = (kids: readonly string[], by: (key: SigningKey) => Partial<SigningKey>): void => {
    stored = stored.map((key) => (kids.includes(key.kid) ? { ...key, ...by(key) } : key))
  }
  const insert = (process: ProcessModel, afterKid: string): void => {
    if (stored[0]?.kid === afterKid) stored = [make(process, undated), ...stored]
  }
  const giveDates = ({ ahead, policy }: ProcessModel): void => {
    const activeFrom = time + ahead + publicationLead(stored, policy)
    change(
      stored.filter((key) => key.activeFrom === undated).map(({ kid }) => kid),
      () => ({ activeFrom }),
    )
  }
  const list = (process: ProcessModel): readonly SigningKey[] => {
    const { policy } = process
    const known = lists.get(process)
    if (known !== undefined && time - known.readAt < freshness(policy.maxAge)) return known.keys
    change(
      published(stored).map(({ kid }) => kid),
      (key) => ({
        tokenLifetime: Math.max(key.tokenLifetime, policy.tokenLifetime),
        keySetMaxAge: Math.max(key.keySetMaxAge, policy.maxAge),
      }),
    )
    lists.set(process, { keys: stored, readAt: time })
    return stored
  }
  const revoke = (process: ProcessModel): void => {
    const now = time + process.ahead
    const key = signingKeyAt(stored, algorithm, now)
    if (key === undefined) return
    const replacement = maySign(key, stored, process.policy, now) ? [make(process, now)] : []
    change([key.kid], () => ({ retiredAt: now, revokedAt: now }))
    stored = [...replacement, ...stored]
    history.emergencies.push(time)
  }

  const act: Readonly<Record<Step['action'], (process: ProcessModel) => void>> = {
    sign(process) {
      const key = signingKeyAt(list(process), algorithm, time + process.ahead)
      if (key === undefined) throw new Error('There is no key to sign with')
      history.signatures.push({ kid: key.kid, at: time, until: time + process.policy.tokenLifetime })
    },
    fetch(process) {
      const kids = new Set(published(list(process)).map(({ kid }) => kid))
      if (kids.size === 0) throw new Error('The key set is empty')
      history.fetched.push({ kids, at: time, until: time + process.policy.maxAge })
    },
    plan: (process) => void plans.set(process, dueChanges(stored, process.policy, time + process.ahead)),
    insert: (process) => plans.get(process)?.successors.forEach(({ afterKid }) => insert(process, afterKid)),
    date: giveDates,
    retire: (process) => change(plans.get(process)?.retire ?? [], ({ retiredAt }) => ({ retiredAt: retiredAt ?? time + process.ahead })),
    remove: (process) =>
      void (stored = stored.filter(({ kid, retiredAt }) => retiredAt === undefined || !(plans.get(process)?.remove ?? []).includes(kid))),
    rotate(process) {
      insert(process, stored[0]?.kid ?? '')
      giveDates(process)
    },
    revoke,
  }

  const [first] = processes
  if (first === undefined) throw new TypeError('There is no process')
  stored = [make(first, time + first.ahead)]
  for (const { after, process, action } of steps) {
    time += after
    const acting = processes[process % processes.length] ?? first
    act[action](acting)
  }
  return { ...history, used: new Set(history.signatures.map(({ kid }) => kid)).size }
}

/** Signatures that some client could not verify with a key set that it may still hold, or may just have fetched. */
export function unverifiable({ signatures, fetched, emergencies }: History, disturbance: number): readonly string[] {
  return signatures
    .filter(({ at, until }) => !emergencies.some((emergency) => emergency <= until && at <= emergency + disturbance))
    .flatMap((signature) =>
      fetched
        .filter((set) => Math.max(signature.at, set.at) <= Math.min(signature.until, set.until) && !set.kids.has(signature.kid))
        .map((set) => `${signature.kid}, signed at ${signature.at}, is not in the key set of ${set.at}`),
    )
}
