// Signs the JWT that Apple takes for a client secret. https://www.rfc-editor.org/rfc/rfc7518#section-3.4

/**
 * Signs a JWT with ES256.
 *
 * @param privateKey PKCS #8 in PEM
 * @throws DOMException or TypeError if the private key is invalid
 */
export async function signEs256(privateKey: string, keyId: string, claims: Readonly<Record<string, string | number>>): Promise<string> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const key = await crypto.subtle.importKey('pkcs8', bytesOfPem(privateKey), algorithm, false, ['sign'])
  const signed = [{ alg: 'ES256', kid: keyId, typ: 'JWT' }, claims].map((part) => base64url(encode(JSON.stringify(part)))).join('.')
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, encode(signed))
  return `${signed}.${base64url(new Uint8Array(signature))}`
}

function bytesOfPem(pem: string): Uint8Array<ArrayBuffer> {
  const body = pem.replaceAll(/-----(?:BEGIN|END) PRIVATE KEY-----|\s/g, '')
  return Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
