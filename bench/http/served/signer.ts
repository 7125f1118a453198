// A signer with ES256 for the servers without a provider, straight on WebCrypto, and a key set with as many keys as Symbolon's.

export interface Signer {
  readonly keySet: { readonly keys: readonly unknown[] }
  /** @returns the payload as a signed JWT */
  sign(payload: Readonly<Record<string, unknown>>, typ: string): Promise<string>
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const keyId = 'k'.repeat(16)

export async function createSigner(): Promise<Signer> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const rsa = await crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) },
    true,
    ['sign', 'verify'],
  )
  const published = async (key: CryptoKey, alg: string): Promise<unknown> => {
    const { kty, n, e, crv, x, y } = await crypto.subtle.exportKey('jwk', key)
    return { kty, n, e, crv, x, y, kid: keyId, alg, use: 'sig' }
  }
  const ed25519 = { crv: 'Ed25519', x: 'x'.repeat(43), kty: 'OKP', kid: keyId, alg: 'EdDSA', use: 'sig' }
  return {
    keySet: { keys: [await published(rsa.publicKey, 'RS256'), await published(publicKey, 'ES256'), ed25519] },
    async sign(payload, typ) {
      const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid: keyId, typ })).toString('base64url')
      const signed = `${header}.${Buffer.from(JSON.stringify(payload)).toString('base64url')}`
      const signature = await crypto.subtle.sign(algorithm, privateKey, Buffer.from(signed))
      return `${signed}.${Buffer.from(signature).toString('base64url')}`
    },
  }
}
