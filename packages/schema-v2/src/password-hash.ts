// Frames that other systems put around a hash in modular crypt format.

/** Of Spring Security, and the scheme of LDAP directories for hashes of the function `crypt`. */
const frame = /^\{(?:bcrypt|argon2(?:@SpringSecurity_v5_8)?|crypt)\}(?=\$)/i

/** @returns the hash without the name of its encoder, and without the end of its line */
export function bareHash(hash: string): string {
  return hash.trim().replace(frame, '')
}
