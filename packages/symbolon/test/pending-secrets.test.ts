// Secrets that documents generate are delivered once, whatever happens to the run that generated them.
import { createSealing, digest, StorageUnavailable } from '@symbolon/core-protocol'
import type { DirectoryStore, Sealing, PendingSecretStore } from '@symbolon/core-protocol'
import type { ApplyEntry, ApplyReport } from '@symbolon/provisioning'
import { readDocument } from '@symbolon/schema-v2'
import { secretHashing } from '@symbolon/secret-hashing'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appliedText } from '../src/apply-text.ts'
import { apply } from '../src/bootstrap.ts'
import { passkeyRulesOf, readConfiguration } from '../src/configuration.ts'
import { withPendingSecrets } from '../src/pending-secrets.ts'
import type { Delivery, Generated, PendingSecretsOfRun, PendingContext, PendingOptions } from '../src/pending-secrets.ts'

const sealing = await createSealing(new Uint8Array(32).fill(7))
const nothing = (): void => undefined
const passkeys = passkeyRulesOf(readConfiguration({}))

interface Place {
  readonly context: PendingContext
  readonly directory: DirectoryStore
  readonly pendingSecrets: PendingSecretStore
  /** What was logged. */
  readonly logged: readonly string[]
  /** Moves the clock on by so many milliseconds. */
  wait(milliseconds: number): void
  run<T>(work: (pending: PendingSecretsOfRun) => Promise<T>, options?: Partial<PendingOptions>): Promise<T>
  apply(document: object, pending: PendingSecretsOfRun, directory?: DirectoryStore): Promise<ApplyReport>
  /** A run over the applications that is killed before the delivery. */
  leave(appIds: readonly string[]): Promise<void>
  /** The secrets of earlier runs that a further run delivers. */
  left(options?: Partial<PendingOptions>): Promise<readonly Generated[]>
}

const never = async (): Promise<never> => await Promise.reject(new Error('it waited'))

async function withPlace(work: (place: Place) => Promise<void>): Promise<void> {
  const { stores, close } = await libsql({ url: ':memory:' }).open(['directory', 'passkeys', 'pendingSecrets'])
  const { directory, pendingSecrets } = stores
  assert.ok(directory !== undefined && pendingSecrets !== undefined)
  let now = 1_000_000
  const logged: string[] = []
  const log = { info: nothing, warn: (event: string) => void logged.push(event), error: (event: string) => void logged.push(event) }
  const context = {
    log,
    now: () => now,
    randomToken: () => crypto.randomUUID() + crypto.randomUUID(),
    sealing,
    stores: { directory, pendingSecrets },
  }
  const place: Place = {
    context,
    directory,
    pendingSecrets,
    logged,
    wait: (milliseconds) => void (now += milliseconds),
    run: async (some, options = {}) => await withPendingSecrets(context, { shared: true, pause: never, ...options }, some),
    apply: async (document, { record }, other = directory) =>
      await apply(
        readDocument(document),
        { hashing: secretHashing(), passkeys },
        { ...context, stores: { ...context.stores, directory: other }, issuer: 'https://id.example' },
        { record },
      ),
    async leave(appIds) {
      const killed = place.run(async (pending) => {
        await place.apply(documentOf(appIds), pending)
        throw new Error('killed')
      })
      await assert.rejects(killed, /^Error: killed$/)
    },
    async left(options = {}) {
      const delivered: Generated[] = []
      await place.run(async (pending) => await pending.deliverLeft(async (left) => void delivered.push(...left)), options)
      return delivered
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

test('a run that delivers its secrets leaves none in the database', () =>
  withPlace(async ({ run, apply: applied, directory, pendingSecrets, left }) => {
    const seen: number[] = []
    const delivered: Delivery[] = []
    await run(async (pending) => {
      const report = await applied(documentOf(['a', 'b']), pending)
      await pending.deliver(report, async (each) => {
        seen.push((await pendingSecrets.list()).length)
        delivered.push(each)
      })
    })
    assert.deepEqual(seen, [1])
    await assertValid(secretsOf(delivered.flatMap(({ report }) => report.entries)), ['a', 'b'], directory)
    assert.deepEqual(await pendingSecrets.list(), [])
    assert.deepEqual(await left(), [])
  }))

for (const shared of [true, false]) {
  test(`the next run delivers the secrets of a killed run once; they are stored encrypted; ${shared ? 'shared' : 'alone'}`, () =>
    withPlace(async ({ leave, left, run, directory, pendingSecrets, context }) => {
      await leave(['a', 'b'])
      const delivered = await left({ shared })
      const secrets = secretsOf(delivered.flatMap(({ entries }) => entries))
      await assertValid(secrets, ['a', 'b'], directory)
      assert.deepEqual(
        delivered.map(({ time }) => time),
        [context.now()],
      )
      assert.deepEqual(await left({ shared }), [])

      await leave(['c'])
      const rows = await pendingSecrets.takeOver('another run', undefined, 0)
      assert.ok(rows.length === 1 && rows.every(({ content }) => !content.includes('clientSecret')))
      // Secrets that could not be delivered stay for the next run.
      const failed = run(async (pending) => await pending.deliverLeft(async () => await Promise.reject(new Error('disk full'))), { shared })
      await assert.rejects(failed, /disk full/)
      await assertValid(secretsOf((await left({ shared })).flatMap(({ entries }) => entries)), ['c'], directory)
    }))
}

test('IM-22 a secret that was replaced meanwhile, or whose application was removed, is not delivered', () =>
  withPlace(async ({ leave, left, run, apply: applied, pendingSecrets }) => {
    await leave(['a', 'b', 'c'])
    await run(async (pending) => {
      await applied(documentOf(['a'], { clientSecret: 'a secret of more than thirty-two characters' }), pending)
      await applied(documentOf(['b'], { state: 'STATE_REMOVED' }), pending)
    })
    const delivered = await left()
    assert.deepEqual([...secretsOf(delivered.flatMap(({ entries }) => entries)).keys()], ['c'])
    assert.deepEqual(await pendingSecrets.list(), [])
  }))

test('IM-22 of several runs that find pending secrets, one delivers them', () =>
  withPlace(async ({ leave, left }) => {
    for (let round = 0; round < 5; round += 1) {
      await leave([`app-${round}`])
      const pause = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve))
      const delivered = await Promise.all([left({ pause }), left({ pause }), left({ pause })])
      assert.equal(delivered.flat().flatMap(({ entries }) => entries).length, 1)
    }
  }))

test('IM-22 a run that was suspended until another run delivered its secrets does not deliver them, and goes on', () =>
  withPlace(async ({ run, apply: applied, left, wait, directory, pendingSecrets }) => {
    const delivered: Delivery[] = []
    let elsewhere: readonly Generated[] = []
    await run(async (pending) => {
      const first = await applied(documentOf(['a']), pending)
      wait(20_000)
      elsewhere = await left()
      const second = await applied(documentOf(['a', 'b']), pending)
      const entries = [...first.entries, ...second.entries]
      await pending.deliver({ ...second, entries }, async (each) => void delivered.push(each))
    })
    await assertValid(secretsOf(elsewhere.flatMap(({ entries }) => entries)), ['a'], directory)
    await assertValid(secretsOf(delivered.flatMap(({ report }) => report.entries)), ['b'], directory)
    const [each] = delivered
    assert.ok(each !== undefined)
    assert.match(appliedText(each), /was suspended for too long\. Another run prints the secrets of apiApp a\.\n$/)
    assert.deepEqual(await pendingSecrets.list(), [])
  }))

test('IM-22 a run that loses its secrets to another run during the delivery removes none of them', () =>
  withPlace(async ({ run, apply: applied, wait, pendingSecrets }) => {
    await run(async (pending) => {
      const report = await applied(documentOf(['a']), pending)
      await pending.deliver(report, async () => {
        wait(20_000)
        assert.equal((await pendingSecrets.takeOver('another', 1_020_000, 2_000_000)).length, 1)
      })
    })
    assert.deepEqual(
      (await pendingSecrets.list()).map(({ holder }) => holder),
      ['another'],
    )
  }))

test('IM-22 a run that was suspended after it had taken over secrets delivers none that another run has taken since', () =>
  withPlace(async ({ leave, context, directory, pendingSecrets }) => {
    await leave(['a'])
    const slow: DirectoryStore = {
      ...directory,
      async find(references) {
        assert.equal((await pendingSecrets.takeOver('another', undefined, 2_000_000)).length, 1)
        return await directory.find(references)
      },
    }
    const stores = { directory: slow, pendingSecrets }
    await withPendingSecrets({ ...context, stores }, { shared: true, pause: never }, async (pending) => {
      await pending.deliverLeft(async () => assert.fail('It delivered.'))
    })
    assert.deepEqual(
      (await pendingSecrets.list()).map(({ holder }) => holder),
      ['another'],
    )
  }))

test('a run that is alive delivers its own secrets: others wait until it renews its lease', () =>
  withPlace(async ({ run, apply: applied, left, wait, pendingSecrets, context }) => {
    const delivered: Delivery[] = []
    await run(async (pending) => {
      const report = await applied(documentOf(['a']), pending)
      const [{ holder } = { holder: '' }] = await pendingSecrets.list()
      let pauses = 0
      const pause = async (): Promise<void> => {
        wait(1000)
        pauses += 1
        if (pauses === 5) await pendingSecrets.renew(holder, context.now() + 20_000)
      }
      assert.deepEqual(await left({ pause }), [])
      assert.equal(pauses, 5)
      await pending.deliver(report, async (each) => void delivered.push(each))
    })
    assert.deepEqual([...secretsOf(delivered.flatMap(({ report }) => report.entries)).keys()], ['a'])
  }))

test('a run that was killed a moment ago is waited for until its lease ends, and no longer where clocks differ', () =>
  withPlace(async ({ leave, left, wait, pendingSecrets, context, directory }) => {
    const killedNow = async (leaseUntil: number): Promise<void> => {
      const [{ holder } = { holder: '' }] = await pendingSecrets.list()
      await pendingSecrets.renew(holder, leaseUntil)
    }
    await leave(['a'])
    await killedNow(context.now() + 20_000)
    let pauses = 0
    const delivered = await left({ pause: async () => (wait(1000), void (pauses += 1)) })
    assert.equal(pauses, 20)
    await assertValid(secretsOf(delivered.flatMap(({ entries }) => entries)), ['a'], directory)

    await leave(['b'])
    await killedNow(context.now() + 86_400_000)
    pauses = 0
    assert.deepEqual(await left({ pause: async () => (wait(100), void (pauses += 1)) }), [])
    assert.equal(pauses, 250)
    // Where no other process can exist, no run waits.
    assert.equal((await left({ shared: false })).length, 1)
  }))

test('secrets of a transaction that the database stored and did not confirm are delivered', () =>
  withPlace(async ({ run, apply: applied, directory, pendingSecrets }) => {
    const unconfirming: DirectoryStore = {
      ...directory,
      async apply(change, now) {
        await directory.apply(change, now)
        if (change.record !== undefined) throw new StorageUnavailable('The connection broke.')
      },
    }
    const delivered: Delivery[] = []
    await run(async (pending) => {
      const report = await applied(documentOf(['a']), pending, unconfirming)
      assert.ok(report.counts.refused > 0)
      await pending.deliver(report, async (each) => void delivered.push(each))
    })
    const [each] = delivered
    assert.ok(each !== undefined)
    const secrets = secretsOf(each.unconfirmed)
    await assertValid(secrets, ['a'], directory)
    const text = appliedText(each)
    assert.match(text, /The database did not confirm the transaction/)
    assert.ok(text.includes(secrets.get('a') ?? '?'))
    assert.deepEqual(await pendingSecrets.list(), [])
  }))

test('secrets that become visible after the delivery of their document are delivered with the next document', () =>
  withPlace(async ({ run, apply: applied, directory, pendingSecrets }) => {
    const late: Parameters<DirectoryStore['apply']>[] = []
    const committingLate: DirectoryStore = {
      ...directory,
      async apply(...given) {
        if (given[0].record === undefined) return await directory.apply(...given)
        late.push(given)
        throw new StorageUnavailable('The connection broke.')
      },
    }
    const delivered: Delivery[] = []
    const write = async (each: Delivery): Promise<unknown> => delivered.push(each)
    await run(async (pending) => {
      await pending.deliver(await applied(documentOf(['a']), pending, committingLate), write)
      const [change] = late
      assert.ok(change !== undefined)
      await directory.apply(...change)
      await pending.deliver(await applied(documentOf(['a', 'b']), pending), write)
    })
    const [first, second] = delivered
    assert.ok(first !== undefined && second !== undefined)
    assert.deepEqual(first.unconfirmed, [])
    await assertValid(secretsOf(second.unconfirmed), ['a'], directory)
    assert.deepEqual(await pendingSecrets.list(), [])
  }))

test('secrets that no key opens are logged and stay, and the rest is delivered', () =>
  withPlace(async ({ leave, left, run, apply: applied, context, pendingSecrets, logged, directory }) => {
    const other: Sealing = await createSealing(new Uint8Array(32).fill(8))
    await assert.rejects(
      withPendingSecrets({ ...context, sealing: other }, { shared: true, pause: never }, async ({ record }) => {
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
    assert.deepEqual(logged, ['pending_secrets_unreadable'])
    assert.equal((await pendingSecrets.list()).length, 1)
    // Even a run that took them over and delivers secrets does not remove them.
    await run(async (pending) => {
      await pending.deliverLeft(async () => assert.fail('nothing can be delivered'))
      await pending.deliver(await applied(documentOf(['a', 'b']), pending), async ({ report }) => assert.equal(report.counts.refused, 0))
    })
    assert.equal((await pendingSecrets.list()).length, 1)
  }))

test('a client id alone is not a secret', () =>
  withPlace(async ({ run }) => {
    await run(async ({ record }) => {
      assert.equal(await record([{ path: 'p', kind: 'oidcApp', key: ['x'], action: 'created', generated: { clientId: 'x' } }]), undefined)
    })
  }))
