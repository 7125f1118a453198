// What may happen once, asked of all instances at the same time.
import { clientSecret } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorize, authorizationUrl, basicHeader, codeOf, postToken, redeem, userinfoOf } from '../support/code-flow.ts'
import type { TokenAnswer } from '../support/code-flow.ts'
import type { Instances } from '../support/instances.ts'
import { asksForCode, asksForPassword, hotp, isSignedIn, otpSecret, toCode } from '../support/second-factor.ts'
import { aimed, guessed } from './document.ts'

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
async function visitsAtCode(instances: Instances, who?: typeof aimed): Promise<readonly Visit[]> {
  const visits: Visit[] = []
  // One after the other: so many concurrent correct passwords would be limited.
  while (visits.length < uses) visits.push(await toCode(instances.at(visits.length % instances.services.length), undefined, {}, who))
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
    const visits = await visitsAtCode(instances)
    const code = await appCode(instances)
    const pages = await Promise.all(visits.map(async ({ userAgent, page }) => await userAgent.submit(page, { code })))
    const accepted = pages.filter((page) => !asksForCode(page))
    assert.equal(accepted.length, 1)

    // The failures of the others are forgotten with a right code of a later step.
    await instances.advance(600)
    const recoveryCode = await newRecoveryCode(instances)
    const answers = await Promise.all(
      (await visitsAtCode(instances)).map(async (visit) => {
        const { userAgent, page } = await toRecoveryCode(visit)
        return await userAgent.submit(page, { code: recoveryCode })
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

  test('OT-13 PW-07 guesses of three factors at all instances at once: one count of each person, and one bound', async () => {
    const instances = get()
    await newRecoveryCode(instances, aimed)
    const apps = await visitsAtCode(instances, aimed)
    const recovering = await Promise.all((await visitsAtCode(instances, aimed)).map(toRecoveryCode))
    const typing = await Promise.all(apps.map(async (_, index) => await passwordPage(instances, index, aimed)))
    const submit = async ({ userAgent, page }: Visit, fields: Readonly<Record<string, string>>): Promise<Page> =>
      await userAgent.submit(page, fields)
    const [codes, passwords] = await Promise.all([
      Promise.all([
        ...apps.map(async (visit, index) => await submit(visit, { code: `00000${index}` })),
        ...recovering.map(async (visit, index) => await submit(visit, { code: `00000-0000${index}` })),
      ]),
      Promise.all(typing.map(async (visit, index) => await submit(visit, { password: `guess ${index}` }))),
    ])
    for (const [pages, kind] of [
      [codes, 'codes'],
      [passwords, 'passwords'],
    ] as const) {
      const compared = pages.filter(({ status }) => status === 200).length
      assert.ok(compared >= 1 && compared <= guessed.limit, `${compared} ${kind} were compared`)
      assert.equal(pages.filter(({ status }) => status === 429).length, pages.length - compared)
    }
    const code = await appCode(instances)
    for (const { userAgent, page } of apps) assert.ok(!isSignedIn(await userAgent.submit(page, { code })), 'the right code counts no more')
  })
}

/** The code of the app, after every earlier one was used up. */
async function appCode(instances: Instances): Promise<string> {
  return hotp(otpSecret, Math.floor((await instances.advance(60)) / 30_000))
}

/** Signs in with the app, and makes recovery codes. @returns one of them */
async function newRecoveryCode(instances: Instances, who?: typeof aimed): Promise<string> {
  const { userAgent, page } = await toCode(instances, undefined, {}, who)
  const offer = await userAgent.submit(page, { code: await appCode(instances) })
  const shown = await userAgent.submit(offer, {})
  const [recoveryCode = ''] = shown.text.match(/\b[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}\b/g) ?? []
  const saved = shown.forms.findIndex(({ action }) => action.endsWith('/saved'))
  assert.ok(isSignedIn(await userAgent.submit(shown, { saved: 'on' }, saved)))
  await instances.advance(60)
  return recoveryCode
}

async function toRecoveryCode({ userAgent, page }: Visit): Promise<Visit> {
  return { userAgent, page: await userAgent.get(`${page.url.href}&factor=recovery_code`) }
}

async function passwordPage(instances: Instances, index: number, { loginName }: Pick<typeof aimed, 'loginName'> = guessed): Promise<Visit> {
  const instance = instances.at(index % instances.services.length)
  const userAgent = instance.newUserAgent()
  const page = await userAgent.submit(await userAgent.get(authorizationUrl(instance)), { loginName })
  assert.ok(asksForPassword(page), page.text)
  return { userAgent, page }
}
