// New keys of service users and applications: the private key goes into a file that only its owner may read, the public key to the server.
import { createPublicKey, generateKeyPair } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { CommandError } from '../terminal/outcome.ts'

/** Whose key a file holds. */
export type KeyOwner =
  | { readonly type: 'serviceaccount'; readonly userId: string }
  | { readonly type: 'application'; readonly appId: string; readonly clientId?: string }

/** A file that was written. */
export interface KeyFile {
  /** Base64 of the public key in PEM. */
  readonly publicKey: string
  /** Removes the file. */
  discard(): Promise<void>
}

/**
 * Makes a key pair, and writes the private key to a new file.
 * @param algorithm RS256, ES256 or EdDSA
 * @throws CommandError file_exists, file_unwritable
 */
export async function createKeyFile(path: string, about: KeyOwner & { readonly keyId: string }, algorithm: string): Promise<KeyFile> {
  const { publicKey, privateKey } = await newKeyPair(algorithm)
  const { type, keyId, ...owner } = about
  const content = { type, keyId, key: privateKey.export({ type: 'pkcs8', format: 'pem' }), ...owner }
  try {
    await writeFile(path, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new CommandError('file_exists', `${path} exists already. Name a new file.`)
    }
    throw new CommandError('file_unwritable', `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
  return { publicKey: encoded(publicKey), discard: async () => await rm(path, { force: true }) }
}

/**
 * Reads a public key in PEM.
 * @returns base64 of its PEM
 * @throws CommandError key_file_unreadable, also for a private key, which no server needs
 */
export async function readPublicKey(path: string): Promise<string> {
  const refuse = (why: string): CommandError => new CommandError('key_file_unreadable', `${path} ${why}.`)
  const pem = await readFile(path, 'utf8').catch(() => {
    throw refuse('cannot be read')
  })
  if (pem.includes('PRIVATE KEY')) throw refuse('holds a private key. Give the public key alone: openssl pkey -in FILE -pubout')
  try {
    return encoded(createPublicKey(pem))
  } catch {
    throw refuse('holds no public key in PEM')
  }
}

async function newKeyPair(algorithm: string): Promise<{ readonly publicKey: KeyObject; readonly privateKey: KeyObject }> {
  const generate = promisify(generateKeyPair)
  if (algorithm === 'ES256') return await generate('ec', { namedCurve: 'P-256' })
  return algorithm === 'EdDSA' ? await generate('ed25519') : await generate('rsa', { modulusLength: 3072 })
}

function encoded(key: KeyObject): string {
  return btoa(key.export({ type: 'spki', format: 'pem' }).toString())
}
