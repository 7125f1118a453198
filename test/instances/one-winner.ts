// What may happen once, asked of all instances at the same time.
import { clientSecret } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorize, authorizationUrl, basicHeader, codeOf, postToken, redeem, userinfoOf } from '../support/code-flow.ts'
import type { TokenAnswer } from '../support/code-flow.ts'
import type { Instances } from '../support/instances.ts'
import { asksForCode, asksForPassword, hotp, isSignedIn, otpSecret, toCode } from '../support/second-factor.ts'
import { guessed } from './document.ts'

const uses = 6

/** The results of as many calls at once, each at the next instance. */
async function onAll<T>(instances: Instances, call: (instance: Instances, index: number) => Promise<T>): Promise<readonly T[]> {
  const at = (index: number): Instances => ({ ...instances, ...instances.at(index % instances.services.length) })
  return await Promise.all(Array.from({ length: uses }, async (_, index) => await call(at(index), index)))
}

interface Visit {
  readonly userAgent: UserAgent
  readonly page: Page
}

/** People who have typed the password, each at another instance, and are asked for a code. */
async function visitsAtCode(instances: Instances): Promise<readonly Visit[]> {
  const visits: Visit[] = []
  // One after the other: so many right passwords at once are nobody's typing.
  while (visits.length < uses) visits.push(await toCode(instances.at(visits.length % instances.services.length)))
  return visits
}

export function oneWinnerTests(get: () => Instances): void {
  test('a sign-in goes on at another instance with each request', async () => {
    const instances = get()
    const before = [...instances.sent]
    const page = await authorize(instances, { scope: 'openid offline_access', client_id: 'refreshing' })
    const { body } = await redeem(instances, codeOf(page), {}, { authorization: basicHeader('refreshing', clientSecret) })
    assert.equal(typeof body['refresh_token'], 'string', JSON.stringify(body))
    for (const index of instances.services.keys())
      assert.equal((await userinfoOf(instances.at(index), body['access_token'])).body['sub'], 'alice')
    assert.ok(instances.sent.every((count, index) => count > (before[index] ?? 0) + 1))
  })

  test('RL-04 of one code used at all instances at once, one use succeeds; then the code is known as reused at all', async () => {
    const instances = get()
    const code = codeOf(await authorize(instances))
    const answers = await onAll(instances, async (instance) => await redeem(instance, code))
    const [won, ...others] = answers.toSorted((one, other) => one.status - other.status)
    assert.deepEqual([won?.status, ...new Set(others.map(({ body }) => body['error']))], [200, 'invalid_grant'])
    // A code that is used twice takes its tokens with it. https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
    for (const index of instances.services.keys())
      assert.equal((await userinfoOf(instances.at(index), won?.body['access_token'])).status, 401)
  })

  test('RL-05 one refresh token used at all instances at once has one successor', async () => {
    const instances = get()
    const headers = { authorization: basicHeader('refreshing', clientSecret) }
    const page = await authorize(instances, { scope: 'openid offline_access', client_id: 'refreshing' })
    const refresh = async (instance: Instances, token: unknown): Promise<TokenAnswer> =>
      await postToken(instance, { grant_type: 'refresh_token', refresh_token: String(token) }, headers)
    const { body } = await redeem(instances, codeOf(page), {}, headers)
    const answers = await onAll(instances, async (instance) => await refresh(instance, body['refresh_token']))
    const successors = new Set(answers.map((answer) => answer.body['refresh_token']))
    assert.deepEqual([new Set(answers.map(({ status }) => status)), successors.size], [new Set([200]), 1])
    // Once the successor is used, the first one is a stolen one, and ends the family.
    const [successor] = successors
    assert.equal((await refresh(instances, successor)).status, 200)
    const reused = await onAll(instances, async (instance) => await refresh(instance, body['refresh_token']))
    assert.deepEqual(new Set(reused.map((answer) => answer.body['error'])), new Set(['invalid_grant']))
    for (const answer of answers) assert.equal((await userinfoOf(instances, answer.body['access_token'])).status, 401)
  })

  test('of one code of an app, and of one recovery code, typed at all instances at once, one is accepted', async () => {
    const instances = get()
    const appCode = async (): Promise<string> => hotp(otpSecret, Math.floor((await instances.advance(60)) / 30_000))
    const visits = await visitsAtCode(instances)
    const code = await appCode()
    const pages = await Promise.all(visits.map(async ({ userAgent, page }) => await userAgent.submit(page, { code })))
    const accepted = pages.filter((page) => !asksForCode(page))
    assert.equal(accepted.length, 1)

    // The failures of the others are forgotten with a right code of a later step.
    await instances.advance(600)
    const { userAgent, page } = await toCode(instances)
    const offer = await userAgent.submit(page, { code: await appCode() })
    const shown = await userAgent.submit(offer, {})
    const [recoveryCode = ''] = shown.text.match(/\b[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}\b/g) ?? []
    const saved = shown.forms.findIndex(({ action }) => action.endsWith('/saved'))
    assert.ok(isSignedIn(await userAgent.submit(shown, { saved: 'on' }, saved)))
    await instances.advance(60)
    const answers = await Promise.all(
      (await visitsAtCode(instances)).map(async (visit) => {
        const asked = await visit.userAgent.get(`${visit.page.url.href}&factor=recovery_code`)
        return await visit.userAgent.submit(asked, { code: recoveryCode })
      }),
    )
    const refused = answers.filter(({ forms }) => forms[0]?.action.includes('/recovery-code') === true)
    assert.equal(refused.length, uses - 1)
  })

  test('guesses of a password are counted over all instances', async () => {
    const instances = get()
    for (let guesses = 0; guesses < guessed.limit; guesses += 1) {
      const { page, userAgent } = await passwordPage(instances, guesses)
      assert.ok(asksForPassword(await userAgent.submit(page, { password: `guess ${guesses}` })))
    }
    for (const index of instances.services.keys()) {
      const { page, userAgent } = await passwordPage(instances, index)
      const answer = await userAgent.submit(page, { password: guessed.password })
      assert.ok(!isSignedIn(answer) && answer.forms.length > 0, 'the right password counts no more')
    }
  })
}

async function passwordPage(instances: Instances, index: number): Promise<Visit> {
  const instance = instances.at(index % instances.services.length)
  const userAgent = instance.newUserAgent()
  const page = await userAgent.submit(await userAgent.get(authorizationUrl(instance)), { loginName: guessed.loginName })
  assert.ok(asksForPassword(page), page.text)
  return { userAgent, page }
}
