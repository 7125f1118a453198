// Reads key files: JSON with a private key in PEM, PKCS #1 or PKCS #8.
//   {"type":"serviceaccount","keyId":"…","key":"-----BEGIN …","userId":"…"}
//   {"type":"application","keyId":"…","key":"-----BEGIN …","appId":"…","clientId":"…"}
import { createPrivateKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'

export interface KeyFile {
  readonly type: 'serviceaccount' | 'application'
  readonly keyId: string
  /** The issuer and subject of assertions: the service user's id, or the application's client id. */
  readonly subject: string
  readonly privateKey: KeyObject
  readonly algorithm: 'RS256' | 'ES256' | 'EdDSA'
}

/** Reads a key file. @throws Error that says what is wrong, and never contains the key */
export async function readKeyFile(path: string): Promise<KeyFile> {
  const text = await readFile(path, 'utf8')
  try {
    return parseKeyFile(text)
  } catch (error) {
    throw new Error(
      `${path} is not a key file: ${error instanceof SyntaxError || !(error instanceof Error) ? 'it is not JSON' : error.message}`,
    )
  }
}

function parseKeyFile(text: string): KeyFile {
  const content: unknown = JSON.parse(text)
  const type = textAt(content, 'type')
  if (type !== 'serviceaccount' && type !== 'application') throw new Error('its type is neither serviceaccount nor application')
  const privateKey = readPrivateKey(textAt(content, 'key'))
  return {
    type,
    keyId: textAt(content, 'keyId'),
    subject: textAt(content, type === 'serviceaccount' ? 'userId' : 'clientId'),
    privateKey,
    algorithm: algorithmOf(privateKey),
  }
}

function textAt(content: unknown, name: string): string {
  const value: unknown = typeof content === 'object' && content !== null ? Reflect.get(content, name) : undefined
  if (typeof value !== 'string' || value === '') throw new Error(`its member ${name} is missing`)
  return value
}

function readPrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch {
    throw new Error('its key is not a private key in PEM')
  }
}

function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): KeyFile['algorithm'] {
  if (type === 'rsa') return 'RS256'
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return 'ES256'
  if (type === 'ed25519') return 'EdDSA'
  throw new Error('its key is neither RSA, P-256 nor Ed25519')
}
