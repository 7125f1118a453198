// The only place that calls @simplewebauthn/server. The library checks the type, the origin, the RP ID, the flags and the signature; the rest
// of what WebAuthn demands is added here. Its errors repeat values of the response, so none of them leaves this file.
// https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential, https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion
import type * as server from '@simplewebauthn/server'
import type * as helpers from '@simplewebauthn/server/helpers'
import type { Passkey } from '@symbolon/core-protocol'
import { algorithms, authentications, creations, knownTransports } from './ceremonies.ts'
import type { Authentication, Creation } from './ceremonies.ts'
import { checkPublicKey } from './public-key.ts'
import { CeremonyRefused } from './refusal.ts'
import type { AssertionAnswer, RegistrationAnswer } from './response.ts'

/** The values that every response must contain. */
export interface ExpectedCeremony<C extends Creation | Authentication> {
  readonly ceremony: C
  /** The challenge of the response, after it was checked. */
  readonly challenge: string
  /** The origins whose pages may ask for it. */
  readonly origins: readonly string[]
  readonly rpId: string
}

/** The part of a passkey that its registration determines. */
export type RegisteredPasskey = Pick<
  Passkey,
  | 'credentialId'
  | 'rpId'
  | 'publicKey'
  | 'algorithm'
  | 'counter'
  | 'transports'
  | 'aaguid'
  | 'backupEligible'
  | 'backedUp'
  | 'uvInitialized'
  | 'discoverable'
  | 'createdBy'
>

/** The longest credential id, in bytes. https://www.w3.org/TR/webauthn-3/#credential-id */
const longestCredentialId = 1023

/**
 * Verifies the response to a creation. An attestation is not requested, so its statement is not read: in any case the credential counts
 * as one without attestation.
 *
 * @throws CeremonyRefused
 */
export async function verifyRegistration(
  answer: RegistrationAnswer,
  { ceremony, challenge, origins, rpId }: ExpectedCeremony<Creation>,
): Promise<RegisteredPasskey> {
  const { requireUserPresence, requireUserVerification, residentKey } = creations[ceremony]
  const { verifyRegistrationResponse, decodeCredentialPublicKey, isoBase64URL } = await loadLibrary()
  const { registrationInfo } = await guard(async () =>
    verifyRegistrationResponse({
      response: {
        id: answer.id,
        rawId: answer.rawId,
        type: answer.type,
        clientExtensionResults: {},
        response: {
          clientDataJSON: answer.response.clientDataJSON,
          attestationObject: await withoutAttestation(answer.response.attestationObject),
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpId,
      expectedType: 'webauthn.create',
      requireUserPresence,
      requireUserVerification,
      supportedAlgorithmIDs: [...algorithms],
    }),
  )
  if (registrationInfo === undefined) throw new CeremonyRefused('verification')
  const { credential, aaguid, userVerified, credentialDeviceType, credentialBackedUp } = registrationInfo
  if (credential.id !== answer.id || isoBase64URL.toBuffer(credential.id).length > longestCredentialId) {
    throw new CeremonyRefused('credential_id')
  }
  const algorithm = checkPublicKey(await guard(async () => decodeCredentialPublicKey(credential.publicKey)))
  const discoverable = residentKey === 'required' ? true : answer.clientExtensionResults.credProps?.rk
  return {
    credentialId: credential.id,
    rpId,
    publicKey: isoBase64URL.fromBuffer(credential.publicKey),
    algorithm,
    counter: credential.counter,
    transports: knownTransports(answer.response.transports.filter((each) => typeof each === 'string')),
    aaguid,
    backupEligible: credentialDeviceType === 'multiDevice',
    backedUp: credentialBackedUp,
    // A security key is registered as a second factor. A verification that was not requested does not upgrade it.
    uvInitialized: userVerified && ceremony !== 'security_key',
    ...(discoverable === undefined ? {} : { discoverable }),
    createdBy: ceremony === 'conditional_passkey' ? 'conditional' : 'user',
  }
}

/**
 * @param publicKey a COSE key, base64url
 * @returns its COSE algorithm
 * @throws CeremonyRefused for a key that a registration would refuse
 */
export async function algorithmOfKey(publicKey: string): Promise<number> {
  const { decodeCredentialPublicKey, isoBase64URL } = await loadLibrary()
  return checkPublicKey(await guard(async () => decodeCredentialPublicKey(isoBase64URL.toBuffer(publicKey))))
}

/** The content of a verified assertion. */
export interface VerifiedAssertion {
  readonly userVerified: boolean
  readonly counter: number
  readonly backedUp: boolean
}

/**
 * Verifies the response to an authentication. The counter is compared when the use is recorded, see `PasskeyStore.recordUse`.
 *
 * @param passkey the record of `answer.id`
 * @param userId the user who has to respond; undefined if the passkey alone identifies the user
 * @throws CeremonyRefused
 */
export async function verifyAssertion(
  answer: AssertionAnswer,
  { ceremony, challenge, origins, rpId }: ExpectedCeremony<Authentication>,
  passkey: Passkey,
  userId: string | undefined,
): Promise<VerifiedAssertion> {
  if (passkey.credentialId !== answer.id) throw new CeremonyRefused('credential_id')
  if (passkey.rpId !== rpId || (userId !== undefined && passkey.userId !== userId)) throw new CeremonyRefused('other_user')
  const handle = answer.response.userHandle ?? undefined
  if (handle === undefined ? userId === undefined : handle !== passkey.userHandle) throw new CeremonyRefused('user_handle')
  const { verifyAuthenticationResponse, isoBase64URL } = await loadLibrary()
  const { verified, authenticationInfo } = await guard(async () =>
    verifyAuthenticationResponse({
      response: {
        id: answer.id,
        rawId: answer.rawId,
        type: answer.type,
        clientExtensionResults: {},
        response: {
          clientDataJSON: answer.response.clientDataJSON,
          authenticatorData: answer.response.authenticatorData,
          signature: answer.response.signature,
        },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...origins],
      expectedRPID: rpId,
      expectedType: 'webauthn.get',
      requireUserVerification: authentications[ceremony].userVerification === 'required',
      // With the stored counter, the library would refuse a lower one before it has looked at the signature.
      credential: { id: passkey.credentialId, publicKey: isoBase64URL.toBuffer(passkey.publicKey), counter: 0 },
    }),
  )
  if (!verified) throw new CeremonyRefused('verification')
  if ((authenticationInfo.credentialDeviceType === 'multiDevice') !== passkey.backupEligible) {
    throw new CeremonyRefused('backup_eligibility')
  }
  const { userVerified, newCounter, credentialBackedUp } = authenticationInfo
  return { userVerified, counter: newCounter, backedUp: credentialBackedUp }
}

/** The attestation object with its statement removed. */
async function withoutAttestation(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await loadLibrary()
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const stripped = new Map<string, string | Uint8Array<ArrayBuffer> | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(stripped))
}

async function guard<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (cause) {
    if (cause instanceof CeremonyRefused) throw cause
    throw new CeremonyRefused('verification', { cause })
  }
}

/** Loaded at the first ceremony: it takes a quarter of a second, which no start has to wait for. */
async function loadLibrary(): Promise<typeof server & typeof helpers> {
  const [main, additional] = await Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')])
  return { ...main, ...additional }
}
