// The reference of the management API: pages without scripts, for people who are not signed in.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { violations } from '../support/browser/accessibility.ts'
import { overflowing } from '../support/browser/measure.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { headed, picture } from '../support/browser/steps.ts'

let stage: Stage
before(async () => void (stage = await openStage()))
after(async () => await stage.close())

const groups = ['oidc-apps', 'human-users', 'login-texts', 'policies-of-organizations', 'audit-trail']

for (const [colorScheme, width] of [
  ['light', 1280],
  ['dark', 360],
] as const) {
  test(`axe finds nothing, and nothing scrolls sideways, in ${colorScheme} surroundings, ${width} pixels wide`, async () => {
    const visitor = await stage.newVisitor({ colorScheme, javaScriptEnabled: true, bypassCSP: false, viewport: { width, height: 800 } })
    const { page } = visitor
    for (const group of ['', ...groups.map((name) => `/${name}`)]) {
      const answer = await page.goto(`${stage.issuer}/manage/v1/reference${group}`)
      assert.equal(answer?.status(), 200, group)
      assert.deepEqual(await overflowing(page), [], group)
      assert.deepEqual(await violations(page), [], group)
      await picture(page, `reference${group.replace('/', '-')}-${width}-${colorScheme}`)
    }
    await visitor.leave()
  })
}

test('a reader finds an operation from the overview', async () => {
  const visitor = await stage.newVisitor({ javaScriptEnabled: false })
  const { page } = visitor
  await page.goto(`${stage.issuer}/manage/v1/reference`)
  await headed(page, 'Management API')
  await page.getByRole('link', { name: 'OIDC apps', exact: true }).click()
  await headed(page, 'OIDC apps')
  await page.getByRole('link', { name: 'PATCH /orgs/{orgId}/oidcApps/{appId}' }).click()
  await page.getByRole('heading', { name: 'PATCH /orgs/{orgId}/oidcApps/{appId}' }).waitFor()
  await page.getByRole('row', { name: /app\.redirectUris/ }).waitFor()
  await visitor.leave()
})
