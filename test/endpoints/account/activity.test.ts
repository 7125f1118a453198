// The last events on the account page: what the person did and what was done to the account, without addresses of others.
import { acmeDocument, alice, bob, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { openAccount, startAccountProvider, submitTo, textOf } from '../../support/account.ts'
import type { TestProvider } from '../../support/provider.ts'

let provider: TestProvider

beforeEach(async () => void (provider = await startAccountProvider()))
afterEach(async () => await provider.close())

async function guess(address: string, loginName: string): Promise<void> {
  const userAgent = provider.newUserAgent(address)
  const asked = await userAgent.get(`${provider.issuer}/ui/account`)
  await signIn(userAgent, asked, { loginName, password: 'wrong' })
  provider.clock.advance(60)
}

test('sign-ins, failed attempts and changes are listed in plain words', async () => {
  await guess('198.51.100.7', alice.loginName)
  const userAgent = provider.newUserAgent('203.0.113.77')
  const page = await openAccount(provider, userAgent)
  assert.match(textOf(page), /Recent activity .* Signed in .* UTC · Network 203\.0\.113\.0\/24 Sign-in failed .* UTC/)
  provider.clock.advance(60)
  const form = await openAccount(provider, userAgent, alice, '/ui/account/profile')
  const fields = { firstName: 'Alice', lastName: 'Smith', nickName: '', language: 'de' }
  const after = await submitTo(userAgent, form, '/ui/account/profile/save', fields)
  assert.match(textOf(after), /Letzte Aktivitäten .* Kontodaten geändert .* Angemeldet .* Anmeldung fehlgeschlagen/)
})

test('the network address of another person is not shown, and neither are events of other users', async () => {
  await guess('198.51.100.7', alice.loginName)
  await guess('198.51.100.8', bob.loginName)
  const now = provider.clock.now()
  const event = { at: now, remoteAddress: '192.0.2.1', subject: { kind: 'user', id: 'alice' } }
  await provider.storage.stores.auditEvents?.append([
    { ...event, id: `${String(now + 1).padStart(15, '0')}-1`, type: 'password_changed', actorId: 'root' },
    { ...event, id: `${String(now + 1).padStart(15, '0')}-2`, type: 'user_link_issued' },
    {
      ...event,
      id: `${String(now + 1).padStart(15, '0')}-3`,
      type: 'password_changed',
      actorId: 'alice',
      subject: { kind: 'user', id: 'bob' },
    },
  ])
  const text = textOf(await openAccount(provider))
  assert.match(text, /Password link created .* By an administrator Password changed .* By an administrator/)
  for (const foreign of ['198.51.100', '192.0.2']) assert.equal(text.includes(foreign), false, foreign)
  assert.equal(text.match(/Password changed/g)?.length, 1)
  assert.equal(text.match(/Sign-in failed/g)?.length, 1)
})

test('attempts that follow one another are one line, and a flood of them hides no sign-in', async () => {
  const userAgent = provider.newUserAgent()
  await openAccount(provider, userAgent)
  const now = provider.clock.now()
  for (let index = 0; index < 300; index++) {
    const id = `${String(now + 1).padStart(15, '0')}-${String(index).padStart(7, '0')}`
    const event = { id, at: now + 1, type: 'login_failed' as const, subject: { kind: 'user', id: 'alice' } }
    await provider.storage.stores.auditEvents?.appendRefusal(event, { source: 'flood', limit: 1000 })
  }
  const page = await openAccount(provider, userAgent)
  assert.match(textOf(page), /Recent activity .* Sign-in failed \d+ times .* Signed in/)
})

test('more than a few have a separate page', async () => {
  const userAgent = provider.newUserAgent()
  await openAccount(provider, userAgent)
  for (let index = 0; index < 8; index++) {
    provider.clock.advance(60)
    await openAccount(provider, provider.newUserAgent(`203.0.${index}.1`))
  }
  const page = await openAccount(provider, userAgent)
  assert.equal(/Recent activity.*/.exec(textOf(page))?.[0].match(/Network 203/g)?.length, 5)
  assert.match(page.text, /href="\/ui\/account\/activity"/)
  const all = await openAccount(provider, userAgent, alice, '/ui/account/activity')
  assert.ok((textOf(all).match(/Network 203/g)?.length ?? 0) >= 8)
})

test('the page of the activity has the last 50 rows', async () => {
  const userAgent = provider.newUserAgent()
  await openAccount(provider, userAgent)
  const now = provider.clock.now()
  const types = ['password_changed', 'recovery_codes_made'] as const
  await provider.storage.stores.auditEvents?.append(
    Array.from({ length: 60 }, (_, index) => ({
      id: `${String(now + 1).padStart(15, '0')}-${String(index).padStart(7, '0')}`,
      at: now + 1,
      type: types[index % 2] ?? 'password_changed',
      actorId: 'alice',
      subject: { kind: 'user', id: 'alice' },
    })),
  )
  const all = await openAccount(provider, userAgent, alice, '/ui/account/activity')
  assert.equal(textOf(all).match(/Password changed|Recovery codes created/g)?.length, 50)
})

test('LG-15 the next person with the id of a removed one sees nothing of that one', async () => {
  await guess('198.51.100.7', alice.loginName)
  await openAccount(provider, provider.newUserAgent('203.0.113.77'))
  provider.clock.advance(3600)
  assert.equal(await provider.storage.stores.userAccounts?.remove(alice.id, provider.clock.now()), 'removed')
  provider.clock.advance(86_400)
  await provider.apply(acmeDocument())
  const account = await openAccount(provider, provider.newUserAgent('192.0.2.5'))
  const all = await openAccount(provider, provider.newUserAgent('192.0.2.5'), alice, '/ui/account/activity')
  for (const page of [account, all]) {
    assert.match(textOf(page), /Signed in .* Network 192\.0\.2\.0/)
    assert.doesNotMatch(textOf(page), /203\.0\.113|Sign-in failed/)
  }
})
