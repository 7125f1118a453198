// Which organization a new instance trusts, once its first administrator is gone.
import { define } from '@symbolon/core-protocol'
import type { Context, Stores } from '@symbolon/core-protocol'
import { applyDocument, systemAuthority } from '@symbolon/provisioning'
import { readDocument } from '@symbolon/schema-v2'
import { secretHashing } from '@symbolon/secret-hashing'
import { createProvider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstOrganization, organizationId } from '../src/first-start.ts'

test('BO-24 the trust in the first organization does not move to that of a later administrator', async () => {
  const trusted: (readonly string[])[] = []
  const furnish = define({
    kind: 'task',
    name: 'furnish',
    stores: ['directory', 'clients'],
    async run({ stores, sealing, now, randomToken }: Context<'clients' | 'directory'>) {
      const { directory, clients }: Pick<Stores, 'clients' | 'directory'> = stores
      const context = {
        directory,
        authority: systemAuthority,
        sealing,
        now,
        randomToken,
        hashing: secretHashing(),
        issuerHost: 'id.example',
      }
      const apply = async (document: object): Promise<void> => {
        const { counts } = await applyDocument(readDocument(document), context)
        assert.equal(counts.refused, 0)
        trusted.push((await clients.findBoundary()).trustedOrgIds)
      }
      await apply(firstOrganization('https://id.example'))
      const user = { userName: 'eve', password: 'a long password of eve', profile: { firstName: 'Eve', lastName: 'Later' } }
      await apply({
        orgs: [{ orgId: 'later', org: { name: 'Later' }, humanUsers: [{ userId: 'eve', user }] }],
        instanceMembers: [{ userId: 'eve', roles: ['IAM_OWNER'] }],
      })
      await apply({ instanceMembers: [{ userId: 'administrator', roles: ['IAM_OWNER'], state: 'STATE_REMOVED' }] })
    },
  })
  const provider = await createProvider({
    issuer: 'https://id.example',
    masterKey: new Uint8Array(32).fill(7),
    storage: libsql({ url: ':memory:' }),
    tasks: [furnish],
  })
  await provider.close()
  assert.deepEqual(trusted, [[organizationId], [organizationId], [organizationId]])
})
