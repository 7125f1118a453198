// A host applies documents by the provider object: the same plan and report as the command.
import { onEvent } from '@symbolon/core-protocol'
import type { AuditEvent } from '@symbolon/core-protocol'
import { documents } from '@symbolon/provisioning'
import { createProvider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testHashing } from '../../support/hashing.ts'
import { masterKey } from '../../support/provider.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const base = { issuer: 'https://id.example', masterKey, log, timers: false }
const document = {
  orgs: [
    {
      orgId: 'acme',
      org: { name: 'Acme' },
      projects: [{ projectId: 'shop', project: { name: 'Shop' } }],
      oidcApps: [{ appId: 'web', app: { projectId: 'shop', name: 'Web', redirectUris: ['https://shop.example/callback'] } }],
    },
  ],
}

test('a document is planned, applied, reported and recorded, and applied again it changes nothing', async () => {
  const heard: AuditEvent['type'][] = []
  const provider = await createProvider({
    ...base,
    storage: libsql({ url: ':memory:' }),
    audit: onEvent(({ type }) => void heard.push(type)),
    documents: documents({ hashing: testHashing }),
  })
  const planned = await provider.apply(document, { dryRun: true })
  assert.equal(planned.dryRun, true)
  assert.equal(planned.counts.created, 4)
  const report = await provider.apply(document)
  assert.equal(report.counts.created, 4)
  const app = report.entries.find(({ kind }) => kind === 'oidcApp')
  assert.equal(typeof app?.generated?.clientId, 'string')
  assert.equal(typeof app?.generated?.clientSecret, 'string')
  const again = await provider.apply(document)
  assert.deepEqual([again.counts.created, again.counts.changed, again.counts.same], [0, 0, 4])
  await assert.rejects(provider.apply({ orgs: 'none' }), { name: 'DocumentError' })
  await provider.close()
  assert.ok(heard.length > 0, 'nothing was recorded')
})

test('without the part there is no such method, and nothing of it is loaded or opened', async () => {
  const provider = await createProvider({ ...base, storage: libsql({ url: ':memory:' }) })
  assert.ok(!('apply' in provider))
  // @ts-expect-error Property 'apply' does not exist.
  assert.equal(provider.apply, undefined)
  await provider.close()
})
