// The one source of tokens, codes and ids: 256 random bits as base64url without padding. https://www.rfc-editor.org/rfc/rfc4648#section-5

/** @returns 43 characters */
export function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
