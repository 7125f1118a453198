// Keeps the signing keys on their schedule. Every instance tries; the store lets one succeed.
import { advanceSigningKeys } from '@symbolon/core-protocol'
import type { AuditEvent, Log, SigningKeyContext } from '@symbolon/core-protocol'
import type { BackgroundWork } from './background.ts'

/** The least and the greatest time between two checks of the keys, in milliseconds. */
const shortest = 250
const longest = 60_000

/** @returns the checks of the keys, whose errors are logged */
export function rotateKeys(
  context: SigningKeyContext,
  audit: (...events: readonly AuditEvent[]) => Promise<void>,
  log: Log,
): BackgroundWork {
  const interval = Math.min(Math.max(context.policy.rotationInterval / 4, shortest), longest)
  return {
    pause: () => interval * jitter(),
    async run() {
      try {
        for (const {
          key: { kid, algorithm },
          afterKid,
        } of await advanceSigningKeys(context)) {
          log.info('signing_key_rotated', { kid, algorithm })
          await audit({ type: 'signing_key_rotated', subject: { kind: 'signingKey', id: kid }, details: { algorithm, after: afterKid } })
        }
      } catch (error) {
        log.warn('key_rotation_failed', { reason: String(error) })
      }
    },
  }
}

/** 0.5 to 1.5. Without it, instances that start together would all generate a key that only one of them stores. */
function jitter(): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return 0.5 + random / 2 ** 32
}
