// Rotation on demand and in an emergency, with what the audit trail says of it: the same through the API and at the database.
import { revokeSigningKey, rotateSigningKeys } from '@symbolon/core-protocol'
import type { AuditEvent, SigningKeyContext } from '@symbolon/core-protocol'
import { describeKeys } from './key-report.ts'
import type { KeyReport } from './key-report.ts'

export interface KeyOperation {
  readonly report: KeyReport
  readonly events: readonly AuditEvent[]
}

/** Why a key was not revoked. */
export type KeyRefusal = 'unknown' | 'revoked_before'

export async function listKeys(context: SigningKeyContext): Promise<KeyOperation> {
  return { report: await reportOf(context, []), events: [] }
}

/** Makes a successor of every key that signs. */
export async function rotateKeys(context: SigningKeyContext): Promise<KeyOperation> {
  const made = await rotateSigningKeys(context)
  return {
    report: await reportOf(context, made.map(({ key }) => key.kid)),
    events: made.map(({ key: { kid, algorithm }, afterKid }) => (
      { type: 'signing_key_rotated', subject: { kind: 'signingKey', id: kid }, details: { algorithm, after: afterKid } }
    )),
  }
}

export async function revokeKey(kid: string, context: SigningKeyContext): Promise<KeyOperation | KeyRefusal> {
  const result = await revokeSigningKey(kid, context)
  if (result.outcome !== 'revoked') return result.outcome
  const { key: { algorithm }, replacement } = result
  return {
    report: { ...await reportOf(context, replacement === undefined ? [] : [replacement.kid]), revoked: kid },
    events: [{
      type: 'signing_key_revoked',
      subject: { kind: 'signingKey', id: kid },
      details: { algorithm, ...(replacement === undefined ? {} : { replacement: replacement.kid }) },
    }],
  }
}

async function reportOf({ store, policy, now }: SigningKeyContext, made: readonly string[]): Promise<KeyReport> {
  return { keys: describeKeys(await store.list(), policy, now()), made }
}
