// RSA keys that were made before. To generate one takes a tenth of a second of processor time, and every provider needs one at its
// first start. In a process that imports this file, `crypto.subtle.generateKey` gives the next of twelve RSA keys of 2048 bits.
import { readFileSync } from 'node:fs'

type GenerateKey = (algorithm: RsaHashedKeyGenParams, extractable: boolean, usages: KeyUsage[]) => Promise<unknown>

/** PKCS #8, in base64. https://www.rfc-editor.org/rfc/rfc5958 */
const privateKeys = readFileSync(new URL('private-keys.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
/** Each process begins elsewhere, so that two of them seldom have the same key. */
let next = process.pid

const { subtle } = globalThis.crypto
const generate = subtle.generateKey.bind(subtle) as unknown as GenerateKey

const generateReadyMade: GenerateKey = async (algorithm, extractable, usages) => {
  if (!isReady(algorithm) || !extractable) return await generate(algorithm, extractable, usages)
  next = (next + 1) % privateKeys.length
  return await keyPair(privateKeys[next] ?? '', algorithm)
}
Object.defineProperty(subtle, 'generateKey', { value: generateReadyMade })

function isReady({ name, modulusLength, publicExponent }: RsaHashedKeyGenParams): boolean {
  return name === 'RSASSA-PKCS1-v1_5' && modulusLength === 2048 && publicExponent.join() === '1,0,1'
}

async function keyPair(privateKey: string, algorithm: RsaHashedKeyGenParams): Promise<CryptoKeyPair> {
  const key = await subtle.importKey('pkcs8', Buffer.from(privateKey, 'base64'), algorithm, true, ['sign'])
  const { n = '', e = '' } = await subtle.exportKey('jwk', key)
  return { privateKey: key, publicKey: await subtle.importKey('jwk', { kty: 'RSA', n, e }, algorithm, true, ['verify']) }
}
