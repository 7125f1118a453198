// Client ids, client secrets and tokens of a document, against those that are stored.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digest } from '@symbolon/core-protocol'
import { instances, lines } from './instance.ts'

const openInstance = instances()

const [first, second] = ['first-0123456789-0123456789-0123456789-0123', 'second-0123456789-0123456789-0123456789-012']
// Opened here, so that they are closed at the end of the file.
const opened = [await openInstance(), await openInstance(), await openInstance()] as const
const robot = { userId: 'robot', user: { userName: 'robot', name: 'Robot' } }
const shop = { projectId: 'shop', project: { name: 'Shop' } }

function acme(members: object): object {
  return { orgs: [{ orgId: 'o', org: { name: 'O' }, projects: [shop], machineUsers: [robot], ...members }] }
}

test('another token, or digest of one, replaces the stored token and is said to; the same one changes nothing', async () => {
  const [instance] = opened
  const withToken = (members: object): object => acme({ personalAccessTokens: [{ tokenId: 't', userId: 'robot', ...members }] })
  await instance.apply(withToken({ token: first }))
  const stored = async (): Promise<unknown> =>
    (await instance.stores.directory.find([{ kind: 'personalAccessToken', key: ['t'] }]))[0]?.secrets?.tokenDigest
  assert.equal(await stored(), digest(first))
  for (const same of [{ token: first }, { tokenDigest: digest(first) }, {}]) {
    const { entries } = await instance.apply(withToken(same))
    assert.equal(entries.find(({ kind }) => kind === 'personalAccessToken')?.action, 'same')
  }
  for (const [given, token] of [
    [{ token: second }, second],
    [{ tokenDigest: digest(first) }, first],
  ] as const) {
    const { entries } = await instance.apply(withToken(given))
    const row = entries.find(({ kind }) => kind === 'personalAccessToken')
    assert.deepEqual([row?.action, row?.changed, row?.generated], ['changed', ['token'], undefined])
    assert.equal(await stored(), digest(token))
  }
  const odd = await instance.apply(withToken({ tokenDigest: 'no digest' }))
  assert.deepEqual(lines(odd, 'ignored'), ['ignored orgs[0].personalAccessTokens[0].tokenDigest secret_hash_unsupported'])
  assert.equal(await stored(), digest(first))
})

test('a second client secret is stored with its end; one of an unknown kind is left out, and the rest is stored', async () => {
  const [, instance] = opened
  const withSecret = (members: object): object =>
    acme({ apiApps: [{ appId: 'api', app: { projectId: 'shop', name: 'API' }, clientSecretHash: digest(second), ...members }] })
  const odd = await instance.apply(withSecret({ formerClientSecretHash: 'plain' }))
  assert.deepEqual(lines(odd, 'ignored'), ['ignored orgs[0].apiApps[0].formerClientSecretHash secret_hash_unsupported'])
  const secrets = async (): Promise<readonly unknown[]> => {
    const [app] = await instance.stores.directory.find([{ kind: 'apiApp', key: ['api'] }])
    return [app?.secrets?.clientSecretDigest, app?.secrets?.formerClientSecret, app?.secrets?.formerClientSecretUntil]
  }
  assert.deepEqual(await secrets(), [digest(second), undefined, undefined])
  const former = { formerClientSecretHash: digest(first), formerClientSecretUntil: '2026-02-03T04:05:06Z' }
  for (const action of ['changed', 'same']) {
    const { entries } = await instance.apply(withSecret(former))
    const row = entries.find(({ kind }) => kind === 'apiApp')
    assert.deepEqual([row?.action, row?.changed], [action, action === 'same' ? undefined : ['formerClientSecretHash']])
  }
  assert.deepEqual(await secrets(), [digest(second), digest(first), String(Date.UTC(2026, 1, 3, 4, 5, 6))])
})

test('of several keys that name a client id for an application the first counts, and a malformed one does not', async () => {
  const [, , instance] = opened
  const keys = ['not a client id', 'one', 'two'].map((clientId, index) => ({ id: `k${index}`, appId: 'api', clientId, publicKey: 'LS0=' }))
  const nameless = { id: 'k', appId: 'api', publicKey: 'LS0=' }
  await instance.apply(acme({ apiApps: [{ appId: 'api', app: { projectId: 'shop', name: 'API' } }], appKeys: [nameless, ...keys] }))
  assert.equal((await instance.content({ kind: 'apiApp', key: ['api'] }))?.['clientId'], 'one')
})
