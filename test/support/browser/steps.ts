// What a person does at the pages, found as people find it: by labels and by the words on buttons.
import type { Credentials } from '@symbolon/test-kit'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { addressAt } from './expect.ts'

export const loginNameField = (page: Page): Locator => page.getByLabel('Email or user name')
export const passwordField = (page: Page): Locator => page.getByLabel('Password', { exact: true })
export const codeField = (page: Page): Locator => page.getByLabel('Six-digit code')
export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })

/** Gives the login name, and waits for the page that asks for the password. */
export async function giveLoginName(page: Page, loginName: string): Promise<void> {
  await loginNameField(page).fill(loginName)
  await button(page, 'Next').click()
  await passwordField(page).waitFor()
}

export async function givePassword(page: Page, password: string): Promise<void> {
  await passwordField(page).fill(password)
  await button(page, 'Sign in').click()
}

export async function signIn(page: Page, { loginName, password }: Credentials): Promise<void> {
  await giveLoginName(page, loginName)
  await givePassword(page, password)
}

export async function giveCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code)
  await button(page, 'Continue').click()
}

/** Waits until the browser is back at the application. @returns what it brought along in its address */
export async function answerAt(page: Page): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries((await addressAt(page, ({ pathname }) => pathname === '/cb')).searchParams)
}

/** The first heading of a page: the whole text, unless it is an expression. */
export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name, exact: true })

/** Waits for the page with this first heading. */
export async function headed(page: Page, name: string | RegExp): Promise<void> {
  await heading(page, name).waitFor()
}

/** Does what opens another page, and waits until the browser has left the present page, which may look the same. */
export async function leaving(page: Page, action: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForNavigation(), action()])
}

/**
 * With scripts and without them, or in the normal tier one of them: for forms at which scripts change little.
 * @param normally whether the normal tier has scripts
 */
export function scriptModes(normally: boolean): readonly boolean[] {
  return process.env['SYMBOLON_TEST_LONG'] === '1' ? [true, false] : [normally]
}

const screenshots = fileURLToPath(new URL('../../../.screenshots', import.meta.url))

/** With SCREENSHOTS=1: keeps a picture of the whole page, for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env['SCREENSHOTS'] !== '1') return
  await mkdir(screenshots, { recursive: true })
  await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true })
}
