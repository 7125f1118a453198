// Import and export in the console, in a browser: the plan before anything changes, the report, and who may do either.
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '../support/browser/accessibility.ts'
import { addressWith, expect, oneOf } from '../support/browser/expect.ts'
import { overflowing } from '../support/browser/measure.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { button, headed, heading, leaving, picture, scriptModes, signIn } from '../support/browser/steps.ts'

let stage: Stage

/** Has no language, so that the pages are in that of the browser. */
const owner = { id: 'owner', loginName: 'owner@acme.example', password: 'the owner of everything there is' }

before(
  async () =>
    void (stage = await openStage({
      instanceMembers: [alice, owner].map(({ id }) => ({ userId: id, roles: ['IAM_OWNER'] })),
      org: {
        humanUsers: [
          { userId: owner.id, user: { userName: owner.id, password: owner.password, profile: { firstName: 'Olga', lastName: 'Owner' } } },
        ],
        orgMembers: [{ userId: bob.id, roles: ['ORG_OWNER'] }],
      },
    })),
)
after(async () => await stage.close())

const consoleUrl = (path = ''): string => `${stage.issuer}/ui/console${path}`

const documentOf = (orgId: string): unknown => ({
  orgs: [
    {
      orgId,
      org: { name: `Company ${orgId}` },
      projects: [{ projectId: `${orgId}-shop`, project: { name: 'Shop' } }],
      oidcApps: [{ appId: `${orgId}-app`, app: { projectId: 'absent', name: 'Lost' } }],
      nonsense: 1,
    },
  ],
})

async function choose(page: Page, document: unknown): Promise<void> {
  const buffer = Buffer.from(JSON.stringify(document))
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: 'company.json', mimeType: 'application/json', buffer })
  await button(page, 'Show plan').click()
}

/** Without scripts the page is read again by its link. */
async function ended(page: Page, text: string): Promise<void> {
  const again = page.getByRole('link', { name: 'Refresh' })
  const done = page.getByText(text)
  while ((await oneOf({ done, again })) === 'again') await leaving(page, async () => await again.click())
}

describe('an import in the console', () => {
  for (const javaScriptEnabled of scriptModes(false)) {
    test(`shows a plan, changes nothing before it is carried out, and reports, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const { page, leave } = await stage.newVisitor({ javaScriptEnabled, viewport: { width: 360, height: 740 } })
      const orgId = javaScriptEnabled ? 'scripted' : 'plain'
      await page.goto(consoleUrl('/import'))
      await signIn(page, alice)
      await headed(page, 'Import')
      await button(page, 'Show plan').click()
      await page.getByRole('alert').getByText('Choose a file').waitFor()
      await picture(page, 'console-import')
      if (javaScriptEnabled) assert.deepEqual(await violations(page), [])

      await choose(page, documentOf(orgId))
      await headed(page, 'Plan: company.json')
      if (javaScriptEnabled) await page.getByText('Ready. Nothing was changed.').waitFor()
      else await ended(page, 'Ready. Nothing was changed.')
      await page.getByRole('row', { name: /To be created/ }).waitFor()
      await page.getByRole('row', { name: /oidc_app/ }).waitFor()
      await page.getByRole('cell', { name: /no such member/ }).waitFor()
      await picture(page, 'console-import-plan')
      assert.deepEqual(await overflowing(page), [])
      if (javaScriptEnabled) assert.deepEqual(await violations(page), [])
      const plan = (await addressWith(heading(page, /^Plan: /))).href
      assert.equal((await page.request.get(consoleUrl(`/orgs/${orgId}`))).status(), 404)

      await button(page, 'Import now').click()
      await headed(page, 'Import: company.json')
      if (javaScriptEnabled) await page.getByText('Completed').waitFor()
      else await ended(page, 'Completed')
      await page.getByRole('row', { name: /^Created/ }).waitFor()
      await page.goto(consoleUrl(`/orgs/${orgId}`))
      await headed(page, `Company ${orgId}`)

      // The document is forgotten with the import.
      await page.goto(plan)
      await page.getByRole('link', { name: 'View the import report' }).waitFor()
      await expect(button(page, 'Import now')).toHaveCount(0)
      await leave()
    })
  }

  test('a plan is discarded, and a file that is not a document is refused with its reason', async () => {
    const { page, leave } = await stage.newVisitor({ locale: 'de-DE' })
    await page.goto(consoleUrl('/import'))
    await page.getByLabel('E-Mail oder Benutzername').fill(owner.loginName)
    await button(page, 'Weiter').click()
    await page.getByLabel('Passwort', { exact: true }).fill(owner.password)
    await button(page, 'Anmelden').click()
    await headed(page, 'Import')
    const file = page.getByLabel('Datei', { exact: true })
    await file.setInputFiles({ name: 'picture.json', mimeType: 'application/json', buffer: Buffer.from([0x89, 0x50, 0xff]) })
    await button(page, 'Plan anzeigen').click()
    await page.getByRole('alert').getByText('Die Datei ist kein gültiger UTF-8-Text.').waitFor()
    await file.setInputFiles({ name: 'later.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(documentOf('later'))) })
    await button(page, 'Plan anzeigen').click()
    await page.getByText('Bereit. Es wurde nichts geändert.').waitFor()
    // Errors are in German, also where the report has them in English.
    await page.getByRole('cell', { name: /Dieses Feld ist im Format nicht bekannt/ }).waitFor()
    const plan = (await addressWith(button(page, 'Plan verwerfen'))).href
    await button(page, 'Plan verwerfen').click()
    await headed(page, 'Import')
    await page.goto(plan)
    await expect(button(page, 'Jetzt importieren')).toHaveCount(0)
    await leave()
  })

  test('AD-33 is seen by the one who began it and by owners of the instance, and exports are for owners', async () => {
    const { page, leave } = await stage.newVisitor()
    await page.goto(consoleUrl('/import'))
    await signIn(page, alice)
    await headed(page, 'Import')
    await choose(page, documentOf('secret'))
    const path = (await addressWith(heading(page, 'Plan: company.json'))).pathname
    const other = await stage.newVisitor()
    await other.page.goto(consoleUrl('/import'))
    await signIn(other.page, bob)
    await headed(other.page, 'Import')
    for (const each of [path, `${path}/report`, '/ui/console/export']) {
      const answer = await other.page.goto(`${stage.issuer}${each}`)
      assert.equal(answer?.status(), 404, each)
    }
    await other.leave()
    await leave()
  })
})

describe('an export in the console', () => {
  for (const javaScriptEnabled of scriptModes(false)) {
    test(`is a download of the chosen organizations, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const { page, leave } = await stage.newVisitor({ javaScriptEnabled, viewport: { width: 360, height: 740 } })
      await page.goto(consoleUrl('/export'))
      await signIn(page, alice)
      await headed(page, 'Export')
      await picture(page, 'console-export')
      assert.deepEqual(await overflowing(page), [])
      if (javaScriptEnabled) assert.deepEqual(await violations(page), [])
      await page.getByLabel('Selected organizations').first().check()
      await button(page, 'Download export').click()
      await page.getByRole('alert').getByText('Select at least one organization.').waitFor()
      await page.getByLabel('Acme').check()
      await page.getByLabel('Password hashes').check()
      const waiting = page.waitForEvent('download')
      await button(page, 'Download export').click()
      const download = await waiting
      assert.equal(download.suggestedFilename(), 'export.json')
      const text = await readFile(await download.path(), 'utf8')
      const { orgs } = JSON.parse(text) as { readonly orgs: readonly { readonly orgId: string }[] }
      assert.deepEqual(
        orgs.map(({ orgId }) => orgId),
        ['acme'],
      )
      assert.match(text, /hashedPassword/)
      await leave()
    })
  }
})
