// The organization of a user who is created by a sign-in at an identity provider of the instance.
import { acmeDocument, alice } from '@symbolon/test-kit'
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { codeOf } from '../../support/code-flow.ts'
import { signInThere, startFederation } from '../../support/external-sign-in.ts'
import type { Federation } from '../../support/external-sign-in.ts'

let federation: Federation
afterEach(async () => await federation.close())

const open = { allowUsernamePassword: true, allowExternalIdp: true, allowRegister: true }
type Org = NonNullable<OrgDocument['orgs']>[number]

/** `acme`, which has the application and no users, and two others. */
function threeOrganizations(others: Readonly<Record<'first' | 'second', Partial<Org>>>): OrgDocument {
  const [acme] = acmeDocument().orgs ?? []
  const more = Object.entries(others).map(([orgId, members]) => ({
    orgId,
    org: { name: orgId },
    domains: [{ orgId, domainName: `${orgId}.example`, isVerified: true, isPrimary: true }],
    ...members,
  }))
  return { orgs: [{ ...acme!, humanUsers: [] }, ...more] as NonNullable<OrgDocument['orgs']>, instance: { loginPolicy: open } }
}

async function start(organization: string | undefined, others: Partial<Record<'first' | 'second', Partial<Org>>> = {}): Promise<void> {
  federation = await startFederation({
    document: threeOrganizations({ first: {}, second: {}, ...others }),
    provider: { rules: { autoCreation: true } },
    external: organization === undefined ? { organization: 'missing' } : { organization },
  })
}

/** @returns the organization of the new user; undefined when no user was created */
async function comesTo(scope = 'openid'): Promise<string | undefined> {
  const { local } = federation
  const page = await signInThere(federation, local.newUserAgent(), { scope })
  const link = await local.storage.stores.userLinks?.find('upstream', alice.id)
  if (link === undefined) {
    assert.equal(page.forms.length, 0, 'registration is closed')
    return undefined
  }
  codeOf(page)
  return (await local.storage.stores.users?.find(link.userId))?.orgId
}

test('is the default organization unless another organization is named', async () => {
  await start('first')
  assert.equal(await comesTo(), 'first')
})

test('is undefined where the default organization does not exist', async () => {
  await start('missing')
  assert.equal(await comesTo(), undefined)
})

test('is undefined where the default organization is inactive', async () => {
  await start('first', { first: { orgState: 'ORG_STATE_INACTIVE' } })
  assert.equal(await comesTo(), undefined)
})

test('XI-13 is undefined where the policy of the default organization does not allow the provider: its user could not sign in again', async () => {
  await start('first', { first: { loginPolicy: open } })
  assert.equal(await comesTo(), undefined)
})

for (const demand of ['id', 'domain:primary'] as const) {
  test(`XI-13 is the one that the scope demands by ${demand}`, async () => {
    await start('first')
    const value = demand === 'id' ? 'second' : 'second.example'
    assert.equal(await comesTo(`openid urn:symbolon:iam:org:${demand}:${value}`), 'second')
  })
}

test('is undefined where the scope demands a domain that no organization has', async () => {
  await start('first')
  assert.equal(await comesTo('openid urn:symbolon:iam:org:domain:primary:unknown.example'), undefined)
})

const holdsTheDomain = [{ orgId: 'second', domainName: 'mail.example', isVerified: true, isPrimary: true }]
const listed = { ...open, idps: [{ idpId: 'upstream' }] }

test('is the one that holds the domain of the proven address, where its policy lets people come by that', async () => {
  await start('first', { second: { domains: holdsTheDomain, loginPolicy: { ...listed, allowDomainDiscovery: true } } })
  assert.equal(await comesTo(), 'second')
})

test('is the default one where the one that holds the domain of the address does not let people come by that', async () => {
  await start('first', { second: { domains: holdsTheDomain, loginPolicy: listed } })
  assert.equal(await comesTo(), 'first')
})
