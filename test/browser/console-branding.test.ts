// Branding in the console, in a browser: the preview while one types, images, contrast in words, and how the preview is shut in.
import { alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { violations } from '../support/browser/accessibility.ts'
import { expect } from '../support/browser/expect.ts'
import { overflowing } from '../support/browser/measure.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { button, headed, picture, signIn } from '../support/browser/steps.ts'

let stage: Stage

before(async () => void (stage = await openStage({ instanceMembers: [{ userId: alice.id, roles: ['IAM_OWNER'] }] })))
after(async () => await stage.close())

const consoleUrl = (path = ''): string => `${stage.issuer}/ui/console${path}`
const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 1"><rect width="4" height="1" fill="#0b7a4b"/></svg>')

describe('branding in the console', () => {
  for (const javaScriptEnabled of [true, false]) {
    test(`is seen before it is saved, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const { page, leave } = await stage.newVisitor({
        javaScriptEnabled,
        viewport: javaScriptEnabled ? { width: 1280, height: 800 } : { width: 360, height: 740 },
      })
      await page.goto(consoleUrl('/orgs/acme/branding'))
      await signIn(page, alice)
      await headed(page, 'Branding')
      await page.getByLabel('Primary colour', { exact: true }).fill('#ffee00')
      if (!javaScriptEnabled) await button(page, 'Show preview').click()
      const frame = page.frameLocator('iframe[data-scheme=light]')
      const next = frame.getByRole('button', { name: 'Next' })
      if (javaScriptEnabled) {
        await expect(next).toHaveCSS('background-color', 'rgb(255, 238, 0)')
      } else {
        await next.waitFor()
        await expect(page.locator('iframe[data-scheme=light]')).toHaveAttribute('src', /primaryColor=%23ffee00/)
      }
      // Yellow on white.
      await page.getByText('Links on the background: 1.2 : 1').waitFor()
      await page.getByText('Hard to read').first().waitFor()
      await expect(page.getByLabel('Primary colour', { exact: true })).toHaveValue('#ffee00')
      await picture(page, `console-branding-${javaScriptEnabled ? 'wide' : 'phone'}`)
      assert.deepEqual(await overflowing(page), [])
      if (javaScriptEnabled) assert.deepEqual(await violations(page), [])

      const image = page.getByLabel('Logo', { exact: true })
      await image.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
      await button(page, 'Save branding').click()
      await page.getByRole('alert').getByText('The content of this file does not match its type.').waitFor()
      await image.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.alloc(70_000, 32) })
      await button(page, 'Save branding').click()
      await page.getByRole('alert').getByText('The image is larger than 64 KiB.').waitFor()
      await image.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: logo })
      await button(page, 'Save branding').click()
      await page.getByText('Branding was changed.').waitFor()
      await page.getByRole('img', { name: 'Logo', exact: true }).waitFor()
      await expect(page.getByLabel('Primary colour', { exact: true })).toHaveValue('#ffee00')
      await page.getByLabel('Remove: Logo', { exact: true }).check()
      await page.getByLabel('Primary colour', { exact: true }).fill('')
      await button(page, 'Save branding').click()
      await page.getByText('Branding was changed.').waitFor()
      await expect(page.getByRole('img', { name: 'Logo', exact: true })).toHaveCount(0)
      await leave()
    })
  }

  test('AD-34 a preview runs nothing, sends nothing, and is framed by this origin alone', async () => {
    const { page, leave } = await stage.newVisitor()
    await page.goto(consoleUrl('/orgs/acme/branding'))
    await signIn(page, alice)
    await headed(page, 'Branding')
    const answer = await page.request.get(consoleUrl('/orgs/acme/branding/preview?scheme=light&primaryColor=red;}body{display:none'))
    const policy = answer.headers()['content-security-policy'] ?? ''
    for (const rule of ["default-src 'none'", "form-action 'none'", "frame-ancestors 'self'", 'sandbox'])
      assert.ok(policy.includes(rule), policy)
    assert.ok(!policy.includes('script-src'))
    assert.ok(!(await answer.text()).includes('display:none'))
    const framing = (await page.request.get(consoleUrl('/orgs/acme/branding'))).headers()['content-security-policy'] ?? ''
    assert.ok(framing.includes("frame-src 'self'") && framing.includes("frame-ancestors 'none'"), framing)
    const other = (await page.request.get(consoleUrl('/orgs/acme'))).headers()['content-security-policy'] ?? ''
    assert.ok(!other.includes('frame-src'), other)
    await leave()
  })
})
