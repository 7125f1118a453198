// Names that look alike or fold together: one canonical form decides, at registration as at sign-in.
import type { OrgDocument } from '@symbolon/schema-v2'
import { acmeDocument, alice } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authorize, codeOf, redeem, userinfoOf } from '../support/code-flow.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

const password = 'a password that is long enough'
let provider: TestProvider
before(async () => void (provider = await startTestProvider({ document: withUser('office', 'office', 'Kim') })))
after(async () => await provider.close())

/** The organization with one more user. */
function withUser(userId: string, userName: string, firstName = 'X'): OrgDocument {
  const [org] = acmeDocument().orgs ?? []
  if (org === undefined) throw new Error('no organization')
  const user = { userName, password, profile: { firstName, lastName: 'Y' }, email: { email: `${userId}@mail.example` } }
  return { orgs: [{ ...org, humanUsers: [...(org.humanUsers ?? []), { userId, user }] }] }
}

/** @returns the id of the user who was signed in; undefined when the sign-in failed */
async function signsIn(loginName: string, secret: string): Promise<string | undefined> {
  const page = await authorize(provider, {}, provider.newUserAgent(), { loginName, password: secret })
  if (page.redirectedTo === undefined) return undefined
  const { body } = await redeem(provider, codeOf(page))
  return decodeJwt(String(body['id_token'])).sub
}

async function registers(userName: string): Promise<{ action: string | undefined; reason: unknown }> {
  const id = crypto.randomUUID()
  const { entries } = await provider.apply(withUser(id, userName))
  const entry = entries.find(({ kind, key }) => kind === 'humanUser' && key[0] === id)
  return { action: entry?.action, reason: entry?.reason }
}

test('UN-01 a login name is found in every spelling that folds to it', async () => {
  const fullWidth = [...'alice'].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join('')
  for (const loginName of [
    'alice@acme.example',
    'ALICE@ACME.EXAMPLE',
    'Alice@Acme.Example',
    `${fullWidth}@acme.example`,
    `${fullWidth}＠acme.example`,
    ' alice@acme.example ',
    'alice',
    'ALICE',
  ]) {
    assert.equal(await signsIn(loginName, alice.password), 'alice', loginName)
  }
  for (const loginName of ['office', 'oﬀice', 'OFFICE', 'oﬃce']) assert.equal(await signsIn(loginName, password), 'office', loginName)
})

test('UN-01 a look-alike is not the user', async () => {
  for (const loginName of [
    'аlice@acme.example',
    'alıce@acme.example',
    'al\u200bice@acme.example',
    'alice@acme.example.',
    'alice@acme\u3002example',
    'alicé',
    'a lice',
  ]) {
    assert.equal(await signsIn(loginName, alice.password), undefined, JSON.stringify(loginName))
  }
})

test('UN-01 a name that folds to one that is taken is refused', async () => {
  for (const userName of ['alice', 'ALICE', 'Alice', 'ａｌｉｃｅ', 'ALİCE'.replace('İ', 'I'), 'oﬀice', 'OFFICE', 'oﬃce', ' alice']) {
    const { action, reason } = await registers(userName)
    assert.equal(action, 'refused', userName)
    assert.ok(reason !== undefined)
  }
})

test('UN-01 invisible characters and mixed scripts are refused', async () => {
  for (const userName of [
    'al\u200bice',
    'alice\u200d',
    '\u202ealice',
    'alice\ufeff',
    'al\u00adice',
    'а' + 'lice',
    'αlice',
    'İstanbul',
    'a\u2028b',
    'a\u00a0b',
    'al\u3164ice',
    'alice\u034f',
    'alice\ufe0f',
    'alice\u2800',
    '',
  ]) {
    assert.equal((await registers(userName)).action, 'refused', JSON.stringify(userName))
  }
})

test('UN-01 the Kelvin sign is a K, and İ is not I', async () => {
  assert.equal((await registers('kelvin')).action, 'created')
  assert.equal((await registers('\u212Aelvin')).action, 'refused')
  assert.equal((await registers('ﬁona')).action, 'created')
  assert.equal((await registers('fiona')).action, 'refused')
})

test('UN-01 a name in one script other than Latin is fine', async () => {
  for (const userName of ['борис', 'Ελένη', '山田太郎', 'ångström', "o'brien", 'anna.maria-luisa', '李小龙', 'müller']) {
    assert.equal((await registers(userName)).action, 'created', userName)
    assert.equal(await signsIn(userName.toUpperCase(), password), await signsIn(`${userName}@acme.example`, password))
    assert.ok((await signsIn(userName, password)) !== undefined, userName)
  }
})

test('preferred_username is the user name as it was given, with the primary domain', async () => {
  assert.equal((await registers('Ｂig.Name')).action, 'created')
  const page = await authorize(provider, { scope: 'openid profile' }, provider.newUserAgent(), {
    loginName: 'big.name@acme.example',
    password,
  })
  const { body } = await redeem(provider, codeOf(page))
  const userinfo = await userinfoOf(provider, body['access_token'])
  assert.equal(userinfo.body['preferred_username'], 'Ｂig.Name@acme.example')
})
