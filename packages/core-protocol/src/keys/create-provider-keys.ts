// Makes the first signing keys, and keeps imported keys in memory for a short while.
import { exportJWK, generateKeyPair, importJWK } from 'jose'
import type { CryptoKey } from 'jose'
import type { SigningAlgorithm } from '../ports/client.ts'
import type { SigningKey, SigningKeyStore } from '../ports/signing-key.ts'
import type { ProviderKeys } from './provider-keys.ts'
import type { Sealing } from './sealing.ts'

export const signingAlgorithms: readonly SigningAlgorithm[] = ['RS256', 'ES256', 'EdDSA']

/** How long the list of keys is trusted before the store is asked again, milliseconds. */
const freshness = 5000

export interface ProviderKeysOptions {
  readonly store: SigningKeyStore
  readonly sealing: Sealing
  readonly now: () => number
  readonly randomToken: () => string
}

/**
 * Makes a first key for every algorithm that has none.
 * @throws MasterKeyMismatch when the stored keys were sealed under another master key
 */
export async function createProviderKeys({ store, sealing, now, randomToken }: ProviderKeysOptions): Promise<ProviderKeys> {
  const existing = await store.list()
  for (const algorithm of signingAlgorithms) {
    if (!existing.some((key) => key.algorithm === algorithm)) {
      await store.insertFirst(await generateSigningKey(algorithm, sealing, now(), randomToken().slice(0, 16)))
    }
  }
  const imported = new Map<string, Promise<CryptoKey>>()
  let known: { readonly keys: readonly SigningKey[], readonly readAt: number } = { keys: await store.list(), readAt: now() }

  async function list(): Promise<readonly SigningKey[]> {
    if (now() - known.readAt >= freshness) known = { keys: await store.list(), readAt: now() }
    return known.keys
  }

  /** Every key is imported once. */
  async function cached(id: string, jwk: () => Promise<Readonly<Record<string, unknown>>>, algorithm: string): Promise<CryptoKey> {
    const key = imported.get(id) ?? jwk().then((value) => importKey(value, algorithm))
    imported.set(id, key)
    try {
      return await key
    } catch (error) {
      imported.delete(id)
      throw error
    }
  }

  async function privateKey(key: SigningKey): Promise<CryptoKey> {
    const jwk = async () => JSON.parse(await sealing.open(key.sealedPrivateJwk, purpose(key.kid))) as Record<string, unknown>
    return await cached(`private ${key.kid}`, jwk, key.algorithm)
  }

  // A wrong master key is found at start, not at the first request.
  await Promise.all(known.keys.map(privateKey))

  return {
    async publicKeySet() {
      const keys = (await list()).filter((key) => key.retiredAt === undefined || now() < key.retiredAt)
      return { keys: keys.map(({ kid, algorithm, publicJwk }) => ({ ...publicJwk, kid, alg: algorithm, use: 'sig' })) }
    },
    async signingKey(algorithm) {
      const key = (await list()).find((each) => each.algorithm === algorithm && each.activeFrom <= now())
      if (key === undefined) throw new Error(`There is no active ${algorithm} key.`)
      return { kid: key.kid, algorithm, key: await privateKey(key) }
    },
    async verificationKey(kid) {
      const key = (await list()).find((each) => each.kid === kid)
      if (key === undefined) return undefined
      return { algorithm: key.algorithm, key: await cached(`public ${kid}`, async () => key.publicJwk, key.algorithm) }
    },
  }
}

async function generateSigningKey(algorithm: SigningAlgorithm, sealing: Sealing, now: number, kid: string): Promise<SigningKey> {
  const pair = await generateKeyPair(algorithm, { extractable: true, modulusLength: 2048 })
  const publicJwk = { ...await exportJWK(pair.publicKey) }
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey))
  return { kid, algorithm, publicJwk, sealedPrivateJwk: await sealing.seal(privateJwk, purpose(kid)), createdAt: now, activeFrom: now }
}

function purpose(kid: string): string {
  return `signing key ${kid}`
}

async function importKey(jwk: Readonly<Record<string, unknown>>, algorithm: string): Promise<CryptoKey> {
  const key = await importJWK(jwk, algorithm)
  if (key instanceof Uint8Array) throw new TypeError('A signing key cannot be symmetric.')
  return key
}
