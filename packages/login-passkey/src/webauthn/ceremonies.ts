// The kinds of ceremonies, and what each requests from the authenticator and requires of its response. The options name the algorithms explicitly:
// the default list of @simplewebauthn/server differs between runtimes.
import type { Passkey } from '@symbolon/core-protocol'

/** EdDSA, ES256 and RS256, in order of preference. https://www.iana.org/assignments/cose/cose.xhtml#algorithms */
export const algorithms: readonly number[] = [-8, -7, -257]

/** How long a ceremony may take, in milliseconds. https://www.w3.org/TR/webauthn-3/#sctn-timeout-recommended-range */
export const ceremonyTimeout = 300_000

/** A ceremony that creates a credential. */
export type Creation = 'passkey' | 'conditional_passkey' | 'security_key'
/** A ceremony that uses a credential. */
export type Authentication = 'sign_in' | 'second_factor' | 'verified_second_factor'
/** The kind of a ceremony. A challenge is valid for one kind. */
export type Ceremony = Creation | Authentication

interface CreationSettings {
  readonly residentKey: 'required' | 'discouraged'
  readonly userVerification: 'required' | 'preferred' | 'discouraged'
  readonly requireUserVerification: boolean
  readonly requireUserPresence: boolean
}

/**
 * The options and requirements of a creation. `conditional_passkey`: the browser creates it after a sign-in with a password without asking the user,
 * so that neither presence nor verification can be required. https://www.w3.org/TR/webauthn-3/#sctn-createCredential (mediation)
 */
export const creations: Readonly<Record<Creation, CreationSettings>> = {
  passkey: { residentKey: 'required', userVerification: 'required', requireUserVerification: true, requireUserPresence: true },
  conditional_passkey: {
    residentKey: 'required',
    // `required` makes browsers fail here.
    userVerification: 'preferred',
    requireUserVerification: false,
    requireUserPresence: false,
  },
  security_key: {
    residentKey: 'discouraged',
    userVerification: 'discouraged',
    requireUserVerification: false,
    requireUserPresence: true,
  },
}

/** The options and requirements of an authentication. All of them require the presence of the user. */
export const authentications: Readonly<Record<Authentication, { readonly userVerification: 'required' | 'preferred' }>> = {
  sign_in: { userVerification: 'required' },
  second_factor: { userVerification: 'preferred' },
  verified_second_factor: { userVerification: 'required' },
}

/** A credential that the browser may use, or must not create again. */
export interface CredentialDescriptor {
  readonly type: 'public-key'
  readonly id: string
  readonly transports: readonly string[]
}

/** https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialcreationoptionsjson */
export interface CreationOptions {
  readonly rp: RelyingParty
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly challenge: string
  readonly pubKeyCredParams: readonly { readonly type: 'public-key'; readonly alg: number }[]
  readonly timeout: number
  readonly attestation: 'none'
  readonly excludeCredentials: readonly CredentialDescriptor[]
  readonly authenticatorSelection: {
    readonly residentKey: CreationSettings['residentKey']
    readonly requireResidentKey: boolean
    readonly userVerification: CreationSettings['userVerification']
  }
  /** The browser reports whether the credential is discoverable. */
  readonly extensions: { readonly credProps: true }
}

/** https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialrequestoptionsjson */
export interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
  readonly timeout: number
  readonly userVerification: 'required' | 'preferred'
  /** Absent if any passkey may be used. */
  readonly allowCredentials?: readonly CredentialDescriptor[]
}

/** The relying party, as the browser sees it. */
export interface RelyingParty {
  readonly id: string
  readonly name: string
}

/** The user for whom a credential is created. */
export interface CredentialUser {
  /** The user handle, base64url. */
  readonly handle: string
  readonly loginName: string
  readonly displayName: string
}

/**
 * The options of a creation. An authenticator holds one discoverable credential for each user handle, so the credentials of the user are
 * excluded: without that, a second creation would replace the first.
 */
export function creationOptions(
  ceremony: Creation,
  challenge: string,
  rp: RelyingParty,
  user: CredentialUser,
  passkeys: readonly Passkey[],
): CreationOptions {
  const { residentKey, userVerification } = creations[ceremony]
  return {
    rp: { id: rp.id, name: rp.name },
    user: { id: user.handle, name: user.loginName, displayName: user.displayName },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: ceremonyTimeout,
    attestation: 'none',
    excludeCredentials: descriptorsOf(passkeys, rp),
    authenticatorSelection: { residentKey, requireResidentKey: residentKey === 'required', userVerification },
    extensions: { credProps: true },
  }
}

/**
 * The options of an authentication.
 *
 * @param passkeys that the user may choose from; undefined asks for any passkey, so that no page reveals who has one
 */
export function requestOptions(
  ceremony: Authentication,
  challenge: string,
  rp: RelyingParty,
  passkeys: readonly Passkey[] | undefined,
): RequestOptions {
  return {
    challenge,
    rpId: rp.id,
    timeout: ceremonyTimeout,
    userVerification: authentications[ceremony].userVerification,
    ...(passkeys === undefined ? {} : { allowCredentials: descriptorsOf(passkeys, rp) }),
  }
}

/** https://www.w3.org/TR/webauthn-3/#enum-transport. Other text is not stored, because pages repeat it. */
export function knownTransports(transports: readonly string[]): readonly string[] {
  return (['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal'] as const).filter((each) => transports.includes(each))
}

function descriptorsOf(passkeys: readonly Passkey[], rp: RelyingParty): readonly CredentialDescriptor[] {
  return passkeys
    .filter(({ rpId }) => rpId === rp.id)
    .map(({ credentialId, transports }) => ({ type: 'public-key', id: credentialId, transports: knownTransports(transports) }))
}
