// The first name of a passkey: its provider, by the model that the authenticator reports. The model is not verified, so it is a name only.
import type { Passkey } from '@symbolon/core-protocol'

/** https://github.com/passkeydeveloper/passkey-authenticator-aaguids */
const providers: Readonly<Record<string, string>> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'Apple Passwords',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain (Managed)',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
}

/** The longest name, in UTF-16 code units. */
export const longestName = 64

/** A name that none of the user's other passkeys has. */
export function passkeyName({ aaguid, uvInitialized }: Pick<Passkey, 'aaguid' | 'uvInitialized'>, stored: readonly Passkey[]): string {
  const base = providers[aaguid] ?? (uvInitialized ? 'Passkey' : 'Security key')
  const taken = new Set(stored.map(({ name }) => name))
  for (let count = 2, name = base; ; name = `${base} ${count++}`) if (!taken.has(name)) return name
}

/** @returns a typed name without control characters, cut to the longest; undefined when nothing is left */
export function readName(typed: string): string | undefined {
  const name = typed
    .replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, longestName)
    .toWellFormed()
  return name === '' ? undefined : name
}
