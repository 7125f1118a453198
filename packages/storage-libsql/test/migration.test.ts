// The next start finishes a migration that was interrupted at any statement, a finished migration costs the next start almost nothing, and
// a new database equals the result of all migrations in order.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Resource } from '@symbolon/core-protocol'
import { knownMigrations } from '@symbolon/storage-sql'
import type { Database } from '@symbolon/storage-sql'
import { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import { libsqlDialect } from '../src/dialect.ts'
import { libsql } from '../src/index.ts'
import { sqlDialect } from '../src/libsql.ts'
import { openLocalDatabase } from '../src/local-database.ts'
import { allStores } from './all-stores.ts'
import { migrateUntil } from './interrupted.ts'
import { startProgram } from './program.ts'
import { temporaryDatabase, temporaryPath, throughAnotherConnection } from './temporary-file.ts'
import { longTier, withSeed } from './tier.ts'

async function schema(path: string): Promise<readonly string[]> {
  return throughAnotherConnection(path, async (client) => {
    const { rows } = await client.execute("select name, sql from sqlite_master where name not like 'sqlite_%' order by name")
    const records = await Promise.all(
      rows.flatMap(({ name }) => {
        if (String(name).startsWith('migrations_of_')) return [client.execute(`select name from ${String(name)} order by timestamp, name`)]
        return String(name).startsWith('migration_lock_of_') ? [client.execute(`select id, is_locked from ${String(name)}`)] : []
      }),
    )
    return [
      ...rows.map(({ name, sql }) => `${String(name)}: ${String(sql)}`),
      ...records.flatMap((result) => result.rows.map((row) => Object.values(row).map(String).join(' '))),
    ]
  })
}

let whole: ReturnType<typeof migrateWhole> | undefined
const undisturbed = (): ReturnType<typeof migrateWhole> => (whole ??= migrateWhole())

async function migrateWhole(): Promise<{ readonly statements: number; readonly expected: readonly string[] }> {
  const path = temporaryPath()
  const statements = await migrateUntil(path, Number.POSITIVE_INFINITY, () => undefined)
  return { statements, expected: await schema(path) }
}

async function openAgain(path: string): Promise<void> {
  await (await libsql({ url: `file:${path}` }).open(allStores)).close()
}

/** Creates the records of all migrations, without an entry. Then every group counts as begun by an earlier release. */
async function createEmptyRecords(path: string): Promise<void> {
  const database = await openLocalDatabase(path, 5000)
  const db = new Kysely<Database>({ dialect: libsqlDialect(database) })
  for (const group of Object.keys(knownMigrations(sqlDialect))) {
    const { error } = await new Migrator({
      db,
      provider: { getMigrations: async () => ({}) },
      migrationTableName: `migrations_of_${group}`,
      migrationLockTableName: `migration_lock_of_${group}`,
    }).migrateToLatest()
    assert.equal(error, undefined)
  }
  await database.close()
}

test('the tables of a new database are the same as after one migration at a time', async () => {
  const [together, oneByOne] = [temporaryPath(), temporaryDatabase()]
  await openAgain(together)
  await createEmptyRecords(oneByOne)
  await openAgain(oneByOne)
  const made = await schema(together)
  assert.ok(made.length > 150, `${made.length} tables, indexes and records`)
  assert.deepEqual(made, await schema(oneByOne))
})

test('a database that is up to date is opened with two queries', async () => {
  const path = temporaryPath()
  await openAgain(path)
  assert.equal(await migrateUntil(path, Number.POSITIVE_INFINITY, () => undefined), 2)
})

test('RL-17 a migration that fails at any statement is completed by the next start', { timeout: 120_000 }, (t) =>
  withSeed(async (random) => {
    const { statements, expected } = await undisturbed()
    assert.ok(statements > 50 && expected.length > 30, `${statements} statements, ${expected.length} objects`)
    t.diagnostic(`${statements} statements`)
    const step = longTier ? 1 : 20
    for (let statement = 1 + Math.floor(random() * step); statement <= statements; statement += step) {
      const path = temporaryPath()
      await assert.rejects(
        migrateUntil(path, statement, () => {
          throw new Error('interrupted')
        }),
        /interrupted/,
      )
      await openAgain(path)
      assert.deepEqual(await schema(path), expected, `statement ${statement}`)
    }
  }),
)

test('RL-17 a migration whose process is killed is completed by the next start', { timeout: 600_000 }, () =>
  withSeed(async (random) => {
    const { statements, expected } = await undisturbed()
    const all = Array.from({ length: statements }, (_, index) => index + 1)
    const chosen = longTier ? all : Array.from({ length: 3 }, () => 1 + Math.floor(random() * statements))
    for (const statement of chosen) {
      const path = temporaryPath()
      const program = startProgram('migrate-and-die', [path, String(statement)])
      await program.ended
      await openAgain(path)
      assert.deepEqual(await schema(path), expected, `statement ${statement}`)
    }
  }),
)

test('the migration that marks proven contacts finds them in the documents of all users', async () => {
  const path = temporaryPath()
  const stores = ['directory', 'users'] as const
  const storage = await libsql({ url: `file:${path}` }).open(stores)
  const user = (id: number, isEmailVerified: boolean): Resource => ({
    kind: 'humanUser',
    key: [`u${id}`],
    orgId: 'o1',
    content: { userId: `u${id}`, user: { userName: `u${id}`, email: { email: 'ada@mail.test', isEmailVerified } } },
  })
  // More than a migration reads at once; the owner of the address comes last.
  const others = Array.from({ length: 1200 }, (_, index) => user(index + 1000, false))
  const put = [
    { kind: 'org' as const, key: ['o1'], orgId: 'o1', content: { orgId: 'o1', org: { name: 'O' } } },
    ...others,
    user(9000, true),
  ]
  await storage.stores.directory?.apply({ put, remove: [] }, 1000)
  await storage.close()
  await throughAnotherConnection(path, async (client) => {
    await withoutLaterColumns(client)
    for (const column of ['email_verified', 'phone_verified', 'otp_source']) await client.execute(`alter table users drop column ${column}`)
    await client.execute("delete from migrations_of_resources where name >= '011-proven-contacts'")
  })
  const again = await libsql({ url: `file:${path}` }).open(stores)
  const found = await again.stores.users?.findByLoginName('ada@mail.test')
  assert.deepEqual(
    found?.map((match) => match.user.id),
    ['u9000'],
  )
  await again.close()
})

test('the migrations of searched names find them in the documents', async () => {
  const path = temporaryPath()
  const stores = ['directory'] as const
  const storage = await libsql({ url: `file:${path}` }).open(stores)
  const profile = { firstName: 'Ada', lastName: 'Byron' }
  const people = Array.from({ length: 1200 }, (_, index): Resource => {
    const user = { userName: `u${index}`, profile: index === 1100 ? { ...profile, displayName: 'Countess' } : profile }
    return { kind: 'humanUser', key: [`u${index}`], orgId: 'o1', content: { userId: `u${index}`, user } }
  })
  const put: readonly Resource[] = [
    { kind: 'org', key: ['o1'], orgId: 'o1', content: { orgId: 'o1', org: { name: 'Oak' } } },
    ...people,
    { kind: 'machineUser', key: ['m1'], orgId: 'o1', content: { userId: 'm1', user: { userName: 'm', name: 'Loom' } } },
    { kind: 'project', key: ['p1'], orgId: 'o1', content: { projectId: 'p1', project: { name: 'Portal' } } },
    { kind: 'apiApp', key: ['a1'], orgId: 'o1', content: { appId: 'a1', clientId: 'a1', app: { projectId: 'p1', name: 'Engine' } } },
  ]
  await storage.stores.directory?.apply({ put, remove: [] }, 1000)
  await storage.close()
  await throughAnotherConnection(path, async (client) => {
    await withoutLaterColumns(client)
    await client.execute("delete from migrations_of_resources where name >= '013-searched-names'")
  })
  const again = await libsql({ url: `file:${path}` }).open(stores)
  const found = async (kind: Resource['kind'], text: string): Promise<readonly (string | undefined)[]> =>
    (await again.stores.directory?.search({ kind, limit: 5, text }))?.map(({ key: [id] }) => id) ?? []
  assert.deepEqual(await found('humanUser', 'countess'), ['u1100'])
  assert.deepEqual(await found('humanUser', 'ada byron'), ['u0', 'u1', 'u10', 'u100', 'u1000'])
  assert.deepEqual(await found('machineUser', 'loom'), ['m1'])
  assert.deepEqual(await found('org', 'oak'), ['o1'])
  assert.deepEqual(await found('project', 'portal'), ['p1'])
  assert.deepEqual(await found('apiApp', 'engine'), ['a1'])
  await again.close()
})

test('the migration of searched words leaves none of the earlier table behind, and records the large organizations', async () => {
  const path = temporaryPath()
  const stores = ['directory'] as const
  const storage = await libsql({ url: `file:${path}` }).open(stores)
  const person = (orgId: string, id: string, state = 'USER_STATE_ACTIVE'): Resource => {
    const user = { userName: id, profile: { firstName: 'Ada', lastName: `Byron ${id}` } }
    return { kind: 'humanUser', key: [id], orgId, content: { userId: id, state, user } }
  }
  const orgs = ['o1', 'o2'].map((id): Resource => ({ kind: 'org', key: [id], orgId: id, content: { orgId: id, org: { name: id } } }))
  const people = Array.from({ length: 800 }, (_, index) => person('o1', `u${index + 1000}`))
  await storage.stores.directory?.apply({ put: [...orgs, ...people, person('o2', 'x1', 'USER_STATE_LOCKED')], remove: [] }, 1000)
  await storage.close()
  await throughAnotherConnection(path, async (client) => {
    for (const statement of [...earlierWords, ...latestAdditions]) await client.execute(statement)
    await client.execute("delete from migrations_of_resources where name >= '018'")
  })
  const again = await libsql({ url: `file:${path}` }).open(stores)
  const found = async (text: string, limit: number, orgId?: string): Promise<readonly (string | undefined)[]> =>
    (await again.stores.directory?.search({ kind: 'humanUser', limit, text, ...(orgId === undefined ? {} : { orgId }) }))?.map(
      ({ key: [id] }) => id,
    ) ?? []
  assert.equal((await found('ada', 1000)).length, 801)
  assert.deepEqual(await found('byron u17', 3, 'o1'), ['u1700', 'u1701', 'u1702'])
  assert.deepEqual(await found('byron u17', 3), ['u1700', 'u1701', 'u1702'])
  assert.deepEqual(await found('ghost', 3, 'o1'), [])
  assert.deepEqual(await found('x1', 3), ['x1'])
  const locked = await again.stores.directory?.search({ kind: 'humanUser', orgId: 'o2', state: 'locked', text: 'ada', limit: 5 })
  assert.equal(locked?.length, 1)
  await again.close()
  await throughAnotherConnection(path, async (client) => {
    const { rows } = await client.execute('select resource_kind, org_id from large_organizations')
    assert.deepEqual(
      rows.map((row) => [row['resource_kind'], row['org_id']]),
      [['humanUser', 'o1']],
    )
    const [counted] = (await client.execute("select count(*) as listed from searched_words where listed = 1 and org_id = 'o1'")).rows
    assert.equal(Number(counted?.['listed']), 2000 + 1)
  })
})

test('LG-30 a browser that an earlier release knew has an id from the first request on, and keeps it', async () => {
  const path = temporaryPath()
  const stores = ['directory', 'hostKnownBrowsers', 'knownBrowsers'] as const
  const storage = await libsql({ url: `file:${path}` }).open(stores)
  const user: Resource = { kind: 'humanUser', key: ['u1'], orgId: 'o1', content: { userId: 'u1', user: { userName: 'u1' } } }
  const org: Resource = { kind: 'org', key: ['o1'], orgId: 'o1', content: { orgId: 'o1', org: { name: 'Oak' } } }
  await storage.stores.directory?.apply({ put: [org, user], remove: [] }, 1000)
  await storage.close()
  await throughAnotherConnection(path, async (client) => {
    for (const table of ['known_browsers', 'host_known_browsers']) {
      await client.execute(`alter table ${table} drop column browser_id`)
      await client.execute(`insert into ${table} (browser, user_id, used_at, expires_at) values ('b1', 'u1', 1000, 9000)`)
    }
    for (const statement of latestAdditions) await client.execute(statement)
    await client.execute("delete from migrations_of_resources where name >= '019'")
    await client.execute("delete from migrations_of_host_known_browsers where name >= '002'")
  })
  const again = await libsql({ url: `file:${path}` }).open(stores)
  for (const store of [again.stores.knownBrowsers, again.stores.hostKnownBrowsers]) {
    const browsers = { userId: 'u1', usedAt: 2000, expiresAt: 9000 }
    assert.equal(await store?.find('u1', 'b1', 2000), 'b1')
    for (const [previous, browser] of [
      ['b1', 'b2'],
      ['b2', 'b3'],
    ] as const) {
      await store?.remember({ ...browsers, id: `new in ${browser}`, browser, previous }, 10)
      assert.equal(await store?.find('u1', browser, 2000), 'b1')
    }
  }
  await again.close()
})

test('TK-40 an instance that an earlier release filled keeps what applications get, and a new one begins with the rule', async () => {
  const stores = ['clients', 'directory'] as const
  const path = temporaryPath()
  const storage = await libsql({ url: `file:${path}` }).open(stores)
  assert.equal((await storage.stores.clients?.findBoundary())?.isOpen, false)
  const org: Resource = { kind: 'org', key: ['o1'], orgId: 'o1', content: { orgId: 'o1', org: { name: 'Oak' } } }
  await storage.stores.directory?.apply({ put: [org], remove: [] }, 1000)
  await storage.close()
  await throughAnotherConnection(path, async (client) => {
    for (const statement of ['drop table shown_sign_ins', ...additionsOfNames]) await client.execute(statement)
    await client.execute("delete from migrations_of_resources where name >= '023'")
  })
  const again = await libsql({ url: `file:${path}` }).open(stores)
  assert.equal((await again.stores.clients?.findBoundary())?.isOpen, true)
  const reference = { kind: 'instancePolicy', key: ['boundaryPolicy'] } as const
  assert.deepEqual((await again.stores.directory?.get(reference))?.content, { crossOrganizationData: 'ALL_APPLICATIONS' })
  await again.stores.directory?.apply({ put: [], remove: [reference] }, 2000)
  assert.equal((await again.stores.clients?.findBoundary())?.isOpen, false)
  await again.close()
})

/** Takes the migrations from `024` on back. */
const additionsOfNames: readonly string[] = [
  'drop table spellings',
  'drop table organization_usage',
  'drop index user_links_by_idp_id_and_provided_user_id_and_issuer',
  'create unique index user_links_by_idp_id_and_provided_user_id on user_links (idp_id, provided_user_id)',
  'alter table user_links drop column issuer',
  'drop index orgs_by_first_since',
  'alter table orgs drop column first_since',
  ...['standing', 'suspended_at', 'suspended_until'].map((column) => `alter table user_grants drop column ${column}`),
  'alter table identity_providers drop column sign_in_changed_at',
  'alter table user_links drop column settled_at',
  'alter table users drop column named_at',
  'drop index orgs_by_name_skeleton',
  'alter table orgs drop column name_skeleton',
]

/** Takes the migrations from `020` on back. */
const latestAdditions: readonly string[] = [
  ...additionsOfNames,
  'drop table removed_ids',
  'drop table shown_sign_ins',
  ...['org_members', 'project_members', 'project_grant_members'].flatMap((table) =>
    ['standing', 'suspended_at', 'suspended_until'].map((column) => `alter table ${table} drop column ${column}`),
  ),
]

/** The table of words as it was before `018`, with a word that no resource has any more. */
const earlierWords = [
  'drop table searched_words',
  'drop table large_organizations',
  `create table searched_words (resource_kind text not null, word text not null, id text not null,
    org_id text not null references orgs (org_id) on delete cascade,
    constraint searched_words_key primary key (resource_kind, word, id)) strict, without rowid`,
  'create index searched_words_by_org_id_and_resource_kind_and_word_and_id on searched_words (org_id, resource_kind, word, id)',
  'create index searched_words_by_id_and_resource_kind_and_word on searched_words (id, resource_kind, word)',
  "insert into searched_words values ('humanUser', 'ghost', 'u1000', 'o1')",
  'alter table known_browsers drop column browser_id',
]

/** Takes the migration of searched names back. SQLite drops no column that an index has. */
async function withoutLaterColumns(client: { execute(statement: string): Promise<unknown> }): Promise<void> {
  for (const statement of latestAdditions) await client.execute(statement)
  for (const table of ['searched_words', 'large_organizations', 'instance_identity_providers', 'instance_texts', 'removed_user_links'])
    await client.execute(`drop table ${table}`)
  await client.execute('drop index users_by_org_id_and_kind_and_state_and_user_id')
  await client.execute('alter table known_browsers drop column browser_id')
  for (const table of ['orgs', 'users', 'projects', 'applications']) await client.execute(`alter table ${table} drop column name_canonical`)
  for (const table of ['users', 'applications']) {
    for (const column of ['former_secret', 'former_secret_until']) await client.execute(`alter table ${table} drop column ${column}`)
  }
}

test('CA-21 AD-63 the names that are stored get the form in which they are compared, and keep their holders', async () => {
  const path = temporaryPath()
  const stores = ['clients', 'directory'] as const
  const storage = await libsql({ url: `file:${path}` }).open(stores)
  const org = (orgId: string, name: string, more: object = {}): Resource => ({
    kind: 'org',
    key: [orgId],
    orgId,
    content: { orgId, org: { name } },
    ...more,
  })
  const robot = (orgId: string, id: string): Resource => ({
    kind: 'machineUser',
    key: [id],
    orgId,
    content: { userId: id, user: { userName: 'ci-robot', name: 'Robot' } },
  })
  await storage.stores.directory?.apply({ put: [org('o1', 'Oak'), org('o2', 'Elm'), robot('o1', 'm9')], remove: [] }, 1000)
  await storage.close()
  await throughAnotherConnection(path, async (client) => {
    for (const statement of latestAdditions) await client.execute(statement)
    await client.execute("delete from migrations_of_resources where name >= '020'")
  })
  const again = await libsql({ url: `file:${path}` }).open(stores)
  await assert.rejects(
    async () => await again.stores.directory?.apply({ put: [org('o3', 'ОАК', { ownName: true })], remove: [] }, 2000),
    /org_name_taken/,
  )
  await again.stores.directory?.apply({ put: [robot('o2', 'm1')], remove: [] }, 3000)
  assert.equal((await again.stores.clients?.find('ci-robot'))?.clientId, 'm9')
  await again.close()
})

test('XI-17 links of an earlier release get the issuer of their content, and are found by it', async () => {
  const path = temporaryPath()
  const stores = ['directory', 'userLinks'] as const
  const storage = await libsql({ url: `file:${path}` }).open(stores)
  const org: Resource = { kind: 'org', key: ['o1'], orgId: 'o1', content: { orgId: 'o1', org: { name: 'Oak' } } }
  const person = (userId: string): Resource => ({
    kind: 'humanUser',
    key: [userId],
    orgId: 'o1',
    content: { userId, user: { userName: userId, profile: { firstName: 'A', lastName: 'B' } } },
  })
  const link = (userId: string, providedUserId: string, issuer?: string): Resource => ({
    kind: 'userLink',
    key: [userId, 'idp', providedUserId],
    orgId: 'o1',
    content: { userId, idpId: 'idp', providedUserId, ...(issuer === undefined ? {} : { issuer }) },
  })
  const many = Array.from({ length: 1500 }, (_, n) => link('ada', `n${n}`, `https://${n % 2}.test`))
  await storage.stores.directory?.apply(
    { put: [org, person('ada'), person('bob'), link('ada', 's', 'https://one.test'), link('ada', 'old'), ...many], remove: [] },
    1000,
  )
  await storage.close()
  await throughAnotherConnection(path, async (client) => {
    await client.execute('drop table spellings')
    await client.execute('drop index user_links_by_idp_id_and_provided_user_id_and_issuer')
    await client.execute('create unique index user_links_by_idp_id_and_provided_user_id on user_links (idp_id, provided_user_id)')
    await client.execute('alter table user_links drop column issuer')
    await client.execute("delete from migrations_of_resources where name >= '030'")
  })
  const again = await libsql({ url: `file:${path}` }).open(stores)
  const { directory, userLinks } = again.stores
  for (const refused of [
    link('bob', 's', 'https://one.test'),
    link('bob', 'old', 'https://two.test'),
    link('bob', 'n1499', 'https://1.test'),
  ])
    await assert.rejects(async () => await directory?.apply({ put: [refused], remove: [] }, 2000), /identity_taken/, refused.key.join())
  await directory?.apply({ put: [link('bob', 's', 'https://two.test')], remove: [] }, 2000)
  const holderAt = async (asked: string): Promise<string | undefined> =>
    (await userLinks?.find('idp', 's', (issuer) => issuer === asked))?.userId
  assert.deepEqual([await holderAt('https://one.test'), await holderAt('https://two.test')], ['ada', 'bob'])
  await again.close()
})
