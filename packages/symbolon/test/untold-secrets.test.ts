// Secrets that documents generate are told once, whatever happens to the run that generated them.
import { createSealing, digest, StorageUnavailable } from '@symbolon/core-protocol'
import type { DirectoryStore, Sealing, UntoldSecretStore } from '@symbolon/core-protocol'
import type { ApplyEntry, ApplyReport } from '@symbolon/provisioning'
import { readDocument } from '@symbolon/schema-v2'
import { secretHashing } from '@symbolon/secret-hashing'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appliedText } from '../src/apply-text.ts'
import { apply } from '../src/bootstrap.ts'
import { passkeyRulesOf, readConfiguration } from '../src/configuration.ts'
import { withUntold } from '../src/untold-secrets.ts'
import type { Generated, Told, Untold, UntoldContext, UntoldOptions } from '../src/untold-secrets.ts'

const sealing = await createSealing(new Uint8Array(32).fill(7))
const nothing = (): void => undefined
const passkeys = passkeyRulesOf(readConfiguration({}))

interface Place {
  readonly context: UntoldContext
  readonly directory: DirectoryStore
  readonly untoldSecrets: UntoldSecretStore
  /** What was logged. */
  readonly logged: readonly string[]
  /** Moves the clock on by so many milliseconds. */
  wait(milliseconds: number): void
  run<T>(work: (untold: Untold) => Promise<T>, options?: Partial<UntoldOptions>): Promise<T>
  apply(document: object, untold: Untold, directory?: DirectoryStore): Promise<ApplyReport>
  /** A run over the applications that is killed before it tells. */
  leave(appIds: readonly string[]): Promise<void>
  /** What a run of its own tells of those before it. */
  left(options?: Partial<UntoldOptions>): Promise<readonly Generated[]>
}

const never = async (): Promise<never> => await Promise.reject(new Error('it waited'))

async function withPlace(work: (place: Place) => Promise<void>): Promise<void> {
  const { stores, close } = await libsql({ url: ':memory:' }).open(['directory', 'passkeys', 'untoldSecrets'])
  const { directory, untoldSecrets } = stores
  assert.ok(directory !== undefined && untoldSecrets !== undefined)
  let now = 1_000_000
  const logged: string[] = []
  const log = { info: nothing, warn: (event: string) => void logged.push(event), error: (event: string) => void logged.push(event) }
  const context = {
    log,
    now: () => now,
    randomToken: () => crypto.randomUUID() + crypto.randomUUID(),
    sealing,
    stores: { directory, untoldSecrets },
  }
  const place: Place = {
    context,
    directory,
    untoldSecrets,
    logged,
    wait: (milliseconds) => void (now += milliseconds),
    run: async (some, options = {}) => await withUntold(context, { shared: true, pause: never, ...options }, some),
    apply: async (document, { record }, other = directory) =>
      await apply(
        readDocument(document),
        { hashing: secretHashing(), passkeys },
        { ...context, stores: { ...context.stores, directory: other }, issuer: 'https://id.example' },
        { record },
      ),
    async leave(appIds) {
      const killed = place.run(async (untold) => {
        await place.apply(documentOf(appIds), untold)
        throw new Error('killed')
      })
      await assert.rejects(killed, /^Error: killed$/)
    },
    async left(options = {}) {
      const told: Generated[] = []
      await place.run(async (untold) => await untold.tellLeft(async (left) => void told.push(...left)), options)
      return told
    },
  }
  await work(place).finally(close)
}

function documentOf(appIds: readonly string[], more: object = {}): object {
  const apiApps = appIds.map((appId) => ({ appId, app: { projectId: 'shop', name: appId }, ...more }))
  return { orgs: [{ orgId: 'acme', org: { name: 'Acme' }, projects: [{ projectId: 'shop', project: { name: 'Shop' } }], apiApps }] }
}

/** The secrets by the ids of their applications. */
function secretsOf(entries: readonly ApplyEntry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap(({ key, generated }) =>
      generated?.clientSecret === undefined ? [] : ([[key.join('/'), generated.clientSecret]] as const),
    ),
  )
}

async function assertValid(secrets: ReadonlyMap<string, string>, appIds: readonly string[], directory: DirectoryStore): Promise<void> {
  assert.deepEqual([...secrets.keys()].toSorted(), appIds)
  const stored = await directory.list('apiApp', 'acme')
  for (const [appId, secret] of secrets) {
    assert.equal(stored.find(({ key: [id] }) => id === appId)?.secrets?.clientSecretDigest, digest(secret))
  }
}

test('a run that tells what it generated leaves nothing behind', () =>
  withPlace(async ({ run, apply: applied, directory, untoldSecrets, left }) => {
    const seen: number[] = []
    const told: Told[] = []
    await run(async (untold) => {
      const report = await applied(documentOf(['a', 'b']), untold)
      await untold.tell(report, async (each) => {
        seen.push((await untoldSecrets.list()).length)
        told.push(each)
      })
    })
    assert.deepEqual(seen, [1])
    await assertValid(secretsOf(told.flatMap(({ report }) => report.entries)), ['a', 'b'], directory)
    assert.deepEqual(await untoldSecrets.list(), [])
    assert.deepEqual(await left(), [])
  }))

for (const shared of [true, false]) {
  test(`what a run has left is told by the next one, once, and stored encrypted; ${shared ? 'shared' : 'alone'}`, () =>
    withPlace(async ({ leave, left, run, directory, untoldSecrets, context }) => {
      await leave(['a', 'b'])
      const told = await left({ shared })
      const secrets = secretsOf(told.flatMap(({ entries }) => entries))
      await assertValid(secrets, ['a', 'b'], directory)
      assert.deepEqual(
        told.map(({ time }) => time),
        [context.now()],
      )
      assert.deepEqual(await left({ shared }), [])

      await leave(['c'])
      const rows = await untoldSecrets.takeOver('somebody', undefined, 0)
      assert.ok(rows.length === 1 && rows.every(({ content }) => !content.includes('clientSecret')))
      // What could not be told stays for the next run.
      const failed = run(async (untold) => await untold.tellLeft(async () => await Promise.reject(new Error('disk full'))), { shared })
      await assert.rejects(failed, /disk full/)
      await assertValid(secretsOf((await left({ shared })).flatMap(({ entries }) => entries)), ['c'], directory)
    }))
}

test('IM-22 a secret that was replaced meanwhile, or whose application was removed, is not told', () =>
  withPlace(async ({ leave, left, run, apply: applied, untoldSecrets }) => {
    await leave(['a', 'b', 'c'])
    await run(async (untold) => {
      await applied(documentOf(['a'], { clientSecret: 'a secret of more than thirty-two characters' }), untold)
      await applied(documentOf(['b'], { state: 'STATE_REMOVED' }), untold)
    })
    const told = await left()
    assert.deepEqual([...secretsOf(told.flatMap(({ entries }) => entries)).keys()], ['c'])
    assert.deepEqual(await untoldSecrets.list(), [])
  }))

test('IM-22 of several that find what was left, one tells it', () =>
  withPlace(async ({ leave, left }) => {
    for (let round = 0; round < 5; round += 1) {
      await leave([`app-${round}`])
      const pause = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve))
      const told = await Promise.all([left({ pause }), left({ pause }), left({ pause })])
      assert.equal(told.flat().flatMap(({ entries }) => entries).length, 1)
    }
  }))

test('IM-22 a run that stood still until another one has told its secrets does not tell them, and goes on', () =>
  withPlace(async ({ run, apply: applied, left, wait, directory, untoldSecrets }) => {
    const told: Told[] = []
    let elsewhere: readonly Generated[] = []
    await run(async (untold) => {
      const first = await applied(documentOf(['a']), untold)
      wait(20_000)
      elsewhere = await left()
      const second = await applied(documentOf(['a', 'b']), untold)
      const entries = [...first.entries, ...second.entries]
      await untold.tell({ ...second, entries }, async (each) => void told.push(each))
    })
    await assertValid(secretsOf(elsewhere.flatMap(({ entries }) => entries)), ['a'], directory)
    await assertValid(secretsOf(told.flatMap(({ report }) => report.entries)), ['b'], directory)
    const [each] = told
    assert.ok(each !== undefined)
    assert.match(appliedText(each), /stood still for too long: another one tells the secrets of apiApp a\.\n$/)
    assert.deepEqual(await untoldSecrets.list(), [])
  }))

test('IM-22 a run that another one took over while it told removes nothing of that one', () =>
  withPlace(async ({ run, apply: applied, wait, untoldSecrets }) => {
    await run(async (untold) => {
      const report = await applied(documentOf(['a']), untold)
      await untold.tell(report, async () => {
        wait(20_000)
        assert.equal((await untoldSecrets.takeOver('another', 1_020_000, 2_000_000)).length, 1)
      })
    })
    assert.deepEqual(
      (await untoldSecrets.list()).map(({ holder }) => holder),
      ['another'],
    )
  }))

test('IM-22 a run that stood still after it had taken over what was left tells nothing that another one has taken since', () =>
  withPlace(async ({ leave, context, directory, untoldSecrets }) => {
    await leave(['a'])
    const slow: DirectoryStore = {
      ...directory,
      async find(references) {
        assert.equal((await untoldSecrets.takeOver('another', undefined, 2_000_000)).length, 1)
        return await directory.find(references)
      },
    }
    const stores = { directory: slow, untoldSecrets }
    await withUntold({ ...context, stores }, { shared: true, pause: never }, async (untold) => {
      await untold.tellLeft(async () => assert.fail('It told.'))
    })
    assert.deepEqual(
      (await untoldSecrets.list()).map(({ holder }) => holder),
      ['another'],
    )
  }))

test('a run that lives tells its own secrets: others wait until it renews its lease', () =>
  withPlace(async ({ run, apply: applied, left, wait, untoldSecrets, context }) => {
    const told: Told[] = []
    await run(async (untold) => {
      const report = await applied(documentOf(['a']), untold)
      const [{ holder } = { holder: '' }] = await untoldSecrets.list()
      let pauses = 0
      const pause = async (): Promise<void> => {
        wait(1000)
        pauses += 1
        if (pauses === 5) await untoldSecrets.renew(holder, context.now() + 20_000)
      }
      assert.deepEqual(await left({ pause }), [])
      assert.equal(pauses, 5)
      await untold.tell(report, async (each) => void told.push(each))
    })
    assert.deepEqual([...secretsOf(told.flatMap(({ report }) => report.entries)).keys()], ['a'])
  }))

test('a run that was killed a moment ago is waited for until its lease ends, and no longer where clocks differ', () =>
  withPlace(async ({ leave, left, wait, untoldSecrets, context, directory }) => {
    const killedNow = async (leaseUntil: number): Promise<void> => {
      const [{ holder } = { holder: '' }] = await untoldSecrets.list()
      await untoldSecrets.renew(holder, leaseUntil)
    }
    await leave(['a'])
    await killedNow(context.now() + 20_000)
    let pauses = 0
    const told = await left({ pause: async () => (wait(1000), void (pauses += 1)) })
    assert.equal(pauses, 20)
    await assertValid(secretsOf(told.flatMap(({ entries }) => entries)), ['a'], directory)

    await leave(['b'])
    await killedNow(context.now() + 86_400_000)
    pauses = 0
    assert.deepEqual(await left({ pause: async () => (wait(100), void (pauses += 1)) }), [])
    assert.equal(pauses, 250)
    // Where no other process can be, nobody is waited for.
    assert.equal((await left({ shared: false })).length, 1)
  }))

test('what a transaction has stored that the database did not confirm is told', () =>
  withPlace(async ({ run, apply: applied, directory, untoldSecrets }) => {
    const unconfirming: DirectoryStore = {
      ...directory,
      async apply(change, now) {
        await directory.apply(change, now)
        if (change.record !== undefined) throw new StorageUnavailable('The connection broke.')
      },
    }
    const told: Told[] = []
    await run(async (untold) => {
      const report = await applied(documentOf(['a']), untold, unconfirming)
      assert.ok(report.counts.refused > 0)
      await untold.tell(report, async (each) => void told.push(each))
    })
    const [each] = told
    assert.ok(each !== undefined)
    const secrets = secretsOf(each.unconfirmed)
    await assertValid(secrets, ['a'], directory)
    const text = appliedText(each)
    assert.match(text, /The database did not confirm the transaction/)
    assert.ok(text.includes(secrets.get('a') ?? '?'))
    assert.deepEqual(await untoldSecrets.list(), [])
  }))

test('what becomes visible after its document was told is told with the next document', () =>
  withPlace(async ({ run, apply: applied, directory, untoldSecrets }) => {
    const late: Parameters<DirectoryStore['apply']>[] = []
    const committingLate: DirectoryStore = {
      ...directory,
      async apply(...given) {
        if (given[0].record === undefined) return await directory.apply(...given)
        late.push(given)
        throw new StorageUnavailable('The connection broke.')
      },
    }
    const told: Told[] = []
    const tell = async (each: Told): Promise<unknown> => told.push(each)
    await run(async (untold) => {
      await untold.tell(await applied(documentOf(['a']), untold, committingLate), tell)
      const [change] = late
      assert.ok(change !== undefined)
      await directory.apply(...change)
      await untold.tell(await applied(documentOf(['a', 'b']), untold), tell)
    })
    const [first, second] = told
    assert.ok(first !== undefined && second !== undefined)
    assert.deepEqual(first.unconfirmed, [])
    await assertValid(secretsOf(second.unconfirmed), ['a'], directory)
    assert.deepEqual(await untoldSecrets.list(), [])
  }))

test('what no key opens is logged, stays, and keeps nobody from telling the rest', () =>
  withPlace(async ({ leave, left, run, apply: applied, context, untoldSecrets, logged, directory }) => {
    const other: Sealing = await createSealing(new Uint8Array(32).fill(8))
    await assert.rejects(
      withUntold({ ...context, sealing: other }, { shared: true, pause: never }, async ({ record }) => {
        const entry: ApplyEntry = { path: 'p', kind: 'apiApp', key: ['x'], action: 'created', generated: { clientSecret: 'x' } }
        const kept = await record([entry])
        await directory.apply({ put: [], remove: [], ...(kept === undefined ? {} : { record: kept }) }, 0)
        throw new Error('killed')
      }),
      /killed/,
    )
    await leave(['a'])
    assert.deepEqual(
      (await left()).flatMap(({ entries }) => entries.map(({ key }) => key)),
      [['a']],
    )
    assert.deepEqual(logged, ['untold_secrets_unreadable'])
    assert.equal((await untoldSecrets.list()).length, 1)
    // Not even a run that took it over, and tells secrets of its own, removes it.
    await run(async (untold) => {
      await untold.tellLeft(async () => assert.fail('nothing is left that can be told'))
      await untold.tell(await applied(documentOf(['a', 'b']), untold), async ({ report }) => assert.equal(report.counts.refused, 0))
    })
    assert.equal((await untoldSecrets.list()).length, 1)
  }))

test('a client id alone is no secret', () =>
  withPlace(async ({ run }) => {
    await run(async ({ record }) => {
      assert.equal(await record([{ path: 'p', kind: 'oidcApp', key: ['x'], action: 'created', generated: { clientId: 'x' } }]), undefined)
    })
  }))
