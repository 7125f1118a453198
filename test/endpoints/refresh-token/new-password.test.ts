// A person who changes the password at the page ends what the old one opened elsewhere, and stays signed in here.
import { passwordChange } from '@symbolon/login'
import { alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizationUrl, codeOf } from '../../support/code-flow.ts'
import { testHashing } from '../../support/hashing.ts'
import { isAlive, offline, offlineTokens, refresh, refreshed, startRefreshing } from '../../support/refreshing.ts'
import { assertError, signedIn } from '../../support/signed-in.ts'

const day = 86_400
const newPassword = 'kettledrum lighthouse'

test('RT-07 LG-13 a new password ends refresh tokens, their access tokens and other sessions, and keeps the browser of the change', async () => {
  const provider = await startRefreshing({ steps: [passwordChange({ hashing: testHashing })] })
  try {
    const elsewhere = await signedIn(provider)
    const here = await signedIn(provider)
    const old = await here.tokens('basic', { scope: offline })
    const others = await offlineTokens(provider)
    await provider.apply({ instance: { passwordAgePolicy: { maxAgeDays: 2 } } })
    provider.clock.advance(day)
    const { access_token: accessToken, refresh_token: token } = await refreshed(provider, old['refresh_token'])
    assert.ok(await isAlive(provider, accessToken))

    provider.clock.advance(day)
    const page = await here.userAgent.get(authorizationUrl(provider))
    assert.match(page.text, /Your password has expired/)
    const fields = { currentPassword: alice.password, newPassword, newPasswordAgain: newPassword }
    codeOf(await here.userAgent.submit(page, fields))
    codeOf(await here.userAgent.get(authorizationUrl(provider)))

    for (const each of [token, others['refresh_token']]) assertError(await refresh(provider, each), 400, 'invalid_grant')
    assert.ok(!(await isAlive(provider, accessToken)))
    assert.match((await elsewhere.userAgent.get(authorizationUrl(provider))).text, /Enter your password|Email or user name/)
    const since = await here.tokens('basic', { scope: offline })
    assert.ok(await isAlive(provider, (await refreshed(provider, since['refresh_token']))['access_token']))
  } finally {
    await provider.close()
  }
})
