// A crowd that signs in at once, under a policy of few failed attempts: no right password is reported as wrong, and no user's attempts are
// counted. Hashing is as in production; its queue is so short that most of the users have to retry.
import { secretHashing } from '@symbolon/secret-hashing'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acmeWith } from '../support/acme.ts'
import { authorizationUrl } from '../support/code-flow.ts'
import type { TestProvider } from '../support/provider.ts'
import { startTestProvider } from '../support/provider.ts'

const people = Array.from({ length: 40 }, (_, index) => `person-${index}`)
const limit = 5
const password = 'the password of a user in a crowd'

let provider: TestProvider
before(async () => {
  const hashing = secretHashing({ queueLimit: 6, queueWaitMilliseconds: 500 })
  // One hash for all: what it takes to make forty is not what is tested.
  const hash = await hashing.hash(password)
  const humanUsers = people.map((userId) => ({
    userId,
    user: { userName: userId, profile: { firstName: userId, lastName: 'Crowd' }, hashedPassword: { value: hash } },
  }))
  provider = await startTestProvider({ hashing, document: acmeWith({ humanUsers, lockoutPolicy: { maxPasswordAttempts: limit } }) })
})
after(async () => await provider.close())

const isSignedIn = ({ redirectedTo }: Page): boolean => redirectedTo?.searchParams.has('code') === true

async function atPasswordPage(name: string): Promise<{ readonly userAgent: UserAgent; readonly page: Page }> {
  const userAgent = provider.newUserAgent()
  const first = await userAgent.get(authorizationUrl(provider))
  return { userAgent, page: await userAgent.submit(first, { loginName: `${name}@acme.example` }) }
}

interface Outcome {
  readonly signedIn: number
  readonly busy: number
}

/** All of them at once, and the users who have to retry once more, until all are in. */
async function storm(names: readonly string[]): Promise<Outcome> {
  let waiting = await Promise.all(names.map(atPasswordPage))
  let [signedIn, busy] = [0, 0]
  for (let round = 0; round < 200 && waiting.length > 0; round++) {
    const pages = await Promise.all(
      waiting.map(async ({ userAgent, page }) => ({ userAgent, page, answer: await userAgent.submit(page, { password }) })),
    )
    for (const { answer } of pages) {
      if (isSignedIn(answer)) continue
      assert.match(
        answer.text,
        /The service is busy\. Wait \d+ seconds?, then try again\.|Too many attempts\. Wait \d+ \w+, then try again\./,
      )
    }
    const refused = pages.filter(({ answer }) => !isSignedIn(answer))
    signedIn += pages.length - refused.length
    busy += refused.length
    provider.clock.advance(1)
    waiting = refused
  }
  return { signedIn, busy }
}

test('PW-12 40 people who sign in at once all get in or have to wait, and afterwards each user still has all attempts but the last', async () => {
  const { signedIn, busy } = await storm(people)
  assert.equal(signedIn, people.length)
  assert.ok(busy > 0, 'the queue was never full')
  for (const name of people.slice(0, 2)) {
    for (let count = 0; count < limit - 1; count++) {
      const { userAgent, page } = await atPasswordPage(name)
      assert.match((await userAgent.submit(page, { password: 'a typo' })).text, /User name or password is incorrect/)
    }
    const { userAgent, page } = await atPasswordPage(name)
    assert.ok(isSignedIn(await userAgent.submit(page, { password })), `${name} was counted for what was never compared`)
  }
})

test('20 browsers that sign in at once under one name all get in or have to wait', async () => {
  const { signedIn } = await storm(Array.from({ length: 20 }, () => 'person-7'))
  assert.equal(signedIn, 20)
})
