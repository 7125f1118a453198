// Every page of the console, found by following its links from the first one: its weight, the time of the processor that it takes, and in a
// browser the rules of axe and small screens. The provider runs in this process; the browser gets its answers from it.
import { auditTrail } from '@symbolon/core-protocol'
import { managementConsole } from '@symbolon/console'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { tokenExchange } from '@symbolon/grants-token-exchange'
import { acmeDocument, bob, signIn } from '@symbolon/test-kit'
import type { UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { violations } from '../support/browser/accessibility.ts'
import { valueOf } from '../support/browser/expect.ts'
import { overflowing } from '../support/browser/measure.ts'
import { openBrowser } from '../support/browser/shared-browser.ts'
import { picture } from '../support/browser/steps.ts'
import { twoOrgs } from '../support/full-org.ts'
import { testHashing } from '../support/hashing.ts'
import { leastOf, processorTime } from '../support/processor-time.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

/** Bytes of a page with its style sheet, its script and its images; milliseconds of the processor. */
const [mostBytes, mostTime] = [60_000, 100]

interface Visited {
  readonly path: string
  readonly html: string
}

const parts = managementConsole({ hashing: testHashing, storages: {}, sendLink: () => Promise.reject(new Error('not sent')) })
const patterns = parts.endpoints.filter(({ methods }) => methods.includes('GET')).map(({ path }) => path)

let provider: TestProvider
let userAgent: UserAgent
let pages: ReadonlyMap<string, Visited>
const assets = new Map<string, Response>()

/** @returns the declared path of a page; a literal segment is more than a parameter */
function patternOf(path: string): string | undefined {
  const segments = path.split('/')
  const matching = patterns.filter((pattern) => {
    const own = pattern.split('/')
    return own.length === segments.length && own.every((part, index) => part.startsWith(':') || part === segments[index])
  })
  return matching.toSorted((one, other) => one.split(':').length - other.split(':').length)[0]
}

/** Responses that are not pages, and pages that only a form leads to. */
const apart = /\/(?:callback|sign-out|assets\/|undo$|download$|preview$|import\/|imports\/)/

/** Where the walk begins: an organization that has something of everything, objects of other kinds, and pages that forms lead to. */
const beginnings = [
  '/orgs/north',
  '/orgs/north/apps/web',
  '/orgs/north/users/ann',
  '/orgs/north/users/ann/invitation',
  '/orgs/north/users/ann/reset',
  '/orgs/north/users/robot-of-north/keys',
  '/orgs/north/apps/api/keys',
  '/orgs/north/users/ben/new-grant?project=shop',
  '/orgs/north/selected-users?act=remove&user=ann&user=ben',
  '/search?q=north',
]

/** Follows every link, one page of each kind. */
async function walk(): Promise<ReadonlyMap<string, Visited>> {
  const found = new Map<string, Visited>()
  const queue = ['', ...beginnings].map((path) => `/ui/console${path}`)
  for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
    const { pathname } = new URL(address, provider.issuer)
    const pattern = patternOf(pathname)
    assert.ok(pattern !== undefined, `a link leads to ${address}, where nothing is`)
    if (found.has(pattern) || apart.test(pathname)) continue
    const { status, text } = await userAgent.get(`${provider.issuer}${address}`)
    assert.equal(status, 200, address)
    found.set(pattern, { path: address, html: text })
    const links = text.matchAll(/<a[^>]* href="(\/ui\/console[^"#]*)"/g)
    queue.push(...[...links].map(([, link = '']) => link.replaceAll('&amp;', '&')))
  }
  return found
}

/** One page of each kind: those of the instance, of an organization and of a project are made by the same functions, and so are all policies. */
function ofEveryKind(): readonly string[] {
  const kinds = new Map<string, string>()
  for (const [pattern, { path }] of pages) {
    const kind = pattern
      .replace(/\/(?:instance|orgs\/:orgId(?:\/projects\/:projectId(?=\/members))?)(?=\/)/, '')
      .replace(/(policies)\/\w+/, '$1/x')
    if (!kinds.has(kind)) kinds.set(kind, path)
  }
  return [...kinds.values()]
}

before(async () => {
  provider = await startTestProvider({
    document: {
      instance: {
        oidcIdps: [
          {
            idpId: 'of-all',
            idp: { name: 'Of all', clientId: 'c', clientSecret: 'a secret of the upstream', issuer: 'https://all.example' },
          },
        ],
        loginTexts: [{ language: 'de', loginText: { title: 'Willkommen' } }],
      },
      orgs: [...(acmeDocument().orgs ?? []), ...twoOrgs],
      instanceMembers: [{ userId: bob.id, roles: ['IAM_OWNER'] }],
    },
    grants: [authorizationCode(), tokenExchange()],
    endpoints: [...parts.endpoints],
    clients: parts.clients,
    audit: auditTrail,
  })
  userAgent = provider.newUserAgent()
  await signIn(userAgent, await userAgent.get(`${provider.issuer}/ui/console`), bob)
  pages = await walk()
})
after(async () => await provider.close())

test('links lead from the first page to every other one', () => {
  const unreached = patterns.filter((pattern) => !pages.has(pattern) && !apart.test(pattern))
  assert.deepEqual(unreached, [])
})

test('no page weighs more than 60 kB with everything that its first view loads', async () => {
  const weights = new Map<string, number>()
  const weightOf = async (address: string): Promise<number> => {
    const known = weights.get(address)
    if (known !== undefined) return known
    const { status, text } = await userAgent.get(`${provider.issuer}${address}`)
    assert.equal(status, 200, address)
    weights.set(address, Buffer.byteLength(text))
    return Buffer.byteLength(text)
  }
  for (const { path, html } of pages.values()) {
    const loaded = [...html.matchAll(/<(?:link rel="(?:stylesheet|icon)"|script|img|iframe)[^>]* (?:href|src)="(\/[^"]*)"/g)]
    let bytes = Buffer.byteLength(html)
    for (const address of new Set(loaded.map(([, each = '']) => each.replaceAll('&amp;', '&')))) bytes += await weightOf(address)
    assert.ok(bytes < mostBytes, `${path}: ${bytes} bytes`)
  }
})

test('no page takes more than 100 ms of the processor', async () => {
  for (const { path } of pages.values()) {
    const visit = async (): Promise<number> => await processorTime(async () => await userAgent.get(`${provider.issuer}${path}`))
    const time = await leastOf(visit, mostTime, 3)
    assert.ok(time < mostTime, `${path}: ${Math.round(time)} ms`)
  }
})

/** Fills in the forms of the page. @returns the fields of each as they would be sent, but for the token; without secrets */
function fillForms(): readonly (readonly (readonly [string, string])[])[] {
  const forms = [...document.querySelectorAll<HTMLFormElement>('main form[method=post]')]
  return forms.map((form, index) => {
    for (const control of form.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>('input, select, textarea')) {
      if (control instanceof HTMLSelectElement) control.selectedIndex = control.options.length - 1
      else if (control instanceof HTMLTextAreaElement) control.value = `"<b>&amp;${index}'\nsecond`
      else if (control.type === 'checkbox') control.checked = !control.checked
      else if (control.type === 'radio') control.checked = true
      else if (control.type === 'date') control.value = '2031-05-06'
      else if (control.type === 'number') control.value = '7'
      else if (!['hidden', 'file', 'password'].includes(control.type)) control.value = `"<b>&amp;${index}'`
    }
    const isOpen = ([name, value]: [string, unknown]): boolean => typeof value === 'string' && name !== 'csrf' && name !== 'publicKey'
    return ([...new FormData(form)] as [string, string][]).filter(isOpen)
  })
}

test('every form comes back as it was typed when its token is one of an earlier session', async () => {
  const browser = await openBrowser()
  let forms = 0
  try {
    const page = await (await browser.newContext({ javaScriptEnabled: true })).newPage()
    await page.route('**/*', async (route) => await route.abort())
    for (const path of ofEveryKind()) {
      const { html } = pages.get(patternOf(new URL(path, provider.issuer).pathname) ?? '') ?? {}
      if (html === undefined || !/<form[^>]* method="post"/.test(html.slice(html.indexOf('<main')))) continue
      await page.setContent(html)
      const typed = await page.evaluate(fillForms)
      const token = await valueOf(page.locator('main input[name=csrf]').first())
      const targets = await page.locator('main form[method=post]').evaluateAll((all) =>
        all.map((form) => ({
          action: form.getAttribute('action'),
          isTyped: form.querySelector(':is(input, select, textarea):not([type=hidden], [type=file])') !== null,
        })),
      )
      for (const [index, fields] of typed.entries()) {
        const action = new URL(targets[index]?.action ?? path, `${provider.issuer}${path}`)
        if (targets[index]?.isTyped !== true || action.pathname !== new URL(path, provider.issuer).pathname) continue
        forms += 1
        const body = new URLSearchParams([...fields.map(([name, value]) => [name, value]), ['csrf', token.replace(/^[^.]*/, 'late')]])
        const headers = {
          origin: provider.issuer,
          'content-type': 'application/x-www-form-urlencoded',
          cookie: userAgent.cookies.header(action, { crossSite: false, method: 'POST' }) ?? '',
        }
        const answer = await provider.fetch(new Request(action, { method: 'POST', headers, body: body.toString() }))
        assert.equal(answer.status, 422, path)
        const other = await page.context().newPage()
        await other.setContent(await answer.text())
        const back = await other.evaluate(() =>
          [...document.querySelectorAll<HTMLFormElement>('main form[method=post]')].map((form) =>
            [...new FormData(form)].filter(([name, value]) => typeof value === 'string' && name !== 'csrf' && name !== 'publicKey'),
          ),
        )
        assert.deepEqual(back[index], fields, `${path}, form ${index}`)
        await other.close()
      }
    }
  } finally {
    await browser.close()
  }
  assert.ok(forms > 20, `${forms} forms`)
})

test('axe finds nothing on any page, light and in English, or dark and in German, and none scrolls sideways 360 pixels wide', async () => {
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    let shown = { address: '', html: '' }
    await context.route('**/*', async (route) => {
      const address = route.request().url()
      if (address === shown.address) return await route.fulfill({ contentType: 'text/html; charset=utf-8', body: shown.html })
      const known = assets.get(address) ?? (await provider.fetch(new Request(address)))
      assets.set(address, known)
      const contentType = known.headers.get('content-type') ?? 'text/plain'
      return await route.fulfill({ status: known.status, contentType, body: Buffer.from(await known.clone().arrayBuffer()) })
    })
    // Colours and texts come from tables, so that each page is looked at in one of two ways.
    for (const [index, path] of ofEveryKind().entries()) {
      const [colorScheme, language] = index % 2 === 0 ? (['light', 'en'] as const) : (['dark', 'de'] as const)
      const address = `${provider.issuer}${path}`
      shown = { address, html: (await userAgent.get(address, { headers: { 'accept-language': language } })).text }
      await page.emulateMedia({ colorScheme })
      await page.goto(address)
      await picture(page, `console-page${path.replaceAll(/[^\w]+/g, '-').slice(0, 80)}-${colorScheme}`)
      assert.deepEqual(await overflowing(page), [], path)
      assert.deepEqual(await violations(page), [], path)
    }
  } finally {
    await browser.close()
  }
})
