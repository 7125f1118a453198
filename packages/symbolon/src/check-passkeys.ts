// Checks the RP ID before anything is opened. Browsers refuse a wrong RP ID, and every passkey would fail without a visible reason.
import type { Configuration } from './configuration.ts'
import { StartError } from './start-error.ts'

/**
 * The RP ID is the host of the issuer, or a registrable suffix of it. A public suffix such as `co.uk` is not registrable. The list of public suffixes is
 * loaded only where it is needed. https://www.w3.org/TR/webauthn-3/#rp-id, https://publicsuffix.org
 *
 * @throws StartError invalid_configuration
 */
export async function checkPasskeys({ issuer, passkeys: { rpId } }: Pick<Configuration, 'issuer' | 'passkeys'>): Promise<void> {
  const { hostname } = new URL(issuer)
  if (rpId === undefined || rpId === hostname) return
  if (hostname.startsWith('[') || /^[\d.]+$/.test(hostname) || !hostname.endsWith(`.${rpId}`)) {
    throw new StartError(
      'invalid_configuration',
      `SYMBOLON_PASSKEY_RP_ID must be ${hostname}, the host of the issuer, or a parent domain of it. ${rpId} is neither.`,
    )
  }
  const { getPublicSuffix } = await import('tldts')
  if (getPublicSuffix(rpId, { allowPrivateDomains: true }) !== rpId) return
  throw new StartError(
    'invalid_configuration',
    `SYMBOLON_PASSKEY_RP_ID must not be a public suffix: browsers accept no passkeys for ${rpId}. Name a domain of your own below it.`,
  )
}
