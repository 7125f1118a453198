// Brings the browser to every kind of page in turn, for what has to hold on all of them.
import { alice, bob } from '@symbolon/test-kit'
import type { Page } from 'playwright-core'
import { careful } from '../second-factor.ts'
import type { Stage } from './stage.ts'
import { answerAt, button, giveLoginName, givePassword, headed, signIn } from './steps.ts'

/**
 * @param page of a browser without scripts, where the page that posts the answer stays
 * @param look is called on each page, with its name
 */
export async function onEveryPage(stage: Stage, page: Page, look: (name: string) => Promise<void>): Promise<void> {
  await page.goto(stage.authorizationUrl({ response_mode: 'form_post' }))
  await look('login name')
  await button(page, 'Next').click()
  await page.getByRole('alert').waitFor()
  await look('login name, with an error')
  await giveLoginName(page, alice.loginName)
  await look('password')
  await givePassword(page, 'wrong')
  await page.getByRole('alert').waitFor()
  await look('password, with an error')
  await givePassword(page, alice.password)
  await headed(page, 'Returning to the application')
  await look('form_post')
  await page.goto(stage.authorizationUrl({ prompt: 'select_account' }))
  await page.getByRole('link', { name: 'Use another account' }).click()
  await signIn(page, bob)
  await answerAt(page)
  await page.goto(stage.authorizationUrl({ prompt: 'login' }))
  await headed(page, 'Choose an account')
  await look('account selection')
  await page.getByRole('link', { name: 'Use another account' }).click()
  await signIn(page, careful)
  await headed(page, 'Enter your code')
  await look('code')
  await button(page, 'Continue').click()
  await page.getByRole('alert').waitFor()
  await look('code, with an error')
  await page.goto(`${stage.issuer}/ui/login?request=unknown`)
  await look('error')
  await page.goto(stage.authorizationUrl({ redirect_uri: 'https://elsewhere.example/a-rather-long-path-without-any-place-to-break-it' }))
  await look('error, for developers')
  await page.goto(stage.endSessionUrl())
  await headed(page, 'Sign out of Symbolon?')
  await look('sign out')
  await button(page, 'Sign out').click()
  await headed(page, 'You are signed out')
  await look('signed out')
}

/** How many pages those are. */
export const pageCount = 12
