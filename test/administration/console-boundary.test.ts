// The page of the boundary policy in the console: what is typed into each of its fields is what the instance stores.
import { managementConsole } from '@symbolon/console'
import { acmeDocument, bob, signIn } from '@symbolon/test-kit'
import type { UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { testHashing } from '../support/hashing.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

const parts = managementConsole({ hashing: testHashing, storages: {}, sendLink: () => Promise.reject(new Error('not sent')) })

let provider: TestProvider
let browser: UserAgent | undefined
before(async () => {
  provider = await startTestProvider({
    document: { ...acmeDocument(), instanceMembers: [{ userId: bob.id, roles: ['IAM_OWNER'] }] },
    endpoints: [...parts.endpoints],
    clients: parts.clients,
  })
  browser = provider.newUserAgent()
  await signIn(browser, await browser.get(`${provider.issuer}/ui/console`), bob)
})
after(async () => await provider.close())

const stored = async (): Promise<unknown> =>
  (await provider.storage.stores.directory?.get({ kind: 'instancePolicy', key: ['boundaryPolicy'] }))?.content

async function save(fields: Readonly<Record<string, string>>): Promise<string> {
  assert.ok(browser !== undefined)
  const page = await browser.get(`${provider.issuer}/ui/console/instance/policies/boundaryPolicy/change`)
  const form = page.forms.find(({ fields: own }) => 'maxKeyLifetime' in own)
  assert.ok(form !== undefined, page.text)
  // A browser does not send a box that is not ticked.
  const { forceMfaForAdministrators: _, ...others } = form.fields
  const { text } = await browser.submit({ ...page, forms: [{ ...form, fields: others }] }, fields)
  return text
}

test('BO-05 each field of the boundary policy is stored as it is typed', async () => {
  await save({
    crossOrganizationData: 'ALL_APPLICATIONS',
    trustedOrganizations: 'acme',
    maxPersonalAccessTokenLifetime: '720',
    maxKeyLifetime: '8760',
    maxUsersOfOrganization: '500',
    maxKeysOfOrganization: '60',
    maxMetadataOfOrganization: '7',
  })
  assert.deepEqual(await stored(), {
    crossOrganizationData: 'ALL_APPLICATIONS',
    trustedOrganizations: ['acme'],
    maxPersonalAccessTokenLifetime: '2592000s',
    maxKeyLifetime: '31536000s',
    maxUsersOfOrganization: 500,
    maxKeysOfOrganization: 60,
    maxMetadataOfOrganization: 7,
  })
})

test('BO-05 a field that holds no number of hours is refused with its problem, and nothing is stored', async () => {
  const before = await stored()
  for (const field of ['maxPersonalAccessTokenLifetime', 'maxKeyLifetime']) {
    for (const typed of ['-1', 'a year', '1e9', '9999999']) {
      const text = await save({ [field]: typed })
      assert.match(text, /role="alert"/, `${field} ${typed}`)
      assert.deepEqual(await stored(), before)
    }
  }
})

test('BO-05 an empty maximum is stored as none, and the other fields stay', async () => {
  await save({ maxPersonalAccessTokenLifetime: '', maxKeyLifetime: '1.5' })
  const { maxPersonalAccessTokenLifetime, maxKeyLifetime, maxUsersOfOrganization } = (await stored()) as Readonly<Record<string, unknown>>
  assert.deepEqual([maxPersonalAccessTokenLifetime, maxKeyLifetime, maxUsersOfOrganization], [undefined, '5400s', 500])
})

test('the demand of a second factor of administrators is stored, and counts for the next page', async () => {
  await save({ forceMfaForAdministrators: 'on' })
  assert.equal(((await stored()) as Readonly<Record<string, unknown>>)['forceMfaForAdministrators'], true)
  assert.match((await browser?.get(`${provider.issuer}/ui/console/instance/policies`))?.text ?? '', /second step/)
})
