// What an operator changes and takes back in the console, in a browser: texts, keys, undo, addresses that are checked while they are typed, and
// acts on several users.
import { alice, bob } from '@symbolon/test-kit'
import { importPKCS8, SignJWT } from 'jose'
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '../support/browser/accessibility.ts'
import { addressWith, attributeOf, documentWith, expect, textOf, valueOf } from '../support/browser/expect.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { button, headed, heading, picture, signIn } from '../support/browser/steps.ts'

let stage: Stage

before(
  async () =>
    void (stage = await openStage({
      heldClock: true,
      instanceMembers: [{ userId: alice.id, roles: ['IAM_OWNER'] }],
      org: {
        orgMembers: [{ userId: bob.id, roles: ['ORG_OWNER'] }],
        machineUsers: [{ userId: 'robot', user: { userName: 'robot', name: 'Robot' } }],
        projects: [{ projectId: 'shop', project: { name: 'Shop' } }],
        projectRoles: [{ projectId: 'shop', roleKey: 'buyer', displayName: 'Buys' }],
        userGrants: [{ userId: bob.id, projectId: 'shop', roleKeys: ['buyer'] }],
      },
    })),
)
after(async () => await stage.close())

const consoleUrl = (path = ''): string => `${stage.issuer}/ui/console${path}`

async function open(page: Page, path: string, who = alice): Promise<void> {
  await page.goto(consoleUrl(path))
  await signIn(page, who)
  await page.waitForURL((url) => url.pathname.startsWith('/ui/console'))
}

test('texts replace texts of the sign-in page, in addition to the built-in texts, until that is undone', async () => {
  const { page, leave } = await stage.newVisitor({ javaScriptEnabled: false })
  const signInPage = await stage.newVisitor()
  const shownHeading = async (): Promise<string> => {
    await signInPage.page.goto(stage.authorizationUrl({ scope: 'openid urn:symbolon:iam:org:id:acme' }))
    return await textOf(signInPage.page.getByRole('heading', { level: 1 }))
  }
  const builtIn = await shownHeading()
  await open(page, '/orgs/acme/texts')
  await picture(page, 'console-texts')
  await page
    .getByRole('row', { name: /^Sign-in pages/ })
    .getByRole('link', { name: 'English' })
    .click()
  await headed(page, 'Sign-in pages · English')
  await page.locator('summary').getByText('Login name', { exact: true }).click()
  await page.getByLabel('Sign in to …').fill('Welcome to Acme')
  await picture(page, 'console-texts-form')
  await button(page, 'Save texts').click()
  await page.getByText('Sign-in pages · English was changed.').waitFor()
  await page.getByText('1 custom text').waitFor()
  assert.equal(await shownHeading(), 'Welcome to Acme')
  await button(page, 'Undo').click()
  await page.getByText('Restored: Sign-in pages · English').waitFor()
  assert.equal(await shownHeading(), builtIn)

  await page.goto(consoleUrl('/orgs/acme/texts/passwordResetMessages/de'))
  await page.getByText(/^Built-in: .*\{\{\.DisplayName\}\},$/).waitFor()
  await page.getByLabel('Greeting').fill('Moin {{.FirstName}}!')
  await button(page, 'Save texts').click()
  await page
    .getByRole('row', { name: /password reset/ })
    .getByText('1 custom text')
    .waitFor()
  await leave()
  await signInPage.leave()
})

test('texts of the instance are seen before they are saved, and hold where an organization has none', async () => {
  const { page, leave } = await stage.newVisitor()
  const guest = await stage.newVisitor({ locale: 'fr-FR' })
  const shownHeading = async (): Promise<string> => {
    await guest.page.goto(stage.authorizationUrl({ scope: 'openid urn:symbolon:iam:org:id:acme' }))
    return await textOf(guest.page.getByRole('heading', { level: 1 }))
  }
  await open(page, '/instance/texts/loginTexts/fr')
  const preview = page.frameLocator('iframe')
  const builtIn = await textOf(preview.getByRole('heading', { level: 1 }))
  await page.locator('summary').getByText('Login name', { exact: true }).click()
  const title = page.locator('[name="loginText.title"]')
  await title.fill('Bienvenue <b>')
  await preview.getByRole('heading', { level: 1, name: 'Bienvenue <b>' }).waitFor()
  await page.getByLabel('Page to preview').selectOption('Password')
  await preview.getByLabel('Mot de passe').waitFor()
  assert.ok(!(await shownHeading()).includes('Bienvenue'))
  await picture(page, 'console-texts-preview')
  assert.deepEqual(await violations(page), [])
  await button(page, 'Save texts').click()
  await page.getByText('1 custom text').waitFor()
  assert.equal(await shownHeading(), 'Bienvenue <b>')

  await page.goto(consoleUrl('/orgs/acme/texts'))
  await page
    .getByRole('row', { name: /^Sign-in pages/ })
    .getByText('Instance')
    .waitFor()
  await page.goto(consoleUrl('/orgs/acme/texts/loginTexts/fr'))
  await page.getByText('The texts of the instance apply.').waitFor()
  await preview.getByRole('heading', { level: 1, name: 'Bienvenue <b>' }).waitFor()
  await page.goto(consoleUrl('/instance/texts/passwordResetMessages/fr'))
  await page.getByLabel('Greeting').fill('Salut {{.FirstName}} !')
  await preview.getByText('Salut Jo !').waitFor()
  await page.goto(consoleUrl('/instance/texts/loginTexts/fr'))
  await button(page, 'Remove custom texts').click()
  await page.getByText('was reset.').waitFor()
  assert.notEqual(await shownHeading(), 'Bienvenue <b>')
  assert.ok(builtIn !== '')
  await guest.leave()
  await leave()
})

test('what was created is removed by an undo while nothing refers to it, and a feature is switched back', async () => {
  const { page, leave } = await stage.newVisitor({ javaScriptEnabled: false })
  await open(page, '/orgs/acme/new-project')
  const create = async (name: string): Promise<void> => {
    await page.goto(consoleUrl('/orgs/acme/new-project'))
    await page.getByLabel('Name').fill(name)
    await button(page, 'Create project').click()
    await page.getByText(`${name} was created.`).waitFor()
  }
  await create('Mistake')
  await button(page, 'Undo').click()
  await page.getByText('Restored: Mistake').waitFor()
  await expect(page.getByRole('row', { name: /Mistake/ })).toHaveCount(0)
  await create('Useful')
  const created = (await addressWith(heading(page, 'Useful'))).href
  await page.getByRole('link', { name: 'New role' }).click()
  await page.getByLabel('Key').fill('user')
  await button(page, 'Create role').click()
  await page.getByText('user was created.').waitFor()
  const other = await page.context().newPage()
  await other.goto(created)
  await button(other, 'Undo').click()
  await other.getByRole('alert').getByText('Other objects now depend on Useful').waitFor()
  await button(page, 'Undo').click()
  await page.getByText('Restored: user').waitFor()
  await other.goto(created)
  await button(other, 'Undo').click()
  await other.getByText('Restored: Useful').waitFor()

  await page.goto(consoleUrl('/features/oidcTokenExchange'))
  await button(page, 'Turn on: Token exchange').click()
  await page.getByRole('link', { name: 'Turn off: Token exchange' }).waitFor()
  await button(page, 'Undo').click()
  await page.getByRole('link', { name: 'Turn on: Token exchange' }).waitFor()
  await leave()
})

test('a service user gets a key file, which is shown once and gives a token until the key is removed', async () => {
  const { page, leave } = await stage.newVisitor()
  await open(page, `/orgs/acme/users/robot/keys`)
  await headed(page, /^Keys/)
  await button(page, 'Create key').click()
  await headed(page, 'New key for Robot')
  await picture(page, 'console-key-file')
  const { keyId, key, userId }: Readonly<Record<string, string>> = JSON.parse(await textOf(page.locator('pre')))
  assert.deepEqual([userId, typeof keyId], ['robot', 'string'])
  const privateKey = await importPKCS8(key ?? '', 'RS256')
  const now = Math.floor((await stage.advance(0)) / 1000)
  const token = async (): Promise<number> => {
    const assertion = await new SignJWT({ jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'RS256', kid: keyId ?? '' })
      .setIssuer('robot')
      .setSubject('robot')
      .setAudience(stage.issuer)
      .setIssuedAt(now)
      .setExpirationTime(now + 60)
      .sign(privateKey)
    const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion, scope: 'openid' })
    return (await fetch(`${stage.issuer}/oauth/v2/token`, { method: 'POST', body })).status
  }
  assert.equal(await token(), 200)
  await page.getByRole('link', { name: 'Back to keys' }).click()
  assert.ok(!(await documentWith(heading(page, /^Keys/))).includes('PRIVATE KEY'))
  await button(page, `Remove: ${keyId}`).click()
  await page.getByText(`${keyId} was removed.`).waitFor()
  await picture(page, 'console-keys-removed')
  assert.deepEqual(await violations(page), [])
  assert.equal(await token(), 400)
  await button(page, 'Undo').click()
  await page.getByText(`Restored: ${keyId}`).waitFor()
  assert.equal(await token(), 200)

  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicKey = page.getByLabel('Public key')
  await publicKey.fill(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  await button(page, 'Add a public key').click()
  await page.getByRole('alert').getByText('This is a private key').waitFor()
  const pem = Buffer.from(pair.publicKey.export({ type: 'spki', format: 'pem' }).toString())
  await page.getByLabel('Or choose a file').setInputFiles({ name: 'key.pem', mimeType: 'application/x-pem-file', buffer: pem })
  await button(page, 'Add a public key').click()
  await page.getByText('was added.').waitFor()

  await page.getByRole('link', { name: 'Client secrets' }).click()
  await button(page, 'Create secret').click()
  await headed(page, 'New secret')
  const clientSecret = await textOf(page.locator('dt', { hasText: 'Client secret' }).locator('xpath=following-sibling::dd[1]/code'))
  const response = await fetch(`${stage.issuer}/oauth/v2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`robot:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'openid' }),
  })
  assert.equal(response.status, 200)
  await leave()
})

test('a service user gets a personal access token, which is shown once and works until it ends or is removed', async () => {
  const { page, leave } = await stage.newVisitor({ javaScriptEnabled: false })
  await open(page, '/orgs/acme/users/robot')
  await page.getByRole('link', { name: 'Tokens' }).click()
  await headed(page, /^Tokens/)
  const make = async (until: string): Promise<string> => {
    await page.getByLabel('Expires').fill(until)
    await button(page, 'Create token').click()
    await headed(page, 'New token for Robot')
    const token = await textOf(page.locator('#token'))
    await page.getByRole('link', { name: 'Back to tokens' }).click()
    assert.ok(!(await documentWith(heading(page, /^Tokens/))).includes(token))
    return token
  }
  const statusWith = async (token: string): Promise<number> =>
    (await fetch(`${stage.issuer}/oidc/v1/userinfo`, { headers: { authorization: `Bearer ${token}` } })).status
  const today = new Date(await stage.advance(0)).toISOString().slice(0, 10)
  await page.getByLabel('Expires').fill('2001-02-03')
  await button(page, 'Create token').click()
  await page.getByRole('alert').getByText('Choose a future date').waitFor()
  const [short, long] = [await make(today), await make('')]
  assert.deepEqual([await statusWith(short), await statusWith(long)], [200, 200])
  const id = await textOf(page.getByRole('row', { name: 'Never expires' }).locator('code'))
  await button(page, `Remove: ${id}`).click()
  await page.getByText(`${id} was removed.`).waitFor()
  assert.deepEqual([await statusWith(short), await statusWith(long)], [200, 401])
  await picture(page, 'console-tokens')
  // A person has no such tokens.
  assert.equal((await page.goto(consoleUrl(`/orgs/acme/users/${bob.id}/tokens`)))?.status(), 404)
  await stage.advance(86_400)
  assert.equal(await statusWith(short), 401)
  await leave()
})

test('addresses are checked while they are typed, by the server', async () => {
  const { page, leave } = await stage.newVisitor()
  await open(page, '/orgs/acme/apps/travel')
  const redirectUris = page.getByLabel('Redirect URIs', { exact: true })
  const stored = await valueOf(redirectUris)
  await redirectUris.fill('https://app.example/callback\nhttps://app.example/other#top')
  await page.getByText('https://app.example/other#top: The URI has a fragment (after #).').waitFor()
  await expect(redirectUris).toHaveAttribute('aria-invalid', 'true')
  await picture(page, 'console-uri-check')
  await redirectUris.fill('https://app.example/callback')
  await page.getByText('The URI has a fragment (after #).').waitFor({ state: 'detached' })
  await expect(redirectUris).not.toHaveAttribute('aria-invalid')
  await page.reload()
  await expect(redirectUris).toHaveValue(stored)
  // What is saved is taken back as a whole.
  await redirectUris.fill('https://app.example/callback')
  await button(page, 'Save').click()
  await button(page, 'Undo').click()
  await page.getByText('Restored:').waitFor()
  await expect(redirectUris).toHaveValue(stored)

  await page.goto(consoleUrl('/orgs/acme/new-app?kind=spa&name=Board&project='))
  await page.getByLabel('Redirect URIs', { exact: true }).pressSequentially('javascript:alert(1)')
  await page.getByText('URIs with this scheme can run code').waitFor()
  await leave()
})

test('several users are locked at once and unlocked by one undo; a colleague with fewer rights sees what is not allowed', async () => {
  const { page, leave } = await stage.newVisitor({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
  await open(page, '/orgs/acme/users', bob)
  for (const name of ['Alice Liddell', 'careful Carter', 'prudent Carter'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByLabel('Selected users:').selectOption('Lock')
  await button(page, 'Continue').click()
  await headed(page, 'Lock users')
  await page
    .getByRole('row', { name: /^Alice/ })
    .getByText('your roles do not allow it')
    .waitFor()
  await picture(page, 'console-selected-users')
  await button(page, 'Lock 2 users').click()
  await page.getByText('Users locked: 2.').waitFor()
  await expect(page.getByRole('cell', { name: /^State Locked$/ })).toHaveCount(2)
  await button(page, 'Undo').click()
  await page.getByText('Restored: Users locked: 2.').waitFor()
  await expect(page.getByRole('cell', { name: /^State Locked$/ })).toHaveCount(0)
  await leave()
})

test('AD-35 a member who was removed comes back by an undo, which serves its user alone, once, and after a fresh proof', async () => {
  const { page, leave } = await stage.newVisitor({ javaScriptEnabled: false })
  await open(page, `/orgs/acme/members/of/${bob.id}`)
  await button(page, 'Remove member').click()
  await page.getByText('was removed.').waitFor()
  const undo = await attributeOf(page.locator('.notice form'), 'action')
  const other = await stage.newVisitor()
  await open(other.page, '', bob)
  assert.equal((await other.page.goto(`${stage.issuer}${undo}`))?.status(), 404)
  await other.leave()
  // The proof is too old by now, and giving roles is dangerous.
  await stage.advance(301)
  await button(page, 'Undo').click()
  await page.getByLabel('Password', { exact: true }).fill(alice.password)
  await button(page, 'Sign in').click()
  await headed(page, 'Undo the last change')
  await button(page, 'Undo').click()
  await page.getByText('Restored:').waitFor()
  await page.getByText('ORG_OWNER').first().waitFor()
  await page.goto(`${stage.issuer}${undo}`)
  await button(page, 'Undo').click()
  await page.getByRole('alert').getByText('was changed again in the meantime').waitFor()
  await leave()
})
