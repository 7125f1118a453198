// Letters that have several forms: in passwords they are what was typed, in names they are what they stand for.
import { acmeDocument } from '@symbolon/test-kit'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authorize, codeOf, redeem } from '../support/code-flow.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

const password = 'Zoë’s café №5 — ångström'

let provider: TestProvider
before(async () => {
  const [org] = acmeDocument().orgs ?? []
  const user = (userId: string, userName: string, secret: string, email: string) => ({
    userId,
    user: { userName, password: secret, profile: { firstName: 'A', lastName: 'B' }, email: { email, isEmailVerified: true } },
  })
  assert.ok(org !== undefined)
  provider = await startTestProvider({
    document: {
      orgs: [
        {
          ...org,
          humanUsers: [
            user('composed', 'composed', password.normalize('NFC'), 'composed@mail.example'),
            user('decomposed', 'decomposed', password.normalize('NFD'), 'ｄecomposed@mail.example'),
            user('ligature', `${'ﷺ'.repeat(11)}ß`, password, 'ligature@mail.example'),
          ],
        },
      ],
    },
  })
})
after(async () => await provider.close())

async function signsIn(loginName: string, secret: string): Promise<string | undefined> {
  const page = await authorize(provider, {}, provider.newUserAgent(), { loginName, password: secret })
  return page.redirectedTo === undefined ? undefined : decodeJwt(String((await redeem(provider, codeOf(page))).body['id_token'])).sub
}

async function registers(userName: string): Promise<string | undefined> {
  const report = await provider.apply({
    orgs: [
      { orgId: 'acme', humanUsers: [{ userId: crypto.randomUUID(), user: { userName, profile: { firstName: 'A', lastName: 'B' } } }] },
    ],
  })
  return report.entries[0]?.reason ?? report.entries[0]?.action
}

test('UN-03 a password is its exact characters: composed and decomposed are two, at both ends', async () => {
  assert.notEqual(password.normalize('NFC'), password.normalize('NFD'))
  assert.equal(await signsIn('composed', password.normalize('NFC')), 'composed')
  assert.equal(await signsIn('composed', password.normalize('NFD')), undefined)
  assert.equal(await signsIn('decomposed', password.normalize('NFD')), 'decomposed')
  assert.equal(await signsIn('decomposed', password.normalize('NFC')), undefined)
  for (const other of [` ${password}`, `${password} `, password.toUpperCase(), password.normalize('NFKC'), password.replace('’', "'")]) {
    assert.equal(await signsIn('composed', other.normalize('NFC')), undefined, other)
  }
})

test('UN-02 an email address that was written in full width is the one that it stands for', async () => {
  for (const name of ['decomposed@mail.example', 'ｄecomposed@mail.example', 'DECOMPOSED＠mail.example']) {
    assert.equal(await signsIn(name, password.normalize('NFD')), 'decomposed', name)
  }
  const { entries } = await provider.apply({
    orgs: [
      {
        orgId: 'acme',
        humanUsers: [
          {
            userId: 'split',
            user: { userName: 'split', profile: { firstName: 'A', lastName: 'B' }, email: { email: 'user＠evil.example@mail.example' } },
          },
        ],
      },
    ],
  })
  const { member, action } = entries.find(({ reason }) => reason === 'email_malformed') ?? {}
  assert.deepEqual([member, action], ['user.email.email', 'refused'])
})

test('UN-04 a name that grows when it is folded is found by what it becomes, and measured by it', async () => {
  const folded = `${'ﷺ'.repeat(11)}ß`.normalize('NFKC')
  assert.ok(folded.length > 190)
  assert.equal(await signsIn(folded, password), 'ligature')
  assert.equal(await signsIn(`${folded}@acme.example`, password), 'ligature')
  assert.equal(await signsIn(`${'ﷺ'.repeat(11)}ß@acme.example`, password), 'ligature')
  assert.equal(await registers('ﷺ'.repeat(12)), 'user_name_too_long')
  assert.equal(await registers('ﷺ'.repeat(30)), 'user_name_too_long')
  await assert.rejects(registers('ﷺ'.repeat(200)), /userName must be at most 1000 bytes long/)
  assert.equal(await registers('straße'), 'created')
  // The two are not folded together: `strasse` is a different user name.
  assert.equal(await registers('strasse'), 'created')
  assert.equal(await registers('STRAẞE'), 'user_name_taken')
})
