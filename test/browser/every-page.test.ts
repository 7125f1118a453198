// Every kind of page, one by one: the rules of axe, small screens, zoom, wide letters, scripts from right to left, and the keyboard. A page is
// opened once and looked at in every way, because opening it takes longer than most looks.
// https://www.w3.org/TR/WCAG22/
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '../support/browser/accessibility.ts'
import { expect } from '../support/browser/expect.ts'
import { overflowing, smallTargets, squeezed } from '../support/browser/measure.ts'
import { renderedPages, showRenderedPages } from '../support/browser/rendered-pages.ts'
import type { RenderedPage } from '../support/browser/rendered-pages.ts'
import { openBrowser } from '../support/browser/shared-browser.ts'
import type { TestBrowser } from '../support/browser/shared-browser.ts'
import { picture } from '../support/browser/steps.ts'

/** The text spacing that people may set. https://www.w3.org/TR/WCAG22/#text-spacing */
const textSpacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'

const longTier = process.env['SYMBOLON_TEST_LONG'] === '1'
const short = renderedPages('Acme')
const long = renderedPages(`Wahrscheinlich${'-unglaublich-lange'.repeat(3)}@${'w'.repeat(60)}.example`)

/** What one page shows. */
interface Look {
  readonly name: string
  readonly violations: { readonly light: readonly string[]; readonly dark: readonly string[] }
  /** The places of logo and heading by the width of the page; empty for wide pages, which have their own. */
  readonly places: readonly string[]
  readonly controls: readonly string[]
  readonly tabOrder: readonly string[]
  readonly withoutFocusStyle: readonly string[]
  readonly smallTargets: readonly string[]
  /** What is too wide, by the circumstances. */
  readonly tooWide: Readonly<Record<'spaced' | 'rightToLeft' | 'at320' | 'at180', readonly string[]>>
  readonly squeezed: readonly string[]
  /** Of the logo, from right to left. */
  readonly logoLeft: number
}

let browser: TestBrowser
let looks: readonly Look[] = []

before(async () => {
  browser = await openBrowser()
  looks = await onEach(short, look)
})
after(async () => await browser.close())

async function onEach<T>(
  pages: readonly RenderedPage[],
  work: (page: Page, name: string, index: number) => Promise<T>,
): Promise<readonly T[]> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  try {
    const page = await context.newPage()
    const show = await showRenderedPages(page)
    const results: T[] = []
    for (const [index, { name, model }] of pages.entries()) {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.emulateMedia({ colorScheme: 'light' })
      await show(model)
      results.push(await work(page, name, index))
    }
    return results
  } finally {
    await context.close()
  }
}

async function look(page: Page, name: string, index: number): Promise<Look> {
  // The rules take longer than all other looks. In the normal tier every second page is light, the others are dark.
  const isTried = (remainder: number): boolean => longTier || index % 2 === remainder
  const isWide = await page.locator('main').evaluate((main) => main.classList.contains('wide'))
  const light = isTried(0) ? await axe(page, name, 'light') : []
  const wide = isWide ? [] : [await placesOf(page)]
  const keyboard = await pressTab(page)

  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = isTried(1) ? await axe(page, name, 'dark') : []
  const narrow = isWide ? [] : [await placesOf(page)]
  const targets = await smallTargets(page, 24)
  const style = await page.addStyleTag({ content: textSpacing })
  const spaced = await overflowing(page)
  await style.evaluate((element) => (element as Element).remove())
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  const rightToLeft = await overflowing(page)
  const logo = await page.locator('.logo').boundingBox()
  await page.evaluate(() => (document.documentElement.dir = 'ltr'))

  await page.setViewportSize({ width: 320, height: 640 })
  const [at320, inColumns] = [await overflowing(page), await squeezed(page)]
  await page.setViewportSize({ width: 180, height: 640 })
  const at180 = await overflowing(page)
  return {
    name,
    violations: { light, dark },
    places: [...wide, ...narrow],
    ...keyboard,
    smallTargets: targets,
    tooWide: { spaced, rightToLeft, at320, at180 },
    squeezed: inColumns,
    logoLeft: logo?.x ?? -1,
  }
}

async function axe(page: Page, name: string, colorScheme: 'light' | 'dark'): Promise<readonly string[]> {
  const found = await violations(page)
  await picture(page, `every-page-${name.replaceAll(/[^a-z0-9]+/g, '-')}-${page.viewportSize()?.width}-${colorScheme}`)
  return found
}

async function placesOf(page: Page): Promise<string> {
  const [logo, heading] = [await page.locator('.logo').boundingBox(), await page.locator('h1').boundingBox()]
  return `${page.viewportSize()?.width}: ${logo?.x} ${logo?.y} ${heading?.x} ${heading?.y}`
}

async function pressTab(page: Page): Promise<Pick<Look, 'controls' | 'tabOrder' | 'withoutFocusStyle'>> {
  const controls = await page.evaluate(() => {
    const elements = [...document.querySelectorAll<HTMLElement>('a, button, input:not([type=hidden]), select, summary')]
    document.body.tabIndex = -1
    document.body.focus()
    return elements.map((element, index) => (element.dataset['order'] = String(index)))
  })
  const tabOrder: string[] = []
  const withoutFocusStyle: string[] = []
  for (const _each of controls) {
    await page.keyboard.press('Tab')
    const { at, outline } = await page.evaluate(() => {
      const { dataset } = document.activeElement as HTMLElement
      return { at: dataset['order'] ?? 'none', outline: getComputedStyle(document.activeElement as HTMLElement).outlineStyle }
    })
    tabOrder.push(at)
    if (outline === 'none') withoutFocusStyle.push(at)
  }
  await page.evaluate(() => scrollTo(0, 0))
  return { controls, tabOrder, withoutFocusStyle }
}

/** @param found says what is wrong with a page; nothing if it is right */
function assertOfEach(found: (page: Look) => readonly string[]): void {
  assert.equal(looks.length, short.length)
  assert.deepEqual(
    looks.flatMap((page) => found(page).map((finding) => `${page.name}: ${finding}`)),
    [],
  )
}

test('axe finds nothing in light surroundings, 1280 pixels wide', () => assertOfEach((page) => page.violations.light))

test('axe finds nothing in dark surroundings, 360 pixels wide', () => assertOfEach((page) => page.violations.dark))

test('no page scrolls sideways or squeezes a text at 320 pixels, nor at 180, which is a screen of 360 at 200 % zoom', () => {
  assertOfEach(({ tooWide, squeezed: inColumns }) => [...tooWide.at320, ...tooWide.at180, ...inColumns])
})

test('no page scrolls sideways at 320 pixels with long names and addresses', async () => {
  await onEach(long, async (page, name) => {
    await page.setViewportSize({ width: 320, height: 640 })
    assert.deepEqual(await overflowing(page), [], name)
  })
})

test('no page loses content with the text spacing that people may set', () => assertOfEach((page) => page.tooWide.spaced))

test('a page of a script from right to left is turned around: nothing overflows, and the logo stands on the right', () => {
  assertOfEach(({ tooWide, logoLeft }) => (logoLeft > 180 ? tooWide.rightToLeft : [...tooWide.rightToLeft, `the logo is at ${logoLeft}`]))
})

test('every control of every page is large enough for a finger', () => {
  // https://www.w3.org/TR/WCAG22/#target-size-minimum
  assertOfEach((page) => page.smallTargets)
})

test('logo and heading stay in their place from one page to the next', () => {
  const places = new Set(looks.flatMap((page) => page.places))
  assert.equal(places.size, 2, JSON.stringify([...places]))
})

test('every control of every page is reached by the Tab key, in the order of the page, and shows the focus', () => {
  for (const { name, controls, tabOrder } of looks) assert.deepEqual(tabOrder, controls, name)
  assertOfEach((page) => page.withoutFocusStyle.map((control) => `the focus of control ${control} is not seen`))
})

test('an error has the focus on pages with several fields or none, so that it is read first', async () => {
  const pages = short.filter(({ name }) => /(?:password_change|first_factor|account_selection) with/.test(name))
  assert.equal(pages.length, 3)
  await onEach(pages, async (page, name) => {
    await expect(page.getByRole('alert'), name).toBeFocused()
  })
})
