// The signing keys of one process: a list that is read again every few seconds, and imported keys. The schedule computes the same decisions
// from the list on every process, so that processes need not agree on anything else.
import type { CryptoKey } from 'jose'
import { allKnown, whenKnown } from '../memory/awaitable.ts'
import type { Awaitable } from '../memory/awaitable.ts'
import type { SigningAlgorithm } from '../ports/client.ts'
import type { SigningKey } from '../ports/signing-key.ts'
import { importPrivateKey, importPublicKey } from './generate-signing-key.ts'
import type { SigningKeyContext } from './generate-signing-key.ts'
import { makeFirstSigningKeys } from './rotate-signing-keys.ts'
import { freshness, published, signingAlgorithms, signingKeyAt } from './schedule.ts'
import type { KeyPolicy } from './schedule.ts'

interface KeyList {
  readonly keys: readonly SigningKey[]
  /** When it was asked for: the answer may be as old as that. */
  readonly readAt: number
}

/** What follows from a list, until the next key's date comes. */
interface Schedule {
  readonly keys: readonly SigningKey[]
  /** The latest date that has come, and the earliest that has not. */
  readonly from: number
  readonly until: number
  readonly signing: ReadonlyMap<SigningAlgorithm, SigningKey>
  readonly publicKeySet: { readonly keys: readonly Readonly<Record<string, unknown>>[] }
}

/**
 * Makes a first key for every algorithm that has none.
 * @throws MasterKeyMismatch when the stored keys were sealed under another master key
 */
export async function createProviderKeys(context: SigningKeyContext): Promise<ProviderKeys> {
  const { store, sealing, policy, now } = context
  const imported = new Map<string, Awaitable<CryptoKey>>()

  async function read(): Promise<KeyList> {
    const list = { readAt: now(), keys: await store.list() }
    const low = published(list.keys).some((key) => key.tokenLifetime < policy.tokenLifetime || key.keySetMaxAge < policy.maxAge)
    if (!low) return list
    // Before this process signs or publishes with longer lives than the others know of, they have to know; and what they did
    // before they knew has to be seen here.
    await store.raiseLifetimes(policy.tokenLifetime, policy.maxAge)
    return { readAt: now(), keys: await store.list() }
  }

  await makeFirstSigningKeys(context)
  let known = await read()
  let reading: Promise<void> | undefined

  async function refresh(): Promise<void> {
    known = await read()
    const kids = new Set(known.keys.map(({ kid }) => kid))
    for (const id of imported.keys()) if (!kids.has(id.slice(id.indexOf(' ') + 1))) imported.delete(id)
  }

  /** Requests that find the list too old wait for one reading of it. */
  function list(): Awaitable<readonly SigningKey[]> {
    // A clock that was set back must not make the list trusted for as long as it was set back.
    const age = now() - known.readAt
    if (age < freshness(policy.maxAge) && age >= 0) return known.keys
    reading ??= refresh().finally(() => {
      reading = undefined
    })
    return reading.then(() => known.keys)
  }

  let schedule = scheduleAt(known.keys, now())

  function scheduleOf(keys: readonly SigningKey[]): Schedule {
    const time = now()
    if (schedule.keys !== keys || time < schedule.from || time >= schedule.until) schedule = scheduleAt(keys, time)
    return schedule
  }

  /** Every key is imported once. */
  function cached(id: string, importKey: () => Promise<CryptoKey>): Awaitable<CryptoKey> {
    const known = imported.get(id)
    if (known !== undefined) return known
    const importing = importKey().then(
      (key) => {
        // A key that was revoked meanwhile is not kept.
        if (imported.get(id) === importing) imported.set(id, key)
        return key
      },
      (error: unknown) => {
        imported.delete(id)
        throw error
      },
    )
    imported.set(id, importing)
    return importing
  }

  function privateKey(key: SigningKey): Awaitable<CryptoKey> {
    return cached(`private ${key.kid}`, () => importPrivateKey(key, sealing))
  }

  // A wrong master key is found at start, not at the first request.
  await allKnown(published(known.keys).map(privateKey))

  return {
    policy,
    publicKeySet: () => whenKnown(list(), (keys) => scheduleOf(keys).publicKeySet),
    signingKey: (algorithm) =>
      whenKnown(list(), (keys) => {
        const signing = scheduleOf(keys).signing.get(algorithm)
        if (signing === undefined) return Promise.reject(new Error(`There is no ${algorithm} key.`))
        return whenKnown(privateKey(signing), (key) => ({ kid: signing.kid, algorithm, key }))
      }),
    verificationKey: (kid) =>
      whenKnown(list(), (keys) => {
        const named = keys.find((each) => each.kid === kid)
        if (named === undefined || named.revokedAt !== undefined) return undefined
        const imported = cached(`public ${kid}`, () => importPublicKey(named))
        return whenKnown(imported, (key) => ({ algorithm: named.algorithm, key }))
      }),
    async refresh() {
      // A reading under way may have begun before the change.
      await reading
      await refresh()
    },
  }
}

function scheduleAt(keys: readonly SigningKey[], now: number): Schedule {
  const current = published(keys)
  const dates = current.map(({ activeFrom }) => activeFrom)
  const signing = signingAlgorithms.flatMap((algorithm) => signingKeyAt(keys, algorithm, now) ?? [])
  // Clients that do not look at the key id take the first that fits.
  const inOrder = [...signing, ...current.filter((key) => !signing.includes(key))]
  return {
    keys,
    from: Math.max(...dates.filter((date) => date <= now)),
    until: Math.min(...dates.filter((date) => date > now)),
    signing: new Map(signing.map((key) => [key.algorithm, key])),
    publicKeySet: { keys: inOrder.map(({ kid, algorithm, publicJwk }) => ({ ...publicJwk, kid, alg: algorithm, use: 'sig' })) },
  }
}

/** The signing keys of the provider: the published set, a key to sign with, a key to verify with. No method throws: what fails is a promise. */
export interface ProviderKeys {
  readonly policy: KeyPolicy
  /** The public keys that are published now; the same object for as long as they are the same. https://www.rfc-editor.org/rfc/rfc7517#section-5 */
  publicKeySet(): Awaitable<{ readonly keys: readonly Readonly<Record<string, unknown>>[] }>
  signingKey(
    algorithm: SigningAlgorithm,
  ): Awaitable<{ readonly kid: string; readonly algorithm: SigningAlgorithm; readonly key: CryptoKey }>
  /** Any key of the provider, including retired ones, but never a revoked one. */
  verificationKey(kid: string): Awaitable<{ readonly algorithm: SigningAlgorithm; readonly key: CryptoKey } | undefined>
  /** Reads the keys again: a change through this process takes effect in it at once. */
  refresh(): Promise<void>
}
