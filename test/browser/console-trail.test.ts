// The audit log of the console in a browser: sentences, filters in the address, and the download.
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { violations } from '../support/browser/accessibility.ts'
import { attributeOf, expect, textsOf } from '../support/browser/expect.ts'
import { overflowing } from '../support/browser/measure.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { button, headed, picture, signIn } from '../support/browser/steps.ts'

/** More objects than a page has rows. */
const manyRoles = Array.from({ length: 60 }, (_, number) => ({
  projectId: 'portal',
  roleKey: `role-${number}`,
  displayName: `Role ${number}`,
}))

let stage: Stage

before(
  async () =>
    void (stage = await openStage({
      instanceMembers: [{ userId: alice.id, roles: ['IAM_OWNER'] }],
      org: { orgMembers: [{ userId: bob.id, roles: ['ORG_OWNER'] }], projectRoles: manyRoles },
    })),
)
after(async () => await stage.close())

const consoleUrl = (path = ''): string => `${stage.issuer}/ui/console${path}`

/** Makes an event by the console. */
async function createOrganization(page: Page, name: string): Promise<void> {
  await page.goto(consoleUrl('/new-org'))
  await page.getByLabel('Name').fill(name)
  await button(page, 'Create organization').click()
  await headed(page, name)
}

describe('the audit log in the console', () => {
  test('an owner reads what happened in sentences, filters by links, and downloads what is shown', async () => {
    const { page, leave } = await stage.newVisitor({ javaScriptEnabled: false })
    await page.goto(consoleUrl('/events'))
    await signIn(page, alice)
    await headed(page, 'Audit log')
    await createOrganization(page, 'Blue Bird')
    await page.getByRole('link', { name: 'Audit log' }).last().click()
    await page.waitForURL(consoleUrl('/events'))
    await headed(page, 'Audit log')
    const row = page.getByRole('listitem').filter({ hasText: 'Alice Liddell created the organization Blue Bird' })
    await row.locator('summary').click()
    await picture(page, 'console-events')
    await row.getByRole('link', { name: 'More about this object' }).click()
    await page.waitForURL((url) => url.searchParams.get('subject')?.startsWith('org:') === true)
    await expect(page.locator('.trail > li')).toHaveCount(1)

    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export results' }).click()
    const download = await downloading
    assert.equal(download.suggestedFilename(), 'events.jsonl')
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\n')
    assert.equal(lines.length, 1)
    const event: unknown = JSON.parse(lines[0] ?? '')
    assert.ok(typeof event === 'object' && event !== null && 'type' in event && 'actorId' in event)
    assert.deepEqual([event.type, event.actorId], ['resource_created', alice.id])

    await page.getByRole('link', { name: /^Remove filter/ }).click()
    await page.waitForURL((url) => url.pathname.endsWith('/events') && url.search === '')
    await leave()
  })

  test('the sign-ins of the last days are a chart and a table on the first page, with and without scripts', async () => {
    for (const [colorScheme, javaScriptEnabled] of [
      ['light', true],
      ['dark', false],
    ] as const) {
      const { page, leave } = await stage.newVisitor({ javaScriptEnabled, colorScheme, viewport: { width: 360, height: 740 } })
      await page.goto(consoleUrl())
      await signIn(page, alice)
      await headed(page, 'Overview')
      const chart = page.locator('.chart')
      await expect(chart.locator('svg g')).toHaveCount(30)
      const today = chart.locator('svg g').last()
      await expect(today.locator('title')).toHaveText(/: [1-9]\d* sign-ins, \d+ failed$/)
      assert.ok(Number(await attributeOf(today.locator('.succeeded'), 'height')) > 0)
      await chart.getByText('Show as table').click()
      await expect(chart.locator('tbody tr')).toHaveCount(30)
      await expect(chart.locator('tbody tr').first()).toHaveText(/[1-9]/)
      if (javaScriptEnabled) assert.deepEqual(await violations(page), [])
      await overflowing(page).then((wide) => assert.deepEqual(wide, []))
      await picture(page, `console-sign-ins-${colorScheme}`)
      await leave()
    }
  })

  test('filters are typed into a form, and one that cannot be read is refused at its field', async () => {
    const { page, leave } = await stage.newVisitor()
    await page.goto(consoleUrl('/events'))
    await signIn(page, alice)
    await headed(page, 'Audit log')
    await page.getByText('Filters', { exact: true }).click()
    await page.getByLabel('Event').selectOption('Sign-in')
    await page.getByLabel('User').fill(alice.id)
    await button(page, 'Apply filters').click()
    await page.waitForURL((url) => url.searchParams.get('type') === 'login_succeeded')
    const sentences = await textsOf(page.locator('.trail .what'))
    assert.ok(sentences.length > 0)
    assert.ok(
      sentences.every((text) => text.startsWith('Alice Liddell signed in')),
      sentences.join('\n'),
    )

    const answer = await page.goto(consoleUrl('/events?subject=portal'))
    assert.equal(answer?.status(), 422)
    await page.getByRole('alert').getByText('Enter a type and an ID, for example project:portal.').waitFor()

    await page.goto(consoleUrl('/events?from=1999-01-01&to=1999-12-31'))
    await page.getByText('No results.').waitFor()
    await leave()
  })

  test('pages follow one another, and the filters stay', async () => {
    const { page, leave } = await stage.newVisitor()
    await page.goto(consoleUrl('/events'))
    await signIn(page, alice)
    await headed(page, 'Audit log')
    await expect(page.locator('.trail > li')).toHaveCount(50)
    const newest = await textsOf(page.locator('.trail > li'))
    await page.getByRole('link', { name: 'Older events' }).click()
    await page.waitForURL((url) => url.searchParams.has('before'))
    assert.notDeepEqual(await textsOf(page.locator('.trail > li')), newest)
    await page.getByRole('link', { name: 'Newest events' }).click()
    await page.waitForURL(consoleUrl('/events'))
    await leave()
  })

  test('an owner of an organization sees its events alone', async () => {
    const { page, leave } = await stage.newVisitor({ locale: 'de-DE' })
    await page.goto(consoleUrl('/orgs/acme/events'))
    await page.getByLabel('E-Mail oder Benutzername').fill(bob.loginName)
    await button(page, 'Weiter').click()
    await page.getByLabel('Passwort', { exact: true }).fill(bob.password)
    await button(page, 'Anmelden').click()
    await headed(page, 'Audit-Log')
    await page.getByText('Bob Builder hat sich bei').first().waitFor()
    await picture(page, 'console-org-events-de')
    const answer = await page.goto(consoleUrl('/events'))
    assert.equal(answer?.status(), 404)
    const download = await page.request.get(consoleUrl('/orgs/acme/events/download'))
    const orgs = (await download.text())
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { orgId?: string }).orgId)
    assert.deepEqual([...new Set(orgs)], ['acme'])
    assert.equal(download.headers()['content-disposition'], 'attachment; filename="events.jsonl"')
    await leave()
  })
})

describe('the first page of the console', () => {
  test('shows counts, and what is to do', async () => {
    const { page, leave } = await stage.newVisitor()
    await page.goto(consoleUrl())
    await signIn(page, alice)
    await headed(page, 'Overview')
    await page.getByText('Add a second owner').waitFor()
    await picture(page, 'console-overview')
    await page.goto(consoleUrl('/orgs/acme'))
    await headed(page, 'Acme')
    const number = (name: string): Locator => page.locator('.numbers li').filter({ hasText: name }).first().locator('strong')
    await expect(number('Users')).toHaveText('7')
    await expect(number('Projects')).toHaveText('1')
    await expect(number('Applications')).toHaveText('7')
    await page.getByText('Add a second owner').waitFor()
    await page.getByText('Acme Travel is in development mode').waitFor()
    await expect(page.getByText('Verify a domain')).toHaveCount(0)
    await page.setViewportSize({ width: 360, height: 740 })
    await picture(page, 'console-org-overview-360')
    await page.goto(consoleUrl('/events'))
    await picture(page, 'console-events-360')
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360))

    await createOrganization(page, 'Empty')
    await page.getByText('Verify a domain').waitFor()
    await leave()
  })
})
