// Changes of the signing keys: on schedule, on demand, in an emergency. Each is correct whichever process makes it and however many try.
import { undated } from '../ports/signing-key.ts'
import type { SigningKey } from '../ports/signing-key.ts'
import type { SigningAlgorithm } from '../ports/client.ts'
import { generateSigningKey } from './generate-signing-key.ts'
import type { SigningKeyContext } from './generate-signing-key.ts'
import { dueChanges, maySign, publicationLead, signingAlgorithms } from './schedule.ts'

/** The result of a rotation: each new key with the key that it follows. */
export interface MadeSigningKey {
  readonly key: SigningKey
  readonly afterKid: string
}

/** The outcome of a revocation. */
export type RevokedSigningKey =
  | { readonly outcome: 'unknown' | 'revoked_before' }
  /** `replacement` signs from now on; absent when the revoked key did not sign any more, or not yet. */
  | { readonly outcome: 'revoked'; readonly key: SigningKey; readonly replacement: SigningKey | undefined }

/** Makes a first key for every algorithm that has none. */
export async function makeFirstSigningKeys(context: SigningKeyContext): Promise<void> {
  const existing = await context.store.list()
  for (const algorithm of signingAlgorithms) {
    if (existing.some((key) => key.algorithm === algorithm)) continue
    const key = await generateSigningKey(algorithm, context)
    await context.store.insertFirst({ ...key, activeFrom: key.createdAt })
  }
}

/** Does what is due. @returns the successors that this process made */
export async function advanceSigningKeys(context: SigningKeyContext): Promise<readonly MadeSigningKey[]> {
  const { store, policy, now } = context
  const keys = await store.list()
  const { successors, retire, remove } = dueChanges(keys, policy, now())
  const made = await makeSuccessors(successors, context)
  // Another process may have made one and ended before it could give it a date.
  if (made.length > 0 || keys.some(isUndated)) await giveDates(context)
  if (retire.length > 0) await store.retire(retire, now())
  if (remove.length > 0) await store.remove(remove)
  return await withDates(made, context)
}

/**
 * Makes a successor of the keys that sign, independent of the schedule.
 * @param algorithms of which keys; default: all
 */
export async function rotateSigningKeys(
  context: SigningKeyContext,
  algorithms: readonly SigningAlgorithm[] = signingAlgorithms,
): Promise<readonly MadeSigningKey[]> {
  const keys = await context.store.list()
  const made = await makeSuccessors(
    algorithms.flatMap((algorithm) => {
      const last = keys.find((key) => key.algorithm === algorithm)
      return last === undefined ? [] : [{ algorithm, afterKid: last.kid }]
    }),
    context,
  )
  await giveDates(context)
  return await withDates(made, context)
}

/**
 * Takes the key out of the set at once; nothing that it signed counts from then on. If it signs, a fresh key takes its place at
 * once, without the time that clients need to learn of it: a client that meets an unknown key id asks for the set again.
 */
export async function revokeSigningKey(kid: string, context: SigningKeyContext): Promise<RevokedSigningKey> {
  const { store, policy, now } = context
  const keys = await store.list()
  const key = keys.find((each) => each.kid === kid)
  if (key === undefined) return { outcome: 'unknown' }
  if (key.revokedAt !== undefined) return { outcome: 'revoked_before' }
  const fresh = maySign(key, keys, policy, now()) ? await generateSigningKey(key.algorithm, context) : undefined
  const replacement = fresh === undefined ? undefined : { ...fresh, activeFrom: now() }
  return (await store.revoke(kid, now(), replacement)) ? { outcome: 'revoked', key, replacement } : { outcome: 'revoked_before' }
}

async function makeSuccessors(
  wanted: readonly { readonly algorithm: SigningAlgorithm; readonly afterKid: string }[],
  context: SigningKeyContext,
): Promise<readonly MadeSigningKey[]> {
  const made: MadeSigningKey[] = []
  for (const { algorithm, afterKid } of wanted) {
    const key = await generateSigningKey(algorithm, context)
    if (await context.store.insertSuccessor(key, afterKid)) made.push({ key, afterKid })
  }
  return made
}

/** The time for which a key has to be published counts from here: it is stored, and every process sees it within its freshness. */
async function giveDates(context: SigningKeyContext): Promise<void> {
  const keys = await context.store.list()
  for (const { kid } of keys.filter(isUndated)) {
    await context.store.setActiveFrom(kid, context.now() + publicationLead(keys, context.policy))
  }
}

async function withDates(made: readonly MadeSigningKey[], { store }: SigningKeyContext): Promise<readonly MadeSigningKey[]> {
  if (made.length === 0) return made
  const keys = await store.list()
  return made.map(({ key, afterKid }) => ({ key: keys.find(({ kid }) => kid === key.kid) ?? key, afterKid }))
}

function isUndated({ activeFrom, retiredAt }: SigningKey): boolean {
  return activeFrom === undated && retiredAt === undefined
}
