// A person at a browser, and what the browser complains about: every page that a test opens has to be one without complaints.
import assert from 'node:assert/strict'
import type { BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core'
import { timeout } from './expect.ts'
import type { TestBrowser } from './shared-browser.ts'

export interface Visitor {
  readonly context: BrowserContext
  /** The first tab. */
  readonly page: Page
  newTab(): Promise<Page>
  /** Violations of the content security policy, errors of the console, requests to other origins. */
  readonly complaints: readonly string[]
  /** @throws AssertionError when there were complaints */
  leave(): Promise<void>
}

/** @param origins whom the pages may ask for anything */
export async function openVisitor(browser: TestBrowser, origins: readonly string[], options: BrowserContextOptions): Promise<Visitor> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(timeout)
  const complaints: string[] = []
  context.on(
    'console',
    (message) => isComplaint(message) && complaints.push(`${message.type()}: ${message.text()} (${message.page()?.url() ?? ''})`),
  )
  context.on('weberror', (error) => complaints.push(`error: ${error.error().message}`))
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol !== 'data:' && !origins.includes(url.origin)) complaints.push(`request to another origin: ${request.url()}`)
  })
  const page = await context.newPage()
  return {
    context,
    page,
    newTab: async () => await context.newPage(),
    complaints,
    async leave() {
      await context.close()
      assert.deepEqual(complaints, [])
    },
  }
}

/** That a page itself was answered with an error is what some tests are about; for anything that a page loads it is a mistake. */
function isComplaint(message: ConsoleMessage): boolean {
  if (message.type() !== 'error' && message.type() !== 'warning') return false
  const isPageItself = message.location().url === message.page()?.url()
  return !(isPageItself && message.text().startsWith('Failed to load resource: the server responded with a status of 4'))
}
