// The owner sets a new password, as a recovery does, between the check of a thief's session and the write that the thief asked for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofUser, stillHeldBy } from '@symbolon/core-protocol'
import { emailVerification, password } from '../src/index.ts'
import type { Provider } from './provider.ts'
import { mail } from './mails.ts'
import { instancePolicy, openProvider } from './provider.ts'
import { codeOf as mailedCodeOf, post } from './registering.ts'
import { beginSetup, codeOf, openWithFactors, pageOf, setUpApp, signIn } from './second-factors.ts'
import { ask, askForChange, emailOf, unverified, withEmail } from './verifying.ts'

const own = { address: 'ann@mail.example', verified: true }

async function setPasswordOfOwner({ stores, context }: Provider): Promise<void> {
  const seen = (await stores.users.find('ann')) ?? assert.fail()
  const { hash } = (await stores.passwords.find('ann')) ?? assert.fail()
  const set = { userId: 'ann', hash: 'new:owners', replaces: { hash }, seen, forgetsBrowsers: true, now: context.now() }
  assert.ok(await stores.passwords.set(set))
}

/** Sets the password of the owner before the next call of the method. */
function interrupt<Store extends object, Method extends keyof Store>(provider: Provider, store: Store, method: Method): void {
  const original = store[method]
  assert.ok(typeof original === 'function')
  Object.assign(store, {
    [method]: async (...parameters: readonly unknown[]): Promise<unknown> => {
      Object.assign(store, { [method]: original })
      await setPasswordOfOwner(provider)
      return await Reflect.apply(original, store, parameters)
    },
  })
}

async function liveSessions({ stores, context }: Provider): Promise<number> {
  const user = (await stores.users.find('ann')) ?? assert.fail()
  const sessions = await stores.sessions.listOfUser('ann', context.now(), { limit: 10 })
  return sessions.filter(({ validity, createdAt }) => stillHeldBy(ofUser(user), { validity, issuedAt: createdAt })).length
}

test('LG-36 an address that was proven in a session that ended meanwhile is not stored', () =>
  withEmail(async (provider, thief) => {
    const asked = await ask(thief, await askForChange(thief, 'ann'), 'thief@evil.example')
    const code = await mailedCodeOf(provider)
    interrupt(provider, provider.stores.userAccounts, 'change')
    await post(thief, asked, { code })
    assert.deepEqual(await emailOf(provider, 'ann'), own)
    assert.equal(await liveSessions(provider), 0)
  }))

test('LG-36 a required verification keeps no session that ended meanwhile', async () => {
  const provider = await openProvider((hashing) => [password({ hashing })], { steps: [emailVerification({ mail, required: true })] })
  try {
    await provider.put(unverified('ann'), instancePolicy('loginPolicy', { allowUsernamePassword: true }))
    const thief = provider.browser()
    const asked = await ask(thief, await thief.signIn(await thief.begin(), 'ann', 'right'), 'thief@evil.example')
    const code = await mailedCodeOf(provider)
    interrupt(provider, provider.stores.userAccounts, 'change')
    await post(thief, asked, { code })
    assert.deepEqual(await emailOf(provider, 'ann'), { ...own, verified: false })
    assert.equal(await liveSessions(provider), 0)
  } finally {
    await provider.close()
  }
})

test('LG-36 an app is not set up in a session that ended meanwhile', async () => {
  const provider = await openWithFactors({ forceMfa: true })
  try {
    const visit = await signIn(provider)
    const code = codeOf(await beginSetup(visit), provider)
    interrupt(provider, provider.stores.oneTimeCodes, 'enrol')
    await visit.browser.submit(visit.id, { code })
    assert.deepEqual((await provider.stores.users.find('ann'))?.secondFactors, [])
    assert.equal(await liveSessions(provider), 0)
  } finally {
    await provider.close()
  }
})

test('LG-36 recovery codes are not made in a session that ended meanwhile', async () => {
  const provider = await openWithFactors({ mfaInitSkipLifetime: '3600s' })
  try {
    const visit = await signIn(provider)
    pageOf((await setUpApp(provider, visit)).answer, 'recovery_code_setup')
    pageOf(await visit.browser.submit(visit.id, {}), 'recovery_codes')
    interrupt(provider, provider.stores.recoveryCodes, 'replace')
    await visit.browser.submit(visit.id, { saved: 'on' })
    assert.equal(await provider.stores.recoveryCodes.find('ann'), undefined)
    assert.equal(await liveSessions(provider), 0)
  } finally {
    await provider.close()
  }
})
