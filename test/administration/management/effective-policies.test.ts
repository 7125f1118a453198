// The policies that hold, with where they come from: `/manage/v1/orgs/ORG/effectivePolicies`, and the same of the instance.
import { createClient } from '@symbolon/client'
import type { OrgPolicyName } from '@symbolon/client'
import { managementEndpoints } from '@symbolon/management-api'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { testHashing } from '../../support/hashing.ts'
import type { TestProvider } from '../../support/provider.ts'
import { ownerToken, startWholeProvider } from '../../support/whole-provider.ts'

const clientOf = (token: string): ReturnType<typeof createClient> =>
  createClient({ issuer: provider.issuer, token, fetch: async (request) => await provider.fetch(new Request(request)) })

const settingsToken = 'symbolon_pat_settings-0123456789-0123456789-0123456789'
let provider: TestProvider
let client: ReturnType<typeof createClient>
before(async () => {
  provider = await startWholeProvider({ endpoints: managementEndpoints({ hashing: testHashing }) })
  client = clientOf(ownerToken)
  await client.orgs.put('other', { org: { name: 'Other' } })
  const other = client.org('other')
  await other.machineUsers.put('settings', { user: { userName: 'settings', name: 'Settings' } })
  await other.orgMembers.put('settings', { roles: ['ORG_SETTINGS_MANAGER'] })
  await other.personalAccessTokens.put('settings', { userId: 'settings', token: settingsToken })
})
after(async () => await provider.close())

const policiesOf = async (orgId: string): Promise<unknown> => {
  const { policies } = provider.storage.stores
  return [
    await policies?.findLoginPolicy(orgId),
    await policies?.findPasswordPolicy(orgId),
    await policies?.findDomainPolicy(orgId),
    await policies?.findBranding(orgId),
  ]
}

test('a policy that is made of the one that holds changes nothing', async () => {
  const org = client.org('other')
  const before = await policiesOf('other')
  const effective = await org.effectivePolicies()
  assert.deepEqual([...new Set(effective.map(({ from }) => from))], ['built_in'])
  for (const { policy, entry } of effective) {
    assert.equal((await org.policies[policy].put(entry, { ifNoneMatch: '*' })).action, 'created', policy)
    assert.deepEqual(await policiesOf('other'), before, policy)
  }
  const own = await org.effectivePolicies()
  assert.deepEqual(
    own.map(({ policy, from, entry, inherited }) => [policy, from, inherited?.from, entry]),
    effective.map(({ policy, entry }) => [policy, 'organization', 'built_in', entry]),
  )
  // With a second factor, passwords may be shorter: the built-in length depends on the login policy.
  await org.policies.passwordComplexityPolicy.reset()
  await org.policies.loginPolicy.patch({ forceMfa: true })
  const [policies, complexity] = [
    await policiesOf('other'),
    (await org.effectivePolicies()).find(({ policy }) => policy === 'passwordComplexityPolicy'),
  ]
  await org.policies.passwordComplexityPolicy.put(complexity?.entry ?? {})
  assert.deepEqual(await policiesOf('other'), policies)
  for (const { policy } of effective) await org.policies[policy].reset()
})

test('what an organization inherits is that of the instance, without identity providers of other organizations', async () => {
  const acme = client.org('acme')
  const idp = { name: 'Upstream', clientId: 'c', issuer: 'https://upstream.example' }
  await acme.oidcIdps.put('of-acme', { idp })
  await client.instance.oidcIdps.put('of-all', { idp })
  const entry = { allowUsernamePassword: true, allowExternalIdp: true, idps: [{ idpId: 'of-acme' }, { idpId: 'of-all' }] }
  await client.instance.policies.loginPolicy.put(entry)
  await client.instance.policies.labelPolicy.put({ primaryColor: '#112233' })
  const other = clientOf(settingsToken).org('other')
  await other.policies.labelPolicy.put({ primaryColor: '#445566' })
  const found = new Map((await other.effectivePolicies()).map((each): [OrgPolicyName, typeof each] => [each.policy, each]))
  assert.deepEqual(found.get('loginPolicy'), {
    policy: 'loginPolicy',
    from: 'instance',
    entry: { ...entry, idps: [{ idpId: 'of-all' }] },
    inherited: { from: 'built_in', entry: found.get('loginPolicy')?.inherited?.entry },
  })
  assert.deepEqual(found.get('labelPolicy'), {
    policy: 'labelPolicy',
    from: 'organization',
    entry: { primaryColor: '#445566' },
    inherited: { from: 'instance', entry: { primaryColor: '#112233' } },
  })
  assert.equal(found.get('lockoutPolicy')?.from, 'built_in')
  assert.deepEqual((await client.instance.effectivePolicies()).find(({ policy }) => policy === 'loginPolicy')?.entry, entry)
})

test('a caller who may not read the policies of an organization reads none of them here', async () => {
  const settings = clientOf(settingsToken)
  await assert.rejects(settings.org('acme').effectivePolicies(), { status: 403 })
  await assert.rejects(settings.instance.effectivePolicies(), { status: 403 })
  await assert.rejects(settings.org('nowhere').effectivePolicies(), { status: 403 })
  await assert.rejects(client.org('nowhere').effectivePolicies(), { status: 404 })
})
