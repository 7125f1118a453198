// People who came with a document sign in: with a hash of every scheme that exports hold, and with the authenticator app they have.
import { redirectUri, signIn } from '@symbolon/test-kit'
import type { Page } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { acmeWith } from '../../support/acme.ts'
import { hashesOfOrigins, passwordOfHashes } from '../../support/imported-hashes.ts'
import { hotp, otpSecret } from '../../support/second-factor.ts'
import { startTestService } from '../../support/service.ts'
import type { TestService } from '../../support/service.ts'
import type { Stage } from '../stage.ts'

/** One of each scheme. Every form of a scheme is verified in packages/secret-hashing/test. */
const hashes = hashesOfOrigins.filter(([scheme], index) => hashesOfOrigins.findIndex(([other]) => other === scheme) === index)
const people = [...hashes.slice(0, 2), ...hashes].map(([scheme, value], index) => ({ scheme, value, userId: `person-${index}` }))

export function importedPeopleSuite({ runtime, test }: Stage): void {
  describe('people of an import', () => {
    let service: TestService
    before(async () => {
      service = await startTestService({
        runtime,
        document: acmeWith({
          humanUsers: people.map(({ userId, value }, index) => ({
            userId,
            user: {
              userName: userId,
              hashedPassword: { value },
              profile: { firstName: 'P', lastName: String(index) },
              ...(index === 0 ? { otpCode: otpSecret } : {}),
            },
          })),
        }),
      })
    })
    after(async () => await service.stop())

    async function authorize(userId: string, password: string, code?: () => string): Promise<Page> {
      const userAgent = service.newUserAgent()
      const query = new URLSearchParams({ client_id: 'basic', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' })
      const credentials = { loginName: `${userId}@acme.example`, password, ...(code === undefined ? {} : { code }) }
      return await signIn(userAgent, await userAgent.get(`${service.issuer}/oauth/v2/authorize?${query}`), credentials)
    }

    async function assertOpens(userId: string, scheme: string): Promise<void> {
      const page = await authorize(userId, passwordOfHashes)
      assert.ok(page.redirectedTo?.searchParams.has('code'), `${scheme}: ${page.status} ${page.text.slice(0, 200)}`)
    }

    async function assertRefuses(userId: string, scheme: string): Promise<void> {
      const page = await authorize(userId, `${passwordOfHashes}!`)
      assert.match(page.text, /User name or password is incorrect/, scheme)
    }

    test('a hash of every scheme admits its owner only', async () => {
      for (const { userId, scheme } of people.slice(2)) {
        await assertRefuses(userId, scheme)
        await assertOpens(userId, scheme)
      }
    })

    // Whatever the first hash was, the one that replaces it is of one scheme. One wrong try for each person: a second one has to wait.
    test('the hash that replaces it at the first sign-in does the same', async () => {
      const { userId, scheme } = people[1] ?? assert.fail('no user has a hash')
      await assertOpens(userId, scheme)
      await assertOpens(userId, scheme)
      await assertRefuses(userId, scheme)
    })

    test('a code of the authenticator app is demanded, taken once, and refused when it is wrong', async () => {
      const shown = (): string => hotp(otpSecret, Math.floor(Date.now() / 30_000))
      const used = shown()
      const page = await authorize('person-0', passwordOfHashes, () => used)
      assert.ok(page.redirectedTo?.searchParams.has('code'), page.text.slice(0, 300))
      for (const code of [used, '12345']) {
        const refused = await authorize('person-0', passwordOfHashes, () => code)
        assert.match(refused.text, /incorrect, has expired or was already used/)
      }
      assert.match((await authorize('person-0', passwordOfHashes)).text, /name="code"/)
    })
  })
}
