// Dangerous pages of the console in a browser, with a held clock: a fresh proof, the end of sessions, and requests of others.
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addressWith, countOf, expect, textOf, valueOf } from '../support/browser/expect.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { button, codeField, giveCode, givePassword, headed, passwordField, picture, signIn } from '../support/browser/steps.ts'
import { careful, hotp, otpSecret, password } from '../support/second-factor.ts'

let stage: Stage

before(
  async () =>
    void (stage = await openStage({
      heldClock: true,
      instanceMembers: [
        { userId: alice.id, roles: ['IAM_OWNER'] },
        { userId: careful.id, roles: ['IAM_OWNER'] },
      ],
      org: { orgMembers: [{ userId: bob.id, roles: ['ORG_OWNER'] }] },
    })),
)
after(async () => await stage.close())

const consoleUrl = (path = ''): string => `${stage.issuer}/ui/console${path}`
const codeNow = async (): Promise<string> => hotp(otpSecret, Math.floor((await stage.advance(0)) / 30_000))

async function enter(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(consoleUrl(path))
  await signIn(page, alice)
  await headed(page, heading)
}

const ofLogin = ({ pathname }: URL): boolean => pathname.startsWith('/ui/login')

describe('a dangerous page of the console', () => {
  test('asks for the password again after five minutes, and the form that was open before changes nothing', async () => {
    const { page, leave } = await stage.newVisitor({ javaScriptEnabled: false })
    await enter(page, '/keys', 'Signing keys')
    const rows = page.locator('tbody tr')
    const keys = await countOf(rows)
    await picture(page, 'console-keys')
    await page.getByRole('link', { name: 'Rotate keys' }).click()
    // The proof of the sign-in is fresh.
    await headed(page, 'Rotate keys')

    await stage.advance(301)
    await button(page, 'Rotate keys').click()
    assert.ok(ofLogin(await addressWith(passwordField(page))))
    await givePassword(page, alice.password)
    await headed(page, 'Rotate keys')
    await page.goto(consoleUrl('/keys'))
    await expect(rows).toHaveCount(keys)

    await page.goto(consoleUrl('/new-keys'))
    await headed(page, 'Rotate keys')
    await button(page, 'Rotate keys').click()
    await headed(page, 'Signing keys')
    await page.getByText('A set of signing keys was created.').waitFor()
    const all = await countOf(rows)
    assert.ok(all > keys)
    await page.goto(consoleUrl('/new-keys'))
    await page.getByLabel('Algorithm').selectOption('ES256')
    await picture(page, 'console-new-keys')
    await button(page, 'Rotate keys').click()
    await page.getByText('A signing key for ES256 was created.').waitFor()
    await expect(rows).toHaveCount(all + 1)
    await page.goto(consoleUrl('/events'))
    for (const recorded of [/signed in to the console/, /confirmed their identity/]) {
      await page.locator('main').getByText(recorded).first().waitFor({ state: 'attached' })
    }
    await leave()
  })

  test('AD-33 moves organizations only after a fresh proof', async () => {
    const { page, leave } = await stage.newVisitor({ javaScriptEnabled: false })
    await enter(page, '/export', 'Export')
    await stage.advance(301)
    await button(page, 'Download export').click()
    await passwordField(page).waitFor()
    await givePassword(page, alice.password)
    await page.getByText('Nothing has changed yet.').waitFor()
    await stage.advance(301)
    for (const path of ['/export', '/import']) {
      await page.goto(consoleUrl(path))
      assert.ok(ofLogin(await addressWith(passwordField(page))), path)
    }
    await leave()
  })

  test('AD-37 brings back what was typed into a form that came too late, to the user who typed it', async () => {
    const { page, context, newTab, leave } = await stage.newVisitor({ javaScriptEnabled: false })
    await enter(page, '/orgs/acme/new-idp', 'Add another provider')
    const type = async (name: string): Promise<void> => {
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByLabel('Issuer').fill('https://upstream.example')
      await page.getByLabel('Client ID').fill(`"><b>${name}</b>`)
      await page.getByLabel('Client secret').fill('the secret of the upstream')
      await page.getByLabel('Scopes').fill('openid\nemail\n</textarea>')
      await page.getByLabel('User name').selectOption({ index: 1 })
      await page.getByRole('checkbox').uncheck()
    }
    const isBack = async (name: string): Promise<void> => {
      await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
      await expect(page.getByLabel('Client ID')).toHaveValue(`"><b>${name}</b>`)
      await expect(page.getByLabel('Client secret')).toHaveValue('')
      await expect(page.getByLabel('Scopes')).toHaveValue('openid\nemail\n</textarea>')
      await expect(page.getByLabel('User name')).toHaveValue('OIDC_MAPPING_FIELD_EMAIL')
      await expect(page.getByRole('checkbox')).not.toBeChecked()
    }
    await type('Idle')
    await stage.advance(1801)
    await button(page, 'Add provider').click()
    await givePassword(page, alice.password)
    await page.getByText('Nothing has changed yet. Your input is still here').waitFor()
    await isBack('Idle')

    // A proof in another tab begins a separate session, so that the token of this form is late.
    await type('Late')
    const other = await newTab()
    await stage.advance(301)
    await other.goto(consoleUrl('/new-keys'))
    await givePassword(other, alice.password)
    await headed(other, 'Rotate keys')
    await button(page, 'Add provider').click()
    await page.getByRole('alert').getByText('You signed in again after you opened this page.').waitFor()
    await isBack('Late')

    // Without a session another user signs in. The browser still keeps the form.
    await context.clearCookies()
    await button(page, 'Add provider').click()
    await signIn(page, bob)
    await page.getByText('Nothing has changed yet: submit the form again.').waitFor()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
    await leave()
  })

  test('is also one whose form changes where proofs are sent to, and only then', async () => {
    const { page, leave } = await stage.newVisitor({ javaScriptEnabled: false })
    await enter(page, `/orgs/acme/users/${bob.id}/edit`, 'Edit')
    await stage.advance(301)
    await page.getByLabel('Nickname').fill('Bobby')
    await button(page, 'Save').click()
    await page.getByText('was changed.').waitFor()
    const changeAddress = async (): Promise<void> => {
      await page.getByLabel('Email').fill('bob@other.example')
      await button(page, 'Save').click()
    }
    await page.getByRole('link', { name: 'Edit' }).click()
    await changeAddress()
    await passwordField(page).waitFor()
    await givePassword(page, alice.password)
    await page.getByText('Nothing has changed yet. Your input is still here').waitFor()
    await expect(page.getByLabel('Email')).toHaveValue('bob@other.example')
    await button(page, 'Save').click()
    await page.getByText('was changed.').waitFor()
    await page.locator('dl').getByText('bob@other.example').waitFor()
    // What was kept is gone.
    await page.goto(consoleUrl(`/orgs/acme/users/${bob.id}/edit?proven=`))
    await page.getByText('Nothing has changed yet: submit the form again.').waitFor()
    await leave()
  })

  test('asks the owner of an authenticator app for its code', async () => {
    const { page, leave } = await stage.newVisitor()
    await page.goto(consoleUrl('/features'))
    await signIn(page, { ...careful, password })
    await giveCode(page, await codeNow())
    await headed(page, 'Features')
    await picture(page, 'console-features')
    // A user who has just signed in with both factors is asked for neither.
    await page.goto(consoleUrl('/orgs/acme/domains'))
    await page.getByRole('textbox', { name: 'Domain' }).fill('careful.example')
    await button(page, 'Add domain').click()
    await page.getByText('careful.example was added.').waitFor()
    await page.goto(consoleUrl('/features'))
    await stage.advance(301)
    await page.getByRole('link', { name: 'Turn on: Token exchange' }).click()
    assert.ok(ofLogin(await addressWith(passwordField(page))))
    await givePassword(page, password)
    const { search } = await addressWith(codeField(page))
    // The code cannot be left out by the address that follows it.
    await page.goto(`${stage.issuer}/oauth/v2/authorize/resume${search}`)
    await codeField(page).waitFor()
    await giveCode(page, await codeNow())
    await headed(page, 'Turn on: Token exchange')
    await button(page, 'Turn on: Token exchange').click()
    await page.getByText('Token exchange was changed.').waitFor()
    await page.getByRole('link', { name: 'Turn off: Token exchange' }).waitFor()
    await leave()
  })

  test('revokes a signing key whose id is typed, and no other', async () => {
    const { page, leave } = await stage.newVisitor()
    await enter(page, '/keys', 'Signing keys')
    const kid = await textOf(page.locator('tbody tr').last().locator('code'))
    await page.getByRole('link', { name: 'Revoke key' }).last().click()
    await headed(page, 'Revoke key')
    await page.getByLabel('Type the key ID').fill('another')
    await button(page, 'Revoke key').click()
    await page.getByRole('alert').getByText('The key ID does not match.').waitFor()
    await picture(page, 'console-key-revocation')
    await page.getByLabel('Type the key ID').fill(kid)
    await button(page, 'Revoke key').click()
    await page.getByText(`${kid} was revoked.`).waitFor()
    await leave()
  })
})

describe('a session of the console', () => {
  test('ends after 30 idle minutes, and not while it is used', async () => {
    const { page, leave } = await stage.newVisitor()
    await enter(page, '/keys', 'Signing keys')
    const before = await page.context().cookies()
    const secretOf = (cookies: typeof before): string | undefined => cookies.find(({ name }) => name.endsWith('symbolon-console'))?.value
    await stage.advance(1790)
    await page.reload()
    await headed(page, 'Signing keys')
    await stage.advance(1790)
    await page.reload()
    await headed(page, 'Signing keys')
    assert.equal(secretOf(await page.context().cookies()), secretOf(before))
    await stage.advance(1801)
    await page.reload()
    await headed(page, 'Signing keys')
    // The session of the provider still counts, so that the console begins a new one by itself.
    assert.notEqual(secretOf(await page.context().cookies()), secretOf(before))
    await leave()
  })

  test('ends with the session of the provider', async () => {
    const { page, leave } = await stage.newVisitor()
    await enter(page, '/keys', 'Signing keys')
    await page.goto(stage.endSessionUrl())
    await button(page, 'Sign out').click()
    await headed(page, 'You are signed out')
    await page.goto(consoleUrl('/keys'))
    await expect(page).toHaveURL(ofLogin)
    await leave()
  })

  test('a link with the answer to the sign-in of one browser does nothing in another', async () => {
    const own = await stage.newVisitor()
    const other = await stage.newVisitor()
    const answering = own.page.waitForRequest((request) => request.url().startsWith(consoleUrl('/callback')))
    await enter(own.page, '/keys', 'Signing keys')
    const answer = (await answering).url()
    assert.match(answer, /[?&]code=/)
    await other.page.goto(answer)
    await expect(other.page).toHaveURL(ofLogin)
    assert.ok(!(await other.context.cookies()).some(({ name }) => name.endsWith('symbolon-console')))
    // The code was not redeemed a second time, which would have ended what it began.
    await own.page.reload()
    await headed(own.page, 'Signing keys')
    await other.leave()
    await own.leave()
  })

  test('a form of another origin is refused', async () => {
    const { page, leave } = await stage.newVisitor()
    await enter(page, '/new-org', 'New organization')
    const csrf = await valueOf(page.locator('form.fields input[name=csrf]'))
    const post = async (headers: Readonly<Record<string, string>>, token: string): Promise<number> =>
      (
        await page.request.post(consoleUrl('/new-org'), {
          headers: { ...headers },
          form: { csrf: token, 'org.name': 'Foreign' },
          maxRedirects: 0,
        })
      ).status()
    assert.equal(await post({ origin: 'https://attacker.example' }, csrf), 403)
    assert.equal(await post({ 'sec-fetch-site': 'cross-site' }, csrf), 403)
    assert.equal(await post({ origin: stage.issuer }, 'another'), 403)
    assert.equal(await post({ origin: stage.issuer }, csrf), 303)
    await page.goto(consoleUrl('/orgs'))
    await expect(page.getByRole('link', { name: 'Foreign' })).toHaveCount(1)
    await leave()
  })
})
