// What every page looks like, as the browser computed it: small screens, zoom, dark surroundings, contrast, and who cannot see it.
// https://www.w3.org/TR/WCAG22/
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { onEveryPage, pageCount } from '../support/browser/all-pages.ts'
import { computedContrasts, luminance, overflowing, smallTargets, squeezed } from '../support/browser/measure.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { picture } from '../support/browser/steps.ts'
import type { Visitor } from '../support/browser/visitor.ts'

let stage: Stage
let visitor: Visitor
let page: Page

before(async () => void (stage = await openStage()))
after(async () => await stage.close())
beforeEach(async () => {
  // Colours that are on their way to others would be measured half-way.
  visitor = await stage.newVisitor({ javaScriptEnabled: false, viewport: { width: 360, height: 740 }, hasTouch: true, reducedMotion: 'reduce' })
  page = visitor.page
})
afterEach(async () => await visitor.leave())

const fileName = (name: string): string => name.replaceAll(/[^a-z]+/g, '-')

test('no page scrolls sideways or squeezes a text on a screen of 360 pixels, of 320, or at 200 % zoom on the smallest', async () => {
  let pages = 0
  await onEveryPage(stage, page, async (name) => {
    pages += 1
    // https://www.w3.org/TR/WCAG22/#reflow asks for 320; 180 is a screen of 360 at 200 %.
    for (const width of [180, 320, 360]) {
      await page.setViewportSize({ width, height: 740 })
      assert.deepEqual(await overflowing(page), [], `${name}, ${width} pixels`)
      assert.deepEqual(await squeezed(page), [], `${name}, ${width} pixels`)
      await picture(page, `${width}-${fileName(name)}`)
    }
  })
  assert.equal(pages, pageCount)
})

test('buttons, fields and links that stand alone are at least 44 pixels high on every page', async () => {
  await onEveryPage(stage, page, async (name) => {
    assert.deepEqual(await smallTargets(page, 44), [], name)
  })
})

test('every text has enough contrast on every page, in light and in dark surroundings', async () => {
  await onEveryPage(stage, page, async (name) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const contrasts = await computedContrasts(page)
      assert.ok(contrasts.length >= 3, `${name} has texts`)
      // https://www.w3.org/TR/WCAG22/#contrast-minimum
      assert.deepEqual(contrasts.filter(({ ratio }) => ratio < 4.5), [], `${name}, ${colorScheme}`)
      const ground = luminance(await page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      assert.ok(colorScheme === 'dark' ? ground < 0.05 : ground > 0.8, `${name}, ${colorScheme}: ${ground}`)
      if (colorScheme === 'dark') await picture(page, `dark-${fileName(name)}`)
    }
  })
})

test('every page has a language, a title, one first heading, one main part, and a name for each control', async () => {
  const titles = new Set<string>()
  await onEveryPage(stage, page, async (name) => {
    assert.equal(await page.locator('html').getAttribute('lang'), 'en', name)
    titles.add(await page.title())
    assert.equal(await page.locator('h1').count(), 1, name)
    assert.equal(await page.getByRole('main').count(), 1, name)
    assert.ok((await page.getByRole('heading', { level: 1 }).innerText()).length > 5, name)
    for (const control of await page.locator('input:not([type=hidden]), button, a').all()) {
      assert.match(await control.ariaSnapshot(), /^- (textbox|button|link) "[^"]{4,}"/, name)
    }
  })
  assert.ok(titles.size >= 7, `titles tell pages apart: ${[...titles].join(', ')}`)
})
