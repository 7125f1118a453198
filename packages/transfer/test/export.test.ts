// What an export writes beside what is stored.
import { readDocument } from '@symbolon/schema-v2'
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openExport } from '../src/export/open-export.ts'
import { openInstance } from '../../provisioning/test/instance.ts'
import type { Instance } from '../../provisioning/test/instance.ts'

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
