// Passkeys in documents: exported with credentials, and set up by an import so that their owners sign in at the new instance.
import { readDocument } from '@symbolon/schema-v2'
import type { OrgDocument } from '@symbolon/schema-v2'
import { exportEndpoint, importEndpoints } from '@symbolon/admin-api'
import { passkeyDocumentRules } from '@symbolon/login-passkey'
import { acmeDocument, alice, bob } from '@symbolon/test-kit'
import type { SoftwareCredential } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authorizationUrl } from '../../support/code-flow.ts'
import { testHashing } from '../../support/hashing.ts'
import { moverToken, operations, reportOf } from '../../support/mover.ts'
import type { ImportAnswer } from '../../support/mover.ts'
import { newPasskey, startWithPasskeys, storedPasskeys, use } from '../../support/passkeys.ts'
import type { PasskeyProvider } from '../../support/passkeys.ts'
import { claimsOf } from '../../support/second-factor.ts'

const rules = passkeyDocumentRules('https://id.example')
const everything = { excluded_org_ids: ['operations'], with_passwords: true, with_otp: true, with_credentials: true }
const instanceMembers = [{ userId: 'mover', roles: ['IAM_OWNER'] }]

async function startInstance(document: OrgDocument, passkeys = true): Promise<PasskeyProvider> {
  return await startWithPasskeys({
    document: { orgs: [operations, ...(document.orgs ?? [])], instanceMembers },
    passkeyRules: rules,
    endpoints: [exportEndpoint(), ...importEndpoints({ hashing: testHashing, passkeys: passkeys ? rules : undefined })],
  })
}

let source: PasskeyProvider
let target: PasskeyProvider
let credential: SoftwareCredential
let exported: OrgDocument
before(async () => {
  source = await startInstance(acmeDocument())
  target = await startInstance({})
  credential = await newPasskey(source)
  exported = readDocument(JSON.parse(await post(source, 'export', everything).then((answer) => answer.text()))).document
})
after(async () => {
  for (const provider of [source, target]) await provider?.close()
})

async function post(provider: PasskeyProvider, path: 'export' | 'import', body: object): Promise<Response> {
  return await provider.fetch(
    new Request(`${provider.issuer}/admin/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${moverToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
}

async function imported(document: OrgDocument, options = {}, provider = target): Promise<ImportAnswer> {
  return await reportOf(await post(provider, 'import', { data_orgs: document, with_credentials: true, ...options }))
}

/** The exported document with other passkeys. */
function withPasskeys(change: (passkey: object) => object): OrgDocument {
  const [org, ...others] = exported.orgs ?? []
  return { ...exported, orgs: [{ ...org, passkeys: (org?.passkeys ?? []).map(change) }, ...others] } as OrgDocument
}

test('an export with credentials holds the passkey, and one without holds none', async () => {
  const [stored] = await storedPasskeys(source)
  const { credentialId, userId, userHandle, rpId, publicKey, signCount = 0 } = exported.orgs?.[0]?.passkeys?.[0] ?? {}
  assert.deepEqual(
    [credentialId, userId, userHandle, rpId, publicKey, signCount],
    [stored?.credentialId, alice.id, stored?.userHandle, 'id.example', stored?.publicKey, stored?.counter],
  )
  const plain = await post(source, 'export', { ...everything, with_credentials: false }).then((answer) => answer.text())
  assert.equal(readDocument(JSON.parse(plain)).document.orgs?.[0]?.passkeys, undefined)
})

test('an import without credentials leaves passkeys out, and says so', async () => {
  const { ledger } = await imported(exported, { with_credentials: false, dry_run: true })
  assert.ok(ledger?.some(({ path, reason }) => path === 'orgs[0].passkeys' && reason === 'needs_credentials'))
})

for (const [name, change, reason] of [
  ['made for another RP ID', { rpId: 'old.example' }, 'passkey_of_other_rp_id'],
  ['whose key is of another algorithm', { algorithm: 'RS256' }, 'passkey_key_unsupported'],
  ['whose key is invalid', { publicKey: 'AAAA' }, 'passkey_key_unsupported'],
  ['of an unknown user', { userId: 'unknown' }, 'missing_reference'],
] as const) {
  test(`a passkey ${name} is refused with the reason, and its user is imported`, async () => {
    const fresh = await startInstance({})
    const { errors, success } = await imported(
      withPasskeys((passkey) => ({ ...passkey, ...change })),
      {},
      fresh,
    )
    assert.deepEqual(
      errors?.map(({ type, id, message }) => [type, id, message.includes(reason)]),
      [['passkey', credential.id, true]],
    )
    assert.ok(JSON.stringify(success).includes(alice.id))
    assert.deepEqual(await storedPasskeys(fresh), [])
    await fresh.close()
  })
}

test('where no passkeys are composed with the import, they are refused with the reason', async () => {
  const without = await startInstance({}, false)
  const { errors } = await imported(exported, {}, without)
  assert.match(errors?.[0]?.message ?? '', /passkeys_not_composed/)
  await without.close()
})

test('an imported passkey signs its owner in at the new instance, and a second import changes nothing', async () => {
  const { errors, counts } = await imported(exported)
  assert.equal(errors, undefined)
  assert.notEqual(counts['created'], 0)
  assert.deepEqual(await storedPasskeys(target), await storedPasskeys(source))
  const userAgent = target.newUserAgent()
  const page = await userAgent.get(authorizationUrl(target))
  // The authenticator counts on from where it was.
  const { sub, acr, amr } = await claimsOf(target, await use(target, userAgent, page, credential, { counter: 50 }))
  assert.deepEqual([sub, acr, amr], [alice.id, '2', ['user', 'mfa']])
})

test('a document does not lower the counter, and does not give the passkey to another user', async () => {
  const [before] = await storedPasskeys(target)
  const again = await imported(exported, { update: true })
  assert.deepEqual([again.errors, again.counts['changed'], again.counts['created']], [undefined, 0, 0])
  const stolen = await imported(
    withPasskeys((passkey) => ({ ...passkey, userId: bob.id })),
    { update: true },
  )
  assert.match(stolen.errors?.[0]?.message ?? '', /passkey_taken/)
  assert.deepEqual(await storedPasskeys(target), [before])
  assert.deepEqual(await storedPasskeys(target, bob.id), [])
})

test('a passkey that the document removes is removed', async () => {
  const { counts } = await imported(
    withPasskeys((passkey) => ({ ...passkey, state: 'STATE_REMOVED' })),
    { update: true },
  )
  assert.equal(counts['removed'], 1)
  assert.deepEqual(await storedPasskeys(target), [])
})

test('a document does not bring back a passkey that its user has removed, and says so each time', async () => {
  await imported(exported, { update: true })
  const ways = { password: true, externalAccount: true }
  assert.equal(await target.storage.stores.passkeys?.remove(alice.id, credential.id, ways), 'removed')
  for (let round = 0; round < 2; round++) {
    const answer = await imported(exported, { update: true })
    assert.deepEqual([answer.errors, answer.counts['created'], answer.counts['ignored']], [undefined, 0, 1])
    assert.match(JSON.stringify(answer), /passkey_removed/)
    assert.deepEqual(await storedPasskeys(target), [])
  }
})
