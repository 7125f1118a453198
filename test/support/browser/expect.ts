// Assertions about a page, and values that a test reads from it. All of them wait, because a page that a click opens is there later than the
// click. test/architecture/page-reads.test.ts refuses the methods of Playwright that read without a wait.
import { expect as playwright } from '@playwright/test'
import type { Locator, Page } from 'playwright-core'

/** Milliseconds: ends a wait for what never happens, and is far more than anything takes on a machine that does other work. */
export const timeout = 60_000

/** Waits until the assertion holds. Absence holds on the page before, too: first wait for something that the new page has. */
export const expect = playwright.configure({ timeout })

/** Waits until the element has a text. @returns the text */
export async function textOf(element: Locator): Promise<string> {
  await expect(element).not.toHaveText('')
  return (await element.textContent()) ?? ''
}

/** Waits until there is at least one of the elements. @returns the text of each */
export async function textsOf(elements: Locator): Promise<readonly string[]> {
  await expect(elements).not.toHaveCount(0)
  return await elements.allTextContents()
}

/** Waits until there is at least one of the elements. @returns how many there are */
export async function countOf(elements: Locator): Promise<number> {
  await expect(elements).not.toHaveCount(0)
  return await elements.count()
}

/** Waits until the field has a value. @returns the value */
export async function valueOf(field: Locator): Promise<string> {
  await expect(field).not.toHaveValue('')
  return await field.inputValue()
}

/** Waits until the element has the attribute. @returns its value */
export async function attributeOf(element: Locator, name: string): Promise<string> {
  await expect(element).toHaveAttribute(name)
  return (await element.getAttribute(name)) ?? ''
}

/** Waits until the page has a title. @returns the title */
export async function titleOf(page: Page): Promise<string> {
  await expect(page).toHaveTitle(/./)
  return await page.title()
}

/** Waits until the page shows the element. @returns the address of the page */
export async function addressWith(element: Locator): Promise<URL> {
  await element.waitFor()
  return new URL(element.page().url())
}

/** Waits until the browser has loaded a page with such an address. @returns the address */
export async function addressAt(page: Page, matches: (address: URL) => boolean): Promise<URL> {
  await page.waitForURL(matches)
  return new URL(page.url())
}

/** Waits until the page shows the element. @returns the whole document, with what it does not show */
export async function documentWith(element: Locator): Promise<string> {
  await element.waitFor()
  return await element.page().content()
}

/** Waits until the page shows one of the elements. @returns the name of the first that it shows */
export async function oneOf<Name extends string>(elements: Readonly<Record<Name, Locator>>): Promise<Name> {
  const names = Object.keys(elements) as Name[]
  const any = names.map((name) => elements[name]).reduce((all, element) => all.or(element))
  for (;;) {
    await any.first().waitFor()
    for (const name of names) if (await elements[name].first().isVisible()) return name
  }
}
