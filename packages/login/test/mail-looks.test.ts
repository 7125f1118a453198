// The branding of a mail and of the pages behind its link: the branding of the user's organization, in the language of the user.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import type { Resource } from '@symbolon/core-protocol'
import type { Branding } from '@symbolon/schema-v2'
import { invitation, issueUserLink, loginMail, notifyUser, password, recovery } from '../src/index.ts'
import type { Mail, MailedLinkPage, Message } from '../src/index.ts'
import { countingHashing, human, openProvider, ui } from './provider.ts'
import type { Answer, Browser, Provider } from './provider.ts'
import { begin, both, pathOf, post } from './recovery.ts'

/** One transparent pixel. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

let provider: Provider
let shown: (Branding | undefined)[]
let sent: Mail[]
const mail = loginMail({
  mailer: { send: async (each) => (sent.push(each), 'accepted') },
  templates: { locales: ['en', 'de'], write: (message, locale) => ({ subject: '', html: '', text: JSON.stringify({ message, locale }) }) },
})

/** The same with a link in each notice. */
const reporting = { ...mail, changeReports: true }

const labelOf = (orgId: string, primaryColor: string, logo?: string): Resource => ({
  kind: 'orgPolicy',
  key: [orgId, 'labelPolicy'],
  orgId,
  content: { primaryColor, ...(logo === undefined ? {} : { logo }) },
})

beforeEach(async () => {
  shown = []
  sent = []
  const hashing = countingHashing()
  const render: typeof ui.render = (page, locale, branding) => {
    shown.push(branding)
    return ui.render(page, locale)
  }
  provider = await openProvider(() => [password({ hashing })], {
    ui: { ...ui, render },
    detours: [invitation({ mail, hashing }), recovery({ mail, hashing })],
  })
  const eve = human('eve', undefined, 'USER_STATE_INITIAL')
  const user = eve.content['user'] as { readonly profile: object }
  const profile = { ...user.profile, preferredLanguage: 'de' }
  await provider.put({ ...eve, content: { ...eve.content, user: { ...user, profile } } })
  await provider.put({ kind: 'instancePolicy', key: ['labelPolicy'], content: { primaryColor: '#000000' } })
  await provider.put(labelOf('org-1', '#111111', `data:image/png;base64,${png}`))
})
afterEach(async () => {
  await provider.close()
})

/** Sends what waits. @returns the one mail, and what its text was written from */
async function deliver(): Promise<{ readonly mail: Mail; readonly message: Message; readonly locale: string }> {
  await mail.delivery.repeat(provider.context, new AbortController().signal)
  const [first, ...others] = sent.splice(0)
  assert.ok(first !== undefined)
  assert.deepEqual(others, [])
  return { mail: first, ...JSON.parse(first.text) }
}

const coloursOf = async (load: () => Promise<Answer>): Promise<readonly [locale: string, primary: string | undefined]> => {
  const { locale } = await load()
  return [locale, shown.at(-1)?.light.primary]
}

/** Presses the button of the page of a link. */
async function follow(browser: Browser, { page }: Answer): Promise<Answer> {
  const { action, fields } = page as MailedLinkPage
  return await browser.get((await browser.post(action, fields)).location ?? '')
}

test('a mail carries the logo and the colours of the organization, and its pages have the same branding and language', async () => {
  await issueUserLink({ kind: 'invite', loginName: 'eve' }, mail, provider.context)
  const { mail: invited, message, locale } = await deliver()
  assert.equal(locale, 'de')
  assert.deepEqual(message.brand, { colours: { primary: '#111111' }, logo: 'logo@id.example' })
  const [image, ...others] = invited.images
  assert.deepEqual([image?.contentId, image?.contentType, others], ['logo@id.example', 'image/png', []])
  assert.equal(Buffer.from(image?.bytes ?? []).toString('base64'), png)

  const browser = provider.browser()
  const opened = await browser.get(pathOf(message.link))
  assert.deepEqual(await coloursOf(async () => opened), ['de', '#111111'])
  let form = await follow(browser, opened)
  assert.deepEqual(await coloursOf(async () => form), ['de', '#111111'])
  form = await post(browser, form, { newPassword: 'short', newPasswordAgain: 'short' })
  assert.deepEqual(await coloursOf(async () => form), ['de', '#111111'])
  await post(browser, form, both)
  assert.deepEqual(await coloursOf(async () => await provider.browser().get(pathOf(message.link))), ['de', '#111111'], 'the used link')
})

test('an image that mail programs do not show is left out, and so is one that was replaced before the mail is sent', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>').toString('base64')
  await provider.put(labelOf('org-1', '#111111', `data:image/svg+xml;base64,${svg}`))
  await issueUserLink({ kind: 'invite', loginName: 'eve' }, mail, provider.context)
  const plain = await deliver()
  assert.deepEqual([plain.message.brand?.logo, plain.mail.images], [undefined, []])

  await provider.put(labelOf('org-1', '#111111', `data:image/png;base64,${png}`))
  await issueUserLink({ kind: 'invite', loginName: 'eve' }, mail, provider.context)
  await provider.put(labelOf('org-1', '#222222'))
  assert.deepEqual((await deliver()).mail.images, [])
})

test('BR-01 the page of a recovery link has the branding that the link names, for known and unknown names', async () => {
  const pages = []
  for (const loginName of ['ann', 'unknown']) {
    const { flow } = await begin(provider.browser(), loginName)
    for (const parameters of ['', '&org=org-1&ui_locales=de', '&org=unknown&ui_locales=..%2F']) {
      const path = `/ui/login/recovery/link?flow=${flow}&code=ABC234${parameters}`
      pages.push(await coloursOf(async () => await provider.browser().get(path)))
    }
  }
  const expected = [
    ['en', '#000000'],
    ['de', '#111111'],
    ['en', '#000000'],
  ]
  assert.deepEqual(pages, [...expected, ...expected])
})

test('a user without a preferred language gets the default language of the instance: in mails that no page leads to, and on pages', async () => {
  const [ann] = (await provider.context.stores.users.findByLoginName('ann')) ?? []
  assert.ok(ann !== undefined && ann.user.preferredLanguage === undefined)
  await provider.put(human('zoe', undefined, 'USER_STATE_INITIAL'))
  for (const [languages, expected] of [
    [undefined, 'en'],
    [{ defaultLanguage: 'de-CH' }, 'de'],
    [{ defaultLanguage: 'xx' }, 'en'],
  ] as const) {
    if (languages !== undefined) await provider.put({ kind: 'instancePolicy', key: ['languages'], content: languages })
    const user = { ...ann.user, email: { address: 'ann@mail.example', verified: true } }
    await notifyUser('password_changed', user, mail, { ...provider.context, remoteAddress: undefined })
    assert.equal((await deliver()).locale, expected)
    await issueUserLink({ kind: 'invite', loginName: 'zoe' }, mail, provider.context)
    assert.equal((await deliver()).locale, expected)
    const page = await provider.browser().get('/ui/login/recovery/link?flow=none&code=ABC234')
    assert.equal(page.locale, expected)
  }
})

test('the link of a notice leads to a new password in the branding of the organization and the language of the mail', async () => {
  const [ann] = (await provider.context.stores.users.findByLoginName('ann')) ?? []
  assert.ok(ann !== undefined)
  const user = { ...ann.user, preferredLanguage: 'de' }
  await notifyUser('password_changed', user, reporting, { ...provider.context, remoteAddress: undefined })
  const { message } = await deliver()
  const browser = provider.browser()
  const opened = await browser.get(pathOf(message.link))
  assert.deepEqual(await coloursOf(async () => opened), ['de', '#111111'])
  const form = await follow(browser, opened)
  assert.equal(form.page.kind, 'first_password')
  assert.deepEqual(await coloursOf(async () => form), ['de', '#111111'])
})

test('MA-07 texts of an organization are used for its own people, and lead to its verified domains for as long as it has them', async () => {
  const domain = (isVerified: boolean): Resource => ({
    kind: 'orgDomain',
    key: ['org-1', 'shop.example'],
    orgId: 'org-1',
    content: { domainName: 'shop.example', ...(isVerified ? { isVerified } : {}) },
  })
  const content = { text: 'See https://www.shop.example/help', footerText: 'https://evil.example/{{.Code}}', title: '-{{.Code}}-' }
  for (const language of ['de', 'en'])
    await provider.put({ kind: 'orgText', key: ['org-1', 'initMessages', language], orgId: 'org-1', content: { language, ...content } })
  const customOf = async (loginName: string): Promise<Message['custom']> => {
    await issueUserLink({ kind: 'invite', loginName }, mail, provider.context)
    return (await deliver()).message.custom
  }
  await provider.put(domain(true))
  assert.deepEqual(await customOf('eve'), { text: 'See https://www.shop.example/help', title: '- {{.Code}} -' })
  await provider.put(domain(false))
  assert.deepEqual(await customOf('eve'), { title: '- {{.Code}} -' })
  await provider.put({ kind: 'org', key: ['org-2'], content: { org: { name: 'Other' } } })
  await provider.put(human('zoe', undefined, 'USER_STATE_INITIAL', 'org-2'))
  assert.deepEqual(await customOf('zoe'), {})
})
