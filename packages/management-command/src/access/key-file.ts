// A service user with a key: an assertion that the key signs is exchanged for an access token. https://www.rfc-editor.org/rfc/rfc7523#section-2.1
import { createPrivateKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { CommandError } from '../terminal/outcome.ts'
import { describeServer, requestTokens } from './authorization-server.ts'

interface ServiceUserKey {
  readonly keyId: string
  readonly userId: string
  readonly privateKey: KeyObject
}

/**
 * Gets an access token for the service user of a key file: `{"type":"serviceaccount","keyId":"…","key":"-----BEGIN …","userId":"…"}`.
 * @throws CommandError key_file_unreadable, unauthenticated, and those of `describeServer`
 */
export async function tokenOfKeyFile(path: string, issuer: string): Promise<string> {
  const [{ SignJWT }, { keyId, userId, privateKey }, server] = await Promise.all([
    import('jose'),
    readKeyFile(path),
    describeServer(issuer),
  ])
  const assertion = await new SignJWT({ jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: algorithmOf(privateKey, path), kid: keyId })
    .setIssuer(userId)
    .setSubject(userId)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime('1m')
    .sign(privateKey)
  const tokens = await requestTokens(server, {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion,
    scope: `openid ${server.apiScope}`,
  })
  if (tokens !== undefined) return tokens.accessToken
  throw new CommandError(
    'unauthenticated',
    `${issuer} refused the key of ${path}. Check whether it was removed or has expired, and the clock of this machine.`,
  )
}

/** The error never holds the key. */
async function readKeyFile(path: string): Promise<ServiceUserKey> {
  const refuse = (why: string): CommandError =>
    new CommandError('key_file_unreadable', `${path} is not a key file of a service user: ${why}.`)
  let read: unknown
  try {
    read = JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw refuse(error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read')
  }
  const text = (member: string): string => {
    const value: unknown = typeof read === 'object' && read !== null ? Reflect.get(read, member) : undefined
    if (typeof value !== 'string' || value === '') throw refuse(`its member ${member} is missing`)
    return value
  }
  if (text('type') !== 'serviceaccount') throw refuse('its type is not serviceaccount')
  const [keyId, userId, key] = [text('keyId'), text('userId'), text('key')]
  try {
    return { keyId, userId, privateKey: createPrivateKey(key) }
  } catch {
    throw refuse('its key is not a private key in PEM')
  }
}

function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject, path: string): string {
  if (type === 'rsa') return 'RS256'
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return 'ES256'
  if (type === 'ed25519') return 'EdDSA'
  throw new CommandError('key_file_unreadable', `The key of ${path} is neither RSA, P-256 nor Ed25519.`)
}
