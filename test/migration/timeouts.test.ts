// Imports that are stopped at any moment, in order or by the death of their process, and called again until they are done, leave what an
// unbroken import leaves, and none of them says that it is complete before it is. The moment is a count of calls of the storage, so that it
// is the same on every machine; that the timeout of a request is such a stop is in jobs.test.ts.
import { systemAuthority } from '@symbolon/provisioning'
import { beginImport, openExport, reportText } from '@symbolon/transfer'
import type { ImportContext, ImportEnd, ImportTask } from '@symbolon/transfer'
import { createSealing } from '@symbolon/core-protocol'
import type { Stores } from '@symbolon/core-protocol'
import { secretHashing } from '@symbolon/secret-hashing'
import { libsql } from '@symbolon/storage-libsql'
import { seededRandom, v1ExportText } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { twoOrgs } from '../support/full-org.ts'
import type { ImportAnswer } from '../support/mover.ts'

const hashing = secretHashing()
const sealing = await createSealing(new Uint8Array(32).fill(7))

interface Place {
  readonly context: ImportContext
  /** The next calls of the storage that are let through; then all fail, as when the process is gone. */
  liveFor(calls: number): void
  /** Aborts after so many further calls of the storage. */
  signalAfter(calls: number): AbortSignal
  /** Another process begins: what the dead one held is held no longer. */
  revive(): void
  exported(): Promise<string>
  /** The rows of the report, without times and without what was generated. */
  report(): Promise<string>
  close(): Promise<void>
}

async function openPlace(): Promise<Place> {
  const { stores, close } = await libsql({ url: ':memory:' }).open(['directory', 'importJobs'])
  const { directory, importJobs } = stores
  if (directory === undefined || importJobs === undefined) throw new TypeError('stores')
  let left = Infinity
  let [leftToStop, stopping] = [Infinity, new AbortController()]
  let seconds = 0
  const mortal = <T extends object>(store: T): T =>
    new Proxy(store, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return async (...given: readonly unknown[]): Promise<unknown> => {
          left -= 1
          leftToStop -= 1
          if (leftToStop < 0) stopping.abort()
          if (left < 0) throw new Error('the process is gone')
          return (await Reflect.apply(method, target, given)) as unknown
        }
      },
    })
  const held: Pick<Stores, 'directory' | 'importJobs'> = { directory: mortal(directory), importJobs: mortal(importJobs) }
  let tokens = 0
  return {
    context: {
      stores: held,
      hashing,
      sealing,
      issuer: 'https://id.example',
      now: () => Date.UTC(2026, 0, 2) + seconds * 1000,
      randomToken: () => `random${String((tokens += 1)).padStart(37, '0')}`,
      audit: async () => undefined,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    },
    liveFor: (calls) => void (left = calls),
    signalAfter(calls) {
      ;[leftToStop, stopping] = [calls, new AbortController()]
      return stopping.signal
    },
    revive() {
      left = Infinity
      seconds += 21
    },
    async exported() {
      const selection = { orgIds: [], excludedOrgIds: [], withPasswords: true, withOtp: true, withCredentials: true }
      const opened = await openExport(selection, { directory, sealing }, { timeout: 60_000, step: () => undefined })
      const decoder = new TextDecoder()
      let text = ''
      for await (const chunk of opened.chunks) text += decoder.decode(chunk, { stream: true })
      await opened.close()
      return text
    },
    async report() {
      const job = await importJobs.find('job', 0)
      if (job === undefined) throw new TypeError('no job')
      let text = ''
      for await (const part of reportText(job, { jobs: importJobs, sealing })) text += part
      const { errors, success, ledger, signIns, generated = [] } = JSON.parse(text) as ImportAnswer
      const keys = generated.map(({ kind, key }) => `${String(kind)} ${String(key)}`)
      return JSON.stringify({ errors, success, ledger, signIns, keys })
    },
    close,
  }
}

function taskOf(text: string, more: Partial<ImportTask>): ImportTask {
  const bytes = new TextEncoder().encode(text)
  return {
    id: 'job',
    format: 'v2',
    options: { dryRun: false, update: false, withCredentials: true },
    timeout: 60_000,
    actorId: '',
    orgId: '',
    authority: systemAuthority,
    ...more,
    source: {
      description: 'test',
      identity: 'test',
      async *read() {
        for (let start = 0; start < bytes.length; start += 8192) yield bytes.subarray(start, start + 8192)
      },
    },
  }
}

async function run(task: ImportTask, context: ImportContext): Promise<ImportEnd> {
  const beginning = await beginImport(task, context)
  if (beginning.outcome !== 'begun') throw new Error(`the import is ${beginning.outcome}`)
  const end = await beginning.ended
  const {
    progress: { objects, settled },
    problem,
  } = end.facts
  assert.equal(problem?.message, undefined)
  if (end.state === 'completed') assert.equal(settled, objects)
  return end
}

const person = (userId: string, userName: string, more: object = {}): object => ({
  userId,
  user: { userName, profile: { firstName: 'F', lastName: 'L' }, ...more },
})
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index)

/** Two transactions for the users of each organization. */
const usersEach = 130

/** Nothing in it waits for the end of the document. */
const usersAlone = JSON.stringify({
  orgs: numbers(3).map((org) => ({
    orgId: `o${org}`,
    org: { name: `O${org}` },
    domains: [{ domainName: `o${org}.example`, isVerified: true, isPrimary: true }],
    humanUsers: numbers(usersEach).map((user) => person(`u${org}-${user}`, `name${user}`)),
  })),
})

/** Users before their organization, members and grants before what they name, domains that other organizations have, names that are taken. */
const outOfOrder = JSON.stringify({
  orgs: [
    ...numbers(4).map((org) => ({
      orgId: `o${org}`,
      userGrants: numbers(60).map((user) => ({ userId: `u${(org + 1) % 4}-${user}`, projectId: `p${org}`, roleKeys: ['r'] })),
      orgMembers: numbers(60).map((user) => ({ userId: `u${(org + 2) % 4}-${user}`, roles: ['ORG_OWNER'] })),
      oidcApps: [
        {
          appId: `a${org}`,
          clientId: `c${org}`,
          clientSecretHash: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
          app: { projectId: `p${org}`, name: 'A' },
        },
      ],
      projectRoles: [{ projectId: `p${org}`, roleKey: 'r', displayName: 'R' }],
      projects: [{ projectId: `p${org}`, project: { name: 'P' } }],
      humanUsers: numbers(120).map((user) =>
        person(
          `u${org}-${user}`,
          `name${user % 110}`,
          user % 10 === 0 ? { idps: [{ configId: 'idp', externalUserId: `x${org}-${user}` }] } : {},
        ),
      ),
      domains: [{ domainName: `o${Math.floor(org / 2)}.example`, isVerified: true, isPrimary: true }],
      ...(org % 2 === 0 ? { org: { name: `O${org}` } } : {}),
    })),
    ...[1, 3].map((org) => ({ orgId: `o${org}`, org: { name: `O${org}` } })),
    { humanUsers: [person('homeless', 'homeless')] },
  ],
})

/** Some have the same name, some a malformed entry, and some a member from another organization. */
function smallOrg(org: number): object {
  return {
    orgId: `s${org}`,
    org: { name: `Small ${org % 40}` },
    humanUsers: [
      person(`s${org}-0`, 'owner', {
        hashedPassword: { value: org % 7 === 0 ? 'rot13' : '$2b$10$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' },
      }),
      person(`s${org}-1`, 'user', { idps: [{ configId: `idp-${org}`, externalUserId: 'x' }] }),
      ...(org % 9 === 0 ? [{ userId: 7 }] : []),
    ],
    projects: [{ projectId: `s${org}-p`, project: { name: 'P' } }],
    projectRoles: [{ projectId: `s${org}-p`, roleKey: 'r', displayName: 'R' }],
    apiApps: [
      {
        appId: `s${org}-a`,
        clientId: `client-${org}`,
        app: { projectId: `s${org}-p`, name: 'A', authMethodType: 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT' },
      },
    ],
    userGrants: [{ userId: `s${org}-1`, projectId: `s${org}-p`, roleKeys: ['r'] }],
    orgMembers: [{ userId: `s${(org + 1) % 150}-0`, roles: ['ORG_OWNER'] }],
    loginPolicy: org % 5 === 0 ? {} : { allowUsernamePassword: true },
    surprise: org,
  }
}

const documents: readonly (readonly [says: string, text: string, more: Partial<ImportTask>])[] = [
  ['users alone', usersAlone, {}],
  ['everything before what it names', outOfOrder, {}],
  ['a member of every list', JSON.stringify({ orgs: twoOrgs }), {}],
  ['a document of the first generation', v1ExportText({ orgs: 2, humanUsers: 120, machineUsers: 5 }), { format: 'v1' }],
  ['many small organizations', JSON.stringify({ orgs: numbers(150).map(smallOrg) }), {}],
  ['a dry run', outOfOrder, { options: { dryRun: true, update: false, withCredentials: false } }],
  ['no credentials', JSON.stringify({ orgs: twoOrgs }), { options: { dryRun: false, update: true, withCredentials: false } }],
]

/** Where long texts differ, and not the texts. */
function assertEqualTexts(actual: string, expected: string): void {
  if (actual === expected) return
  const place = [...expected].findIndex((character, index) => actual[index] !== character)
  assert.equal(actual.slice(Math.max(0, place - 100), place + 200), expected.slice(Math.max(0, place - 100), place + 200))
  assert.equal(actual.length, expected.length)
}

let [stops, deaths] = [0, 0]

for (const [says, text, more] of documents) {
  test(`IM-12 ${says}: stops and the death of the process at random moments change nothing in the end`, async () => {
    const unbroken = await openPlace()
    const whole = await run(taskOf(text, more), unbroken.context)
    assert.equal(whole.state, 'completed')
    assert.ok(whole.facts.progress.objects > 5)
    // What the import makes is different each time.
    const comparable = (exported: string): string => exported.replaceAll(/"clientId":"2945\d+"|"clientSecretHash":"[^"]*"/g, '')
    const expected = comparable(await unbroken.exported())
    const expectedReport = await unbroken.report()
    await unbroken.close()

    const random = seededRandom(says.length)
    for (let round = 0; round < 3; round += 1) {
      const place = await openPlace()
      let end: ImportEnd | undefined
      for (let tries = 1; end?.state !== 'completed'; tries += 1) {
        const dies = random.number(5) < 2
        const calls = random.number(12 * tries)
        if (dies) place.liveFor(calls)
        end = undefined
        try {
          end = await run(taskOf(text, dies ? more : { ...more, signal: place.signalAfter(calls) }), place.context)
        } catch (error) {
          if (!dies || error instanceof assert.AssertionError) throw error
        }
        if (end?.state === 'stopped') stops += 1
        if (end === undefined || end.state === 'failed') deaths += 1
        place.revive()
      }
      assertEqualTexts(comparable(await place.exported()), expected)
      // The report is that of an import that nothing has interrupted: no row stands twice, and none is missing.
      assert.deepEqual(
        [end.facts.progress, end.facts.counts, end.facts.signIn],
        [whole.facts.progress, whole.facts.counts, whole.facts.signIn],
      )
      assertEqualTexts(await place.report(), expectedReport)
      await place.close()
    }
  })
}

test('IM-12 timeouts that end at once make progress in each call, so that the calls end, however long the document is', async () => {
  const unbroken = await openPlace()
  const text = JSON.stringify({
    orgs: numbers(12).map((org) => ({ ...smallOrg(org), humanUsers: numbers(250).map((user) => person(`l${org}-${user}`, `n${user}`)) })),
  })
  const whole = await run(taskOf(text, {}), unbroken.context)
  const place = await openPlace()
  let calls = 0
  let settled = 0
  let end: ImportEnd | undefined
  while (end?.state !== 'completed') {
    end = await run(taskOf(text, { timeout: 1 }), place.context)
    calls += 1
    assert.ok(end.state === 'completed' || end.stoppedBy === 'timeout')
    const { created, refused, notice, ignored } = end.facts.counts
    const now = created + refused + notice + ignored
    assert.ok(now > settled || end.state === 'completed', `call ${calls} settled nothing beyond ${settled}`)
    settled = now
  }
  assert.ok(calls > 5, `${calls} calls`)
  assert.deepEqual([end.facts.counts, end.facts.progress], [whole.facts.counts, whole.facts.progress])
  assert.deepEqual([await place.exported(), await place.report()], [await unbroken.exported(), await unbroken.report()])
  await unbroken.close()
  await place.close()
})

test('IM-12 calls to the server and to the command in turns, whose transactions have different sizes, change nothing in the end', async () => {
  const unbroken = await openPlace()
  const whole = await run(taskOf(usersAlone, {}), unbroken.context)
  for (const first of [true, false]) {
    const place = await openPlace()
    let end: ImportEnd | undefined
    for (let tries = 1; end?.state !== 'completed'; tries += 1)
      end = await run(taskOf(usersAlone, { alone: (tries % 2 === 1) === first, signal: place.signalAfter(4 + tries) }), place.context)
    assert.deepEqual([end.facts.counts, end.facts.progress], [whole.facts.counts, whole.facts.progress])
    assertEqualTexts(await place.exported(), await unbroken.exported())
    await place.close()
  }
  await unbroken.close()
})

const people = (prefix: string, each: number, orgs = 6): string =>
  JSON.stringify({
    orgs: numbers(orgs).map((org) => ({
      orgId: `d${org}`,
      org: { name: `D${org}` },
      humanUsers: numbers(each).map((user) => person(`${prefix}${org}-${user}`, `${prefix}${user}`)),
    })),
  })

for (const [how, after] of [
  ['with as many objects', people('after', 130)],
  ['longer', people('after', 200)],
  ['shorter', people('after', 70)],
  ['much shorter', people('after', 1, 1)],
  ['the same at its beginning, and longer', people('before', 130).replace(/\]\}$/, `,${people('after', 130).slice(9)}`)],
  ['empty', JSON.stringify({ orgs: [] })],
] as const) {
  test(`IM-12 a document that is replaced between two calls is imported as a whole: ${how}`, async () => {
    const unbroken = await openPlace()
    await run(taskOf(people('before', 130), { signal: unbroken.signalAfter(12) }), unbroken.context)
    const stopped = await unbroken.exported()
    await unbroken.close()
    assert.ok(stopped.includes('before0-120') && !stopped.includes('before5-120'), 'it is stopped in between')
    for (const dies of [undefined, 3, 6, 9]) {
      const place = await openPlace()
      assert.equal((await run(taskOf(people('before', 130), { signal: place.signalAfter(12) }), place.context)).state, 'stopped')
      if (dies !== undefined) {
        place.liveFor(dies)
        await run(taskOf(after, {}), place.context).catch(() => undefined)
        place.revive()
      }
      const end = await run(taskOf(after, {}), place.context)
      assert.equal(end.state, 'completed')
      const { directory } = place.context.stores
      for (const { orgId, humanUsers = [] } of (JSON.parse(after) as { orgs: { orgId: string; humanUsers?: { userId: string }[] }[] })
        .orgs) {
        const ids = new Set((await directory.list('humanUser', orgId)).map(({ key: [id] }) => id))
        for (const { userId } of humanUsers) assert.ok(ids.has(userId), `${userId} after ${dies}`)
      }
      const { objects, settled } = end.facts.progress
      assert.equal(settled, objects)
      await place.close()
    }
  })
}

test('there were stops and deaths', () => {
  assert.ok(stops > 5 && deaths > 5, `${stops} stops, ${deaths} deaths`)
})

test('an import that the database failed is not complete, and the same call completes it', async () => {
  const place = await openPlace()
  const { directory } = place.context.stores
  let failing = true
  const context: ImportContext = {
    ...place.context,
    stores: {
      ...place.context.stores,
      directory: {
        ...directory,
        find: async (references) => await directory.find(references),
        async apply(change, now) {
          if (failing && change.put.some(({ orgId }) => orgId === 'o1')) throw new Error('disk full')
          await directory.apply(change, now)
        },
      },
    },
  }
  const begin = async (): Promise<ImportEnd> => {
    const beginning = await beginImport(taskOf(usersAlone, {}), context)
    if (beginning.outcome !== 'begun') throw new Error(beginning.outcome)
    return await beginning.ended
  }
  const first = await begin()
  assert.deepEqual([first.state, first.facts.problem?.id, first.facts.counts.refused], ['failed', 'import_incomplete', usersEach + 2])
  failing = false
  const second = await begin()
  assert.deepEqual(
    [second.state, second.facts.problem, second.facts.counts.created, second.facts.counts.same],
    ['completed', undefined, usersEach + 2, 2 * (usersEach + 2)],
  )
  await place.close()
})
