// Issues ID tokens.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OAuthError } from '../src/index.ts'
import { issueIdToken } from '../src/tokens/id-token.ts'

test('keys are loaded after the check of the subject: a failure of both would leave an unhandled rejection', async () => {
  let asked = 0
  const keys = {
    async signingKey() {
      asked += 1
      throw new Error('The keys cannot be read.')
    },
  }
  const subject = {
    user() {
      throw new OAuthError('invalid_grant', 'The user is not active.')
    },
    reservedClaims: () => ({}),
  }
  const authorization = { client: { idTokenSigningAlg: 'RS256', idTokenUserinfoAssertion: true }, scope: ['openid', 'profile'] }
  const context = { keys, now: Date.now, lifetimes: { idToken: 60 }, vendor: 'symbolon', registry: { claims: [] } }
  const issued = issueIdToken(authorization as never, undefined, subject as never, context as never)
  await assert.rejects(issued, (error) => error instanceof OAuthError && error.error === 'invalid_grant')
  assert.equal(asked, 0)
})
