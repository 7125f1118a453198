// Values that an export adds to the stored objects.
import { digest } from '@symbolon/core-protocol'
import { readDocument } from '@symbolon/schema-v2'
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { libsql } from '@symbolon/storage-libsql'
import { openExport } from '../src/export/open-export.ts'
import { closedWithFile, instances } from '../../provisioning/test/instance.ts'
import type { Instance } from '../../provisioning/test/instance.ts'

const openInstance = instances()

const document = {
  orgs: [
    {
      orgId: 'o',
      org: { name: 'O' },
      domains: [{ domainName: 'o.example', isVerified: true, isPrimary: true }],
      domainPolicy: { userLoginMustBeDomain: true },
      lockoutPolicy: { maxPasswordAttempts: 5 },
      machineUsers: [
        { userId: 'm', user: { userName: 'batch', name: 'Batch' }, clientSecret: 'service-secret-0123456789-0123456789-0123' },
      ],
    },
  ],
}

async function exported({ context: { directory, sealing } }: Instance, withCredentials: boolean): Promise<OrgDocument> {
  const selection = { orgIds: [], excludedOrgIds: [], withPasswords: false, withOtp: false, withCredentials }
  const opened = await openExport(selection, { directory, sealing }, { timeout: 600_000, step: () => {} })
  let text = ''
  for await (const chunk of opened.chunks) text += new TextDecoder().decode(chunk)
  await opened.close()
  return readDocument(JSON.parse(text)).document
}

test("ids that the format repeats are written, although the entry's own count", async () => {
  const instance = await openInstance()
  await instance.apply(document)
  for (const withCredentials of [false, true]) {
    const [org] = (await exported(instance, withCredentials)).orgs ?? []
    // The published message of a domain policy demands 1 to 200 characters; one violation refuses a whole document elsewhere.
    assert.deepEqual(org?.domainPolicy, { orgId: 'o', userLoginMustBeDomain: true })
    assert.deepEqual(org?.lockoutPolicy, { maxPasswordAttempts: 5 })
    assert.deepEqual(org?.domains, [{ orgId: 'o', domainName: 'o.example', isVerified: true, isPrimary: true }])
    assert.deepEqual(org?.machineUsers?.[0]?.user, { userId: 'm', userName: 'batch', name: 'Batch' })
    assert.equal(org?.machineUsers?.[0]?.clientSecretHash?.length, withCredentials ? 43 : undefined)
  }
})

test('repeated members of an export make no difference when it is applied again', async () => {
  const instance = await openInstance()
  await instance.apply(document)
  const { entries } = await instance.apply(await exported(instance, false))
  assert.deepEqual(
    entries.filter(({ action }) => action !== 'same' && action !== 'notice'),
    [],
  )
})

test('with credentials, the second secret of a client is in the document, and until when it counts', async () => {
  const instance = await openInstance()
  const [current, former] = [digest('current'), digest('former')]
  const app = { projectId: 'p', name: 'API' }
  const until = '2026-02-03T04:05:06Z'
  const apiApps = [
    { appId: 'a', clientId: 'a', app, clientSecretHash: current, formerClientSecretHash: former, formerClientSecretUntil: until },
    { appId: 'b', clientId: 'b', app, clientSecretHash: current },
  ]
  await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, projects: [{ projectId: 'p', project: { name: 'P' } }], apiApps }] })
  assert.deepEqual((await exported(instance, true)).orgs?.[0]?.apiApps, apiApps)
  assert.deepEqual(
    (await exported(instance, false)).orgs?.[0]?.apiApps,
    ['a', 'b'].map((id) => ({ appId: id, clientId: id, app })),
  )
})

test('an export that names an organization which does not exist is refused, and says which', async () => {
  const { context } = await openInstance()
  const refusal = async (orgIds: readonly string[], excludedOrgIds: readonly string[]): Promise<unknown> => {
    const selection = { orgIds, excludedOrgIds, withPasswords: false, withOtp: false, withCredentials: false }
    try {
      return await openExport(selection, context, { timeout: 600_000, step: () => {} })
    } catch (error) {
      return String(error)
    }
  }
  assert.equal(
    await refusal(['nowhere'], ['elsewhere']),
    'UnknownOrganizationError: Unknown organization: elsewhere, nowhere. Correct the id.',
  )
  const many = Array.from({ length: 7 }, (_, index) => `o${index}`)
  assert.equal(await refusal(many, []), 'UnknownOrganizationError: Unknown organization: o0, o1, o2, o3, o4 and 2 others. Correct the id.')
})

const closeAtEnd = closedWithFile()

test('an export counts the users whose recovery codes stay behind', async () => {
  const { stores, close } = await libsql({ url: ':memory:' }).open(['directory', 'factorDrafts', 'recoveryCodes', 'users'])
  closeAtEnd(close)
  const { directory, factorDrafts, recoveryCodes, users } = stores
  assert.ok(directory !== undefined && factorDrafts !== undefined && recoveryCodes !== undefined && users !== undefined)
  const instance = await openInstance({ directory })
  const person = (userId: string): object => ({ userId, user: { userName: userId, profile: { firstName: 'A', lastName: 'B' } } })
  await instance.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers: [person('a'), person('b')] }] })
  const seen = await users.find('a')
  assert.ok(seen !== undefined)
  const draft = { userId: 'a', browser: 'browser', sealed: 'sealed' }
  await factorDrafts.begin({ ...draft, kind: 'recovery_codes', expiresAt: 5000 }, 1000)
  assert.ok(await recoveryCodes.replace({ ...draft, digests: ['one', 'two'], seen }, 2000))
  const selection = { orgIds: [], excludedOrgIds: [], withPasswords: true, withOtp: true, withCredentials: true }
  const opened = await openExport(selection, instance.context, { timeout: 600_000, step: () => {} })
  for await (const _chunk of opened.chunks);
  assert.deepEqual(
    opened.ledger().map(({ path, reason, count }) => [path, reason, count]),
    [['orgs[*].humanUsers', 'recovery_codes', 1]],
  )
  await opened.close()
})

test('a demand for a new password moves with and without the password', async () => {
  const [source, target] = [await openInstance(), await openInstance()]
  const user = {
    userName: 'ann',
    profile: { firstName: 'A', lastName: 'B' },
    password: 'correct horse battery staple',
    passwordChangeRequired: true,
  }
  await source.apply({ orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers: [{ userId: 'ann', user }] }] })
  for (const withPasswords of [false, true]) {
    const selection = { orgIds: [], excludedOrgIds: [], withPasswords, withOtp: false, withCredentials: false }
    const text = async ({ context }: Instance): Promise<string> => {
      const opened = await openExport(selection, context, { timeout: 600_000, step: () => {} })
      let all = ''
      for await (const chunk of opened.chunks) all += new TextDecoder().decode(chunk)
      await opened.close()
      return all
    }
    const document = await text(source)
    const report = await target.apply(JSON.parse(document))
    assert.ok(report.entries.every(({ action }) => ['created', 'changed', 'same'].includes(action)))
    assert.equal((await target.stores.users.find('ann'))?.passwordChangeRequired, true)
    assert.equal(await text(target), document)
  }
})
