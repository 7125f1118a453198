// Signing keys that everybody knows. Generating an RSA key would take most of the start of a test provider, and with these a snapshot of a
// key set or of a header stays the same.
import { openSealing, sealSigningKey } from '@symbolon/core-protocol'
import type { InstanceStore, KeyPolicy, SigningAlgorithm, SigningKeyStore } from '@symbolon/core-protocol'

/** The master key of every test provider. Its database is in memory and holds no secret. */
export const testMasterKey: Uint8Array = new Uint8Array(32).fill(7)

/** Private keys, as JWKs. https://www.rfc-editor.org/rfc/rfc7517#section-4 */
export const testPrivateKeys: Readonly<Record<SigningAlgorithm, Readonly<Record<string, unknown>>>> = {
  RS256: {
    kty: 'RSA',
    n: '0FoKY3uBDs71g37t0xfJtJE4yvUJUiIlTBYm_nQOkcLnl1hOOHD1Nx7QueTV7-Ffq48ZPUm2DVpcgwzCMb7l9BskYMFsjJ89hvWcvQmSadU4zJ1LgtB11s4TVk_r0ytE5oqYVmG2TJUN4XDb08FGoiJhrkJJ8JEv34ODluQxVeXkjKYOQRi8-3eJ89YQknMAAblYJHYn5jsxU3AaLNtWgP7c_CUSnlqh4GcRlitmNuIweZksCv41IW6F2Y5m4669VR_-7LTCJS6-a6IfBBLBxSoFm2hc72jxQoQGjDD7Au7Igkow0wh4wYtbBcQUz5RGDmmgo_Y4W3uv0l1OJYNRoQ',
    e: 'AQAB',
    d: 'BFjH_CHrEc2X1694qnRYKtAXqxe_EMAIw3RTboK8fMrgCua2l6Ft9WYCL1xhjj9-LZ7TYLD1bPIthxFC7sedOo711cLuvK6a9QJIy9lqj0lCzxoHSkXP9msoy0MyKjFAelCMfMsozBCC4p_mSsKKO7W4NNilfEM7LOK-z6PO17Dlx6ioJIsaHrq6G3HuvUu-hjB-pDVxTGsTLWHHt8N1HZmCdYmyXMF4HU14guABtQ5QsRY91NBrMFNWdCQpl1hptcWCHQxF6Sa0yXUSDeytPW3P08OQFSVABSNhQKx2q949LbZdYyIvrHWO2i6B1_zSJr9ANXhK8_BGigC2NPr6VQ',
    p: '-Jqy8O5AmY8AF1A5AVA4i-DatWTlONSEXW8Qd2mwVjGm6L-3Iio8E6dSseQhmxGkyT6I006prqDlhYFlFsa6xaLncrNK8LXacwwBwS5IEEt_YmCHqUBGxiHLgqe0ydD_VGtHeJ4l_W3Olt1tE8PdUTy1-2JMC3jvKLQQzFxCTM8',
    q: '1ozKCnS22Oj6Wo-ZVXtFNoqZT6w2RZ-Q-bwFBgAsQRTj6ZvBRryHkExqWShn45uRAnODdM9hjQXaWuAHtvgRRbzMe5cXQaQseqHoFnJy0uPKciXH_T2imwUfa3ZJA144HhsbtbS8uUKn5f0Fm1bpPgcRYHzRA4RNNRXTkbR9do8',
    dp: 'rk7RjmqO8tw4JSCDh682pqT21F609b7UPCrGceOx1w2jSOg7QII6c1FLgx1Ajti1IMFu8DHkeWOo6o3KUkju5eoNu_eIYPQxAZ92j3ui3YICA_lIxVwjA4LojWiHM0YN8KPzjdfdLS9TvaXteAFJ6U7XDjZiuVyG25Q9fvxlJDM',
    dq: 'MJat4vRPvIv2tq-ysBM8t39n_Q0pNVdPw9763EMJwqtyeiNWACkOInXL1-k4rek7S-zRJpEYrJFYxB_cX2mKr9p0DMFI-QqvMA6euwasTmpcHMHFqupcevMMDJA7NNIPr3HAMsR9wQ8BayqELIvgQrXjD5D03PEHczBAO80-ZK0',
    qi: 'megjMN6oLkTvnl94sCgVSQfc53jyhPFR2tA53yfSMzpXNSvjsBOB7VsWan6ihNDCnc4a4JCOROWIK5BeEv-pMHu_TnDyh3m0qWTwonXQrzjtgpOVR1LF-D2AnvoenMcdOfwYIC90NN1zJFBSYlR5kPRD0s9SG2QHVEigdVM9Aao',
  },
  ES256: {
    kty: 'EC',
    x: 'ihzWdyD8if35p_53vssMqPIFbtv9vglNsmYeBF3X01g',
    y: 'fIG2DgKLqAjWHPLSrxdZDc2JKz2_KeeVD3Zidzz5NdE',
    crv: 'P-256',
    d: 'Qo_5qlBfM-3fkVRBKq3rJVXD_2L-AtlZFyYfEtXkaNk',
  },
  EdDSA: { crv: 'Ed25519', d: 'Vbz543xqilXkgt_Kf3O19EWtUNsXMHOm86IBR8X_AqE', x: 'G2ijBCJoVxwUB42g2selwMy2f9u_qkx8lxaAoO7ruVM', kty: 'OKP' },
}

/** @returns the key id of the test key of an algorithm, such as `test-only-rs256` */
function testKid(algorithm: SigningAlgorithm): string {
  return `test-only-${algorithm.toLowerCase()}`
}

/** Stores the test keys, active from now on. */
export async function insertTestKeys(
  { instance, signingKeys }: { readonly instance: InstanceStore; readonly signingKeys: SigningKeyStore },
  policy: KeyPolicy,
  now: () => number,
): Promise<void> {
  const sealing = await openSealing(instance, [testMasterKey])
  for (const [algorithm, privateJwk] of Object.entries(testPrivateKeys) as [SigningAlgorithm, Readonly<Record<string, unknown>>][]) {
    const key = await sealSigningKey({ kid: testKid(algorithm), algorithm, privateJwk }, { sealing, policy, now })
    await signingKeys.insertFirst({ ...key, activeFrom: key.createdAt })
  }
}
