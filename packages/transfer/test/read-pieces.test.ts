// A document that is read in pieces says the same as one that is read as a whole.
import { convertV1Stream } from '@symbolon/migration-v1'
import { readDocument } from '@symbolon/schema-v2'
import type { DocumentOrg } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v1ExportText } from '../../test-kit/src/v1-export/v1-export.ts'
import { convertPieces } from '../src/import/convert-pieces.ts'
import { readPieces } from '../src/import/read-pieces.ts'
import type { ImportRow } from '../src/import/rows.ts'

async function orgsOf(text: string): Promise<readonly unknown[]> {
  const limits = { maxValueBytes: 1_000_000, maxHeldBytes: 1_000_000 }
  const options = { limits, heads: undefined, onRow: (row: unknown) => assert.fail(JSON.stringify(row)), onProgress: () => {} }
  const orgs: unknown[] = []
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(text)
  }
  for await (const { org } of readPieces(chunks(), options)) orgs.push(org)
  return orgs
}

test('an unspecified state counts as absent, by name and by number', async () => {
  for (const orgState of ['ORG_STATE_UNSPECIFIED', 0, 'ORG_STATE_ACTIVE', 2]) {
    const text = JSON.stringify({ orgs: [{ orgId: 'o', org: { name: 'O' }, orgState }] })
    assert.deepEqual(await orgsOf(text), readDocument(JSON.parse(text)).document.orgs)
  }
})

test('a malformed member is left out with an error and its policy or app is kept; where security depends on it the stricter value is used', async () => {
  const text = JSON.stringify({
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        orgState: 'ORG_STATE_ASLEEP',
        loginPolicy: { forceMfa: true, defaultRedirectUri: 'https://a.example/\n', disableLoginWithEmail: 'true', lifetimes: 1 },
        lockoutPolicy: { maxPasswordAttempts: -1 },
        oidcApps: [{ appId: 'a', app: { projectId: 'p', name: 'a', redirectUris: ['https://a.example/cb', 5], backChannelLogoutUri: {} } }],
        appKeys: [
          { id: 'k', appId: 'a', publicKey: 'LS0=', expirationDate: 'tomorrow' },
          { id: 'l', appId: 'a', publicKey: 'LS0=' },
        ],
      },
      {
        orgId: 'p',
        loginPolicy: [{ forceMfa: true }],
        labelPolicy: 'blue',
        domains: { domainName: 'p.example' },
        orgState: ['ORG_STATE_ACTIVE'],
        org: [],
      },
    ],
  })
  const errors: unknown[] = []
  const orgs: DocumentOrg[] = []
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(text)
  }
  const onRow = (row: ImportRow): void => void (row.row === 'error' && errors.push(row.error.message))
  const limits = { maxValueBytes: 1_000_000, maxHeldBytes: 1_000_000 }
  for await (const { org } of readPieces(chunks(), { limits, heads: undefined, onRow, onProgress: () => {} })) orgs.push(org)
  assert.deepEqual(orgs, [
    {
      orgId: 'o',
      org: { name: 'O' },
      orgState: 'ORG_STATE_INACTIVE',
      loginPolicy: { forceMfa: true, disableLoginWithEmail: true },
      lockoutPolicy: { maxPasswordAttempts: 10 },
      oidcApps: [{ appId: 'a', app: { projectId: 'p', name: 'a', redirectUris: ['https://a.example/cb'] } }],
      appKeys: [{ id: 'l', appId: 'a', publicKey: 'LS0=' }],
    },
    { orgId: 'p', orgState: 'ORG_STATE_INACTIVE', loginPolicy: {} },
  ])
  const [left, stricter] = [' It was left out.', ' The stricter value was used instead.']
  assert.deepEqual(
    errors.map((message) => /^(\S+) (?:must be [^.]*\.)(.*)$/.exec(String(message))?.slice(1)),
    [
      ['orgs[0].orgState', stricter],
      ['orgs[0].loginPolicy.defaultRedirectUri', left],
      ['orgs[0].loginPolicy.disableLoginWithEmail', stricter],
      ['orgs[0].lockoutPolicy.maxPasswordAttempts', stricter],
      ['orgs[0].oidcApps[0].app.redirectUris[1]', left],
      ['orgs[0].oidcApps[0].app.backChannelLogoutUri', left],
      ['orgs[0].appKeys[0].expirationDate', ''],
      ['orgs[1].loginPolicy', stricter],
      ['orgs[1].labelPolicy', ''],
      ['orgs[1].domains', ''],
      ['orgs[1].orgState', stricter],
      ['orgs[1].org', ''],
    ],
  )
})

test('a member that the format does not have, or that comes in both spellings, is left out with a row, and its entries are counted', async () => {
  const text =
    '{"orgs":[null,{"orgId":"o","org":{"name":"O"},"projects":[{"projectId":"a","project":{"name":"A"}}],"colour":[{"x":1},{},null,{"y":2}],' +
    '"org_id":"p","oidcApps":[{"appId":"x"}],"oidc_apps":[{"appId":"y"},{"appId":"z"}],"domain_policy":{},"domainPolicy":{"userLoginMustBeDomain":true}}]}'
  const rows: unknown[] = []
  const orgs: DocumentOrg[] = []
  let progress: unknown
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(text)
  }
  const limits = { maxValueBytes: 1_000_000, maxHeldBytes: 1_000_000 }
  const onRow = (row: ImportRow): void => void rows.push(row.row === 'error' ? row.error.type : `${row.entry.path} ${row.entry.reason}`)
  const options = { limits, heads: undefined, onRow, onProgress: (read: unknown) => void (progress = read) }
  for await (const { org } of readPieces(chunks(), options)) orgs.push(org)
  assert.deepEqual(
    orgs.map(({ orgId, projects, oidcApps, domainPolicy }) => [orgId, projects?.length, oidcApps, domainPolicy]),
    [['o', 1, undefined, {}]],
  )
  assert.deepEqual(rows, [
    'orgs[1].colour unknown_member',
    'orgs[1].org_id repeated_member',
    'oidc_app',
    'orgs[1].oidc_apps repeated_member',
    'orgs[1].domainPolicy repeated_member',
  ])
  assert.deepEqual(progress, { bytes: text.length, objects: 6, leftOut: 5 })
})

test('only the engine reports members of a v1 document without effect, and a malformed entry is an error', async () => {
  const text = v1ExportText({ orgs: 1, humanUsers: 1 }).replace(
    /"orgs":\s*\[/,
    `"orgs":[null,{"orgId":"odd","org":{"name":"O"},"colour":1,"humanUsers":[{"userId":"ann","user":5}]},`,
  )
  assert.ok(text.includes('"colour"'))
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(text)
  }
  const all: string[] = []
  for await (const _ of convertV1Stream(chunks(), { onRow: ({ reason }) => void all.push(reason) }));
  assert.ok(all.includes('no-effect'), all.join())
  const reported: string[] = []
  const limits = { maxValueBytes: 1_000_000, maxHeldBytes: 1_000_000 }
  const onRow = (row: ImportRow): void => void reported.push(row.row === 'error' ? `${row.error.type} ${row.error.id}` : row.entry.reason)
  for await (const _ of convertPieces(chunks(), { limits, heads: undefined, onRow, onProgress: () => {} }));
  const others = all.filter((reason) => reason !== 'no-effect')
  assert.deepEqual(
    reported,
    others.map((reason) => (reason === 'invalid-entry' ? 'human_user ann' : reason)),
  )
  assert.ok(reported.includes('human_user ann') && reported.includes('unknown-member'), reported.join())
})
