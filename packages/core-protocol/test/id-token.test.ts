// Issues ID tokens.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OAuthError } from '../src/index.ts'
import { issueIdToken } from '../src/tokens/id-token.ts'

test('keys are asked for when it is known that the subject may have tokens: a failure of both would leave a rejection that nobody handles', async () => {
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
