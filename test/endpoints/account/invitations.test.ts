// Roles that other organizations offer, on the account page, and the second factor that ends their suspension.
import { acmeDocument, alice, bob, createSoftwareAuthenticator } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openAccount, startAccountProvider, submitTo, textOf } from '../../support/account.ts'
import { create, use } from '../../support/passkeys.ts'
import type { PasskeyProvider } from '../../support/passkeys.ts'

const acceptPath = '/ui/account/invitations/accept'
const declinePath = '/ui/account/invitations/decline'

let provider: PasskeyProvider

before(async () => {
  const started = await startAccountProvider({
    document: { orgs: [...(acmeDocument().orgs ?? []), { orgId: 'globex', org: { name: 'Globex' } }] },
  })
  provider = { ...started, audited: [], authenticator: createSoftwareAuthenticator(started.issuer) }
})
after(async () => await provider.close())

async function invite(userId: string): Promise<void> {
  const report = await provider.apply({
    orgs: [{ orgId: 'globex', orgMembers: [{ userId, roles: ['ORG_OWNER'], state: 'STATE_INVITED' }] }],
  })
  assert.equal(report.counts.refused, 0)
}

const rolesOf = async (userId: string): Promise<readonly unknown[]> =>
  (await provider.storage.stores.memberships!.list(userId)).map(({ orgId, active }) => [orgId, active])

test('BO-02 the account page shows what another organization offers, and the user accepts or declines it there', async () => {
  await invite(alice.id)
  const userAgent = provider.newUserAgent()
  const page = await openAccount(provider, userAgent)
  assert.match(textOf(page), /Roles in other organizations .*Globex ORG_OWNER Accept Decline/)
  assert.deepEqual(await rolesOf(alice.id), [])
  const declined = await submitTo(userAgent, page, declinePath)
  assert.match(textOf(declined), /You declined the roles\./)
  assert.doesNotMatch(textOf(declined), /Roles in other organizations/)
  assert.equal((await submitTo(userAgent, page, acceptPath)).status, 404, 'the invitation is gone')

  await invite(alice.id)
  const accepted = await submitTo(userAgent, await openAccount(provider, userAgent), acceptPath)
  assert.match(textOf(accepted), /You accepted the roles\./)
  assert.deepEqual(await rolesOf(alice.id), [['globex', true]])
})

test('BO-02 a user accepts no invitation of another user', async () => {
  await invite(bob.id)
  await provider.apply({ orgs: [{ orgId: 'globex', orgMembers: [{ userId: 'alice', roles: ['ORG_OWNER'], state: 'STATE_INVITED' }] }] })
  const userAgent = provider.newUserAgent()
  const page = await openAccount(provider, userAgent, bob)
  for (const invitation of ['', 'organization acme', 'project globex', 'constructor globex']) {
    assert.equal((await submitTo(userAgent, page, acceptPath, { invitation })).status, 404, invitation)
  }
  assert.deepEqual(await rolesOf(bob.id), [])
})

test('BO-03 suspended roles count again after a sign-in with a passkey that is older than the change, and not with a newer one', async () => {
  const { memberships } = provider.storage.stores
  await provider.apply({ orgs: [{ orgId: 'globex', orgMembers: [{ userId: 'alice', roles: ['ORG_OWNER'], state: 'STATE_ACTIVE' }] }] })
  const suspend = async (): Promise<void> => {
    provider.clock.advance(1)
    await memberships!.suspend({ userId: alice.id, until: 'proof' }, provider.clock.now())
    provider.clock.advance(1)
    assert.deepEqual(await rolesOf(alice.id), [['globex', false]])
  }
  await suspend()
  const userAgent = provider.newUserAgent()
  const shown = await openAccount(provider, userAgent)
  assert.match(textOf(shown), /Globex ORG_OWNER Suspended until the organization confirms the roles/)
  assert.equal(shown.forms.filter(({ action }) => action === acceptPath).length, 0)
  const { credential } = await create(provider, userAgent, await userAgent.get(`${provider.issuer}/ui/account/passkey`))

  const signInWithPasskey = async (): Promise<void> => {
    const browser = provider.newUserAgent()
    const page = await use(provider, browser, await browser.get(`${provider.issuer}/ui/account`), credential)
    assert.equal(page.url.pathname, '/ui/account', textOf(page))
  }
  await signInWithPasskey()
  assert.deepEqual(await rolesOf(alice.id), [['globex', false]], 'the passkey is newer than the change')
  await provider.apply({ orgs: [{ orgId: 'globex', orgMembers: [{ userId: 'alice', roles: ['ORG_OWNER'], state: 'STATE_ACTIVE' }] }] })
  await suspend()
  await signInWithPasskey()
  assert.deepEqual(await rolesOf(alice.id), [['globex', true]])
})
