// Passwords. A password in clear is compared with the stored hash, and hashed only if it differs. A hash is stored unchanged, with a digest
// of the hash in the document, so that a rehash at a sign-in does not count as a difference. A document that is applied again does not bring
// a password back that its user has replaced.
import { digest } from '@symbolon/core-protocol'
import type { Resource, SecretHashing } from '@symbolon/core-protocol'
import { brokenPasswordRules, passwordRuleCodes, personalWords } from '@symbolon/password-rules'
import type { PersonalNames } from '@symbolon/password-rules'
import { isJsonObject } from '@symbolon/schema-v2'
import { slowHash } from '../desired/document-notices.ts'
import type { Content, DesiredResource } from '../desired/desired-resource.ts'
import type { PrepareContext, PreparedSecrets } from './prepared-resource.ts'

/** @returns the hash of the password, if it is new and the policy allows it */
export async function preparePassword(
  { secrets: { password, passwordHash }, content, orgId }: DesiredResource,
  stored: Resource | undefined,
  { hashing, passwordPolicy, allowsSlowHashes, keepsReplaced }: PrepareContext,
  dryRun: boolean,
): Promise<PreparedSecrets> {
  if (passwordHash !== undefined) {
    const inspection = hashing.inspect(passwordHash)
    if (!inspection.supported) {
      return { ignored: [{ reason: 'password_hash_unsupported', member: 'user.hashedPassword' }] }
    }
    const passwordSource = digest(passwordHash)
    if (stored?.secrets?.passwordSource === passwordSource) {
      // Another hash is that of another password, or of the same one after a sign-in: the demand is stored for as long as it is unmet.
      const isReplaced = stored.secrets.passwordHash !== passwordHash && !demands(stored.content)
      return keepsReplaced && isReplaced ? { instead: withoutDemand(content) } : {}
    }
    // Every refused sign-in of the instance waits as long, and a few at once fill the queue: one organization must not decide that for all.
    if (inspection.milliseconds >= slowHash && !allowsSlowHashes) {
      return { ignored: [{ reason: 'password_hash_too_slow', member: 'user.hashedPassword' }] }
    }
    return { secrets: { passwordHash, passwordSource, passwordCost: inspection.milliseconds }, changed: ['user.hashedPassword'] }
  }
  if (password === undefined) return {}
  if (await isOf(password, stored?.secrets?.passwordHash, hashing)) return {}
  if (keepsReplaced && (await isOf(password, stored?.secrets?.replacedPasswordHash, hashing))) return { instead: withoutDemand(content) }
  const broken = brokenPasswordRules(password, await passwordPolicy(orgId), personalWords(namesOf(content)))
  if (broken.length > 0) return { ignored: broken.map((rule) => ({ reason: passwordRuleCodes[rule], member: 'user.password' })) }
  if (dryRun) return { changed: ['user.password'] }
  const hash = await hashing.hash(password)
  return { secrets: { passwordHash: hash, passwordSource: digest(hash) }, changed: ['user.password'] }
}

async function isOf(password: string, hash: string | undefined, hashing: SecretHashing): Promise<boolean> {
  return hash !== undefined && (await hashing.verify(password, hash)).valid
}

function demands({ user }: Content): boolean {
  return isJsonObject(user) && user['passwordChangeRequired'] === true
}

/** The user has chosen another password, so the demand for one is fulfilled. */
function withoutDemand({ user }: Content): Content {
  if (!isJsonObject(user)) return {}
  const { passwordChangeRequired: _, ...rest } = user
  return { user: rest }
}

function namesOf({ user }: Content): PersonalNames {
  const { userName, profile, email } = isJsonObject(user) ? user : {}
  const { firstName, lastName, nickName, displayName } = isJsonObject(profile) ? profile : {}
  const address = isJsonObject(email) ? email['email'] : undefined
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
  return {
    userName: text(userName),
    firstName: text(firstName),
    lastName: text(lastName),
    nickName: text(nickName),
    displayName: text(displayName),
    ...(typeof address === 'string' ? { email: { address } } : {}),
  }
}
