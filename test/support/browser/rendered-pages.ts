// Every kind of page in a browser, without a server: each is rendered from the table of the user interface's own tests, so that a new kind
// of page is looked at as well.
import type { AccountPage } from '@symbolon/account'
import type { Page as LoginPage } from '@symbolon/login'
import { assetsPath, themesPath } from '@symbolon/login'
import { accountTemplates, templates } from '@symbolon/ui-templates'
import type { Page } from 'playwright-core'
import { accountStates } from '../../../packages/ui-templates/test/account-pages.ts'
import { nameOf, pageTable } from '../../../packages/ui-templates/test/pages.ts'

/** The model of a page of the login or of the account. */
export type Model = { readonly of: 'login'; readonly page: LoginPage } | { readonly of: 'account'; readonly page: AccountPage }

/** A page of the table, and how it is called in failure messages. */
export interface RenderedPage {
  readonly name: string
  readonly model: Model
}

/**
 * Every state of every kind of page, and each with a form with an error as well, and every page of the account. Of the error pages, and of
 * what forms of the account did, which differ in their texts, only some.
 *
 * @param value stands for every name, address and id
 */
export function renderedPages(value: string): readonly RenderedPage[] {
  const { error: errors, ...others } = pageTable(value)
  const pages: readonly LoginPage[] = [...Object.values<readonly LoginPage[]>(others).flat(), ...errors.slice(0, 1), ...errors.slice(-4)]
  const withErrors = Object.values<readonly LoginPage[]>(others).flatMap(([model]) =>
    model !== undefined && 'csrf' in model ? [{ ...model, error: 'invalid_credentials' as const }] : [],
  )
  const ofAccount = accountStates(value).filter((page) => page.kind !== 'overview' || page.sections.length > 0)
  const [overview] = ofAccount
  const results: readonly AccountPage[] =
    overview?.kind === 'overview'
      ? [
          { ...overview, notice: 'profile_changed' },
          { ...overview, error: 'factor_required' },
        ]
      : []
  return [
    ...[...pages, ...withErrors].map((page, index) => ({ name: `${index} ${nameOf(page)}`, model: { of: 'login', page } as const })),
    ...[...ofAccount, ...results].map((page, index) => ({
      name: `account ${index} ${page.kind}`,
      model: { of: 'account', page } as const,
    })),
  ]
}

const ui = templates({ vendorName: 'Acme ID' })
const accountUi = accountTemplates({ vendorName: 'Acme ID' })
const branding = {
  themeMode: 'auto',
  light: {},
  dark: {},
  hideLoginNameSuffix: false,
  disableWatermark: false,
  images: {},
  links: {
    terms: 'https://acme.example/terms',
    privacy: 'https://acme.example/privacy',
    help: 'https://acme.example/help',
    support: 'help@acme.example',
  },
  texts: {},
  homeUri: 'https://acme.example/',
} as const

/** Prepares a tab for rendered pages. @returns opens a page in the tab */
export async function showRenderedPages(page: Page): Promise<(model: Model) => Promise<void>> {
  let html = ''
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/shown') return await route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
    const name = pathname.slice(assetsPath.length + 1)
    const asset = pathname.startsWith(`${themesPath}/`) ? ui.theme?.(name) : ui.assets[name]
    // Pages that go on by themselves stay where they are.
    if (asset === undefined || name === 'form-post.js') return await route.fulfill({ status: 204 })
    await route.fulfill({ contentType: asset.contentType, body: asset.body })
  })
  return async (model) => {
    html = model.of === 'login' ? ui.render(model.page, 'en', branding) : accountUi.render(model.page, 'en', branding)
    await page.goto('https://id.acme.example/shown')
  }
}
