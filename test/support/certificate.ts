// A self-signed certificate for this machine, so that an https issuer can be tested as it is run.
// Only clients that are configured to trust it do.
import './reflect-metadata.ts'
import { BasicConstraintsExtension, PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'

export interface Certificate {
  /** PEM. */
  readonly certificate: string
  /** PEM, PKCS #8. */
  readonly privateKey: string
}

/** @returns a certificate for `localhost`, `127.0.0.1` and these names, valid for a day around now */
export async function createCertificate(names: readonly string[] = []): Promise<Certificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  if (!('privateKey' in keys)) throw new TypeError('not a pair')
  const halfDay = 12 * 3600 * 1000
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: 'CN=localhost',
      notBefore: new Date(Date.now() - halfDay),
      notAfter: new Date(Date.now() + halfDay),
      signingAlgorithm: algorithm,
      keys,
      extensions: [
        new BasicConstraintsExtension(true, undefined, true),
        new SubjectAlternativeNameExtension([
          { type: 'dns', value: 'localhost' },
          { type: 'ip', value: '127.0.0.1' },
          ...names.map((value) => ({ type: 'dns', value }) as const),
        ]),
      ],
    },
    crypto,
  )
  return {
    certificate: certificate.toString('pem'),
    privateKey: PemConverter.encode(await crypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY'),
  }
}
