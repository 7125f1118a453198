// Signing keys: their description, and the operations of administrators.
import { publishedUntil, revokeSigningKey, rotateSigningKeys, signingAlgorithms, stateOf, undated } from '@symbolon/core-protocol'
import type { AuditEvent, KeyPolicy, SigningAlgorithm, SigningKey, SigningKeyContext, SigningKeyState } from '@symbolon/core-protocol'
import { RestError } from '@symbolon/rest'

/** Times are RFC 3339. */
export interface KeyDescription {
  readonly kid: string
  readonly algorithm: SigningAlgorithm
  readonly state: SigningKeyState
  readonly createdAt: string
  /** The time from which it signs; absent while it has no date. */
  readonly activeFrom?: string
  /** The time at which it leaves the key set; absent while it has no successor with a date. */
  readonly publishedUntil?: string
  readonly retiredAt?: string
  readonly revokedAt?: string
}

/** The public description of signing keys, without key material. */
export interface KeyReport {
  readonly keys: readonly KeyDescription[]
  /** The ids of the new keys. */
  readonly made: readonly string[]
  /** The id of the revoked key. */
  readonly revoked?: string
}

/** @param keys in the order of the store */
function describeKeys(keys: readonly SigningKey[], policy: KeyPolicy, now: number): readonly KeyDescription[] {
  const order: readonly SigningKeyState[] = ['active', 'next', 'superseded', 'retired', 'revoked']
  return keys
    .map((key) => describeKey(key, keys, policy, now))
    .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
}

function describeKey(key: SigningKey, keys: readonly SigningKey[], policy: KeyPolicy, now: number): KeyDescription {
  const { kid, algorithm, createdAt, activeFrom, retiredAt, revokedAt } = key
  return {
    kid,
    algorithm,
    state: stateOf(key, keys, now),
    createdAt: time(createdAt),
    ...(activeFrom === undated ? {} : { activeFrom: time(activeFrom) }),
    ...(retiredAt === undefined ? untilOf(publishedUntil(key, keys, policy)) : { retiredAt: time(retiredAt) }),
    ...(revokedAt === undefined ? {} : { revokedAt: time(revokedAt) }),
  }
}

function untilOf(until: number): Pick<KeyDescription, 'publishedUntil'> {
  return until === undated ? {} : { publishedUntil: time(until) }
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** Rotation and emergency revocation, with their audit events: the same for the API and for the command. */
export interface KeyOperation {
  readonly report: KeyReport
  readonly events: readonly AuditEvent[]
}

/**
 * Reads which keys are rotated.
 * @returns the algorithm of that name; undefined without a name: the keys of all algorithms
 * @throws RestError query_malformed
 */
export function readAlgorithm(name: string | undefined): SigningAlgorithm | undefined {
  const algorithm = signingAlgorithms.find((each) => each === name)
  if (name !== undefined && algorithm === undefined)
    throw new RestError('query_malformed', `algorithm must be one of ${signingAlgorithms.join(', ')}.`)
  return algorithm
}

/** Why a key was not revoked. */
export type KeyRefusal = 'unknown' | 'revoked_before'

/** @returns all signing keys, unchanged */
export async function listKeys(context: SigningKeyContext): Promise<KeyOperation> {
  return { report: await reportOf(context, []), events: [] }
}

/**
 * Makes a successor of the keys that sign.
 * @param algorithm of this key alone; undefined: of every key
 */
export async function rotateKeys(context: SigningKeyContext, algorithm?: SigningAlgorithm): Promise<KeyOperation> {
  const made = await rotateSigningKeys(context, algorithm === undefined ? undefined : [algorithm])
  return {
    report: await reportOf(
      context,
      made.map(({ key }) => key.kid),
    ),
    events: made.map(({ key: { kid, algorithm }, afterKid }) => ({
      type: 'signing_key_rotated',
      subject: { kind: 'signingKey', id: kid },
      details: { algorithm, after: afterKid },
    })),
  }
}

/** @returns the result, or the reason why nothing was changed; if the revoked key could sign, a new one replaces it at once */
export async function revokeKey(kid: string, context: SigningKeyContext): Promise<KeyOperation | KeyRefusal> {
  const result = await revokeSigningKey(kid, context)
  if (result.outcome !== 'revoked') return result.outcome
  const {
    key: { algorithm },
    replacement,
  } = result
  return {
    report: { ...(await reportOf(context, replacement === undefined ? [] : [replacement.kid])), revoked: kid },
    events: [
      {
        type: 'signing_key_revoked',
        subject: { kind: 'signingKey', id: kid },
        details: { algorithm, ...(replacement === undefined ? {} : { replacement: replacement.kid }) },
      },
    ],
  }
}

async function reportOf({ store, policy, now }: SigningKeyContext, made: readonly string[]): Promise<KeyReport> {
  return { keys: describeKeys(await store.list(), policy, now()), made }
}
