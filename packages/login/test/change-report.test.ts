// The link in a notice by which users report a change that they did not make: what it revokes and restores, and that only the owner gains by it.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { ofUser, stillHeldBy } from '@symbolon/core-protocol'
import type { Resource, Session } from '@symbolon/core-protocol'
import { emailChange, notifyUser, password, passwordChange, recovery, totp, totpSetup } from '../src/index.ts'
import type { FirstPasswordPage, MailedLinkPage } from '../src/index.ts'
import { changeReportFlow } from '../src/mail/change-report.ts'
import { drawFlowId, sendFlowCode } from '../src/mail/code-flow.ts'
import { withoutRecipient } from '../src/mail/outbox.ts'
import { mail, takeMails } from './mails.ts'
import { both } from './recovery.ts'
import { countingHashing, human, instancePolicy, openProvider } from './provider.ts'
import type { Answer, Browser, Provider } from './provider.ts'
import { codeOf, pageOf, post } from './registering.ts'
import { setUpApp, signIn } from './second-factors.ts'
import { ask, askForChange } from './verifying.ts'

let provider: Provider
beforeEach(async () => {
  const hashing = countingHashing()
  provider = await openProvider(() => [password({ hashing }), totp()], {
    steps: [passwordChange({ hashing, mail }), emailChange({ mail }), totpSetup({ mail })],
    detours: [recovery({ mail, hashing, accountPath: '/ui/account' })],
  })
  await provider.put(instancePolicy('loginPolicy', { allowUsernamePassword: true, mfaInitSkipLifetime: '0s' }))
})
afterEach(async () => {
  await provider.close()
})

const pathOf = (link = ''): string => link.slice('https://id.example'.length)
const userOf = async (id = 'ann') => {
  const user = await provider.stores.users.find(id)
  assert.ok(user !== undefined)
  return user
}

/** Sends a notice. @returns its link */
async function noticeTo(id = 'ann', ...takesBack: [Parameters<typeof notifyUser>[4]?]): Promise<string> {
  await notifyUser('password_changed', await userOf(id), mail, provider.context, ...takesBack)
  const [sent] = await takeMails(provider)
  assert.ok(sent?.message.link !== undefined)
  return sent.message.link
}

/** Presses the button of the page of the link. @returns the page that follows */
async function report(link: string | undefined, browser: Browser = provider.browser()): Promise<Answer> {
  const { page, body } = await browser.get(pathOf(link))
  assert.equal(page.kind, 'mailed_link', body)
  const { action, fields } = page as MailedLinkPage
  const answer = await browser.post(action, fields)
  return answer.location === undefined ? answer : await browser.get(answer.location)
}

/** Changes the address of `ann` in the sign-in of an attacker who knows the password. @returns the links by recipient */
async function changeAddress(to: string, from: Browser = provider.browser()): Promise<Readonly<Record<string, string | undefined>>> {
  const asked = await ask(from, await askForChange(from, 'ann'), to)
  await post(from, asked, { code: await codeOf(provider) })
  assert.deepEqual((await userOf()).email, { address: to, verified: true })
  return Object.fromEntries((await takeMails(provider)).map(({ to: recipient, message }) => [recipient, message.link]))
}

const lives = async ({ validity, createdAt }: Session): Promise<boolean> =>
  stillHeldBy(ofUser(await userOf()), { validity, issuedAt: createdAt })

describe('MA-06 a reported change', () => {
  test('ends every session and token, and leads to a new password; opening the link changes nothing', async () => {
    await signIn(provider)
    const [session] = await provider.stores.sessions.listOfUser('ann', provider.context.now(), { limit: 10 })
    assert.ok(session !== undefined)
    const link = await noticeTo()
    const opened = await provider.browser().get(pathOf(link))
    assert.equal(pageOf<MailedLinkPage>(opened, 'mailed_link').purpose, 'change_report')
    for (let time = 0; time < 10; time++) await provider.browser().get(pathOf(link))
    assert.equal(await lives(session), true)

    const browser = provider.browser()
    const page = await report(link, browser)
    assert.equal(await lives(session), false)
    assert.equal(pageOf<FirstPasswordPage>(page, 'first_password').loginName, 'ann@org.example')
    const signInPage = await post(browser, page, both)
    const done = await post(browser, signInPage, { password: both.newPassword })
    assert.equal(done.location, '/ui/account')
    assert.deepEqual(
      provider.audited.filter(({ type }) => type === 'change_reported').map(({ actorId }) => actorId),
      ['ann'],
    )
    assert.equal((await provider.browser().get(pathOf(link))).status, 400, 'it works once')
  })

  test('PW-06 forgets the browsers that were known, and so does the new password: a thief gains no tries there', async () => {
    const { knownBrowsers } = provider.stores
    const now = provider.context.now()
    const remember = async (browser: string): Promise<void> =>
      await knownBrowsers.remember({ userId: 'ann', id: browser, browser, previous: undefined, usedAt: now, expiresAt: now + 1000 }, 10)
    await remember('of the thief')
    const link = await noticeTo()
    assert.equal(await knownBrowsers.find('ann', 'of the thief', now), 'of the thief')
    const browser = provider.browser()
    const form = await report(link, browser)
    assert.equal(await knownBrowsers.find('ann', 'of the thief', now), undefined)
    await remember('of the thief again')
    await post(browser, form, both)
    assert.equal(await knownBrowsers.find('ann', 'of the thief again', now), undefined)
  })

  test('is reported in this browser alone, by the form of the page, with the right code, and within three days', async () => {
    const link = await noticeTo()
    const { action, fields } = (await provider.browser().get(pathOf(link))).page as MailedLinkPage
    const foreign = await provider.browser().post(action, fields, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
    assert.equal(foreign.status, 403)
    assert.equal((await provider.browser().post(action, { ...fields, code: 'AAAAAA' })).status, 400)
    assert.equal((await userOf()).timesEnded, 0)
    const page = await report(link)
    const { action: set, flow, csrf, requestId } = pageOf<FirstPasswordPage>(page, 'first_password')
    assert.equal((await provider.browser().post(set, { request: requestId, csrf, flow, ...both })).status, 403)
    const late = await noticeTo()
    provider.wait(3 * 86_400_000)
    assert.equal((await provider.browser().get(pathOf(late))).status, 400)
  })

  test('outlives a password that was changed after it, and ends with the account', async () => {
    const link = await noticeTo()
    const { hash } = (await provider.stores.passwords.find('ann')) ?? {}
    assert.ok(hash !== undefined)
    await provider.put(human('ann', 'new:of the thief'))
    assert.equal((await provider.browser().get(pathOf(link))).status, 200)
    await provider.put(human('ann', 'new:of the thief', 'USER_STATE_LOCKED'))
    assert.equal((await provider.browser().get(pathOf(link))).status, 400)
  })

  test('without a password leads to a sign-in', async () => {
    await provider.put(human('kim', undefined))
    const page = await report(await noticeTo('kim'))
    assert.equal(page.page.kind, 'login_name')
    assert.equal((await userOf('kim')).timesEnded, 1)
  })
})

describe('MA-06 a reported change of the address', () => {
  test('gives the first address back, however often it was changed since, and the later owners gain nothing', async () => {
    const thief = provider.browser()
    const first = await changeAddress('thief@one.example', thief)
    assert.ok(first['ann@mail.example'] !== undefined && first['thief@one.example'] !== undefined)
    provider.wait(60_000)
    const second = await changeAddress('thief@two.example', provider.browser())
    assert.equal(second['thief@one.example'], undefined, 'the second change cannot be taken back by the thief')

    const opened = await provider.browser().get(pathOf(first['ann@mail.example']))
    assert.equal(pageOf<MailedLinkPage>(opened, 'mailed_link').purpose, 'address_report')
    pageOf<FirstPasswordPage>(await report(first['ann@mail.example']), 'first_password')
    assert.deepEqual((await userOf()).email, { address: 'ann@mail.example', verified: true })
    for (const link of [first['thief@one.example'], second['thief@two.example']])
      assert.equal((await provider.browser().get(pathOf(link))).status, 400)
  })

  test('LG-37 goes on to the removal of factors that were added since, where the account had none before', async () => {
    const thief = provider.browser()
    const { 'ann@mail.example': link } = await changeAddress('thief@evil.example', thief)
    await provider.put(instancePolicy('loginPolicy', { allowUsernamePassword: true, forceMfa: true }))
    await setUpApp(provider, await signIn(provider))
    assert.deepEqual((await userOf()).secondFactors, ['otp'])
    const owner = provider.browser()
    const page = await report(link, owner)
    assert.equal(pageOf<FirstPasswordPage>(page, 'first_password').removesFactors, true)
    await post(owner, page, both)
    const { email, secondFactors } = await userOf()
    assert.deepEqual([email?.address, secondFactors], ['ann@mail.example', []])
  })

  test('does not restore an address that another user has proven since, and revokes the sessions', async () => {
    const { 'ann@mail.example': link } = await changeAddress('ann@new.example')
    const kim = human('kim', undefined)
    const user = { ...(kim.content['user'] as object), email: { email: 'ann@mail.example', isEmailVerified: true } }
    await provider.put({ ...kim, content: { ...kim.content, user } })
    assert.equal((await report(link)).page.kind, 'login_name')
    assert.equal((await userOf()).email?.address, 'ann@new.example')
    assert.equal((await userOf()).timesEnded, 1)
  })
})

describe('LG-15 LG-31 a reported change of a user who was removed, and whose id another user has', () => {
  const removed: Resource = human('ann', 'new:second')
  const second: Resource = {
    ...removed,
    content: {
      ...removed.content,
      user: { ...(removed.content['user'] as object), userName: 'second', email: { email: 'second@mail.example', isEmailVerified: true } },
    },
  }
  const remove = async (): Promise<void> =>
    await provider.stores.directory.apply({ put: [], remove: [{ kind: 'humanUser', key: ['ann'] }] }, provider.context.now())
  const recreate = async (): Promise<void> =>
    await provider.stores.directory.apply({ put: [second], remove: [], restores: true }, provider.context.now())

  test('takes nothing back, and ends nothing', async () => {
    const { 'ann@mail.example': link } = await changeAddress('ann@new.example')
    await remove()
    provider.wait(60_000)
    await recreate()
    const before = await userOf()
    assert.equal((await provider.browser().get(pathOf(link))).status, 400)
    const [, flow = '', code = ''] = /flow=([^&]+)&code=([^&]+)/.exec(link ?? '') ?? []
    assert.equal((await provider.browser().post('/ui/login/change-report', { flow, code })).status, 400)
    assert.deepEqual(await userOf(), before)
  })

  test('takes nothing back when the user is removed while it is reported', async () => {
    const { 'ann@mail.example': link } = await changeAddress('ann@new.example')
    const { action, fields } = (await provider.browser().get(pathOf(link))).page as MailedLinkPage
    const { userAccounts } = provider.stores
    const change = userAccounts.change
    userAccounts.change = async (...asked) => {
      userAccounts.change = change
      await remove()
      provider.wait(60_000)
      await recreate()
      return await change.apply(userAccounts, asked)
    }
    assert.equal((await provider.browser().post(action, fields)).status, 400)
    const { email, timesEnded } = await userOf()
    assert.deepEqual([email, timesEnded], [{ address: 'second@mail.example', verified: true }, 0])
  })

  test('does not keep the other user from reporting a change', async () => {
    await changeAddress('ann@new.example')
    await remove()
    provider.wait(60_000)
    await recreate()
    await provider.put({ ...second, secrets: { passwordHash: 'new:right' } })
    const thief = provider.browser()
    const asked = await ask(thief, await askForChange(thief, 'second'), 'thief@one.example')
    await post(thief, asked, { code: await codeOf(provider) })
    const link = (await takeMails(provider)).find(({ to }) => to === 'second@mail.example')?.message.link
    assert.ok(link !== undefined)
    await report(link)
    assert.deepEqual((await userOf()).email, { address: 'second@mail.example', verified: true })
  })

  test('a notice of an earlier release, which names the id alone, is of who had it then', async () => {
    const sent = async (): Promise<string> => {
      let link = ''
      const id = drawFlowId(provider.context)
      const write = async (code: string) => {
        link = `https://id.example/ui/login/change-report?flow=${id}&code=${code}`
        return withoutRecipient
      }
      const state = { userId: 'ann', address: 'ann@mail.example', takesBack: { address: true as const } }
      await sendFlowCode(changeReportFlow, id, state, { live: true, write }, undefined, provider.context)
      return link
    }
    pageOf<FirstPasswordPage>(await report(await sent()), 'first_password')
    const link = await sent()
    await remove()
    provider.wait(60_000)
    await recreate()
    assert.equal((await provider.browser().get(pathOf(link))).status, 400)
  })
})

describe('MA-06 a reported authenticator app', () => {
  const setUp = async (fields: object = {}): Promise<string> => {
    await provider.put(instancePolicy('loginPolicy', { allowUsernamePassword: true, forceMfa: true, ...fields }))
    await setUpApp(provider, await signIn(provider))
    const [sent] = await takeMails(provider)
    assert.equal(sent?.message.kind, 'authenticator_added')
    return sent.message.link ?? ''
  }

  test('goes with the new password where the account had no second factor before', async () => {
    const browser = provider.browser()
    const page = await report(await setUp(), browser)
    assert.equal(pageOf<FirstPasswordPage>(page, 'first_password').removesFactors, true)
    await post(browser, page, both)
    assert.deepEqual((await userOf()).secondFactors, [])
  })

  test('is asked for where another change is reported, so that the mails of a user never lead around it', async () => {
    await setUp()
    const browser = provider.browser()
    const page = await report(await noticeTo(), browser)
    const { location = '' } = page
    assert.equal((await browser.get(location)).page.kind, 'one_time_code', page.body)
  })
})
