// The search of the documentation in a browser: from the files of the site alone, under its policy.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { searchContent, searchScript, sectionsOf } from '../../docs/site/search.ts'
import { countOf, expect, textsOf } from '../support/browser/expect.ts'
import { openBrowser } from '../support/browser/shared-browser.ts'
import type { TestBrowser } from '../support/browser/shared-browser.ts'
import { readDocumentation } from '../support/documentation.ts'

const pages = new Map(
  ['docs/guides/own-users.md', 'docs/guides/own-steps.md', 'docs/reference/errors.md'].map((path) => [
    path.replace('.md', '.html'),
    readDocumentation(path),
  ]),
)
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'"
const document = `<!doctype html><html lang="en"><head><title>Search</title><meta http-equiv="Content-Security-Policy" content="${policy}"></head>
<body><main>${searchContent(pages, (heading) => heading.toLowerCase().replaceAll(' ', '-'))}</main></body></html>`

let browser: TestBrowser
before(async () => void (browser = await openBrowser()))
after(async () => await browser.close())

async function openSearch(query: string, javaScriptEnabled: boolean) {
  const page = await (await browser.newContext({ javaScriptEnabled })).newPage()
  const asked: string[] = []
  await page.route('**', async (route) => {
    const { pathname } = new URL(route.request().url())
    asked.push(pathname)
    if (pathname === '/search.js') await route.fulfill({ contentType: 'text/javascript', body: searchScript })
    else await route.fulfill({ contentType: 'text/html', body: document })
  })
  await page.goto(`http://docs.test/search.html${query}`)
  return { page, asked }
}

test('the sections with all words are shown, and nothing but the page and its script is loaded', async () => {
  const { page, asked } = await openSearch('?q=Terms+OF+service', true)
  const visible = page.locator('li:visible')
  await expect(visible).not.toHaveCount(0)
  for (const text of await textsOf(visible)) assert.match(`add a step to sign-in ${text}`, /terms/i)
  await expect(page.locator('details:visible')).toHaveCount(1)
  await expect(page.locator('#found')).toHaveText(/^\d+ sections?$/)

  await page.locator('#q').fill('no-such-word')
  await expect(page.locator('details:visible')).toHaveCount(0)
  await expect(page.locator('#found')).toHaveText('0 sections')
  await page.locator('#q').fill('')
  await expect(page.locator('details:visible')).toHaveCount(pages.size)
  assert.deepEqual(new Set(asked.filter((path) => path !== '/favicon.ico')), new Set(['/search.html', '/search.js']))
})

test('without scripts the page lists every section, with its link', async () => {
  const { page } = await openSearch('', false)
  const links = await countOf(page.locator('details a'))
  assert.equal(links, [...pages.values()].flatMap(sectionsOf).length)
  assert.ok(links > 15)
})
