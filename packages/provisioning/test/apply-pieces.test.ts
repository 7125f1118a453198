// Documents that come in pieces: the same is there in the end as from the whole, in whatever order and size the pieces come, and the run
// keeps nothing of what it has settled.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentOrgSchema, readDocument, readValue } from '@symbolon/schema-v2'
import type { DocumentOrg } from '@symbolon/schema-v2'
import { applyPieces, deferredInMemory } from '../src/index.ts'
import type { ApplyEntry, ApplyPiecesOptions, ApplySummary, DeferredPass, DocumentPiece } from '../src/index.ts'
import { largestChunk } from '../src/apply/slices.ts'
import { fullDocument, person } from './full-document.ts'
import { instances } from './instance.ts'
import type { Instance } from './instance.ts'

const openInstance = instances()

interface Outcome extends ApplySummary {
  readonly entries: readonly ApplyEntry[]
  readonly transactions: readonly number[]
}

async function applied(instance: Instance, pieces: Iterable<DocumentPiece>, options: ApplyPiecesOptions = {}): Promise<Outcome> {
  const entries: ApplyEntry[] = []
  const transactions: number[] = []
  const summary = await applyPieces(pieces, instance.context, {
    settled(chunk) {
      entries.push(...chunk.entries)
      transactions.push(chunk.entries.length)
    },
    ...options,
  })
  return { ...summary, entries, transactions }
}

/** Each entry of each list in a separate piece, in the order of the members or in reverse. */
function crumbs(input: unknown, reversed: boolean): readonly DocumentPiece[] {
  const { document } = readDocument(input)
  return (document.orgs ?? []).flatMap((org, index) => {
    const path = `orgs[${index}]`
    const members = Object.entries(org)
    const own = Object.fromEntries(members.filter(([, value]) => !Array.isArray(value)))
    const lists = members.flatMap(([member, value]) =>
      Array.isArray(value)
        ? value.map((entry: unknown, place): DocumentPiece => ({
            path,
            places: { [member]: [place] },
            org: { orgId: org.orgId, [member]: [entry] } as DocumentOrg,
          }))
        : [],
    )
    return [{ path, org: { ...own, orgId: org.orgId } }, ...(reversed ? lists.toReversed() : lists)]
  })
}

/** Everything that is stored, without what was generated. */
async function contents({ stores: { directory } }: Instance): Promise<readonly unknown[]> {
  const orgs = await directory.list('org', undefined)
  const lists = await Promise.all(orgs.flatMap(({ key: [orgId] }) => kinds.map((kind) => directory.list(kind, orgId))))
  return [...orgs, ...lists.flat()].map(({ kind, key, content: { clientId: _clientId, ...content } }) => ({ kind, key, content }))
}

const kinds = [
  'orgDomain',
  'orgPolicy',
  'humanUser',
  'machineUser',
  'userMetadata',
  'project',
  'projectRole',
  'projectGrant',
  'oidcApp',
  'apiApp',
  'appKey',
  'machineKey',
  'personalAccessToken',
  'userGrant',
  'orgMember',
  'projectMember',
  'projectGrantMember',
  'oidcIdp',
  'jwtIdp',
  'userLink',
  'action',
  'triggerActions',
  'orgText',
] as const

for (const reversed of [false, true]) {
  test(`pieces of one entry, ${reversed ? 'the last list first' : 'list by list'}, do what the whole document does`, async () => {
    const [whole, inPieces] = [await openInstance(), await openInstance()]
    await whole.apply({ orgs: fullDocument.orgs })
    const first = await applied(inPieces, crumbs(fullDocument, reversed))
    assert.deepEqual(
      first.entries.filter(({ action }) => !['created', 'changed', 'notice'].includes(action)),
      [],
    )
    assert.deepEqual(await contents(inPieces), await contents(whole))
    const second = await applied(inPieces, crumbs(fullDocument, reversed))
    assert.deepEqual(
      second.entries.filter(({ action }) => !['same', 'changed', 'notice'].includes(action)),
      [],
    )
    assert.deepEqual(await contents(inPieces), await contents(whole))
  })
}

function orgOf(input: object): DocumentOrg {
  return readValue(documentOrgSchema, input).value
}

function* people(count: number, size: number, more: (index: number) => object = () => ({})): Iterable<DocumentPiece> {
  yield { path: 'orgs[4]', org: { orgId: 'o', org: { name: 'O' } } }
  for (let start = 0; start < count; start += size) {
    const indices = Array.from({ length: Math.min(size, count - start) }, (_, offset) => start + offset)
    const org = orgOf({ orgId: 'o', humanUsers: indices.map((index) => person(`u${index}`, `name${index}`, more(index))) })
    yield { path: 'orgs[4]', org, places: { humanUsers: indices } }
  }
}

test('a transaction takes 100 objects at most, and the next piece is not asked for before', async () => {
  const instance = await openInstance()
  let given = 0
  let settled = 0
  let ahead = 0
  function* counted(): Iterable<DocumentPiece> {
    for (const piece of people(1200, 400)) {
      yield piece
      given += piece.org.humanUsers?.length ?? 0
      ahead = Math.max(ahead, given - settled)
    }
  }
  const { transactions, counts } = await applied(instance, counted(), { settled: ({ entries }) => void (settled += entries.length) })
  assert.deepEqual(transactions, [])
  assert.equal(counts.created, 1202)
  assert.ok(ahead <= 0, `${ahead} objects were waiting`)
  const again = await applied(instance, people(1200, 400))
  // The last one is the default domain, which the first run made.
  assert.deepEqual(again.transactions, [1, ...Array.from({ length: 12 }, () => 100), 1])
  assert.deepEqual([again.counts.same, again.counts.created], [1202, 0])
})

const project = { projectId: 'p', project: { name: 'P' } }
const redirectUris = ['https://a.example', 'javascript:x']

test('rows name the places that the pieces give, for entries and below them', async () => {
  const instance = await openInstance()
  const { entries } = await applied(instance, [
    { path: 'orgs[7]', org: { orgId: 'o', org: { name: 'O' }, projects: [project] }, places: { projects: [3] } },
    {
      path: 'orgs[7]',
      org: { orgId: 'o', oidcApps: [{ appId: 'a', app: { projectId: 'p', name: 'a', redirectUris } }] },
      places: { oidcApps: [9] },
      emptyPlaces: [{ list: 'orgs[7].oidcApps[9].app.redirectUris', indices: [0, 1] }],
      unknownMembers: [{ path: 'orgs[7].oidcApps[9].colour' }],
    },
  ])
  assert.deepEqual(
    entries.map(({ path, action, member }) => [path, action, member]),
    [
      ['orgs[7]', 'created', undefined],
      ['orgs[7].projects[3]', 'created', undefined],
      ['orgs[7].oidcApps[9].colour', 'ignored', undefined],
      ['orgs[7].oidcApps[9]', 'created', undefined],
      ['orgs[7].oidcApps[9]', 'refused', 'app.redirectUris[3]'],
      ['orgs[7].oidcApps[9]', 'notice', 'app.grantTypes'],
      ['orgs[7]', 'created', undefined],
    ],
  )
})

test('a document in memory names the places of its input too', async () => {
  const instance = await openInstance()
  const report = await instance.apply({
    orgs: [
      null,
      {
        orgId: 'o',
        org: { name: 'O' },
        humanUsers: [{}, person('a', ''), null, person('b', '')],
        projects: [null, project],
        oidc_apps: [null, { appId: 'a', app: { projectId: 'p', name: 'a', redirectUris: [null, 'javascript:x'] } }],
      },
    ],
  })
  assert.deepEqual(
    report.entries.filter(({ action }) => action === 'refused').map(({ path, member }) => `${path}.${member}`),
    ['orgs[1].humanUsers[1].user.userName', 'orgs[1].humanUsers[3].user.userName', 'orgs[1].oidcApps[1].app.redirectUris[1]'],
  )
})

test('only what may name others waits for the end, and what is never there is refused then', async () => {
  const instance = await openInstance()
  const waited: DeferredPass[] = []
  const inMemory = deferredInMemory()
  const { entries } = await applied(
    instance,
    [
      {
        path: 'orgs[0]',
        org: { orgId: 'a', org: { name: 'A' }, userMetadata: ['late', 'never'].map((id) => ({ id, key: 'k', value: 'AA' })) },
      },
      { path: 'orgs[1]', org: { orgId: 'b', org: { name: 'B' }, userGrants: [{ userId: 'late', projectId: 'p', roleKeys: ['r'] }] } },
      { path: 'orgs[0]', org: orgOf({ orgId: 'a', humanUsers: [person('late', 'late')] }) },
      { path: 'orgs[1]', org: { orgId: 'b', projects: [project], projectRoles: [{ projectId: 'p', roleKey: 'r' }] } },
    ],
    {
      deferred: {
        async add(pass, piece) {
          waited.push(pass)
          await inMemory.add(pass, piece)
        },
        take: (pass) => inMemory.take(pass),
      },
    },
  )
  assert.deepEqual(waited.toSorted(), ['grantsAndMembers', 'parts'])
  assert.deepEqual(
    entries.filter(({ action }) => action !== 'created').map(({ path, reason }) => [path, reason]),
    [['orgs[0].userMetadata[1]', 'missing_reference']],
  )
})

test('a dry run of a stream foresees what the run does, object by object, and changes nothing', async () => {
  const instance = await openInstance()
  await applied(instance, people(300, 300))
  const pieces = (): Iterable<DocumentPiece> => [
    ...people(301, 100, (index) => (index === 7 ? { profile: { firstName: 'B', lastName: 'L' } } : {})),
    { path: 'orgs[4]', org: orgOf({ orgId: 'o', humanUsers: [person('x', 'NAME3'), person('y', 'new'), person('z', 'New')] }) },
  ]
  for (const update of [true, false]) {
    const dry = await applied(instance, pieces(), { dryRun: true, update })
    assert.deepEqual(dry.counts, {
      created: 2,
      changed: update ? 1 : 0,
      same: 301,
      removed: 0,
      kept: update ? 0 : 1,
      refused: 2,
      ignored: 0,
      notice: 0,
    })
    assert.equal((await instance.stores.directory.list('humanUser', 'o')).length, 300)
  }
  const dry = await applied(instance, pieces(), { dryRun: true })
  const reported = ({ entries }: Outcome): readonly string[] =>
    entries.map(({ path, action, reason, member }) => [path, action, reason, member].join(' '))
  assert.equal(reported(await applied(instance, pieces())).join('\n'), reported(dry).join('\n'))
})

test('a signal stops between two transactions, and the next run completes', async () => {
  const instance = await openInstance()
  const abort = new AbortController()
  const first = await applied(instance, people(1000, 1000), {
    signal: abort.signal,
    settled: ({ entries }) => {
      if (entries.some(({ path }) => path === 'orgs[4].humanUsers[400]')) abort.abort()
    },
  })
  assert.equal(first.stopped, true)
  assert.equal((await instance.stores.directory.list('humanUser', 'o')).length, 500)
  const second = await applied(instance, people(1000, 1000))
  assert.deepEqual([second.stopped, second.counts.same, second.counts.created], [false, 501, 501])
})

for (const [objectsAtOnce, transactions] of [
  // The organization comes with the first of them, and its default domain at the end.
  [undefined, [101, 100, 100, 100, 99, 1]],
  [200, [201, 200, 99, 1]],
] as const) {
  test(`a transaction takes ${objectsAtOnce ?? 'a hundred'} people ${objectsAtOnce === undefined ? 'unless the caller says otherwise' : 'if the caller says so'}`, async () => {
    const instance = await openInstance()
    const puts: number[] = []
    const directory = {
      ...instance.stores.directory,
      async apply(...change: Parameters<typeof instance.stores.directory.apply>) {
        puts.push(change[0].put.length)
        await instance.stores.directory.apply(...change)
      },
    }
    const users = Array.from({ length: 499 }, (_, index) => person(`w${index}`, `w${index}`))
    const pieces = [{ path: 'orgs[0]', org: orgOf({ orgId: 'p', org: { name: 'P' }, humanUsers: users }) }]
    const { counts } = await applyPieces(pieces, { ...instance.context, directory }, objectsAtOnce === undefined ? {} : { objectsAtOnce })
    assert.deepEqual([counts.created, puts], [501, transactions])
  })
}

test('conflicts cost the same however many there are', async () => {
  const instance = await openInstance()
  await applied(instance, people(500, 500))
  let transactions = 0
  const context = {
    ...instance.context,
    directory: {
      ...instance.stores.directory,
      async apply(...change: Parameters<typeof instance.stores.directory.apply>) {
        transactions += 1
        await instance.stores.directory.apply(...change)
      },
    },
  }
  for (const nameOf of [(index: number) => `name${index}`, () => 'NAME7']) {
    transactions = 0
    const users = Array.from({ length: 500 }, (_, index) => person(`w${index}`, index % 2 === 0 ? `free${index}` : nameOf(index)))
    const { counts } = await applyPieces([{ path: 'orgs[0]', org: orgOf({ orgId: 'o', humanUsers: users }) }], context)
    assert.equal(counts.refused, 250)
    // Once with those that collide, once without them, and once for what is tried again: of each chunk, not of each conflict.
    assert.ok(transactions <= 3 * Math.ceil(users.length / largestChunk), `${transactions} transactions`)
  }
})
