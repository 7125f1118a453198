// The key file of a service account. Only its address and its key are used. The caller of the import chooses every URL in it (token_uri,
// auth_uri, …), so this server requests none of them. Other types of key files name files, programs and hosts that supply tokens.
// https://cloud.google.com/docs/authentication/client-libraries#external-credentials
import * as v from 'valibot'
import { failure } from './failure.ts'

/** The members of a key file that are used. */
export interface ServiceAccount {
  readonly email: string
  /** PEM, PKCS#8. */
  readonly privateKey: string
  readonly privateKeyId?: string
}

/** Characters; a key of 4096 bits takes 3272. Larger ones would only cost time. */
const longestKey = 4000
/** Characters; a whole file takes some 3 kB. */
const longestFile = 32_768

const expected =
  'serviceaccount_json must be the base64 of the key file of a service account of googleapis.com, ' +
  'with an RSA key of 2048 to 4096 bits.'

const keyFile = v.object({
  type: v.literal('service_account'),
  client_email: v.pipe(v.string(), v.maxLength(320), v.regex(/^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+\.gserviceaccount\.com$/)),
  private_key: v.pipe(v.string(), v.maxLength(longestKey)),
  private_key_id: v.exactOptional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,200}$/))),
  universe_domain: v.exactOptional(v.literal('googleapis.com')),
})

/**
 * @param base64 of the key file
 * @throws ObjectStorageError credentials_invalid
 */
export async function readServiceAccount(base64: string): Promise<ServiceAccount> {
  const { success, output } = v.safeParse(keyFile, parse(base64))
  if (!success || !(await isUsable(output.private_key))) {
    throw failure('credentials_invalid', expected)
  }
  const { client_email: email, private_key: privateKey, private_key_id: privateKeyId } = output
  return { email, privateKey, ...(privateKeyId === undefined ? {} : { privateKeyId }) }
}

function parse(base64: string): unknown {
  if (base64.length > longestFile) return undefined
  try {
    const text: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(decode(base64)))
    return text
  } catch {
    return undefined
  }
}

async function isUsable(privateKey: string): Promise<boolean> {
  const base64 = /^-----BEGIN PRIVATE KEY-----\s([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----\s*$/.exec(privateKey)?.[1]
  if (base64 === undefined) return false
  try {
    const bytes = decode(base64.replaceAll(/\s/g, ''))
    const { algorithm } = await crypto.subtle.importKey('pkcs8', bytes, { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false, ['sign'])
    return 'modulusLength' in algorithm && Number(algorithm.modulusLength) >= 2048 && Number(algorithm.modulusLength) <= 4096
  } catch {
    return false
  }
}

/** @throws DOMException if the text is not base64 */
function decode(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
