// Passkeys of people: an extension. The format has no place for them. Exports write them and imports read them with credentials alone.
import type * as v from 'valibot'
import { choice } from './json/enumeration.ts'
import { list } from './json/list.ts'
import { message, required } from './json/message.ts'
import { base64url, bool, uint32 } from './json/scalars.ts'
import { filledText, identifier, text } from './json/text.ts'
import { timestamp } from './json/time.ts'
import { presence } from './state.ts'

/**
 * A WebAuthn credential record (https://www.w3.org/TR/webauthn-3/#credential-record). The key is public, so nothing in it can be presented.
 * It works only where the RP ID is the same. A malformed flag is read as false, with which a passkey may do less.
 */
export const passkeySchema = message({
  credentialId: required(base64url(1023)),
  userId: required(identifier()),
  /** `user.id` of the creation. https://www.w3.org/TR/webauthn-3/#user-handle */
  userHandle: required(base64url(64)),
  rpId: required(filledText(253)),
  /** The COSE key. */
  publicKey: required(base64url(2000)),
  algorithm: required(choice('EdDSA', 'ES256', 'RS256')),
  signCount: uint32(),
  transports: list(choice('usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal')),
  /** The model of the authenticator. */
  aaguid: text(36),
  backupEligible: bool(),
  backedUp: bool(),
  /** The authenticator has verified the user. Without it, the passkey is a second factor. */
  uvInitialized: bool(),
  /** The authenticator finds it without a list of ids. Without it, the passkey is a second factor. */
  discoverable: bool(),
  createdBy: required(choice('user', 'conditional', 'import')),
  name: required(filledText(200)),
  creationDate: required(timestamp()),
  lastUsedDate: timestamp(),
  state: presence(),
})
/** What `passkeySchema` reads. */
export type DocumentPasskey = v.InferOutput<typeof passkeySchema>
