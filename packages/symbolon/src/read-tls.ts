// The certificate of the service and its key. They are tried before anything is opened: the error of a listener does not say which file is wrong.
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { Configuration } from './configuration.ts'
import { StartError } from './start-error.ts'

/** @throws StartError tls_unreadable when a file cannot be read, or the two do not belong together */
export async function readTls({ tls }: Configuration): Promise<{ cert: string; key: string } | undefined> {
  if (tls === undefined) return undefined
  const unusable = (message: string, error: unknown): StartError =>
    new StartError('tls_unreadable', `${message}: ${error instanceof Error ? error.message : String(error)}`)
  const read = async (setting: string, file: string): Promise<string> => {
    try {
      return await readFile(file, 'utf8')
    } catch (error) {
      throw unusable(`${setting}: ${file} cannot be read`, error)
    }
  }
  const cert = await read('SYMBOLON_TLS_CERT_FILE', tls.certFile)
  const key = await read('SYMBOLON_TLS_KEY_FILE', tls.keyFile)
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    throw unusable(
      `${tls.certFile} and ${tls.keyFile} are not a certificate and its private key, both in PEM and the key without a passphrase`,
      error,
    )
  }
  return { cert, key }
}
