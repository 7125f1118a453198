// TOTP secrets, as authenticator apps hold them: base32 (https://www.rfc-editor.org/rfc/rfc4648#section-6). They are sealed for their
// user, so that a sealed secret copied to another user's row does not open.
import type { Resource, Sealing } from '@symbolon/core-protocol'
import type { ApplyContext } from '../apply/apply-context.ts'
import type { DesiredResource } from '../desired/desired-resource.ts'
import type { PreparedSecrets } from './prepared-resource.ts'

export async function prepareOtpSecret(
  { key: [userId = ''], secrets: { otpSecret } }: DesiredResource,
  stored: Resource | undefined,
  { sealing }: ApplyContext,
): Promise<PreparedSecrets> {
  if (otpSecret === undefined) return {}
  const secret = otpSecret.replaceAll(/[\s-]/g, '').toUpperCase().replace(/=+$/, '')
  if (!/^[A-Z2-7]{16,}$/.test(secret)) return { ignored: [{ reason: 'otp_secret_malformed', member: 'user.otpCode' }] }
  const purpose = `otp:${userId}`
  const storedSecret = stored?.secrets?.sealedOtpSecret
  if (storedSecret !== undefined && await opened(sealing, storedSecret, purpose) === secret) return {}
  return { secrets: { sealedOtpSecret: await sealing.seal(secret, purpose) }, changed: ['user.otpCode'] }
}

/** What cannot be opened any more is replaced by what the document gives. */
async function opened(sealing: Sealing, sealed: string, purpose: string): Promise<string | undefined> {
  try {
    return await sealing.open(sealed, purpose)
  } catch {
    return undefined
  }
}
