// The overview of an organization in the console: what is left to do.
import { managementConsole } from '@symbolon/console'
import { acmeDocument, bob, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { testHashing } from '../support/hashing.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

const { endpoints, clients } = managementConsole({
  hashing: testHashing,
  storages: {},
  sendLink: () => Promise.reject(new Error('not sent')),
})
const instanceMembers = [{ userId: bob.id, roles: ['IAM_OWNER'] }]

/** An organization whose domain below the host of the issuer is verified, with another domain. */
const withDomain = (orgId: string, isVerified: boolean) => ({
  orgId,
  org: { name: orgId },
  domains: [
    { orgId, domainName: `${orgId}.id.example`, isVerified: true, isPrimary: true },
    { orgId, domainName: `${orgId}.example`, isVerified },
  ],
})

let provider: TestProvider
before(async () => {
  const document = { orgs: [...(acmeDocument().orgs ?? []), withDomain('proven', true), withDomain('claimed', false)], instanceMembers }
  provider = await startTestProvider({ document, endpoints: [...endpoints], clients })
})
after(async () => await provider.close())

test('the step of the domain is done when a domain that is not below the issuer is verified', async () => {
  const userAgent = provider.newUserAgent()
  await signIn(userAgent, await userAgent.get(`${provider.issuer}/ui/console`), bob)
  const overviewOf = async (orgId: string): Promise<string> => (await userAgent.get(`${provider.issuer}/ui/console/orgs/${orgId}`)).text
  const [done, open] = [/Domain verified/, /Verify a domain/]
  assert.match(await overviewOf('proven'), done)
  const claimed = await overviewOf('claimed')
  assert.match(claimed, open)
  assert.doesNotMatch(claimed, done)
})
