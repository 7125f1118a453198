// Codes, links and flows of one purpose that an attacker uses for another purpose, or in another browser.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { invitation, issueUserLink, password, recovery } from '../src/index.ts'
import type { MailedCodePage, MailedLinkPage } from '../src/index.ts'
import { mail, takeMails } from './mails.ts'
import { countingHashing, human, openProvider } from './provider.ts'
import type { Answer, Browser, Provider } from './provider.ts'
import { begin, both, pageOf, pathOf, post, startPath } from './recovery.ts'

const invitationPath = '/ui/login/invitation'

let provider: Provider
/** Bob follows his link from an administrator here. */
let browser: Browser
/** The link of Bob. */
let link: URL

beforeEach(async () => {
  const hashing = countingHashing()
  provider = await openProvider(() => [password({ hashing })], { detours: [recovery({ mail, hashing }), invitation({ hashing })] })
  await provider.put(human('bob', 'new:right'))
  browser = provider.browser()
  const issued = await issueUserLink({ kind: 'reset', loginName: 'bob' }, undefined, provider.context)
  assert.ok(issued.kind === 'issued')
  link = new URL(issued.link)
  await takeMails(provider)
})
afterEach(async () => {
  await provider.close()
})

const codeOfLink = (): string => link.searchParams.get('code') ?? ''
const flowOfLink = (): string => link.searchParams.get('flow') ?? ''

function assertRefused({ status, page }: Answer): void {
  assert.equal(status, 400)
  assert.ok(page.kind === 'error' && (page.code === 'expired_link' || page.code === 'expired_request'), JSON.stringify(page))
}

async function assertUnchanged(): Promise<void> {
  for (const user of ['ann', 'bob']) assert.equal((await provider.stores.passwords.find(user))?.hash, 'new:right', user)
}

/** Bob opens the link and presses its button. @returns the page of the password */
async function followLink(): Promise<Answer> {
  const shown = pageOf<MailedLinkPage>(await browser.get(pathOf(link.href)), 'mailed_link')
  const pressed = await browser.post(shown.action, shown.fields)
  const next = await browser.get(pressed.location ?? '')
  return next
}

test('LG-09 the code and the link of an administrator are of no use in a recovery, and the reverse', async () => {
  const { request, answer, flow } = await begin(browser, 'ann')
  const code = (await takeMails(provider))[0]?.message.code ?? ''
  const { requestId, csrf } = pageOf<MailedCodePage>(answer, 'mailed_code')
  assertRefused(await browser.get(`${startPath}/link${link.search}`))
  assertRefused(await browser.get(`${invitationPath}/link?flow=${flow}&code=${code}`))
  assertRefused(await browser.post(`${startPath}/link`, { flow: flowOfLink(), code: codeOfLink() }))
  assertRefused(await browser.post(`${invitationPath}/link`, { flow, code }))
  assertRefused(await browser.post(`${startPath}/code`, { request: requestId, csrf, flow: flowOfLink(), code: codeOfLink() }))
  const mixed = await browser.post(`${startPath}/code`, { request: requestId, csrf, flow, code: codeOfLink() })
  assert.match(mixed.location ?? '', /error=invalid_mailed_code/)
  assertRefused(await browser.get(`${startPath}/password?request=${request}&flow=${flowOfLink()}`))
  await assertUnchanged()
})

test('LG-08 a proven flow of one purpose opens no page of the other one', async () => {
  const next = await followLink()
  const { requestId, csrf, flow } = pageOf<MailedCodePage>(next, 'first_password')
  for (const path of ['password', 'second-factor']) {
    assertRefused(await browser.get(`${startPath}/${path}?request=${requestId}&flow=${flow}`))
    assertRefused(await browser.post(`${startPath}/${path}`, { request: requestId, csrf, flow, ...both }))
  }
  await assertUnchanged()
  assert.equal((await post(browser, next, both)).page.kind, 'password', 'its own page works')
})

test('LG-08 another browser that knows the flow neither goes on with it nor learns anything', async () => {
  const next = await followLink()
  const { flow } = pageOf<MailedCodePage>(next, 'first_password')
  const attacker = provider.browser()
  const own = await begin(attacker, 'ann')
  await takeMails(provider)
  const { requestId, csrf } = pageOf<MailedCodePage>(own.answer, 'mailed_code')
  for (const path of [`${invitationPath}/password`, `${invitationPath}/second-factor`, `${startPath}/password`]) {
    assertRefused(await attacker.get(`${path}?request=${requestId}&flow=${flow}`))
    assertRefused(await attacker.post(path, { request: requestId, csrf, flow, ...both }))
  }
  assertRefused(await attacker.get(pathOf(link.href)))
  await assertUnchanged()
})

test('of two tabs that set a password in one flow at once one does, and the other one says that the link was used', async () => {
  const next = await followLink()
  const { requestId, csrf, flow, action } = pageOf<MailedCodePage>(next, 'first_password')
  const passwords = ['horse staple battery', 'vineyard locomotive']
  const answers = await Promise.all(
    passwords.map(
      async (newPassword) => await browser.post(action, { request: requestId, csrf, flow, newPassword, newPasswordAgain: newPassword }),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [303, 400],
  )
  const won = passwords[answers.findIndex(({ status }) => status === 303)] ?? ''
  assert.equal((await provider.stores.passwords.find('bob'))?.hash, `new:${encodeURIComponent(won)}`)
  assertRefused(await browser.get(`${invitationPath}/password?request=${requestId}&flow=${flow}`))
})
