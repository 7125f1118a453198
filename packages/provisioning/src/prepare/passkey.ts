// Passkeys work only with the RP ID and the algorithms of this server. A passkey that could never be used is refused: a user who has it
// would be asked for it.
import { passkeyAlgorithms } from '@symbolon/core-protocol'
import type { Resource } from '@symbolon/core-protocol'
import type { DesiredResource } from '../desired/desired-resource.ts'
import type { Problem } from '../report/reason.ts'
import type { PrepareContext } from './prepared-resource.ts'

/**
 * @param stored the passkey with the same credential id
 * @returns why the passkey is not stored
 */
export async function passkeyProblem(
  desired: DesiredResource,
  stored: Resource | undefined,
  { passkeys: rules, isRemovedByUser }: Pick<PrepareContext, 'passkeys' | 'isRemovedByUser'>,
): Promise<Problem | undefined> {
  const { content } = desired
  if (rules === undefined) return { reason: 'passkeys_not_composed' }
  if (content['rpId'] !== rules.rpId) return { reason: 'passkey_of_other_rp_id', member: 'rpId' }
  // If another user got the passkey, its owner could sign in as that user.
  // https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential
  if (stored !== undefined && stored.content['userId'] !== content['userId']) return { reason: 'passkey_taken', member: 'userId' }
  if (stored === undefined && isRemovedByUser(desired)) return { reason: 'passkey_removed' }
  const { publicKey, algorithm } = content
  const expected = Object.entries(passkeyAlgorithms).find(([name]) => name === algorithm)?.[1]
  const actual = typeof publicKey === 'string' ? await rules.algorithmOf(publicKey) : undefined
  return actual === undefined || actual !== expected ? { reason: 'passkey_key_unsupported', member: 'publicKey' } : undefined
}
