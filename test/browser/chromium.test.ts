// Where the tests' own browser comes from.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findChromium } from '../support/browser/chromium.ts'
import { expect } from '../support/browser/expect.ts'
import { launch } from '../support/browser/shared-browser.ts'

test('where the system has no browser, the one that npm installed runs', async () => {
  const found = await findChromium({ system: '/nowhere/chromium' })
  const browser = await launch(found)
  try {
    const page = await browser.newPage()
    await page.setContent('<button onclick="document.title = navigator.userAgent">A button with letters</button>')
    await page.getByRole('button').click()
    await expect(page).toHaveTitle(/Chrome\//)
    const { width = 0 } = (await page.getByRole('button').boundingBox()) ?? {}
    assert.ok(width > 100, `there is a font: ${width}`)
  } finally {
    await browser.close()
  }
})

test('a named browser that is not there is an error, and no other one is taken', async () => {
  await assert.rejects(findChromium({ named: '/nowhere/chromium' }), /CHROMIUM_PATH is \/nowhere\/chromium/)
})
