// Key material for tests, in the form documents have: base64 of PEM.
export function pem(der: ArrayBuffer | Uint8Array, label: string = 'PUBLIC KEY'): string {
  const body = btoa(String.fromCharCode(...new Uint8Array(der)))
  return btoa(`-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`)
}

export async function publicKey(algorithm: RsaHashedKeyGenParams | EcKeyGenParams | { readonly name: 'Ed25519' }): Promise<Uint8Array> {
  const pair = await generate(algorithm)
  return new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey))
}

export async function privateKey(): Promise<Uint8Array> {
  const pair = await generate({ name: 'ECDSA', namedCurve: 'P-256' })
  return new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
}

export function rsa(modulusLength: number, publicExponent: readonly number[] = [1, 0, 1]): RsaHashedKeyGenParams {
  return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength, publicExponent: Uint8Array.from(publicExponent) }
}

async function generate(algorithm: RsaHashedKeyGenParams | EcKeyGenParams | { readonly name: 'Ed25519' }): Promise<CryptoKeyPair> {
  const key = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  if (!('publicKey' in key)) throw new TypeError('not a pair')
  return key
}
