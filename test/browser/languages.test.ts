// The pages speak the language that the application or the browser asks for.
import { alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { expect } from '../support/browser/expect.ts'
import { applicationName, openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { answerAt, headed, picture } from '../support/browser/steps.ts'

let stage: Stage

before(async () => void (stage = await openStage()))
after(async () => await stage.close())

async function signInInGerman(page: Page): Promise<void> {
  await headed(page, `Bei ${applicationName} anmelden`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page).toHaveTitle(`Anmelden · ${applicationName}`)
  await page.getByLabel('E-Mail oder Benutzername').fill(alice.loginName)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByLabel('Passwort').fill('falsch')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Benutzername oder Passwort ist falsch/)
  await picture(page, 'password-wrong-german')
  await page.getByLabel('Passwort').fill(alice.password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  assert.ok((await answerAt(page))['code'])
}

test('the pages are German when the application asks for it, whatever the browser prefers', async () => {
  const visitor = await stage.newVisitor({ locale: 'en-GB' })
  await visitor.page.goto(stage.authorizationUrl({ ui_locales: 'de-CH en' }))
  await signInInGerman(visitor.page)
  await visitor.leave()
})

test('the pages are German in a German browser, error pages included', async () => {
  const visitor = await stage.newVisitor({ locale: 'de-DE' })
  await visitor.page.goto(stage.authorizationUrl())
  await signInInGerman(visitor.page)
  await visitor.page.goto(stage.authorizationUrl({ client_id: 'unknown' }))
  await headed(visitor.page, 'Diese Anmeldeanfrage ist ungültig')
  await picture(visitor.page, 'error-german')
  await visitor.leave()
})

test('the pages speak the language of the browser, or English in a browser of a language that they lack', async () => {
  for (const [locale, heading, language] of [
    ['fr-CA', `Se connecter à ${applicationName}`, 'fr'],
    ['es-MX', `Iniciar sesión en ${applicationName}`, 'es'],
    ['it-IT', `Accedi a ${applicationName}`, 'it'],
    ['pt-PT', `Entrar em ${applicationName}`, 'pt-BR'],
    ['nl-BE', `Inloggen bij ${applicationName}`, 'nl'],
    ['pl-PL', `Zaloguj się do ${applicationName}`, 'pl'],
    ['ja-JP', `${applicationName} にログイン`, 'ja'],
    ['zh-TW', `登录 ${applicationName}`, 'zh-Hans'],
    ['sv-SE', `Sign in to ${applicationName}`, 'en'],
  ] as const) {
    const visitor = await stage.newVisitor({ locale })
    await visitor.page.goto(stage.authorizationUrl())
    await headed(visitor.page, heading)
    await expect(visitor.page.locator('html')).toHaveAttribute('lang', language)
    await picture(visitor.page, `login-name-${locale}`)
    await visitor.leave()
  }
})
