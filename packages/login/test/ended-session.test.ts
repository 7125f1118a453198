// A session that everything else of its user ended with stays ended, whichever request of its browser was under way.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, signIn as signInUna, withEmail } from './verifying.ts'
import { codeOf, pageOf, post } from './registering.ts'
import type { EmailAddressPage } from '../src/index.ts'
import type { Provider } from './provider.ts'
import { openWithFactors, setPolicy, setUpApp, signIn } from './second-factors.ts'

async function endAll({ stores, context }: Provider, userId: string): Promise<void> {
  assert.equal((await stores.userAccounts.change(userId, {}, { endsAll: true }, context.now())).kind, 'done')
}

test('LG-35 a password that was posted while the session was revoked begins a new session, without the old code', async () => {
  const provider = await openWithFactors({ forceMfa: true })
  try {
    const visit = await signIn(provider)
    await setUpApp(provider, visit)
    await setPolicy(provider, { mfaInitSkipLifetime: '0s' })
    provider.wait(3_600_000)
    const id = await visit.browser.begin({ prompt: ['login'] })
    await visit.browser.submit(id, { loginName: 'ann' })
    // The sessions of the browser have been read, the user has not.
    const { users } = provider.stores
    const findByLoginName = users.findByLoginName.bind(users)
    users.findByLoginName = async (name) => {
      users.findByLoginName = findByLoginName
      await endAll(provider, 'ann')
      return await findByLoginName(name)
    }
    assert.equal((await visit.browser.submit(id, { password: 'right' })).page.kind, 'one_time_code')
  } finally {
    await provider.close()
  }
})

test('LG-35 a code of a mail that was posted while the session was ended completes no sign-in', () =>
  withEmail(
    async (provider, browser) => {
      const shown = await signInUna(browser)
      const asked = await ask(browser, shown, 'una@mail.example')
      const { mailedCodes } = provider.stores
      const remove = mailedCodes.remove.bind(mailedCodes)
      mailedCodes.remove = async (flowId) => {
        mailedCodes.remove = remove
        await endAll(provider, 'una')
        await remove(flowId)
      }
      const code = await codeOf(provider)
      const answer = await post(browser, asked, { code })
      assert.notEqual(answer.page.kind, 'leaving')
      assert.equal(
        (await browser.get(`/ui/login?request=${pageOf<EmailAddressPage>(shown, 'email_address').requestId}`)).page.kind,
        'password',
      )
      assert.ok(!provider.audited.some(({ type }) => type === 'login_succeeded'))
    },
    { required: true },
  ))
