// The looks that policies ask for, as the browser shows them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { alice } from '@symbolon/test-kit'
import { attributeOf, expect } from '../support/browser/expect.ts'
import { computedContrasts } from '../support/browser/measure.ts'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { giveLoginName, givePassword, headed, picture } from '../support/browser/steps.ts'

/** The word mark of a made-up company. It is wider than high, as most are, and carries what an image must not do. */
const wordMark = (colour: string): string =>
  `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 220 60">
<script>document.documentElement.setAttribute('data-ran', 'yes'); fetch('https://elsewhere.example/')</script>
<image href="https://elsewhere.example/pixel.png" width="1" height="1"/>
<path fill="${colour}" d="M4 52 26 8h8l22 44H45L30 21 15 52Z"/>
<text x="66" y="45" fill="${colour}" font-family="sans-serif" font-weight="700" font-size="40">Acme</text></svg>`)}`

let stage: Stage

before(async () => {
  stage = await openStage({
    instance: {
      labelPolicy: {
        primaryColor: '#ffcc00',
        backgroundColor: '#fafafa',
        primaryColorDark: '#2073c4',
        backgroundColorDark: '#111827',
        logo: wordMark('#333333'),
        logoDark: wordMark('#ffffff'),
        icon: wordMark('#ffcc00'),
      },
      privacyPolicy: { tosLink: 'https://acme.example/{{.Lang}}/terms', supportEmail: 'help@acme.example' },
      loginPolicy: { allowUsernamePassword: true, mfaInitSkipLifetime: '0s', defaultRedirectUri: 'https://start.acme.example/' },
    },
    org: {
      labelPolicy: { primaryColor: '#0b7a4b', themeMode: 'THEME_MODE_LIGHT', disableWatermark: true, logo: wordMark('#0b7a4b') },
      privacyPolicy: { helpLink: 'https://acme.example/help' },
      loginTexts: [{ language: 'en', loginText: { title: 'Welcome to Acme', nextButtonText: 'Next' } }],
    },
  })
})
after(async () => await stage.close())

const ofOrganization = { scope: 'openid urn:symbolon:iam:org:domain:primary:acme.example' }

test('BR-04 each organization has a theme at a separate address, which browsers may keep for ever', async () => {
  const visitor = await stage.newVisitor({ colorScheme: 'light' })
  const { page } = visitor
  const themes: string[] = []
  page.on('response', (response) => {
    if (!response.url().includes('/themes/')) return
    themes.push(response.url())
    assert.equal(response.headers()['cache-control'], 'public, max-age=31536000, immutable')
  })
  await page.goto(stage.authorizationUrl())
  const button = page.locator('button')
  await expect(button).toHaveCSS('background-color', 'rgb(255, 204, 0)')
  await expect(page.locator('footer a')).toHaveText(['Terms of service', 'Support'])
  await expect(page.locator('footer a').first()).toHaveAttribute('href', 'https://acme.example/en/terms')
  await picture(page, 'branding-instance-light')
  await page.goto(stage.authorizationUrl(ofOrganization))
  await headed(page, 'Welcome to Acme')
  await expect(button).toHaveCSS('background-color', 'rgb(11, 122, 75)')
  await expect(page.locator('footer')).toHaveText('Help')
  await picture(page, 'branding-organization')
  assert.equal(new Set(themes).size, 2)
  await visitor.leave()
})

test('BR-03 the logo is shown from this server, fits its box, follows the surroundings, and is inert where it is opened', async () => {
  const visitor = await stage.newVisitor({ colorScheme: 'light', viewport: { width: 360, height: 740 } })
  const { page } = visitor
  await page.goto(stage.authorizationUrl())
  const logo = page.locator('main img')
  const shown = async (): Promise<string> =>
    await logo.evaluate(async (image) => {
      if (!(image instanceof HTMLImageElement)) throw new Error('no image')
      await image.decode()
      return image.currentSrc
    })
  const light = await shown()
  assert.ok(light.startsWith(`${stage.issuer}/ui/login/assets/images/`))
  const box = await logo.boundingBox()
  assert.ok(box !== null && box.height === 48 && box.width <= 224)
  await picture(page, 'branding-logo-light-360')
  await page.emulateMedia({ colorScheme: 'dark' })
  // The browser chooses the other picture some time later.
  await page.waitForFunction((before) => document.querySelector<HTMLImageElement>('main img')?.currentSrc !== before, light)
  assert.ok((await shown()).startsWith(`${stage.issuer}/ui/login/assets/images/`))
  await picture(page, 'branding-logo-dark-360')
  await page.setViewportSize({ width: 1280, height: 800 })
  await picture(page, 'branding-logo-dark-1280')
  await visitor.leave()

  const curious = await stage.newVisitor()
  await curious.page.goto(light)
  await expect(curious.page.locator(':root')).not.toHaveAttribute('data-ran')
  assert.equal(await curious.page.evaluate(() => globalThis.origin), 'null')
  await curious.context.close()
  const blocked = curious.complaints.filter((complaint) => !complaint.startsWith('request to another origin: https://elsewhere.example/'))
  assert.equal(blocked.length, 2)
  for (const complaint of blocked) assert.match(complaint, /Blocked script execution|violates the following Content Security Policy/)
})

test('every text of a themed page has enough contrast, also where the brand’s colour has not', async () => {
  const visitor = await stage.newVisitor({ reducedMotion: 'reduce' })
  const { page } = visitor
  await page.goto(stage.authorizationUrl())
  await giveLoginName(page, alice.loginName)
  await page.getByRole('button').click()
  await page.getByRole('alert').waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const contrasts = await computedContrasts(page)
    assert.ok(contrasts.length >= 6)
    assert.deepEqual(
      contrasts.filter(({ ratio }) => ratio < 4.5),
      [],
      colorScheme,
    )
    await picture(page, `branding-password-${colorScheme}`)
  }
  await visitor.leave()
})

test('an organization with a light theme has it in dark surroundings as well', async () => {
  const visitor = await stage.newVisitor({ colorScheme: 'dark' })
  await visitor.page.goto(stage.authorizationUrl(ofOrganization))
  await expect(visitor.page.locator('html')).toHaveCSS('color-scheme', 'light')
  await expect(visitor.page.locator('body')).toHaveCSS('color', 'rgb(27, 28, 48)')
  await visitor.leave()
})

test('pages without an application lead to the start page', async () => {
  const visitor = await stage.newVisitor()
  for (const path of ['/', '/ui/no-such-page', '/ui/login?request=unknown']) {
    await visitor.page.goto(`${stage.issuer}${path}`)
    await expect(visitor.page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', 'https://start.acme.example/')
  }
  await picture(visitor.page, 'branding-expired')
  await visitor.leave()
})

test('the account page has the looks of the organization of the person, not those of the instance', async () => {
  const visitor = await stage.newVisitor({ colorScheme: 'dark', viewport: { width: 1280, height: 800 } })
  const { page } = visitor
  await page.goto(`${stage.issuer}/ui/account`)
  await giveLoginName(page, alice.loginName)
  const ofInstance = await page.locator('main img').evaluate((image) => image instanceof HTMLImageElement && image.currentSrc)
  await givePassword(page, alice.password)
  await headed(page, 'Your account')
  const logo = await attributeOf(page.locator('main img'), 'src')
  assert.ok(logo.startsWith('/ui/login/assets/images/'))
  assert.notEqual(`${stage.issuer}${logo}`, ofInstance)
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
  await expect(page.locator('footer')).toHaveText('Help')
  await picture(page, 'branding-account-1280')
  await page.setViewportSize({ width: 360, height: 740 })
  await picture(page, 'branding-account-360')
  await visitor.leave()
})
