// Every kind of page, one by one: the rules of axe, small screens, zoom, wide letters, scripts from right to left, and the keyboard.
// https://www.w3.org/TR/WCAG22/
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { violations } from '../support/browser/accessibility.ts'
import { findChromium } from '../support/browser/chromium.ts'
import { overflowing, smallTargets, squeezed } from '../support/browser/measure.ts'
import { renderedPages, showRenderedPages } from '../support/browser/rendered-pages.ts'
import type { RenderedPage, Showing } from '../support/browser/rendered-pages.ts'
import { launch } from '../support/browser/stage.ts'
import { picture } from '../support/browser/steps.ts'

let browser: Browser
before(async () => void (browser = await launch(await findChromium({ named: process.env['CHROMIUM_PATH'] }))))
after(async () => await browser.close())

const short = renderedPages('Acme')
const long = renderedPages(`Wahrscheinlich${'-unglaublich-lange'.repeat(3)}@${'w'.repeat(60)}.example`)

async function onEach(
  pages: readonly RenderedPage[],
  options: BrowserContextOptions & Showing,
  look: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const { userStyle, direction, ...context } = options
  const opened = await browser.newContext({ reducedMotion: 'reduce', ...context })
  try {
    const page = await opened.newPage()
    const show = await showRenderedPages(page, {
      ...(userStyle === undefined ? {} : { userStyle }),
      ...(direction === undefined ? {} : { direction }),
    })
    for (const { name, model } of pages) {
      await show(model)
      await look(page, name)
    }
  } finally {
    await opened.close()
  }
}

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 360],
] as const) {
  test(`axe finds nothing on any page, in ${colorScheme} surroundings, ${width} pixels wide`, async () => {
    await onEach(short, { colorScheme, viewport: { width, height: 800 } }, async (page, name) => {
      assert.deepEqual(await violations(page), [], name)
      await picture(page, `every-page-${name.replaceAll(/[^a-z0-9]+/g, '-')}-${width}-${colorScheme}`)
    })
  })
}

test('no page scrolls sideways or squeezes a text at 320 pixels, nor at 180, which is a screen of 360 at 200 % zoom', async () => {
  await onEach(short, {}, async (page, name) => {
    for (const width of [320, 180]) {
      await page.setViewportSize({ width, height: 640 })
      assert.deepEqual(await overflowing(page), [], `${name}, ${width}`)
    }
    await page.setViewportSize({ width: 320, height: 640 })
    assert.deepEqual(await squeezed(page), [], name)
  })
})

test('no page scrolls sideways at 320 pixels with long names and addresses', async () => {
  await onEach(long, { viewport: { width: 320, height: 640 } }, async (page, name) => {
    assert.deepEqual(await overflowing(page), [], name)
  })
})

test('no page loses content with the text spacing that people may set', async () => {
  // https://www.w3.org/TR/WCAG22/#text-spacing
  const userStyle =
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'
  await onEach(short, { userStyle, viewport: { width: 360, height: 740 } }, async (page, name) => {
    assert.deepEqual(await overflowing(page), [], name)
  })
})

test('a page of a script from right to left is turned around: nothing overflows, and the logo stands on the right', async () => {
  await onEach(short, { direction: 'rtl', viewport: { width: 360, height: 740 } }, async (page, name) => {
    assert.deepEqual(await overflowing(page), [], name)
    const logo = await page.locator('.logo').boundingBox()
    assert.ok(logo !== null && logo.x > 180, name)
  })
})

test('every control of every page is large enough for a finger', async () => {
  // https://www.w3.org/TR/WCAG22/#target-size-minimum
  await onEach(short, { hasTouch: true, viewport: { width: 360, height: 740 } }, async (page, name) => {
    assert.deepEqual(await smallTargets(page, 24), [], name)
  })
})

test('logo and heading stay in their place from one page to the next', async () => {
  const places = new Map<string, readonly string[]>()
  const widths = [360, 1280]
  await onEach(short, {}, async (page, name) => {
    if ((await page.locator('main.wide').count()) > 0) return
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const [logo, heading] = [await page.locator('.logo').boundingBox(), await page.locator('h1').boundingBox()]
      const place = `${width}: ${logo?.x} ${logo?.y} ${heading?.x} ${heading?.y}`
      places.set(place, [...(places.get(place) ?? []), name])
    }
  })
  assert.equal(places.size, widths.length, JSON.stringify([...places]))
})

test('every control of every page is reached by the Tab key, in the order of the page, and shows the focus', async () => {
  await onEach(short, { viewport: { width: 1280, height: 900 } }, async (page, name) => {
    const order = await page.evaluate(() => {
      const controls = [...document.querySelectorAll<HTMLElement>('a, button, input:not([type=hidden]), select, summary')]
      document.body.tabIndex = -1
      document.body.focus()
      return controls.map((element, index) => (element.dataset['order'] = String(index)))
    })
    const reached: string[] = []
    for (const _each of order) {
      await page.keyboard.press('Tab')
      const { at, outline } = await page.evaluate(() => {
        const { dataset } = document.activeElement as HTMLElement
        return { at: dataset['order'] ?? 'none', outline: getComputedStyle(document.activeElement as HTMLElement).outlineStyle }
      })
      reached.push(at)
      assert.notEqual(outline, 'none', `${name}: the focus of control ${at} is not seen`)
    }
    assert.deepEqual(reached, order, name)
  })
})

test('an error has the focus on pages with several fields or none, so that it is read first', async () => {
  const pages = short.filter(({ name }) => /(?:password_change|first_factor|account_selection) with/.test(name))
  assert.equal(pages.length, 3)
  await onEach(pages, {}, async (page, name) => {
    await page.locator('[role=alert]:focus').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), await page.getByRole('alert').innerText(), name)
  })
})
