// The factors of an account change only after a fresh proof by every factor that the user has.
import { alice, signIn } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { openAccount, startAccountProvider, submitTo, textOf } from '../../support/account.ts'
import { authorizationUrl, authorize, codeOf, redeem, userinfoOf } from '../../support/code-flow.ts'
import type { TestProvider } from '../../support/provider.ts'
import { careful, codeAt, documentWithApps, otpSecret } from '../../support/second-factor.ts'

const removeApp = '/ui/account/authenticator-app/remove'
const newPassword = 'an entirely new and long password'

/** A person with an authenticator app and an address that mails reach. */
const person = {
  userId: careful.id,
  user: {
    userName: careful.id,
    password: careful.password,
    otpCode: otpSecret,
    profile: { firstName: 'Carla', lastName: 'Careful' },
    email: { email: 'careful@mail.example', isEmailVerified: true },
  },
}

let provider: TestProvider

beforeEach(async () => void (provider = await startAccountProvider({ document: documentWithApps([], { humanUsers: [person] }) })))
afterEach(async () => await provider.close())

const get = async (userAgent: UserAgent, path: string): Promise<Page> => await userAgent.get(`${provider.issuer}${path}`)
const carefulNow = () => ({ ...careful, code: () => codeAt(provider) })
const hasApp = async (): Promise<boolean> => (await provider.storage.stores.users?.find(careful.id))?.secondFactors.includes('otp') === true

describe('a fresh proof', () => {
  test('AC-01 LG-24 the password is changed at once within five minutes of the sign-in, and after a proof later', async () => {
    const userAgent = provider.newUserAgent()
    await openAccount(provider, userAgent)
    assert.match(textOf(await get(userAgent, '/ui/account/password')), /Choose a new password/)
    provider.clock.advance(300)
    const asked = await get(userAgent, '/ui/account/password')
    assert.match(textOf(asked), /Enter your password/)
    const form = await userAgent.submit(asked, { password: alice.password })
    assert.match(textOf(form), /Choose a new password/)
    const page = await userAgent.submit(form, { newPassword, newPasswordAgain: newPassword })
    assert.equal(page.url.pathname, '/ui/account', textOf(page))
    assert.match(textOf(page), /Password Changed .* UTC/)
    await openAccount(provider, provider.newUserAgent(), { ...alice, password: newPassword })
  })

  test('AC-01 the use of a session and the renewal of its cookie prove nothing', async () => {
    const userAgent = provider.newUserAgent()
    await openAccount(provider, userAgent)
    for (let minutes = 0; minutes < 6; minutes++) {
      provider.clock.advance(60)
      await userAgent.get(authorizationUrl(provider))
      await openAccount(provider, userAgent)
    }
    assert.match(textOf(await get(userAgent, '/ui/account/password')), /Enter your password/)
  })

  test('AC-01 LG-12 LG-24 OT-06 a new password does not make an old code fresh: an app is removed after both were given', async () => {
    const userAgent = provider.newUserAgent()
    await openAccount(provider, userAgent, carefulNow())
    provider.clock.advance(600)
    const stale = await submitTo(userAgent, await openAccount(provider, userAgent), removeApp)
    assert.match(textOf(stale), /Enter your password/)
    assert.equal(await hasApp(), true)
    const code = await userAgent.submit(stale, { password: careful.password })
    assert.match(textOf(code), /Enter your code/)
    // The session is fresh by the password alone, and still not enough.
    const again = await submitTo(userAgent, await openAccount(provider, userAgent), removeApp)
    assert.match(textOf(again), /Enter your code/)
    assert.equal(await hasApp(), true)
    const page = await signIn(userAgent, again, carefulNow())
    assert.equal(page.url.pathname, '/ui/account')
    assert.match(textOf(await submitTo(userAgent, page, removeApp)), /The authenticator app was removed\./)
    assert.equal(await hasApp(), false)
    const mails = await provider.storage.stores.mailOutbox?.claim(provider.clock.now(), provider.clock.now() + 1, 10)
    assert.equal(mails?.length, 1, 'the user is notified by mail')
  })

  test('AC-01 LG-12 OT-06 an hour after the sign-in nothing shows a secret or a code: an app, a passkey and recovery codes ask for a proof', async () => {
    for (const [person, proof] of [
      [alice, 'password'],
      [carefulNow(), 'password'],
    ] as const) {
      const userAgent = provider.newUserAgent()
      await openAccount(provider, userAgent, person)
      provider.clock.advance(3600)
      for (const path of ['authenticator-app', 'passkey', 'email', ...(person === alice ? [] : ['recovery-codes'])]) {
        const asked = await get(userAgent, `/ui/account/${path}`)
        assert.equal(asked.url.pathname, '/ui/login', path)
        assert.match(textOf(asked), new RegExp(`Enter your ${proof}`), path)
        assert.doesNotMatch(asked.text, /otpauth:|<svg/, path)
      }
    }
  })

  test('LG-24 a session with the password alone sees nothing of an account with a second factor, and changes nothing', async () => {
    const userAgent = provider.newUserAgent()
    const asked = await userAgent.get(`${provider.issuer}/ui/account`)
    const code = await userAgent.submit(await userAgent.submit(asked, { loginName: careful.loginName }), { password: careful.password })
    assert.match(textOf(code), /Enter your code/)
    for (const path of ['', '/password', '/passkey', '/authenticator-app', '/recovery-codes', '/profile']) {
      const page = await get(userAgent, `/ui/account${path}`)
      assert.equal(page.url.pathname, '/ui/login', path)
      assert.match(textOf(page), /Enter your (code|password)/)
    }
    const posted = await userAgent.post(
      `${provider.issuer}${removeApp}`,
      { csrf: 'x' },
      { headers: { origin: provider.issuer, 'sec-fetch-site': 'same-origin' } },
    )
    assert.equal(posted.url.pathname, '/ui/login')
    assert.equal(await hasApp(), true)
  })

  test('the proof is that of the user of the page: a proof of another user does not count', async () => {
    const userAgent = provider.newUserAgent()
    await openAccount(provider, userAgent)
    provider.clock.advance(600)
    const asked = await get(userAgent, '/ui/account/password')
    assert.ok(!asked.text.includes('Use another account'), 'no other user may answer')
  })
})

describe('steps of the login that the account leads to', () => {
  test('a new password ends other sessions and their tokens, and keeps this one', async () => {
    const elsewhere = provider.newUserAgent()
    const { body } = await redeem(provider, codeOf(await authorize(provider, {}, elsewhere)))
    const userAgent = provider.newUserAgent()
    await openAccount(provider, userAgent)
    const form = await get(userAgent, '/ui/account/password')
    const page = await userAgent.submit(form, { newPassword, newPasswordAgain: newPassword })
    assert.equal(page.forms.filter(({ action }) => action === '/ui/account/sessions/end').length, 1)
    assert.equal((await userinfoOf(provider, body['access_token'])).status, 401)
    assert.equal((await elsewhere.get(authorizationUrl(provider))).redirectedTo, undefined)
  })

  test('a step that is left out leads back, and remembers no refusal of an offer', async () => {
    const userAgent = provider.newUserAgent()
    await openAccount(provider, userAgent)
    const skippedAt = await provider.storage.stores.skippedOffers?.find(alice.id, 'totp_setup')
    provider.clock.advance(60)
    const offer = await get(userAgent, '/ui/account/authenticator-app')
    assert.match(textOf(offer), /Set up two-step verification\?/)
    const skip = offer.forms.findIndex(({ action }) => action === '/ui/login/skip')
    const page = await userAgent.submit(offer, {}, skip)
    assert.equal(page.url.pathname, '/ui/account')
    assert.equal(await provider.storage.stores.skippedOffers?.find(alice.id, 'totp_setup'), skippedAt)
  })

  test('recovery codes are made once, by users with a second factor alone', async () => {
    const userAgent = provider.newUserAgent()
    const page = await openAccount(provider, userAgent, carefulNow())
    assert.match(textOf(page), /You do not have any yet\. .*Create recovery codes/)
    const made = await userAgent.submit(await get(userAgent, '/ui/account/recovery-codes'))
    const index = made.forms.findIndex(({ fields }) => 'saved' in fields)
    const saved = await userAgent.submit(made, { saved: 'on' }, index)
    assert.equal(saved.url.pathname, '/ui/account')
    assert.match(textOf(saved), /Recovery codes 10 codes left/)
    const other = provider.newUserAgent()
    assert.doesNotMatch(textOf(await openAccount(provider, other)), /Recovery codes/)
    assert.equal((await get(other, '/ui/account/recovery-codes')).status, 404)
  })

  test('the well-known URL leads to the page that changes the password', async () => {
    const answer = await provider.fetch(new Request(`${provider.issuer}/.well-known/change-password`))
    assert.equal(answer.status, 302)
    assert.equal(answer.headers.get('location'), '/ui/account/password')
    const userAgent = provider.newUserAgent()
    const page = await signIn(userAgent, await get(userAgent, '/.well-known/change-password'), alice)
    assert.match(textOf(page), /Choose a new password/)
  })

  test('passkey endpoints are published, and absent without the section of passkeys', async () => {
    const answer = await provider.fetch(new Request(`${provider.issuer}/.well-known/passkey-endpoints`))
    assert.equal(answer.headers.get('content-type'), 'application/json')
    assert.deepEqual(await answer.json(), {
      enroll: `${provider.issuer}/ui/account/passkey`,
      manage: `${provider.issuer}/ui/account`,
    })
    const bare = await startAccountProvider({ sections: [] })
    try {
      for (const path of ['/.well-known/passkey-endpoints', '/.well-known/change-password', '/ui/account/passkey', '/ui/account/password'])
        assert.equal((await bare.fetch(new Request(`${bare.issuer}${path}`))).status, 404, path)
    } finally {
      await bare.close()
    }
  })
})
