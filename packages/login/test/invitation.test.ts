// Links by which an administrator lets a user set a password: invitations, and resets.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { otpSecretPurpose } from '@symbolon/core-protocol'
import { invitation, issueUserLink, password, recoveryCodes, sendUserLink, totp } from '../src/index.ts'
import type { AskedUserLink, FirstPasswordPage, MailedLinkPage, UserLink, UserLinkKind } from '../src/index.ts'
import { mail, takeMails } from './mails.ts'
import { countingHashing, human, openProvider } from './provider.ts'
import type { Answer, Browser, Provider } from './provider.ts'

const newPassword = 'horse staple battery'
const both = { newPassword, newPasswordAgain: newPassword }

async function withInvitations(run: (provider: Provider, browser: Browser) => Promise<void>): Promise<void> {
  const hashing = countingHashing()
  const provider = await openProvider(() => [password({ hashing })], { detours: [invitation({ mail, hashing, returnTo: '/ui/account' })] })
  try {
    await provider.put(human('eve', undefined, 'USER_STATE_INITIAL'))
    await run(provider, provider.browser())
  } finally {
    await provider.close()
  }
}

type Issued = Extract<UserLink, { readonly kind: 'issued' }>

async function issue(
  provider: Provider,
  kind: UserLinkKind,
  loginName: string,
  withMail = true,
  options: Pick<AskedUserLink, 'returnTo' | 'withoutFactors'> = {},
): Promise<Issued> {
  const issued = await issueUserLink({ kind, loginName, ...options }, withMail ? mail : undefined, provider.context)
  assert.ok(issued.kind === 'issued', JSON.stringify(issued))
  return issued
}

const pathOf = (link = ''): string => link.slice('https://id.example'.length)

/** Opens the link and presses its button. @returns the page of the password */
async function follow(browser: Browser, link: string | undefined): Promise<Answer> {
  const opened = await browser.get(pathOf(link))
  assert.equal(opened.page.kind, 'mailed_link', opened.body)
  const { action, fields } = opened.page as MailedLinkPage
  const followed = await browser.post(action, fields)
  return followed.location === undefined ? followed : await browser.get(followed.location)
}

async function setPassword(browser: Browser, { page }: Answer, fields: Readonly<Record<string, string>> = both): Promise<Answer> {
  const { action, requestId, csrf, flow } = page as FirstPasswordPage
  const answer = await browser.post(action, { request: requestId, csrf, flow, ...fields })
  return answer.location === undefined ? answer : await browser.get(answer.location)
}

describe('an invitation', () => {
  test('the printed link leads to the first password, and the user is active and signs in', () =>
    withInvitations(async (provider, browser) => {
      const { link, loginName, expiresAt } = await issue(provider, 'invite', 'eve', false)
      assert.equal(loginName, 'eve@org.example')
      assert.equal(expiresAt, provider.context.now() + 72 * 3_600_000)
      assert.deepEqual(await takeMails(provider), [])
      const page = await follow(browser, link)
      assert.ok(page.page.kind === 'first_password')
      assert.equal(page.page.purpose, 'invitation')
      const signIn = await setPassword(browser, page)
      assert.equal((await provider.stores.users.find('eve'))?.state, 'active')
      const { action, csrf, requestId } = signIn.page as FirstPasswordPage
      const done = await browser.post(action, { request: requestId, csrf, password: newPassword })
      assert.equal(done.location, '/ui/account')
    }))

  test('the sign-in leads where the link says, and to no other server', () =>
    withInvitations(async (provider, browser) => {
      const { link } = await issue(provider, 'invite', 'eve', false, { returnTo: '/ui/console' })
      assert.ok(!link.includes('console'), 'the address of the link does not decide it')
      const { page } = await setPassword(browser, await follow(browser, link))
      const { action, csrf, requestId } = page as FirstPasswordPage
      assert.equal((await browser.post(action, { request: requestId, csrf, password: newPassword })).location, '/ui/console')
      const elsewhere = ['https://elsewhere.example/', '//elsewhere.example/', String.raw`/\elsewhere.example/`, '/\t/elsewhere.example/']
      for (const returnTo of [...elsewhere, 'ui/console', ''])
        await assert.rejects(issue(provider, 'invite', 'eve', false, { returnTo }), TypeError, returnTo)
    }))

  test('the link by mail proves the address, and the printed one does not', () =>
    withInvitations(async (provider) => {
      for (const id of ['mailed', 'printed']) {
        const resource = human(id, undefined, 'USER_STATE_INITIAL')
        const user = { ...(resource.content['user'] as object), email: { email: `${id}@mail.example`, isEmailVerified: false } }
        await provider.put({ ...resource, content: { ...resource.content, user } })
      }
      const { mailedTo } = await issue(provider, 'invite', 'mailed')
      assert.equal(mailedTo, 'mailed@mail.example')
      const [sent, ...others] = await takeMails(provider)
      assert.deepEqual(others, [])
      assert.equal(sent?.to, 'mailed@mail.example')
      assert.equal(sent.message.kind, 'invitation')
      const first = provider.browser()
      await setPassword(first, await follow(first, sent.message.link))
      assert.deepEqual((await provider.stores.users.find('mailed'))?.email, { address: 'mailed@mail.example', verified: true })

      const { link } = await issue(provider, 'invite', 'printed')
      const second = provider.browser()
      await setPassword(second, await follow(second, link))
      assert.deepEqual((await provider.stores.users.find('printed'))?.email, { address: 'printed@mail.example', verified: false })
    }))

  test('RG-07 the link by mail takes no address from a user who has proven it: the account is set up, and its address stays unproven', () =>
    withInvitations(async (provider, browser) => {
      const resource = human('zoe', undefined, 'USER_STATE_INITIAL')
      const user = { ...(resource.content['user'] as object), email: { email: 'Ann@mail.example', isEmailVerified: false } }
      await provider.put({ ...resource, content: { ...resource.content, user } })
      await issue(provider, 'invite', 'zoe')
      const [sent] = await takeMails(provider)
      await setPassword(browser, await follow(browser, sent?.message.link))
      const zoe = await provider.stores.users.find('zoe')
      assert.deepEqual([zoe?.state, zoe?.email], ['active', { address: 'Ann@mail.example', verified: false }])
      assert.notEqual(await provider.stores.passwords.find('zoe'), undefined)
      const named = await provider.stores.users.findByLoginName('ann@mail.example')
      assert.deepEqual(
        named.map((match) => match.user.id),
        ['ann'],
        'the address still means the user who has proven it',
      )
    }))

  test('RG-04 the first password ends the other link, also where its page of the password is open', () =>
    withInvitations(async (provider, browser) => {
      await provider.put(human('kim', undefined), human('lea', undefined))
      for (const [name, isOpen] of [
        ['eve', true],
        ['kim', true],
        ['lea', false],
      ] as const) {
        const printed = await issue(provider, 'invite', name)
        const mailed = (await takeMails(provider)).find(({ message }) => message.kind === 'invitation')?.message.link
        const other = provider.browser()
        const form = isOpen ? await follow(other, mailed) : undefined
        await setPassword(browser, await follow(browser, printed.link))
        const { hash } = (await provider.stores.passwords.find(name)) ?? {}
        assert.ok(hash !== undefined)
        assert.equal((await provider.browser().get(pathOf(mailed))).status, 400)
        const taken = { newPassword: 'correct pony stapler', newPasswordAgain: 'correct pony stapler' }
        if (form !== undefined) assert.equal((await setPassword(other, form, taken)).status, 400)
        assert.equal((await provider.stores.passwords.find(name))?.hash, hash)
      }
    }))

  test('MA-01 the link is opened ten times before its user does, and still works', () =>
    withInvitations(async (provider, browser) => {
      const { link } = await issue(provider, 'invite', 'eve', false)
      for (let time = 0; time < 10; time++) await provider.browser().get(pathOf(link))
      assert.equal((await follow(browser, link)).page.kind, 'first_password')
    }))

  test('RG-04 a code with another flow, after its use, and without a flow is refused', () =>
    withInvitations(async (provider, browser) => {
      await provider.put(human('zoe', undefined, 'USER_STATE_INITIAL'))
      const one = await issue(provider, 'invite', 'eve', false)
      const other = await issue(provider, 'invite', 'zoe', false)
      const code = new URL(one.link).searchParams.get('code') ?? ''
      const foreign = new URL(other.link)
      foreign.searchParams.set('code', code === foreign.searchParams.get('code') ? 'AAAAAA' : code)
      assert.equal((await follow(browser, foreign.href)).status, 400)
      await setPassword(browser, await follow(browser, one.link))
      assert.equal((await provider.browser().get(pathOf(one.link))).status, 400)
      assert.equal((await browser.post('/ui/login/invitation/link', { code })).status, 400)
    }))

  test('RG-04 the link ends after three days, and with the account', () =>
    withInvitations(async (provider, browser) => {
      const late = await issue(provider, 'invite', 'eve', false)
      provider.wait(72 * 3_600_000)
      assert.equal((await browser.get(pathOf(late.link))).status, 400)
      const { link } = await issue(provider, 'invite', 'eve', false)
      await provider.put(human('eve', undefined, 'USER_STATE_INACTIVE'))
      assert.equal((await browser.get(pathOf(link))).status, 400)
    }))

  test('at the login name a user who was invited looks like any other', () =>
    withInvitations(async (_provider, browser) => {
      const shown = async (loginName: string): Promise<string> => {
        const request = await browser.begin()
        const { body, page } = await browser.submit(request, { loginName })
        return body
          .replaceAll(request, 'R')
          .replaceAll((page as FirstPasswordPage).csrf, 'C')
          .replaceAll(loginName, 'N')
      }
      assert.equal(await shown('eve'), await shown('unknown'))
    }))
})

describe('a reset', () => {
  test('the printed link leads to a new password within one hour, and ends what the old one opened', () =>
    withInvitations(async (provider, browser) => {
      const { link, expiresAt } = await issue(provider, 'reset', 'ann', false)
      assert.equal(expiresAt, provider.context.now() + 3_600_000)
      const opened = await browser.get(pathOf(link))
      assert.equal((opened.page as MailedLinkPage).purpose, 'recovery', 'the account is not new')
      const form = await follow(browser, link)
      assert.equal((form.page as FirstPasswordPage).purpose, 'recovery')
      await setPassword(browser, form)
      assert.equal((await provider.stores.users.find('ann'))?.timesEnded, 1)
      assert.deepEqual(
        (await takeMails(provider)).map(({ message }) => message.kind),
        ['password_changed'],
      )
    }))

  test('the mail goes to a verified address alone', () =>
    withInvitations(async (provider) => {
      const resource = human('bob', 'new:x')
      const user = { ...(resource.content['user'] as object), email: { email: 'bob@mail.example', isEmailVerified: false } }
      await provider.put({ ...resource, content: { ...resource.content, user } })
      assert.equal((await issue(provider, 'reset', 'bob')).mailedTo, undefined)
      assert.equal((await issue(provider, 'reset', 'ann')).mailedTo, 'ann@mail.example')
      assert.deepEqual(
        (await takeMails(provider)).map(({ message }) => message.kind),
        ['password_link'],
      )
    }))

  test('the printed link and the mailed one: the first that is used ends the other', () =>
    withInvitations(async (provider, browser) => {
      const { link } = await issue(provider, 'reset', 'ann')
      const [mailed] = await takeMails(provider)
      await setPassword(browser, await follow(browser, mailed?.message.link))
      assert.equal((await provider.browser().get(pathOf(link))).status, 400)
    }))
})

describe('a reset without factors', () => {
  async function withApp(run: (provider: Provider, browser: Browser) => Promise<void>): Promise<void> {
    const hashing = countingHashing()
    const provider = await openProvider(() => [password({ hashing }), totp(), recoveryCodes()], {
      detours: [invitation({ mail, hashing })],
    })
    try {
      const ann = human('ann', 'new:right')
      const sealedOtpSecret = await provider.context.sealing.seal('JBSWY3DPEHPK3PXP', otpSecretPurpose('ann'))
      await provider.put({ ...ann, secrets: { ...ann.secrets, sealedOtpSecret } })
      await run(provider, provider.browser())
    } finally {
      await provider.close()
    }
  }
  const secondFactors = async ({ stores }: Provider) => (await stores.users.find('ann'))?.secondFactors

  test('LG-08 the link asks for no second factor, and the password removes every factor; events and a mail say so', () =>
    withApp(async (provider, browser) => {
      const { link, mailedTo } = await issue(provider, 'reset', 'ann', true, { withoutFactors: true })
      assert.equal(mailedTo, undefined)
      assert.deepEqual(await takeMails(provider), [], 'the link is never mailed')
      const { page, ...answer } = await follow(browser, link)
      assert.ok(page.kind === 'first_password', answer.body)
      assert.equal(page.removesFactors, true)
      const short = await setPassword(browser, { page, ...answer }, { newPassword: 'short', newPasswordAgain: 'short' })
      assert.equal(short.page.kind, 'first_password')
      assert.deepEqual(await secondFactors(provider), ['otp'], 'before the password they stay')
      const signIn = await setPassword(browser, { page, ...answer })
      assert.deepEqual(await secondFactors(provider), [])
      assert.equal((await provider.stores.users.find('ann'))?.timesEnded, 1)
      assert.deepEqual(
        provider.audited.map(({ type, actorId, details }) => [type, actorId, details?.['by']]),
        [
          ['password_changed', 'ann', 'invitation'],
          ['factors_removed', 'ann', 'invitation'],
        ],
      )
      assert.deepEqual(
        (await takeMails(provider)).map(({ message, to }) => [message.kind, to]),
        [['factors_removed', 'ann@mail.example']],
      )
      const { action, csrf, requestId } = signIn.page as FirstPasswordPage
      const done = await browser.post(action, { request: requestId, csrf, password: newPassword })
      assert.equal(done.location, '/', 'the password alone signs in')
    }))

  test('LG-08 the link of a reset that keeps the factors asks for one, and no field of the form changes that', () =>
    withApp(async (provider, browser) => {
      const { link } = await issue(provider, 'reset', 'ann', false)
      const opened = await browser.get(pathOf(link))
      const { action, fields } = opened.page as MailedLinkPage
      const followed = await browser.post(action, { ...fields, removesFactors: 'true', withoutFactors: 'true' })
      const asked = await browser.get((await browser.get(followed.location ?? '')).location ?? '')
      assert.equal(asked.page.kind, 'one_time_code', asked.body)
      assert.deepEqual(await secondFactors(provider), ['otp'])
    }))

  test('no invitation removes factors', () =>
    withInvitations(async (provider) => {
      await assert.rejects(issueUserLink({ kind: 'invite', loginName: 'eve', withoutFactors: true }, mail, provider.context), TypeError)
    }))
})

describe('LG-09 a newer link', () => {
  const ended = async (provider: Provider, link: string | undefined): Promise<boolean> =>
    (await provider.browser().get(pathOf(link))).status === 400

  test('LG-09 ends the earlier ones, the mailed and the printed, also where their page of the password is open', () =>
    withInvitations(async (provider, browser) => {
      for (const [kind, name] of [
        ['invite', 'eve'],
        ['reset', 'ann'],
      ] as const) {
        const printed = await issue(provider, kind, name)
        const [mailed] = await takeMails(provider)
        const page = await follow(browser, printed.link)
        const newer = await issue(provider, kind, name)
        const [next] = await takeMails(provider)
        assert.equal((await setPassword(browser, page)).status, 400)
        for (const link of [printed.link, mailed?.message.link]) assert.ok(await ended(provider, link))
        for (const link of [newer.link, next?.message.link]) assert.equal(await ended(provider, link), false)
      }
    }))

  test('LG-09 ends the mailed one where it is printed alone, and the printed one where it is mailed alone', () =>
    withInvitations(async (provider) => {
      await issue(provider, 'reset', 'ann')
      const [mailed] = await takeMails(provider)
      const { link } = await issue(provider, 'reset', 'ann', true, { withoutFactors: true })
      assert.ok(await ended(provider, mailed?.message.link), 'it went to the mailbox')
      const user = await provider.stores.users.find('ann')
      assert.ok(user !== undefined)
      assert.equal((await sendUserLink('reset', user, mail, provider.context)).kind, 'mailed')
      assert.ok(await ended(provider, link))
      const [sent] = await takeMails(provider)
      assert.equal((await sendUserLink('reset', user, undefined, provider.context)).kind, 'shown')
      assert.ok(await ended(provider, sent?.message.link))
    }))

  test('LG-09 of another user ends none', () =>
    withInvitations(async (provider) => {
      const { link } = await issue(provider, 'reset', 'ann')
      await issue(provider, 'invite', 'eve')
      assert.equal(await ended(provider, link), false)
    }))
})

test('a link is refused for unknown, locked and invited users', () =>
  withInvitations(async (provider) => {
    await provider.put(human('locked', 'new:x', 'USER_STATE_LOCKED'))
    for (const [kind, name, reason] of [
      ['invite', 'unknown', 'user_unknown'],
      ['reset', 'locked', 'user_not_active'],
      ['invite', 'locked', 'user_not_active'],
      ['reset', 'eve', 'user_not_invitable'],
    ] as const)
      assert.deepEqual(await issueUserLink({ kind, loginName: name }, mail, provider.context), { kind: 'refused', reason })
  }))

describe('a link that an administrator has seen', () => {
  for (const [title, withSuspension, mailed] of [
    ['suspends roles that were confirmed after it was issued', true, false],
    ['suspends nothing if the administrator has every right of the user', false, false],
    ['is not the one by mail, which suspends nothing', true, true],
  ] as const) {
    test(`BO-27 it ${title}`, () =>
      withInvitations(async (provider, browser) => {
        const role = {
          kind: 'orgMember',
          key: ['globex', 'gail'],
          orgId: 'globex',
          content: { userId: 'gail', roles: ['ORG_OWNER'] },
        } as const
        await provider.put({ kind: 'org', key: ['globex'], orgId: 'globex', content: { orgId: 'globex', org: { name: 'Globex' } } })
        const gail = human('gail', 'old password of gail')
        const user = { ...(gail.content['user'] as object), email: { email: 'gail@mail.example', isEmailVerified: true } }
        await provider.put({ ...gail, content: { ...gail.content, user } })
        await provider.put(role)
        const found = await provider.stores.users.find('gail')
        assert.ok(found !== undefined)
        const suspends = withSuspension ? ({ until: 'proof' } as const) : undefined
        const sent = await sendUserLink('reset', found, mailed ? mail : undefined, provider.context, suspends)
        const link = sent.kind === 'shown' ? sent.link : (await takeMails(provider))[0]?.message.link
        const counts = async (): Promise<boolean | undefined> => (await provider.stores.memberships.list('gail'))[0]?.active
        assert.equal(await counts(), true)
        const page = await follow(browser, link)
        assert.equal(await counts(), true, 'a link that is opened changes nothing')
        await setPassword(browser, page)
        assert.ok((await provider.stores.passwords.find('gail'))?.hash.startsWith('new:horse'))
        assert.equal(await counts(), !withSuspension || mailed)
      }))
  }
})
