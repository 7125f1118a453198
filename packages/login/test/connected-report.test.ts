// The report of a changed address takes back later connections as well, because only the new address was notified of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailChange, password, recovery } from '../src/index.ts'
import type { MailedLinkPage } from '../src/index.ts'
import { mail, takeMails } from './mails.ts'
import { countingHashing, instancePolicy, openProvider } from './provider.ts'
import { codeOf, post } from './registering.ts'
import { ask, askForChange, emailOf } from './verifying.ts'

test('LG-37 the report of a changed address disconnects what was connected since, and nothing older', async () => {
  const hashing = countingHashing()
  const provider = await openProvider(() => [password({ hashing })], {
    steps: [emailChange({ mail })],
    detours: [recovery({ mail, hashing })],
  })
  try {
    const { stores, context } = provider
    await provider.put(instancePolicy('loginPolicy', { allowUsernamePassword: true, mfaInitSkipLifetime: '0s' }))
    const connect = async (externalId: string): Promise<void> => {
      const seen = (await stores.users.find('ann')) ?? assert.fail()
      assert.equal(await stores.userLinks.add({ userId: 'ann', idpId: 'idp', externalId }, seen, context.now()), 'added')
    }
    await connect('of the owner')
    provider.wait(1000)
    const thief = provider.browser()
    const asked = await ask(thief, await askForChange(thief, 'ann'), 'thief@evil.example')
    await post(thief, asked, { code: await codeOf(provider) })
    const link = (await takeMails(provider)).find(({ to }) => to === 'ann@mail.example')?.message.link
    provider.wait(1000)
    await connect('of the thief')
    const owner = provider.browser()
    const { action, fields } = (await owner.get((link ?? assert.fail()).slice('https://id.example'.length))).page as MailedLinkPage
    await owner.post(action, fields)
    assert.equal((await emailOf(provider, 'ann'))?.address, 'ann@mail.example')
    assert.deepEqual(
      (await stores.userLinks.list('ann')).map(({ externalId }) => externalId),
      ['of the owner'],
    )
  } finally {
    await provider.close()
  }
})
