// What a session proves to an application after its user has lost the second factor: what counts now, and no more.
// https://openid.net/specs/openid-connect-core-1_0.html#acrSemantics
import { signIn } from '@symbolon/test-kit'
import type { Page } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizationUrl, authorize } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { careful, claimsOf, codeAt, documentWithApps, isSignedIn } from '../../support/second-factor.ts'

const hour = 3600
const essential = JSON.stringify({ id_token: { acr: { essential: true, value: '2' } } })

/** Signs in with password and code, removes the app, and asks again. The user gives the password where it is asked for. */
async function afterRemoval(
  fields: Readonly<Record<string, string>>,
  seconds: number,
  check: (page: Page, provider: TestProvider) => Promise<void>,
): Promise<void> {
  // No factor may be set up, so that nothing takes the place of the one that was removed.
  const loginPolicy = { allowUsernamePassword: true, secondFactors: [] }
  const provider = await startTestProvider({ document: documentWithApps([careful.id], { loginPolicy }) })
  try {
    const userAgent = provider.newUserAgent()
    const first = await claimsOf(provider, await authorize(provider, {}, userAgent, { ...careful, code: () => codeAt(provider) }))
    assert.deepEqual([first['acr'], first['amr']], ['2', ['pwd', 'otp', 'mfa']])
    const { oneTimeCodes } = provider.storage.stores
    assert.ok(oneTimeCodes !== undefined)
    const app = await oneTimeCodes.find(careful.id)
    assert.equal(await oneTimeCodes.remove(careful.id, app?.sealedSecret ?? ''), 'removed')
    provider.clock.advance(seconds)
    const page = await userAgent.get(authorizationUrl(provider, fields))
    await check(page.redirectedTo === undefined ? await signIn(userAgent, page, careful) : page, provider)
  } finally {
    await provider.close()
  }
}

const demands: readonly (readonly [title: string, fields: Readonly<Record<string, string>>, seconds: number])[] = [
  ['with max_age', { claims: essential, max_age: '60' }, hour],
  ['with prompt=login', { claims: essential, prompt: 'login' }, 5 * 24 * hour],
  ['at once', { claims: essential }, 1],
]
for (const [title, fields, seconds] of demands) {
  test(`LG-29 an essential acr of 2 ${title} is not met by the code of an app that was removed`, async () => {
    await afterRemoval(fields, seconds, async ({ redirectedTo }) => {
      assert.equal(redirectedTo?.searchParams.get('error'), 'access_denied')
      assert.equal(redirectedTo.searchParams.get('code'), null)
    })
  })
}

const wishes: readonly (readonly [title: string, fields: Readonly<Record<string, string>>, seconds: number])[] = [
  ['a wish for two factors', { acr_values: '2', max_age: '60' }, hour],
  ['a request without a word about factors', {}, 1],
]
for (const [title, fields, seconds] of wishes) {
  test(`LG-29 ${title} is answered with acr 1 after the app was removed`, async () => {
    await afterRemoval(fields, seconds, async (page, provider) => {
      assert.ok(isSignedIn(page))
      const { acr, amr } = await claimsOf(provider, page)
      assert.deepEqual([acr, amr], ['1', ['pwd']])
    })
  })
}
