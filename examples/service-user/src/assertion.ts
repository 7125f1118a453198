// Creates assertions: short-lived, for this provider only, each for one use. https://www.rfc-editor.org/rfc/rfc7523#section-3
import { SignJWT } from 'jose'
import type { KeyFile } from './key-file.ts'

export async function signAssertion({ subject, keyId, privateKey, algorithm }: KeyFile, issuer: string): Promise<string> {
  return await new SignJWT({ jti: crypto.randomUUID() })
    .setProtectedHeader({ alg: algorithm, kid: keyId })
    .setIssuer(subject)
    .setSubject(subject)
    .setAudience(issuer)
    .setIssuedAt()
    .setExpirationTime('1m')
    .sign(privateKey)
}
