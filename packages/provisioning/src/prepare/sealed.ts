// Secrets that are needed in clear again: TOTP secrets of authenticator apps, and client secrets for identity providers. They are encrypted
// for their owner, so that they cannot be decrypted in another row.
import { digest, idpSecretPurpose, otpSecretPurpose } from '@symbolon/core-protocol'
import type { Resource, Sealing } from '@symbolon/core-protocol'
import type { DesiredResource } from '../desired/desired-resource.ts'
import type { PrepareContext, PreparedSecrets } from './prepared-resource.ts'

/**
 * The TOTP secret of a document, in base32 or as the address of a QR code. A document that is applied again does not bring an app back that its user has replaced or removed.
 * https://www.rfc-editor.org/rfc/rfc4648#section-6
 */
export async function prepareOtpSecret(
  { key: [userId = ''], secrets: { otpSecret } }: DesiredResource,
  stored: Resource | undefined,
  { sealing }: PrepareContext,
): Promise<PreparedSecrets> {
  if (otpSecret === undefined) return {}
  const secret = secretOf(otpSecret)
  if (secret === undefined) {
    // The user has a second factor at the source of the document. The password must not be enough here.
    const instead = stored?.secrets?.sealedOtpSecret === undefined ? { state: 'USER_STATE_INACTIVE' } : {}
    return { ignored: [{ reason: 'otp_secret_malformed', member: 'user.otpCode' }], instead }
  }
  const purpose = otpSecretPurpose(userId)
  const otpSource = digest(`${purpose} ${secret}`)
  if (stored?.secrets?.otpSource === otpSource) return {}
  const sealed = stored?.secrets?.sealedOtpSecret
  if (sealed !== undefined && (await opened(sealing, sealed, purpose)) === secret)
    return { secrets: { otpSource }, changed: ['user.otpCode'] }
  return { secrets: { sealedOtpSecret: await sealing.seal(secret, purpose), otpSource }, changed: ['user.otpCode'] }
}

/**
 * @returns the secret in base32; undefined for malformed text, and for an address that demands codes which the login does not verify
 * @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
function secretOf(text: string): string | undefined {
  const address = /^\s*otpauth:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (address !== undefined && !hasUsualCodes(address)) return undefined
  const secret = address?.searchParams.get('secret') ?? text
  // Not `/=+$/`, which takes a time that grows with the square of the length.
  return /^([A-Z2-7]{16,})=*$/.exec(secret.replaceAll(/[\s-]/g, '').toUpperCase())?.[1]
}

/** Whether the login verifies the codes of an address. A parameter without a value has its default; HMACSHA1 is how some apps name SHA1. */
function hasUsualCodes({ host, searchParams }: URL): boolean {
  const isUsual = (name: string, usual: readonly string[]): boolean => {
    const value = searchParams.get(name) ?? ''
    return value === '' || usual.includes(value.toUpperCase())
  }
  const isPlain = isUsual('algorithm', ['SHA1', 'HMACSHA1']) && isUsual('digits', ['6']) && isUsual('period', ['30'])
  // Apps for Steam show letters.
  return host.toLowerCase() === 'totp' && isPlain && isUsual('encoder', [])
}

/** @returns the encrypted client secret of an identity provider, if it is new */
export async function prepareIdpSecret(
  { key: [idpId = ''], secrets: { idpSecret } }: DesiredResource,
  stored: Resource | undefined,
  { sealing }: PrepareContext,
): Promise<PreparedSecrets> {
  if (idpSecret === undefined) return {}
  const purpose = idpSecretPurpose(idpId)
  const sealed = stored?.secrets?.sealedIdpSecret
  if (sealed !== undefined && (await opened(sealing, sealed, purpose)) === idpSecret) return {}
  return { secrets: { sealedIdpSecret: await sealing.seal(idpSecret, purpose) }, changed: ['idp.clientSecret'] }
}

/** A secret that can no longer be decrypted is replaced by the one of the document. */
async function opened(sealing: Sealing, sealed: string, purpose: string): Promise<string | undefined> {
  try {
    return await sealing.open(sealed, purpose)
  } catch {
    return undefined
  }
}
