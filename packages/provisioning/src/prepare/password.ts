// Passwords. A password in clear is compared with the stored hash, and hashed only if it differs. A hash is stored unchanged, with a digest
// of the hash in the document, so that a rehash at a sign-in does not count as a difference.
import { digest } from '@symbolon/core-protocol'
import type { Resource } from '@symbolon/core-protocol'
import type { DesiredResource } from '../desired/desired-resource.ts'
import type { PrepareContext, PreparedSecrets } from './prepared-resource.ts'

/** @returns the hash of the password, if it is new */
export async function preparePassword(
  { secrets: { password, passwordHash } }: DesiredResource,
  stored: Resource | undefined,
  { hashing }: PrepareContext,
  dryRun: boolean,
): Promise<PreparedSecrets> {
  if (passwordHash !== undefined) {
    const inspection = hashing.inspect(passwordHash)
    if (!inspection.supported) {
      return { ignored: [{ reason: 'password_hash_unsupported', member: 'user.hashedPassword' }] }
    }
    const passwordSource = digest(passwordHash)
    if (stored?.secrets?.passwordSource === passwordSource) return {}
    return { secrets: { passwordHash, passwordSource, passwordCost: inspection.milliseconds }, changed: ['user.hashedPassword'] }
  }
  if (password === undefined) return {}
  const storedHash = stored?.secrets?.passwordHash
  if (storedHash !== undefined && (await hashing.verify(password, storedHash)).valid) return {}
  if (dryRun) return { changed: ['user.password'] }
  const hash = await hashing.hash(password)
  return { secrets: { passwordHash: hash, passwordSource: digest(hash) }, changed: ['user.password'] }
}
