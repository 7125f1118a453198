// Roles that other organizations offer, on the account page, and the second factor that ends their suspension.
import { acmeDocument, alice, bob, createSoftwareAuthenticator } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openAccount, startAccountProvider, submitTo, textOf } from '../../support/account.ts'
import { create, use } from '../../support/passkeys.ts'
import type { PasskeyProvider } from '../../support/passkeys.ts'
import { codeAt } from '../../support/second-factor.ts'

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

async function confirm({ id: userId }: { readonly id: string }): Promise<void> {
  await provider.apply({ orgs: [{ orgId: 'globex', orgMembers: [{ userId, roles: ['ORG_OWNER'], state: 'STATE_ACTIVE' }] }] })
  assert.deepEqual(await rolesOf(userId), [['globex', true]])
}

/** What a new password by an administrator of the own organization does. */
async function suspend({ id: userId }: { readonly id: string }): Promise<void> {
  provider.clock.advance(1)
  await provider.storage.stores.memberships!.suspend({ userId, until: 'proof' }, provider.clock.now())
  provider.clock.advance(1)
  assert.deepEqual(await rolesOf(userId), [['globex', false]])
}

test('BO-20 a sign-in with a passkey ends no suspension: one with the password that the administrator set does not ask for it', async () => {
  await confirm(alice)
  const owner = provider.newUserAgent()
  await openAccount(provider, owner, alice)
  const { credential } = await create(provider, owner, await owner.get(`${provider.issuer}/ui/account/passkey`))
  await suspend(alice)
  const withPasskey = provider.newUserAgent()
  const page = await use(provider, withPasskey, await withPasskey.get(`${provider.issuer}/ui/account`), credential)
  assert.match(textOf(page), /Globex ORG_OWNER Suspended until the organization confirms the roles/)
  assert.equal(page.forms.filter(({ action }) => action === acceptPath).length, 0)
  await openAccount(provider, provider.newUserAgent(), alice)
  assert.deepEqual(await rolesOf(alice.id), [['globex', false]])
})

test('BO-03 suspended roles count again after a code of an app that is older than the change, and not after one of a newer app', async () => {
  await confirm(bob)
  await suspend(bob)
  const owner = provider.newUserAgent()
  await openAccount(provider, owner, bob)
  const enrolment = await owner.submit(await owner.get(`${provider.issuer}/ui/account/authenticator-app`))
  const secret = /secret=([A-Z2-7]+)/.exec(enrolment.text)?.[1] ?? ''
  const done = await owner.submit(enrolment, { code: codeAt(provider, 0, secret) })
  assert.ok((await provider.storage.stores.users!.find(bob.id))?.secondFactors.includes('otp'), textOf(done))

  const signInWithCode = async (): Promise<void> => {
    provider.clock.advance(60)
    await openAccount(provider, provider.newUserAgent(), { ...bob, code: () => codeAt(provider, 0, secret) })
  }
  await signInWithCode()
  assert.deepEqual(await rolesOf(bob.id), [['globex', false]], 'the app is newer than the change')
  await confirm(bob)
  await suspend(bob)
  await signInWithCode()
  assert.deepEqual(await rolesOf(bob.id), [['globex', true]])
})
