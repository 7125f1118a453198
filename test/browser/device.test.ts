// A person connects a device in the browser: by the address with the code and by typing it, on a large screen and on a phone, in light and dark.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { portalApp } from '../support/acme.ts'
import { violations } from '../support/browser/accessibility.ts'
import { expect } from '../support/browser/expect.ts'
import { overflowing, smallTargets } from '../support/browser/measure.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { button, headed, picture, signIn } from '../support/browser/steps.ts'
import { password } from '../support/second-factor.ts'

const person = { loginName: 'viewer@acme.example', password }
const grantType = 'urn:ietf:params:oauth:grant-type:device_code'
let stage: Stage
before(async () => {
  const television = portalApp('television', {
    name: 'Acme Television',
    redirectUris: [],
    grantTypes: ['OIDC_GRANT_TYPE_DEVICE_CODE'],
    authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
    appType: 'OIDC_APP_TYPE_NATIVE',
  })
  const profile = { firstName: 'Vera', lastName: 'Viewer' }
  const humanUsers = [{ userId: 'viewer', user: { userName: 'viewer', password, profile } }]
  stage = await openStage({ org: { oidcApps: [television], humanUsers } })
})
after(async () => await stage.close())

async function post(path: string, fields: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> {
  const headers = { 'user-agent': 'Acme TV (Linux)' }
  const response = await fetch(`${stage.issuer}${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ client_id: 'television', ...fields }),
  })
  return (await response.json()) as Readonly<Record<string, string>>
}

const begin = async (): Promise<Readonly<Record<string, string>>> =>
  await post('/oauth/v2/device_authorization', { scope: 'openid profile email' })
const poll = async ({ device_code: code = '' }: Readonly<Record<string, string>>): Promise<Readonly<Record<string, string>>> =>
  await post('/oauth/v2/token', { grant_type: grantType, device_code: code })

for (const [screen, viewport] of [
  ['desktop', { width: 1280, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    describe(`${screen}, ${colorScheme}`, () => {
      test('the pages fit, meet the rules of axe, and lead from the code to the connected device', async () => {
        const visitor = await stage.newVisitor({ viewport, colorScheme })
        const { page } = visitor
        const look = async (name: string): Promise<void> => {
          await picture(page, `device-${name}-${screen}-${colorScheme}`)
          assert.deepEqual(await violations(page), [], name)
          assert.deepEqual(await overflowing(page), [], name)
          assert.deepEqual(await smallTargets(page, 44), [], name)
        }
        try {
          const begun = await begin()
          await page.goto(`${stage.issuer}/device`)
          await signIn(page, person)
          await headed(page, 'Connect a device')
          const field = page.getByLabel('Code')
          await expect(field).toBeFocused()
          await look('code')
          await page.keyboard.type('bbbb bbbb\n')
          await expect(page.getByRole('alert')).toHaveText('This code is wrong or has expired. Check the code on your device.')
          await look('wrong-code')
          await page.keyboard.type(`${begun['user_code']?.toLowerCase()}\n`)
          await headed(page, 'Allow access?')
          await expect(page.getByText(begun['user_code'] ?? '', { exact: true })).toBeVisible()
          const sizes = await Promise.all(['Allow', 'Deny'].map(async (name) => await button(page, name).boundingBox()))
          assert.equal(sizes[0]?.width, sizes[1]?.width)
          assert.equal(sizes[0]?.height, sizes[1]?.height)
          await look('request')
          await button(page, 'Allow').click()
          await headed(page, 'Device connected')
          await look('connected')
          assert.equal(typeof (await poll(begun))['id_token'], 'string')
        } finally {
          await visitor.leave()
        }
      })
    })
  }
}

test('the address with the code waits for the decision, and a denied device gets nothing', async () => {
  const visitor = await stage.newVisitor()
  const { page } = visitor
  try {
    const begun = await begin()
    await page.goto(begun['verification_uri_complete'] ?? '')
    await signIn(page, person)
    await headed(page, 'Allow access?')
    assert.equal((await poll(begun))['error'], 'authorization_pending')
    await button(page, 'Deny').click()
    await headed(page, 'Access denied')
    await picture(page, 'device-denied')
    assert.equal((await poll(begun))['error'], 'access_denied')
  } finally {
    await visitor.leave()
  }
})

test('the page is in the language of the browser', async () => {
  const visitor = await stage.newVisitor({ locale: 'de-DE' })
  const { page } = visitor
  try {
    const begun = await begin()
    await page.goto(begun['verification_uri_complete'] ?? '')
    await page.locator('input[name=loginName]').fill(person.loginName)
    await page.keyboard.press('Enter')
    await page.locator('input[name=password]').fill(password)
    await page.keyboard.press('Enter')
    await headed(page, 'Zugriff erlauben?')
    await picture(page, 'device-request-de')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  } finally {
    await visitor.leave()
  }
})
