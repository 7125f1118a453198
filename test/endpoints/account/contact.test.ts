// The email address and the phone number of an account: what confirms them, what proof a change needs, and which addresses are notified.
import { acmeDocument, alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { openAccount, startAccountProvider, submitTo, textOf } from '../../support/account.ts'
import { takeMails } from '../../support/outbox.ts'
import type { TestProvider } from '../../support/provider.ts'

const emailPath = '/ui/account/email'
const phonePath = '/ui/account/phone'
const savePath = '/ui/account/phone/save'

let provider: TestProvider
beforeEach(async () => void (provider = await startAccountProvider({ document: acmeDocument() })))
afterEach(async () => await provider.close())

const userOf = async (userId: string) => await provider.storage.stores.users?.find(userId)

describe('the email address', () => {
  test('AC-01 a code that arrives after the proof has expired completes the change; another address asks for a proof', async () => {
    const userAgent = provider.newUserAgent()
    await openAccount(provider, userAgent)
    const form = await userAgent.get(`${provider.issuer}${emailPath}`)
    const code = await userAgent.submit(form, { email: 'alice@new.example' })
    const [sent] = await takeMails(provider)
    provider.clock.advance(301)
    const other = await userAgent.submit(form, { email: 'thief@new.example' })
    assert.match(other.text, /name="password"/)
    assert.deepEqual(await takeMails(provider), [])
    const done = await userAgent.submit(code, { code: /Your code: ([A-Z2-9]{6})/.exec(sent?.text ?? '')?.[1] ?? '' })
    assert.deepEqual((await userOf('alice'))?.email, { address: 'alice@new.example', verified: true })
    const account = await userAgent.submit(done, { password: alice.password })
    assert.equal(account.url.pathname, '/ui/account', textOf(account))
  })

  test('AC-01 AC-04 LG-12 is changed after a fresh proof, by the code that is mailed to the new one; both are notified', async () => {
    const userAgent = provider.newUserAgent()
    const account = await openAccount(provider, userAgent)
    assert.match(account.text, new RegExp(`href="${emailPath}"`))
    const before = await userOf('alice')
    provider.clock.advance(301)
    const asksProof = await userAgent.get(`${provider.issuer}${emailPath}`)
    assert.match(asksProof.text, /name="password"/, 'an older proof does not do')
    const form = await userAgent.submit(asksProof, { password: alice.password })
    assert.match(textOf(form), /Change your email address/)
    const code = await userAgent.submit(form, { email: 'alice@new.example' })
    assert.match(textOf(code), /alice@new\.example/)
    assert.deepEqual((await userOf('alice'))?.email, before?.email)
    const [sent, ...others] = await takeMails(provider)
    assert.deepEqual([sent?.to?.address, others], ['alice@new.example', []])
    const wrong = await userAgent.submit(code, { code: 'AAAAAA' })
    assert.match(textOf(wrong), /This code is incorrect/)
    const done = await userAgent.submit(wrong, { code: /Your code: ([A-Z2-9]{6})/.exec(sent?.text ?? '')?.[1] ?? '' })
    assert.equal(done.url.pathname, '/ui/account')
    assert.deepEqual((await userOf('alice'))?.email, { address: 'alice@new.example', verified: true })
    const mails = await takeMails(provider)
    assert.deepEqual(mails.map(({ to, subject }) => [to?.address, subject]).toSorted(), [
      ['alice@mail.example', 'Your email address was changed'],
      ['alice@new.example', 'Your email address was changed'],
    ])
  })
})

describe('the phone number', () => {
  test('is stored unverified after a fresh proof, and the page says so', async () => {
    const userAgent = provider.newUserAgent()
    await openAccount(provider, userAgent)
    provider.clock.advance(301)
    assert.match((await userAgent.get(`${provider.issuer}${phonePath}`)).text, /name="password"/)
    const form = await openAccount(provider, userAgent, alice, phonePath)
    const page = await submitTo(userAgent, form, savePath, { phone: ' 0041 (0)44 123-45.67 ' })
    assert.match(textOf(page), /Your phone number was updated\. It is not confirmed\..*\+41441234567 not confirmed/)
    assert.deepEqual((await userOf('alice'))?.phone, { number: '+41441234567', verified: false })
    const again = await openAccount(provider, userAgent, alice, phonePath)
    await submitTo(userAgent, again, savePath, { phone: '' })
    assert.equal((await userOf('alice'))?.phone, undefined)
  })

  test('stays unchanged for text that is not a number, and for the number of the account', async () => {
    const userAgent = provider.newUserAgent()
    await openAccount(provider, userAgent)
    const { phone } = (await userOf('alice')) ?? {}
    assert.equal(phone?.verified, true)
    for (const typed of ['044 123 45 67', '+41', '+41 44 1234567890123', '+41x44', 'alice', '+0441234567']) {
      const form = await openAccount(provider, userAgent, alice, phonePath)
      const page = await submitTo(userAgent, form, savePath, { phone: typed })
      assert.match(textOf(page), /Enter the full number/, typed)
    }
    const form = await openAccount(provider, userAgent, alice, phonePath)
    await submitTo(userAgent, form, savePath, { phone: phone?.number ?? '' })
    assert.deepEqual((await userOf('alice'))?.phone, phone)
  })

  test('LG-11 of another user is not a login name, and blocks none', async () => {
    const { number = '' } = (await userOf('alice'))?.phone ?? {}
    const userAgent = provider.newUserAgent()
    const form = await openAccount(provider, userAgent, bob, phonePath)
    await submitTo(userAgent, form, savePath, { phone: number })
    assert.deepEqual((await userOf('bob'))?.phone, { number, verified: false })
    const found = await provider.storage.stores.users?.findByLoginName(number)
    assert.deepEqual(
      found?.map(({ user, by }) => [user.id, by]),
      [['alice', 'phone']],
    )
  })
})
