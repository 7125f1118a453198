// How Postgres reads large tables: the statements of lists, of searches among users and of the look-ups of the protocol find their rows by an
// index.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchedKinds } from '@symbolon/core-protocol'
import type { DirectoryQuery, Resource, StoredAuditEvent, Stores } from '@symbolon/core-protocol'
import { Client } from 'pg'
import { allStores } from '../../storage-libsql/test/all-stores.ts'
import { code, redemption, refreshToken, rotation, session, token } from '../../storage-libsql/test/records.ts'
import { postgres } from '../src/index.ts'
import { postgresPrograms, startPostgres } from './postgres-server.ts'
import type { PostgresServer } from './postgres-server.ts'

const programs = postgresPrograms()

if (programs === undefined) test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
else planTests(await startPostgres(programs))

/** Of each person and object that the directory is given, so many copies are made. */
const copies = 300
/** A table with fewer rows may be read as a whole. */
const large = 2500

const orgId = 'o1'
const owned = (kind: Resource['kind'], key: Resource['key'], content: Resource['content'], secrets?: Resource['secrets']): Resource => ({
  kind,
  key,
  orgId,
  content,
  ...(secrets === undefined ? {} : { secrets }),
})

/** One of a hundred people is locked, ten are inactive. */
function person(index: number): readonly Resource[] {
  const userId = `u${index}`
  const state = index === 0 ? 'USER_STATE_LOCKED' : index <= 10 ? 'USER_STATE_INACTIVE' : 'USER_STATE_ACTIVE'
  const email = { email: `first${index}@mail.example`, isEmailVerified: true }
  const user = {
    userName: `name${index}`,
    profile: { firstName: `First${index}`, lastName: 'Last' },
    email,
    phone: { phone: `+4912345${index}` },
  }
  return [
    owned('humanUser', [userId], { userId, state, user }, { passwordHash: 'hash', sealedOtpSecret: 'sealed' }),
    owned('userMetadata', [userId, 'k'], { userId, key: 'k', value: 'dg==' }),
    owned('userLink', [userId, 'idp', `sub-${index}`], { userId, idpId: 'idp', providedUserId: `sub-${index}` }),
    owned('userGrant', [userId, 'p0', ''], { userId, projectId: 'p0', roleKeys: ['r'] }),
    owned('orgMember', [orgId, userId], { userId, roles: ['ORG_OWNER_VIEWER'] }),
  ]
}

function robot(index: number): readonly Resource[] {
  const userId = `m${index}`
  const pat = owned('personalAccessToken', [`t${index}`], { tokenId: `t${index}`, userId, scopes: [] }, { tokenDigest: `digest${index}` })
  return [owned('machineUser', [userId], { userId, user: { userName: userId, name: `Robot ${index}` } }), pat]
}

function project(index: number): readonly Resource[] {
  const [projectId, appId] = [`p${index}`, `a${index}`]
  return [
    owned('project', [projectId], { projectId, project: { name: `Project ${index}` } }),
    owned('projectRole', [projectId, 'r'], { projectId, roleKey: 'r' }),
    owned('oidcApp', [appId], {
      appId,
      clientId: `client${index}`,
      app: { projectId, name: `App ${index}`, redirectUris: [`https://rp${index}.example/cb`] },
    }),
    owned('apiApp', [`api${index}`], { appId: `api${index}`, clientId: `api${index}`, app: { projectId, name: `API ${index}` } }),
  ]
}

/** The columns of each table that identify its rows. A copy has other values there. */
const copied = {
  users: ['user_id', 'user_name', 'user_name_canonical', 'email_canonical', 'phone_canonical'],
  passwords: ['user_id'],
  user_metadata: ['user_id'],
  user_links: ['user_id', 'provided_user_id'],
  user_grants: ['user_id'],
  org_members: ['user_id'],
  personal_access_tokens: ['token_id', 'user_id', 'token_digest'],
  projects: ['project_id'],
  project_roles: ['project_id'],
  applications: ['app_id', 'project_id', 'client_id'],
  application_origins: ['app_id', 'origin'],
  client_ids: ['client_id', 'app_id', 'user_id'],
  passkeys: ['credential_id', 'user_id'],
  sessions: ['id', 'user_id', 'user_agent'],
  audit_events: ['id', 'actor_id', 'subject_id'],
  refresh_tokens: ['family', 'subject', 'digest'],
  authorization_codes: ['digest'],
} as const

function event(index: number): StoredAuditEvent {
  return { id: `e${index}`, at: index, type: 'login_succeeded', actorId: `u${index}`, orgId, subject: { kind: 'user', id: `u${index}` } }
}

async function fill(stores: Stores, server: PostgresServer, url: string): Promise<void> {
  const put = [
    { kind: 'org', key: [orgId], orgId, content: { orgId, org: { name: 'One' } } } as const,
    owned('orgDomain', [orgId, 'one.example'], { orgId, domainName: 'one.example', isVerified: true, isPrimary: true }),
    owned('oidcIdp', ['idp'], { idpId: 'idp', idp: { name: 'Elsewhere', issuer: 'https://idp.example', clientId: 'c' } }),
    ...Array.from({ length: 100 }, (_, index) => person(index)).flat(),
    ...Array.from({ length: 60 }, (_, index) => [...robot(index), ...project(index)]).flat(),
  ]
  await stores.directory.apply({ put, remove: [] }, 1000)
  for (let index = 0; index < 10; index += 1) {
    await stores.sessions.insert({ ...session(`s${index}`), userId: `u${index}`, expiresAt: 9_000_000 }, `agent${index}`, undefined)
    await stores.passkeys.insert(passkeyOf(index), 10, 'any')
    await stores.auditEvents.append([event(index)])
    for (const name of ['first', 'unused']) await stores.authorizationCodes.insert(code(`${name}${index}`))
    const accessToken = token(`token${index}`)
    await stores.issuance.commit({
      redeems: redemption(`first${index}`),
      accessToken,
      refreshToken: refreshToken(`family${index}`, `r${index}`),
    })
  }
  const exceptOf = "t.resource_kind <> 'org'"
  await server.run(url, copyOf('searched_words', ['word', 'id'], exceptOf, copies))
  for (const [table, columns] of Object.entries(copied)) await server.run(url, copyOf(table, columns, 'true', copies))
  await server.run(url, copyOf('orgs', ['org_id'], 'true', 20_000))
  await server.run(url, copyOf('org_domains', ['org_id', 'domain_name', 'domain_canonical'], 'true', 20_000))
  await server.run(url, copyOf('searched_words', ['word', 'id', 'org_id'], "t.resource_kind = 'org'", 20_000))
  // Half of the words of people are those of a large organization that are not in the index of the instance.
  await server.run(
    url,
    "insert into large_organizations select resource_kind, org_id from searched_words where resource_kind like '%User' group by 1, 2",
  )
  await server.run(url, "update searched_words set listed = 0 where resource_kind like '%User' and id like '%1'")
  await server.run(url, 'analyze')
}

function copyOf(table: string, columns: readonly string[], condition: string, count: number): string {
  const others = columns.map((column) => `'${column}', t."${column}" || '-' || n`).join(', ')
  return `insert into "${table}" select r.* from "${table}" t cross join generate_series(1, ${count}) n
    cross join lateral jsonb_populate_record(t, jsonb_build_object(${others})) r where ${condition}`
}

function passkeyOf(index: number): Parameters<Stores['passkeys']['insert']>[0] {
  return {
    credentialId: `c${index}`,
    userId: `u${index}`,
    userHandle: 'h',
    rpId: 'id.example',
    publicKey: 'k',
    algorithm: -7,
    counter: 0,
    transports: [],
    aaguid: '',
    backupEligible: false,
    backedUp: false,
    uvInitialized: true,
    createdBy: 'user',
    name: 'Key',
    createdAt: 1,
  }
}

/** What names begin with. */
const beginnings: Readonly<Partial<Record<Resource['kind'], string>>> = {
  org: 'one',
  humanUser: 'first',
  machineUser: 'robot',
  project: 'project',
  oidcApp: 'app',
  apiApp: 'api',
}

/** The pages of the management API and of the console, and of an export. */
async function readLists({ directory, auditEvents }: Stores): Promise<void> {
  const states: readonly Pick<DirectoryQuery, 'state'>[] = [{}, { state: 'active' }, { state: 'inactive' }, { state: 'locked' }]
  for (const kind of searchedKinds) {
    const text = beginnings[kind] ?? ''
    // The other kinds have no index on their states.
    const ofKind = kind === 'humanUser' || kind === 'machineUser' ? states : [{}]
    for (const place of kind === 'org' ? [{}] : [{ orgId }, {}]) {
      for (const state of ofKind) {
        await directory.search({ kind, ...place, ...state, text, limit: 51 })
        await directory.search({ kind, ...place, ...state, text, limit: 51, after: { word: `${text}1`, id: 'u11-2' } })
      }
      await directory.page({ kind, ...place, limit: 51 })
      await directory.page({ kind, ...place, limit: 51, after: ['u11-2'] })
      await directory.page({ kind, ...place, limit: 51, ids: ['u1', 'u2', 'p1', 'a1'] })
    }
    if (kind !== 'org') for (const state of ofKind) await directory.page({ kind, orgId, ...state, limit: 51 })
    await directory.get({ kind, key: ['u11-2'] })
    await directory.find([{ kind, key: ['u11-2'] }])
  }
  for (const kind of ['userMetadata', 'userLink', 'userGrant', 'passkey', 'personalAccessToken'] as const)
    await directory.page({ kind, orgId, of: { userId: 'u11-2' }, limit: 51 })
  await directory.page({ kind: 'projectRole', orgId, of: { projectId: 'p1' }, limit: 51 })
  await directory.page({ kind: 'orgMember', orgId, limit: 51 })
  for (const query of [{}, { before: 'e5' }, { orgId }, { actorId: 'u5-1' }, { subject: { kind: 'user', id: 'u5-1' } }, { from: 3, to: 9 }])
    await auditEvents.list({ limit: 51, ...query })
  await auditEvents.listOfPerson('u5-1', { refused: true, limit: 51 })
  const snapshot = await directory.snapshot()
  for (const kind of searchedKinds) await snapshot.page(kind, kind === 'org' ? undefined : orgId, 100, ['u11-2'])
  await snapshot.close()
}

/** What sign-ins, tokens and their checks look up. */
async function lookUp(stores: Stores): Promise<void> {
  const userId = 'u5-7'
  const { users, clients, userLinks, userMetadata, sessions, refreshTokens, passkeys } = stores
  await users.find(userId)
  await users.findActive(userId)
  for (const name of ['name5-7', 'name5@one.example', 'first5@mail.example-7', '+49123455-7', 'absent']) await users.findByLoginName(name)
  await stores.passwords.find(userId)
  await stores.oneTimeCodes.find(userId)
  await stores.signInAttempts.find('nothing')
  await stores.policies.findLoginPolicy(orgId)
  await stores.policies.findLoginPolicyOfDomain('one.example')
  await stores.organizations.find('o1-7')
  await stores.organizations.findByDomain('one.example-7')
  await stores.memberships.list(userId)
  await stores.userGrants.listRoles(userId, ['p0', 'p1'])
  await userMetadata.list(userId)
  await userLinks.find('idp', 'sub-5-7')
  await userLinks.list(userId)
  await passkeys.find('c5-7')
  await passkeys.list(userId)
  await clients.find('client5-7')
  await clients.find('m5-7')
  await clients.listClientIds('p5-7')
  await clients.hasProject('p5-7')
  await clients.admits('client5-7', userId)
  await clients.hasOrigin('https://rp5.example-7')
  await stores.personalAccessTokens.find('digest5-7', 1)
  await stores.personalAccessTokens.findById('t5-7', 1)
  await sessions.list('agent5-7', 1)
  await sessions.find('s5-7', 1)
  await sessions.listOfUser(userId, 1, { limit: 50 })
  await sessions.listOfUser(userId, 1, { limit: 50, after: { expiresAt: 9000, id: 's5-7' } })
  await refreshTokens.find('family5-7', 1)
  await refreshTokens.listOfSubject('family5-7', 1, 100)
  await stores.accessTokens.find(token('token5').number)
  await stores.authorizationCodes.insert(code('another'))
  await stores.issuance.commit({ redeems: redemption('another'), accessToken: token('another') })
  await stores.issuance.commit({ redeems: rotation('family5', 'r5', 'next'), accessToken: token('next') })
  await Promise.all(
    ['6', '7', '8'].flatMap((each) => [
      stores.issuance.commit({ redeems: redemption(`unused${each}`), accessToken: token(`of-code${each}`) }),
      stores.issuance.commit({ redeems: rotation(`family${each}`, `r${each}`, `next${each}`), accessToken: token(`next${each}`) }),
    ]),
  )
  await stores.userAccounts.remove(userId, 2000)
}

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

interface Node {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Node[]
}

/** The nodes of a plan, but those under a limit: it ends their reading after so many rows. */
const nodesOf = (node: Node): readonly Node[] => [
  node,
  ...(node.Plans ?? []).flatMap((each) => (node['Node Type'] === 'Limit' && each['Node Type'] === 'Seq Scan' ? [] : nodesOf(each))),
]

/**
 * A search among these may join the whole table by a hash where Postgres expects few words, because it takes words and kinds for independent.
 * There are far fewer of these objects than users.
 */
const joinedByHash: ReadonlySet<string> = new Set(['orgs', 'projects', 'applications'])
const isSearch = (text: string): boolean => text.includes('from "searched_words" as "found"')

function planTests(server: PostgresServer): void {
  test('no statement of a list, of a search among users or of a look-up reads a large table as a whole', async () => {
    const url = await server.createDatabase()
    const storage = await postgres({ url }).open(allStores)
    const stores = storage.stores as Stores
    try {
      await fill(stores, server, url)
      const counts = await server.run(
        url,
        "select relname, reltuples::int as rows from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
      )
      const largeTables = new Set(counts.filter(({ rows }) => Number(rows) >= large).map(({ relname }) => String(relname)))
      for (const table of [...Object.keys(copied), 'orgs', 'org_domains', 'searched_words'])
        assert.ok(largeTables.has(table), `${table} is not large`)

      const recorded = await recording(async () => {
        await readLists(stores)
        await lookUp(stores)
      })
      const seen = new Set<string>()
      const scans: string[] = []
      for (const { text, values } of recorded.values()) {
        const [row] = await server.run(url, `explain (format json) ${text}`, values)
        assert.ok(row !== undefined)
        const [{ Plan: plan }] = row['QUERY PLAN'] as [{ Plan: Node }]
        for (const node of nodesOf(plan)) {
          const table = node['Relation Name']
          if (table === undefined || !largeTables.has(table)) continue
          seen.add(table)
          if (node['Node Type'] === 'Seq Scan' && !(isSearch(text) && joinedByHash.has(table)))
            scans.push(`${table} is read as a whole by ${text} ${JSON.stringify(values)}`)
        }
      }
      assert.deepEqual(scans, [])
      const ofSeveral = [...recorded.values()].filter(({ text }) => text.startsWith('with call as')).length
      assert.equal(ofSeveral, 2)
      assert.ok(recorded.size > 80, `${recorded.size} statements`)
      assert.deepEqual(
        [...Object.keys(copied), 'orgs', 'org_domains', 'searched_words'].filter((table) => !seen.has(table)),
        [],
      )
    } finally {
      await storage.close()
    }
  })
}

/** The different statements that are sent during the work, with the values of the first time. */
async function recording(work: () => Promise<void>): Promise<ReadonlyMap<string, Statement>> {
  const recorded = new Map<string, Statement>()
  const { query } = Client.prototype
  Client.prototype.query = function record(this: Client, ...given: readonly unknown[]) {
    const [statement] = given as readonly (Statement | string)[]
    if (typeof statement === 'object' && /^(select|insert|update|delete|with)\b/.test(statement.text)) {
      const name = `${statement.text} ${JSON.stringify(statement.values)}`
      if (!recorded.has(name)) recorded.set(name, statement)
    }
    return Reflect.apply(query, this, given) as never
  } as never
  try {
    await work()
  } finally {
    Client.prototype.query = query
  }
  return recorded
}
