// Texts of mails that lead elsewhere are left out of documents, and refused where one object is changed.
import type { DocumentOrg, OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyEntry } from '../src/index.ts'
import { instances, lines } from './instance.ts'

const openInstance = instances()

const org = (more: Partial<DocumentOrg>): OrgDocument => ({ orgs: [{ orgId: 'o', org: { name: 'O' }, ...more }] })
const texts = (text: string): Partial<DocumentOrg> => ({
  passwordResetMessages: [{ language: 'en', subject: 'New password', text }],
})

test('MA-07 a text that leads elsewhere is reported and left out, and the rest of the entry is stored', async () => {
  const instance = await openInstance()
  const report = await instance.apply(org(texts('https://evil.example/p/{{.Code}}')))
  assert.deepEqual(lines(report, 'ignored'), ['ignored orgs[0].passwordResetMessages[0].text text_leads_elsewhere'])
  assert.deepEqual(await instance.content({ kind: 'orgText', key: ['o', 'passwordResetMessages', 'en'] }), {
    language: 'en',
    subject: 'New password',
  })
})

test('MA-07 a text may lead to this server and to a verified domain that is stored or comes with it', async () => {
  const instance = await openInstance()
  const domains = [{ domainName: 'o.example', isVerified: true }, { domainName: 'unverified.example' }]
  assert.deepEqual(lines(await instance.apply(org({ domains, ...texts('https://www.o.example and id.example') })), 'ignored'), [])
  assert.deepEqual(lines(await instance.apply(org(texts('https://help.o.example'))), 'ignored'), [])
  for (const text of ['https://unverified.example', 'https://o.example{{.UserName}}/', 'https://id.example.evil.example'])
    assert.deepEqual(lines(await instance.apply(org(texts(text))), 'ignored').length, 1, text)
})

test('MA-07 a text of one object that leads elsewhere is refused with the member, and what is stored stays', async () => {
  const instance = await openInstance()
  await instance.apply(org(texts('Hello')))
  const change = { org: { orgId: 'o', ...texts('https://evil.example') } }
  const rows = await applyEntry(change, instance.context)
  assert.deepEqual(
    rows.map(({ action, reason, member }) => [action, reason, member]),
    [['refused', 'text_leads_elsewhere', 'text']],
  )
  assert.equal((await instance.content({ kind: 'orgText', key: ['o', 'passwordResetMessages', 'en'] }))?.['text'], 'Hello')
})
