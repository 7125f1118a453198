// A document that is read in pieces says the same as one that is read as a whole.
import { readDocument } from '@symbolon/schema-v2'
import type { DocumentOrg } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
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

test('an unspecified state is no state, by name and by number', async () => {
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
