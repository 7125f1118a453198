// One Chromium for the test files that a process runs one after another, because it takes longer to start than most tests. What a test file
// leaves behind in it is closed with the contexts of the file.
import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { findChromium } from './chromium.ts'
import type { Chromium } from './chromium.ts'

/** A browser in the hands of one test file. */
export interface TestBrowser {
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
  /** Closes the contexts that were opened by it. */
  close(): Promise<void>
}

/** Milliseconds for which a browser that no file uses waits for the next one. */
const idleTime = 3000

let running: Promise<Browser> | undefined
let users = 0
let idle: NodeJS.Timeout | undefined

/** @throws Error when there is no browser */
export async function openBrowser(): Promise<TestBrowser> {
  clearTimeout(idle)
  users += 1
  const browser = await connected().catch((error: unknown) => {
    running = undefined
    users -= 1
    throw error
  })
  const contexts = new Set<BrowserContext>()
  return {
    async newContext(options) {
      const context = await browser.newContext(options)
      contexts.add(context)
      return context
    },
    async close() {
      users -= 1
      for (const context of contexts) await context.close()
      if (users === 0) idle = setTimeout(() => void end(), idleTime)
    },
  }
}

async function connected(): Promise<Browser> {
  const browser = await running
  if (browser?.isConnected() === true) return browser
  running = findChromium({ named: process.env['CHROMIUM_PATH'] }).then(launch)
  return await running
}

async function end(): Promise<void> {
  const ended = running
  running = undefined
  await (await ended)?.close()
}

export async function launch({ executablePath, environment }: Chromium): Promise<Browser> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return await chromium.launch({
    executablePath,
    env: { ...Object.fromEntries(inherited), ...environment },
    // People go back in browsers that keep pages; Playwright's do not by default.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [
      // Tests run as root in containers; the pages are our own.
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-dev-shm-usage',
      // No machine of the tests has one, and to emulate one takes processor time.
      '--disable-gpu',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}
