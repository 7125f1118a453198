// The section of the passkeys and security keys, and the page that renames one.
import type { AccountPageBase } from './page.ts'

/** A passkey or a security key. */
export interface PasskeyRow {
  /** The value of the field `passkey`. */
  readonly id: string
  readonly name: string
  /** `passkey`: signs in alone. `security_key`: comes after a password. */
  readonly type: 'passkey' | 'security_key'
  /** Whether it is kept on several devices. */
  readonly synced: boolean
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Absent until its first use. */
  readonly lastUsedAt?: number
  readonly renamePath: string
}

/** Lists the passkeys, each with a form (field `passkey`) that removes it. */
export interface PasskeysSection {
  readonly kind: 'passkeys'
  readonly passkeys: readonly PasskeyRow[]
  readonly addPath: string
  readonly removePath: string
  /** The data that the script of the page passes to the browser. The page works without it. */
  readonly signals?: PasskeySignals
}

/** All passkeys of the user, for the signal methods of WebAuthn. https://www.w3.org/TR/webauthn-3/#sctn-signal-methods */
export interface PasskeySignals {
  readonly rpId: string
  /** The login name. */
  readonly name: string
  readonly displayName: string
  /** For each user handle (base64url) every credential id (base64url). The browser may remove each one that is missing. */
  readonly accepted: readonly { readonly userHandle: string; readonly credentialIds: readonly string[] }[]
}

/** Asks for the name of a passkey (fields `passkey` and `name`). */
export interface PasskeyNamePage extends AccountPageBase {
  readonly kind: 'passkey_name'
  readonly action: string
  readonly id: string
  readonly name: string
  /** Back to the account page. */
  readonly backPath: string
}
