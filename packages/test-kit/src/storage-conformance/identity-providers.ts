// Identity providers of documents, and which of them a login policy allows.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Resource } from '@symbolon/core-protocol'
import { seen } from './ended-meanwhile.ts'
import { human, oidcIdp, org, project, projectGrant } from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

type Content = Resource['content']

const listing = (...ids: readonly string[]): Content => ({
  allowExternalIdp: true,
  idps: ids.map((idpId) => ({ idpId, ownerType: 'IDP_OWNER_TYPE_ORG' })),
})
const ofOrg = (orgId: string, content: Content): Resource => ({ kind: 'orgPolicy', key: [orgId, 'loginPolicy'], orgId, content })
const ofInstance = (content: Content): Resource => ({ kind: 'instancePolicy', key: ['loginPolicy'], content })

/** Registers the tests of identity providers. @param open opens an empty storage with the named stores */
export function identityProviderTests(open: OpenFresh): void {
  describe('identityProviders', () => {
    test('finds a provider with its facts, while its organization is active', () =>
      withStores(open, ['directory', 'identityProviders'], async ({ directory, identityProviders }) => {
        const full = {
          scopes: ['openid', 'email'],
          displayNameMapping: 'OIDC_MAPPING_FIELD_EMAIL',
          usernameMapping: 'OIDC_MAPPING_FIELD_PREFERRED_USERNAME',
          autoRegister: true,
        }
        const jwt: Resource = {
          kind: 'jwtIdp',
          key: ['i3'],
          orgId: 'o1',
          content: { idpId: 'i3', idp: { name: 'Gateway', issuer: 'https://gateway.test', jwtEndpoint: 'https://gateway.test/jwt' } },
        }
        const put = [org('o1'), oidcIdp('o1', 'i1', full, { sealedIdpSecret: 'sealed' }), oidcIdp('o1', 'i2'), jwt]
        await directory.apply({ put, remove: [] }, 1000)
        const rules = { creationAllowed: true, linkingAllowed: true, autoCreation: false, autoUpdate: false }
        assert.deepEqual(await identityProviders.find('i1'), {
          id: 'i1',
          orgId: 'o1',
          kind: 'oidc',
          name: 'Provider i1',
          issuer: 'https://i1.test',
          clientId: 'symbolon',
          sealedSecret: 'sealed',
          scopes: ['openid', 'email'],
          displayNameMapping: 'email',
          usernameMapping: 'preferred_username',
          rules: { ...rules, autoCreation: true },
        })
        const plain = { id: 'i2', orgId: 'o1', kind: 'oidc', name: 'Provider i2', issuer: 'https://i2.test', clientId: 'symbolon' }
        assert.deepEqual(await identityProviders.find('i2'), { ...plain, scopes: [], rules })
        assert.equal((await identityProviders.find('i3'))?.kind, 'jwt')
        assert.equal(await identityProviders.find('i4'), undefined)
        await directory.apply({ put: [org('o1', 'ORG_STATE_INACTIVE')], remove: [] }, 2000)
        assert.equal(await identityProviders.find('i1'), undefined)
      }))

    test('lists nothing without a policy, and nothing that a policy forbids', () =>
      withStores(open, ['directory', 'identityProviders'], async ({ directory, identityProviders }) => {
        await directory.apply({ put: [org('o1'), oidcIdp('o1', 'i1')], remove: [] }, 1000)
        const none = { policyOf: 'instance', allowed: true, listed: [], providers: [] }
        assert.deepEqual(await identityProviders.listOfPolicy(undefined), none)
        assert.deepEqual(await identityProviders.listOfPolicy('o1'), none)
        await directory.apply({ put: [ofOrg('o1', { ...listing('i1'), allowExternalIdp: false })], remove: [] }, 2000)
        assert.deepEqual(await identityProviders.listOfPolicy('o1'), {
          policyOf: 'organization',
          allowed: false,
          listed: ['i1'],
          providers: [],
        })
      }))

    test('a provider of the instance is found, and may be listed by every policy', () =>
      withStores(open, ['directory', 'identityProviders', 'userLinks'], async ({ directory, identityProviders, userLinks }) => {
        const { content } = oidcIdp('o1', 'shared')
        const shared: Resource = { kind: 'instanceOidcIdp', key: ['shared'], content, secrets: { sealedIdpSecret: 'sealed' } }
        const put = [org('o1'), human('o1', 'u1', 'ada'), oidcIdp('o1', 'own'), shared, ofOrg('o1', listing('shared', 'own'))]
        await directory.apply({ put: [...put, ofInstance(listing('shared'))], remove: [] }, 1000)
        const found = await identityProviders.find('shared')
        assert.deepEqual([found?.id, found?.orgId, found?.kind, found?.sealedSecret], ['shared', undefined, 'oidc', 'sealed'])
        const list = async (orgId?: string): Promise<readonly string[]> =>
          (await identityProviders.listOfPolicy(orgId)).providers.map(({ id }) => id)
        assert.deepEqual([await list('o1'), await list()], [['shared', 'own'], ['shared']])
        await userLinks.add({ userId: 'u1', idpId: 'shared', externalId: 'ada-there' }, seen, 1000)
        await directory.apply({ put: [], remove: [{ kind: 'instanceOidcIdp', key: ['shared'] }] }, 2000)
        assert.equal(await identityProviders.find('shared'), undefined)
        assert.deepEqual([await list('o1'), await list(), await userLinks.list('u1')], [['own'], [], []])
      }))

    test('AD-42 the instance relies on providers that its policy lists, or that its members are linked to, whether or not they exist', () =>
      withStores(open, ['directory', 'userLinks'], async ({ directory, userLinks }) => {
        const ids = ['listed', 'linked', 'none', 'of-a-user', 'elsewhere']
        assert.deepEqual(await directory.findTrustedProviders(ids), [])
        const put = [org('o1'), human('o1', 'u1', 'ada'), human('o1', 'u2', 'bob'), oidcIdp('o1', 'none')]
        const member: Resource = { kind: 'instanceMember', key: ['u1'], content: { userId: 'u1', roles: ['IAM_OWNER_VIEWER'] } }
        const policies = [ofInstance(listing('listed')), ofOrg('o1', listing('elsewhere'))]
        await directory.apply({ put: [...put, member, ...policies], remove: [] }, 1000)
        await userLinks.add({ userId: 'u1', idpId: 'linked', externalId: '1' }, seen, 1000)
        await userLinks.add({ userId: 'u2', idpId: 'of-a-user', externalId: '1' }, seen, 1000)
        assert.deepEqual(await directory.findTrustedProviders(ids), ['listed', 'linked'])
        assert.deepEqual(await directory.findTrustedProviders([]), [])
      }))

    test('AD-67 finds only the linked users with a role of the instance or of the organization they belong to, up to a limit', () =>
      withStores(open, ['directory', 'userLinks'], async ({ directory, userLinks }) => {
        const names = ['instance', 'org', 'project', 'grant', 'none']
        const put = [org('o1'), org('o2'), ...names.map((name) => human('o1', name, name)), project('o1', 'p1')]
        const roles = (userId: string): Content => ({ userId, roles: ['X'] })
        const members: Resource[] = [
          { kind: 'instanceMember', key: ['instance'], content: roles('instance') },
          { kind: 'orgMember', key: ['o1', 'org'], orgId: 'o1', content: roles('org') },
          { kind: 'orgMember', key: ['o2', 'none'], orgId: 'o2', content: roles('none') },
          { kind: 'projectMember', key: ['p1', 'project'], orgId: 'o1', content: { ...roles('project'), projectId: 'p1' } },
          projectGrant('o1', 'p1', 'g1', 'o2'),
          { kind: 'projectGrantMember', key: ['g1', 'grant'], orgId: 'o1', content: { ...roles('grant'), projectId: 'p1', grantId: 'g1' } },
        ]
        await directory.apply({ put: [...put, ...members], remove: [] }, 1000)
        assert.deepEqual(await directory.findLinkedMembers(['i1'], 10), [])
        for (const userId of names) {
          await userLinks.add({ userId, idpId: 'i1', externalId: userId }, seen, 1000)
          await userLinks.add({ userId, idpId: 'i1', externalId: `${userId} again` }, seen, 1000)
        }
        await userLinks.add({ userId: 'org', idpId: 'i2', externalId: 'org' }, seen, 1000)
        const found = async (limit: number): Promise<readonly string[]> =>
          (await directory.findLinkedMembers(['i1', 'i3'], limit)).map(({ idpId, userId, orgId }) => `${idpId} ${userId} ${orgId}`)
        assert.deepEqual((await found(10)).toSorted(), ['i1 grant o1', 'i1 instance o1', 'i1 org o1', 'i1 project o1'])
        assert.equal((await found(3)).length, 3)
      }))

    test('the policy of an organization lists its own providers alone, that of the instance those of all', () =>
      withStores(open, ['directory', 'identityProviders'], async ({ directory, identityProviders }) => {
        const list = async (orgId?: string): Promise<readonly unknown[]> => {
          const { policyOf, listed, providers } = await identityProviders.listOfPolicy(orgId)
          return [policyOf, listed, providers.map(({ id }) => id)]
        }
        const organizations = ['o1', 'o2', 'o3'].map((id) => org(id))
        const providers = [oidcIdp('o1', 'i1'), oidcIdp('o1', 'i2'), oidcIdp('o2', 'i3')]
        const policies = [ofOrg('o1', listing('i2', 'i3', 'elsewhere', 'i1', 'i2')), ofInstance(listing('i3', 'i1'))]
        await directory.apply({ put: [...organizations, ...providers, ...policies], remove: [] }, 1000)
        assert.deepEqual(await list('o1'), ['organization', ['i2', 'i3', 'elsewhere', 'i1'], ['i2', 'i1']])
        for (const orgId of ['o2', 'o3', 'nowhere', undefined]) {
          assert.deepEqual(await list(orgId), ['instance', ['i3', 'i1'], ['i3', 'i1']])
        }
        await directory.apply({ put: [org('o1', 'ORG_STATE_INACTIVE')], remove: [] }, 2000)
        assert.deepEqual(await list(), ['instance', ['i3', 'i1'], ['i3']])
      }))
  })
}
