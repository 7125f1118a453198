// Client secrets that were imported as hashes: verified slowly at their first use, by their digest from then on.
import { digest } from '@symbolon/core-protocol'
import type { SecretHashing } from '@symbolon/core-protocol'
import { secretHashing } from '@symbolon/secret-hashing'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { basicHeader } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertInvalidClient } from '../../support/signed-in.ts'
import { assertInactive, postForm } from '../../support/token-endpoints.ts'
import type { RawAnswer } from '../../support/token-endpoints.ts'

const secret = 'a-secret-that-another-server-made-0123456789'
const hashing = secretHashing()
let verifications = 0
const counting: SecretHashing = {
  ...hashing,
  verify(text, hash) {
    verifications += 1
    return hashing.verify(text, hash)
  },
}
let provider: TestProvider
before(async () => {
  const clientSecretHash = await hashing.hash(secret)
  provider = await startTestProvider({
    hashing: counting,
    document: {
      orgs: [
        {
          orgId: 'o',
          org: { name: 'O' },
          projects: [{ projectId: 'p', project: { name: 'P' } }],
          apiApps: ['imported', 'other', 'guessed'].map((appId) => ({
            appId,
            clientId: appId,
            clientSecretHash,
            app: { projectId: 'p', name: appId },
          })),
        },
      ],
    },
  })
})
after(async () => await provider.close())

async function introspectAs(clientId: string, clientSecret: string): Promise<RawAnswer> {
  return await postForm(provider, '/oauth/v2/introspect', { token: 'none' }, { authorization: basicHeader(clientId, clientSecret) })
}

test('a client comes in with the secret of which only a hash was imported, and is known by its digest from then on', async () => {
  verifications = 0
  for (let time = 0; time < 3; time += 1) assertInactive(await introspectAs('imported', secret))
  assert.equal(verifications, 1)
})

test('several first uses at once all come in', async () => {
  for (const answer of await Promise.all(Array.from({ length: 4 }, () => introspectAs('other', secret)))) assertInactive(answer)
})

test('neither another secret, nor the digest, nor the hash opens anything, and none of them takes the place of the hash', async () => {
  for (const guess of ['wrong', `${secret}x`, digest(secret), '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA']) {
    assertInvalidClient(await introspectAs('guessed', guess))
  }
  assertInactive(await introspectAs('guessed', secret))
  assertInvalidClient(await introspectAs('guessed', `${secret}x`))
})
