// Names that only one object may have, asked for by many at once and in many spellings.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { databaseFile } from '../support/database-file.ts'
import type { DatabaseFile } from '../support/database-file.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

let file: DatabaseFile
let provider: TestProvider
before(async () => {
  file = await databaseFile()
  provider = await startTestProvider({ storage: file.storage })
})
after(async () => {
  await provider.close()
  file.dispose()
})

const wide = (name: string): string => [...name].map((letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)).join('')

test('DB-07 of parallel registrations of one name in different cases and widths one wins', async () => {
  for (let round = 0; round < 10; round++) {
    const name = `registrar${String.fromCodePoint(0x61 + round)}`
    const title = `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`
    const variants = [name, name.toUpperCase(), wide(name), wide(name.toUpperCase()), title, ` ${name}`, `${name} `, name]
    const reports = await Promise.all(
      variants.map(
        async (userName, index) =>
          await provider.apply({
            orgs: [
              {
                orgId: 'acme',
                humanUsers: [{ userId: `${name}-${index}`, user: { userName, profile: { firstName: 'A', lastName: 'B' } } }],
              },
            ],
          }),
      ),
    )
    const rows = reports.flatMap(({ entries }) => entries)
    assert.equal(rows.filter(({ action }) => action === 'created').length, 1, JSON.stringify(rows))
    assert.deepEqual(new Set(rows.filter(({ action }) => action === 'refused').map(({ reason }) => reason)), new Set(['user_name_taken']))
    const stored = file.tables()['users']?.filter((row) => String(row['user_id']).startsWith(name)) ?? []
    assert.equal(stored.length, 1)
    assert.equal(stored[0]?.['user_name_canonical'], name)
  }
})

test('DB-07 of parallel registrations of one client id, one token or one domain one wins', async () => {
  const app = (id: string) => ({
    appId: id,
    clientId: 'contested',
    app: { projectId: 'portal', name: id, authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE' as const },
  })
  const apps = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => await provider.apply({ orgs: [{ orgId: 'acme', oidcApps: [app(`app-${index}`)] }] })),
  )
  assert.equal(apps.flatMap(({ entries }) => entries).filter(({ action }) => action === 'created').length, 1)
  const domains = await Promise.all(
    Array.from(
      { length: 8 },
      async (_, index) =>
        await provider.apply({
          orgs: [
            {
              orgId: `org-${index}`,
              org: { name: `Org ${index}` },
              domains: [{ orgId: `org-${index}`, domainName: index % 2 === 0 ? 'taken.example' : 'TAKEN.example', isVerified: true }],
            },
          ],
        }),
    ),
  )
  assert.equal(
    file.tables()['org_domains']?.filter((row) => row['domain_canonical'] === 'taken.example' && Number(row['usable']) === 1).length,
    1,
  )
  assert.ok(domains.every(({ entries }) => entries.every(({ reason }) => reason !== 'storage_failed')))
})

test('DB-07 the unique index is on the canonical form', () => {
  const statements = file.schema().map((row) => JSON.stringify(row))
  assert.ok(statements.some((sql) => /create unique index.*on .*users.*user_name_canonical/i.test(sql)))
})
