// Imports outlive their connections, run one at a time, stop at their timeouts, and are taken up again.
import type { Storage, Stores } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moverToken, reportOf, startMover } from '../support/mover.ts'
import type { ImportAnswer, Mover } from '../support/mover.ts'

/** `count` organizations with `users` each. */
function documentOf(count: number, users: number): object {
  return {
    orgs: Array.from({ length: count }, (_, index) => ({
      orgId: `org-${index}`,
      org: { name: `Org ${index}` },
      domains: [{ domainName: `org-${index}.example`, isVerified: true, isPrimary: true }],
      humanUsers: Array.from({ length: users }, (__, user) => ({
        userId: `u${index}-${user}`,
        user: { userName: `u${user}`, profile: { firstName: 'F', lastName: 'L' } },
      })),
      orgMembers: [{ userId: `u${index}-0`, roles: ['ORG_OWNER'] }],
    })),
  }
}

/** A storage whose directory waits before each change until it is let. */
function heldStorage(): {
  readonly storage: Storage
  hold(): void
  letGo(): void
  readonly begun: () => number
  readonly applied: () => number
} {
  const inner = libsql({ url: ':memory:' })
  let gate = Promise.withResolvers<void>()
  let [begun, applied] = [0, 0]
  gate.resolve()
  return {
    hold: () => void (gate = Promise.withResolvers<void>()),
    letGo: () => gate.resolve(),
    begun: () => begun,
    applied: () => applied,
    storage: {
      async open(names) {
        const opened = await inner.open(names)
        const { directory } = opened.stores
        if (directory === undefined) return opened
        const held: Stores['directory'] = {
          ...directory,
          async apply(change, now) {
            begun += 1
            await gate.promise
            applied += 1
            await directory.apply(change, now)
          },
        }
        return { ...opened, stores: { ...opened.stores, directory: held } }
      },
    },
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end;) {
    if (await condition()) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('it did not happen')
}

const stateOf = async (mover: Mover, id: string): Promise<string> => (await reportOf(await mover.report(id))).state

test('AD-13 a second import waits for the end of the first one, and the same one is refused while it runs', async () => {
  const held = heldStorage()
  const mover = await startMover({ storage: held.storage })
  held.hold()
  const first = mover.import({ data_orgs: documentOf(1, 1), job_id: 'first' })
  await until(async () => (await mover.report('first')).ok)
  const answer = await mover.import({ data_orgs: documentOf(1, 1), job_id: 'first' })
  assert.equal(answer.status, 409)
  const { code, message } = (await answer.json()) as { readonly code: number; readonly message: string }
  assert.equal(code, 10)
  assert.match(
    message,
    /^The import first is running, and one import of an organization runs at a time\. Wait for its end\. If its server has crashed, wait (20|1\d) seconds\.$/,
  )
  assert.equal(answer.headers.get('retry-after'), / (\d+) seconds/.exec(message)?.[1])
  const second = mover.import({ data_orgs: documentOf(1, 1), job_id: 'second' })
  await until(async () => (await mover.report('second')).ok)
  const waiting = (await reportOf(await mover.report('second?rows=none'))) as ImportAnswer & { readonly queuePosition?: number }
  assert.deepEqual([waiting.state, waiting.queuePosition], ['waiting', 1])
  const again = await mover.import({ data_orgs: documentOf(1, 1), job_id: 'second' })
  assert.equal(again.status, 409, 'it waits already')
  held.letGo()
  assert.equal((await reportOf(await first)).state, 'completed')
  assert.equal((await reportOf(await second)).state, 'completed')
  held.hold()
  const parallel = Array.from(
    { length: 5 },
    async (_, index) => await mover.import({ data_orgs: documentOf(1, 2), job_id: `parallel-${index}` }),
  )
  const refused = await Promise.race(parallel)
  assert.equal(refused.status, 429)
  assert.match(await refused.text(), /"id":"import_queue_full"/)
  held.letGo()
  const statuses = (await Promise.all(parallel)).map(({ status }) => status).sort()
  assert.deepEqual(statuses, [200, 200, 200, 200, 429])
  await mover.close()
})

test('the report shows the progress of an import and afterwards its result, to a client that lost the connection', async () => {
  const held = heldStorage()
  const mover = await startMover({ storage: held.storage })
  held.hold()
  const aborting = new AbortController()
  const lost = mover.provider.fetch(
    new Request(`${mover.provider.issuer}/admin/v1/import`, {
      method: 'POST',
      signal: aborting.signal,
      headers: { authorization: `Bearer ${moverToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data_orgs: documentOf(2, 120), job_id: 'lost', timeout: '1m' }),
    }),
  )
  await until(async () => (await mover.report('lost')).ok)
  aborting.abort()
  const short = await reportOf(await mover.report('lost?rows=none'))
  assert.deepEqual([short.state, short.jobId, Object.keys(short).includes('success')], ['running', 'lost', false])
  const underWay = await reportOf(await mover.report('lost'))
  assert.deepEqual([underWay.state, underWay.jobId, underWay.success], ['running', 'lost', {}])
  held.letGo()
  await until(async () => (await stateOf(mover, 'lost')) !== 'running')
  const whole = await reportOf(await mover.report('lost'))
  assert.equal(whole.state, 'completed')
  assert.deepEqual(whole.counts['created'], 2 * (1 + 1 + 120 + 1))
  assert.deepEqual(
    whole.success.orgs?.map(({ orgId, humanUserIds, orgMembers }) => [orgId, (humanUserIds as readonly string[]).length, orgMembers]),
    [
      ['org-0', 120, ['u0-0']],
      ['org-1', 120, ['u1-0']],
    ],
  )
  assert.equal(whole.progress['objects'], 2 * (1 + 120 + 1))
  const { success: _success, ledger: _ledger, signIns: _signIns, ...facts } = whole
  assert.deepEqual(await reportOf(await mover.report('lost?rows=none')), facts)
  await lost.catch(() => undefined)
  await mover.close()
})

test('what was completed answers again without being done again, and another document under its id is refused', async () => {
  const held = heldStorage()
  const mover = await startMover({ storage: held.storage })
  const first = await reportOf(await mover.import({ data_orgs: documentOf(1, 3), job_id: 'once' }))
  const applied = held.applied()
  assert.deepEqual(await reportOf(await mover.import({ data_orgs: documentOf(1, 3), job_id: 'once' })), first)
  assert.equal(held.applied(), applied)
  for (const body of [{ data_orgs: documentOf(1, 4) }, { data_orgs: documentOf(1, 3), dry_run: true }, { data_orgsv1: documentOf(1, 3) }]) {
    const answer = await mover.import({ ...body, job_id: 'once' })
    assert.equal(answer.status, 409)
    assert.match(await answer.text(), /belongs to an import of another document.*"id":"import_id_taken"/)
  }
  assert.equal((await mover.report('unknown')).status, 404)
  assert.equal((await mover.report('un%2Fknown')).status, 404)
  assert.equal((await mover.import({ data_orgs: documentOf(1, 1), job_id: 'a/b' })).status, 400)
  await mover.close()
})

test('IM-12 at its timeout an import stops between two units, says so, and goes on when it is called again', async () => {
  const held = heldStorage()
  const mover = await startMover({ storage: held.storage })
  const body = { data_orgs: documentOf(3, 120), job_id: 'slow' }
  const before = held.begun()
  held.hold()
  const answer = mover.import({ ...body, timeout: '1s' })
  await until(() => held.begun() > before)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  held.letGo()
  const stopped = await answer
  assert.equal(stopped.status, 504)
  const { code, message, details } = (await stopped.json()) as {
    readonly code: number
    readonly message: string
    readonly details: readonly { readonly id: string }[]
  }
  assert.deepEqual([code, details[0]?.id], [4, 'deadline_exceeded'])
  assert.match(message, /Send the same request with "job_id": "slow"/)
  const report = await reportOf(await mover.report('slow'))
  assert.equal(report.state, 'stopped')
  assert.ok((report.counts['created'] ?? 0) < 3 * 123)
  const whole = await reportOf(await mover.import(body))
  assert.equal(whole.state, 'completed')
  assert.deepEqual([whole.counts['created'], whole.counts['same']], [3 * 123, 0])
  assert.equal(whole.success.orgs?.length, 3)
  await mover.close()
})

test('an import whose server died is interrupted, and is taken up again once its lease has ended', async () => {
  const mover = await startMover()
  const { importJobs } = mover.provider.storage.stores
  const body = { data_orgs: documentOf(1, 3), job_id: 'dead' }
  const done = await reportOf(await mover.import(body))
  // The row as a server leaves it that dies half way.
  const job = await importJobs?.find('dead', mover.provider.clock.now())
  const dead = { ...body, job_id: 'dying' }
  await importJobs?.begin(
    {
      id: 'dying',
      holder: 'a process that is gone',
      fingerprint: job?.fingerprint ?? '',
      actorId: 'mover',
      orgId: 'operations',
      facts: job?.facts ?? '{}',
    },
    mover.provider.clock.now(),
    mover.provider.clock.now() + 20_000,
  )
  await importJobs?.append('dying', [
    { list: 'errors', orgId: '', position: 7, content: '[{"type":"org","id":"x","message":"of the first run"}]' },
  ])
  mover.provider.clock.advance(7)
  const refused = await mover.import(dead)
  const wait = Number(refused.headers.get('retry-after'))
  assert.deepEqual([refused.status, wait], [409, 13])
  assert.equal(await stateOf(mover, 'dying'), 'running')
  mover.provider.clock.advance(wait)
  assert.equal(await stateOf(mover, 'dying'), 'interrupted')
  const again: ImportAnswer = await reportOf(await mover.import(dead))
  assert.deepEqual([again.state, again.errors, again.counts['same']], ['completed', undefined, 6])
  assert.deepEqual(again.success, done.success)
  await mover.close()
})

test('a run that lost its import to another run leaves the waiting pieces of that run alone', async () => {
  const gates: PromiseWithResolvers<void>[] = []
  let free = false
  const inner = libsql({ url: ':memory:' })
  const storage: Storage = {
    async open(names) {
      const opened = await inner.open(names)
      const { directory } = opened.stores
      if (directory === undefined) return opened
      const gated: Stores['directory'] = {
        ...directory,
        async apply(change, now) {
          const gate = Promise.withResolvers<void>()
          if (!free && change.put.some(({ orgId }) => orgId === 'org-0')) gates.push(gate)
          else gate.resolve()
          await gate.promise
          await directory.apply(change, now)
        },
      }
      return { ...opened, stores: { ...opened.stores, directory: gated } }
    },
  }
  const mover = await startMover({ storage })
  const body = { data_orgs: documentOf(1, 2), job_id: 'contested' }
  const first = mover.import({ ...body, timeout: '1s' })
  await until(() => gates.length === 1)
  // The first one is not heard of for so long that the second may begin.
  mover.provider.clock.advance(21)
  const second = mover.import(body)
  await until(() => gates.length === 2)
  await new Promise((resolve) => setTimeout(resolve, 1000))
  gates[0]?.resolve()
  // The other one runs.
  assert.equal((await first).status, 409)
  free = true
  gates[1]?.resolve()
  const report = await reportOf(await second)
  assert.deepEqual([report.state, report.success.orgs?.[0]?.['orgMembers']], ['completed', ['u0-0']])
  await mover.close()
})

test('AD-12 an import leaves in the audit trail who, what, from where and how much, and no secret', async () => {
  const mover = await startMover()
  await reportOf(await mover.import({ data_orgs: documentOf(1, 2), job_id: 'audited', with_credentials: true }))
  const events = ((await mover.provider.storage.stores.auditEvents?.list({ limit: 10 })) ?? []).filter(({ type }) =>
    type.startsWith('import_'),
  )
  const started = events.find(({ type }) => type === 'import_started')
  const ended = events.find(({ type }) => type === 'import_ended')
  assert.deepEqual(
    [started?.actorId, started?.subject, started?.details],
    ['mover', { kind: 'import', id: 'audited' }, { source: 'request', dryRun: false, update: false, withCredentials: true, again: false }],
  )
  assert.deepEqual([ended?.actorId, ended?.details?.['state'], ended?.details?.['created']], ['mover', 'completed', 5])
  await mover.close()
})

test('secrets that an import generates are sealed in the database, and are reported again to a client that lost the connection', async () => {
  const mover = await startMover()
  const document = {
    orgs: [
      {
        orgId: 'apps',
        org: { name: 'Apps' },
        projects: [{ projectId: 'p', project: { name: 'P' } }],
        oidcApps: [{ appId: 'a', app: { projectId: 'p', name: 'A', redirectUris: ['https://a.example/'] } }],
      },
    ],
  }
  const { generated } = await reportOf(await mover.import({ data_orgs: document, job_id: 'sealed' }))
  const secret = String(generated?.[0]?.['clientSecret'])
  assert.ok(secret.length >= 32)
  assert.deepEqual((await reportOf(await mover.report('sealed'))).generated, generated)
  const parts = await mover.provider.storage.stores.importJobs?.list('sealed', 'generated', { limit: 10 })
  assert.equal(parts?.length, 1)
  assert.ok(!JSON.stringify(parts).includes(secret))
  await mover.close()
})
