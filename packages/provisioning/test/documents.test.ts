// The content of a document other than people and clients is stored unchanged and returns with a snapshot. Secrets of identity providers and
// hashes of client secrets are stored separately.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digest, idpSecretPurpose } from '@symbolon/core-protocol'
import type { ResourceKind, ResourceReference } from '@symbolon/core-protocol'
import { readDocument } from '@symbolon/schema-v2'
import { applyDocument } from '../src/index.ts'
import { bcryptHash, fullDocument, idpSecret } from './full-document.ts'
import { instances, lines, sealing } from './instance.ts'
import type { Instance } from './instance.ts'

const openInstance = instances()

async function stored({ stores: { directory } }: Instance, kind: ResourceKind, orgId: string = 'shop'): Promise<readonly unknown[]> {
  const snapshot = await directory.snapshot()
  const found = await snapshot.page(kind, orgId, 100)
  await snapshot.close()
  return found.map(({ content }) => content)
}

test('lists that nothing here acts on are kept as they stand', async () => {
  const instance = await openInstance()
  await instance.apply(fullDocument)
  const [shop] = fullDocument.orgs
  const { clientSecret: _clientSecret, ...idp } = shop?.oidcIdps?.[0]?.idp ?? {}
  assert.deepEqual(await stored(instance, 'oidcIdp'), [{ idpId: 'google', idp }])
  assert.deepEqual(await stored(instance, 'jwtIdp'), shop?.jwtIdps)
  assert.deepEqual(await stored(instance, 'userLink'), shop?.userLinks)
  assert.deepEqual(await stored(instance, 'action'), shop?.actions)
  assert.deepEqual(await stored(instance, 'triggerActions'), shop?.triggerActions)
  const texts = [...(shop?.initMessages ?? []), ...(shop?.loginTexts?.toReversed() ?? []), ...(shop?.verifySmsOtpMessages ?? [])]
  assert.deepEqual(await stored(instance, 'orgText'), texts)
  // A link inside of a user is one like any other.
  assert.deepEqual(await stored(instance, 'userLink', 'club'), [
    { userId: 'carl', idpId: 'google', issuer: 'https://google.example', providedUserId: '2', providedUserName: 'carl' },
  ])
})

test('the client secret of an identity provider is sealed for it, and stays when a document does not name it', async () => {
  const instance = await openInstance()
  await instance.apply(fullDocument)
  const [google] = await instance.stores.directory.find([{ kind: 'oidcIdp', key: ['google'] }])
  const sealed = google?.secrets?.sealedIdpSecret ?? ''
  assert.equal(await sealing.open(sealed, idpSecretPurpose('google')), idpSecret)
  await assert.rejects(sealing.open(sealed, idpSecretPurpose('gate')))
  const idp = { name: 'Google', clientId: 'us', issuer: 'https://google.example' }
  const without = { orgs: [{ orgId: 'shop', oidcIdps: [{ idpId: 'google', idp }] }] }
  assert.deepEqual((await instance.apply(without)).entries[0]?.changed, ['idp.scopes'])
  assert.equal((await instance.stores.directory.find([{ kind: 'oidcIdp', key: ['google'] }]))[0]?.secrets?.sealedIdpSecret, sealed)
  const other = { orgs: [{ orgId: 'shop', oidcIdps: [{ idpId: 'google', idp: { ...idp, clientSecret: 'another' } }] }] }
  assert.deepEqual((await instance.apply(other)).entries[0]?.changed, ['idp.clientSecret'])
})

test('the state removes each of them, and a provider that changes its kind is a new provider', async () => {
  const instance = await openInstance()
  await instance.apply(fullDocument)
  const [shop] = fullDocument.orgs
  const removed = (list: readonly object[] | undefined): readonly object[] =>
    (list ?? []).map((entry) => ({ ...entry, state: 'STATE_REMOVED' }))
  const report = await instance.apply({
    orgs: [
      {
        orgId: 'shop',
        jwtIdps: removed(shop?.jwtIdps),
        userLinks: removed(shop?.userLinks),
        actions: removed(shop?.actions),
        triggerActions: removed(shop?.triggerActions),
        loginTexts: removed(shop?.loginTexts),
        initMessages: removed(shop?.initMessages),
      },
    ],
  })
  assert.equal(report.counts.removed, 8)
  assert.equal(report.counts.removed, report.entries.length)
  const taken = await instance.apply({ orgs: [{ orgId: 'shop', jwtIdps: [{ ...shop?.jwtIdps?.[0], idpId: 'google' }] }] })
  assert.deepEqual(lines(taken, 'refused'), ['refused orgs[0].jwtIdps[0] id_taken'])
})

test('an identity elsewhere belongs to one user here', async () => {
  const instance = await openInstance()
  await instance.apply(fullDocument)
  const link = { userId: 'bob', idpId: 'google', providedUserId: '1' }
  for (const dryRun of [true, false]) {
    const report = await instance.apply({ orgs: [{ orgId: 'shop', userLinks: [link, { ...link, providedUserId: '3' }] }] }, { dryRun })
    assert.deepEqual(lines(report, 'refused', 'created'), ['refused orgs[0].userLinks[0] identity_taken', 'created orgs[0].userLinks[1]'])
  }
})

test('a document does not connect an account again that its user has disconnected, says so each time, and asks once for many', async () => {
  const instance = await openInstance()
  const asked: number[] = []
  const directory = {
    ...instance.context.directory,
    findRemovedByUsers: async (references: readonly ResourceReference[]) => {
      asked.push(references.length)
      return await instance.context.directory.findRemovedByUsers(references)
    },
  }
  await instance.apply(fullDocument)
  const link = { userId: 'bob', idpId: 'google' }
  const document = readDocument({
    orgs: [{ orgId: 'shop', userLinks: ['3', '4', '5'].map((providedUserId) => ({ ...link, providedUserId })) }],
  })
  const apply = async (dryRun = false) => await applyDocument(document, { ...instance.context, directory }, { dryRun })
  assert.equal((await apply()).counts.created, 3)
  assert.deepEqual(asked.splice(0), [3])
  const { userLinks } = instance.stores
  for (const identity of ['3', '4']) {
    assert.equal(await userLinks.removeUnlessLast('bob', 'google', identity, { password: false, passkey: false }), 'removed')
  }
  for (const dryRun of [true, false, false]) {
    const report = await apply(dryRun)
    assert.deepEqual(lines(report, 'ignored', 'created', 'changed', 'refused'), [
      'ignored orgs[0].userLinks[0] link_removed',
      'ignored orgs[0].userLinks[1] link_removed',
    ])
  }
  assert.deepEqual(asked, [2, 2, 2])
  assert.deepEqual(
    (await userLinks.list('bob')).filter(({ idpId }) => idpId === 'google').map(({ externalId }) => externalId),
    ['5'],
  )
})

test('a client secret may come as a digest or as a hash, which stays what it was when a digest has taken its place', async () => {
  const instance = await openInstance()
  const given = digest('secret')
  const document = {
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        projects: [{ projectId: 'p', project: { name: 'P' } }],
        oidcApps: [{ appId: 'a', clientId: 'a', clientSecretHash: given, app: { projectId: 'p', name: 'a' } }],
        apiApps: [{ appId: 'b', clientId: 'b', clientSecretHash: bcryptHash, app: { projectId: 'p', name: 'b' } }],
        machineUsers: [{ userId: 'm', user: { userName: 'm', name: 'M' }, clientSecretHash: bcryptHash }],
      },
    ],
  }
  const report = await instance.apply(document)
  assert.deepEqual(
    report.entries.filter(({ generated }) => generated !== undefined),
    [],
  )
  const { clients } = instance.stores
  assert.equal((await clients.find('a'))?.secretDigest, given)
  for (const clientId of ['b', 'm']) {
    assert.equal((await clients.find(clientId))?.secretHash, bcryptHash)
    assert.equal(await clients.replaceSecretHash(clientId, bcryptHash, digest('used')), true)
  }
  const again = await instance.apply(document)
  assert.equal(again.counts.same, again.entries.length)
  assert.equal((await clients.find('b'))?.secretDigest, digest('used'))
})

test('an unsupported hash of a client secret is ignored, and the client gets a secret', async () => {
  const instance = await openInstance()
  const report = await instance.apply({
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        projects: [{ projectId: 'p', project: { name: 'P' } }],
        apiApps: [{ appId: 'b', clientId: 'b', clientSecretHash: bcryptHash.replace('$05$', '$31$'), app: { projectId: 'p', name: 'b' } }],
      },
    ],
  })
  assert.deepEqual(lines(report, 'ignored'), ['ignored orgs[0].apiApps[0].clientSecretHash secret_hash_unsupported'])
  assert.notEqual(report.entries.find(({ kind }) => kind === 'apiApp')?.generated?.clientSecret, undefined)
})
