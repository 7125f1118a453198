// The check of SYMBOLON_DEFAULT_ORG at the start.
import { applyDocument, systemAuthority } from '@symbolon/provisioning'
import { define } from '@symbolon/core-protocol'
import type { Context, SecretHashing } from '@symbolon/core-protocol'
import { readDocument } from '@symbolon/schema-v2'
import { createProvider } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secretHashing } from '@symbolon/secret-hashing'
import { defaultOrganizationCheck } from '../src/default-organization.ts'
import { firstOrganization, organizationId } from '../src/first-start.ts'

/** Starts a provider with the first organization. @returns the warnings about the default organization */
async function warningsOf(orgId: string, state = 'ORG_STATE_ACTIVE'): Promise<readonly string[]> {
  const hashing: SecretHashing = secretHashing()
  const [org] = firstOrganization('https://id.example').orgs ?? []
  const document = readDocument({ orgs: [{ ...org, orgState: state }] })
  const furnish = define({
    kind: 'task',
    name: 'furnish',
    stores: ['directory'],
    async run({ stores: { directory }, sealing, now, randomToken }: Context<'directory'>) {
      await applyDocument(document, { directory, authority: systemAuthority, sealing, now, randomToken, hashing, issuerHost: 'id.example' })
    },
  })
  const warnings: string[] = []
  const ignore = (): void => undefined
  const provider = await createProvider({
    issuer: 'https://id.example',
    masterKey: new Uint8Array(32).fill(7),
    storage: libsql({ url: ':memory:' }),
    tasks: [furnish, defaultOrganizationCheck(orgId)],
    log: { info: ignore, error: ignore, warn: (event) => warnings.push(event) },
  })
  await provider.close()
  return warnings.filter((event) => event.startsWith('default_organization'))
}

test('a default organization that is there is not reported', async () => {
  assert.deepEqual(await warningsOf(organizationId), [])
})

test('a default organization that is missing is reported, and the service starts', async () => {
  assert.deepEqual(await warningsOf('another'), ['default_organization_missing'])
})

test('a default organization that is inactive is reported', async () => {
  assert.deepEqual(await warningsOf(organizationId, 'ORG_STATE_INACTIVE'), ['default_organization_inactive'])
})
