// How values of full entropy are stored: their SHA-256, so that a stolen database holds nothing that can be presented.
import { base64url } from 'jose'

/** @returns SHA-256 of the text as base64url, 43 characters */
export async function digest(text: string): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

/** Compares in time that does not depend on where the texts differ. */
export function equalDigests(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
