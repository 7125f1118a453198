// Mails that wait to be sent.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { MailOutboxStore, QueuedMail } from '@symbolon/core-protocol'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const mail = (id: string, expiresAt = 100_000): QueuedMail => ({ id, sealed: `sealed ${id}`, expiresAt })

/** Registers the tests of the store `mailOutbox`. @param open opens an empty storage with the named stores */
export function mailOutboxTests(open: OpenFresh): void {
  const withOutbox = (run: (outbox: MailOutboxStore) => Promise<void>) => () =>
    withStores(open, ['mailOutbox'], async ({ mailOutbox }) => await run(mailOutbox))

  describe('mailOutbox', () => {
    test(
      'a mail is claimed once, and again only when its claim has ended',
      withOutbox(async (outbox) => {
        await outbox.add([mail('m1')], 1000)
        assert.deepEqual(await outbox.claim(999, 2000, 10), [], 'it is not due yet')
        assert.deepEqual(await outbox.claim(1000, 2000, 10), [{ id: 'm1', sealed: 'sealed m1', tries: 1 }])
        assert.deepEqual(await outbox.claim(1999, 3000, 10), [])
        assert.deepEqual(await outbox.claim(2000, 3000, 10), [{ id: 'm1', sealed: 'sealed m1', tries: 2 }])
      }),
    )

    test(
      'of concurrent calls one gets each mail',
      withOutbox(async (outbox) => {
        await outbox.add(
          Array.from({ length: 30 }, (_, index) => mail(`m${index}`)),
          1000,
        )
        const claimed: string[] = []
        for (let more = true; more;) {
          const found = (await together(20, () => outbox.claim(1000, 2000, 5))).flat()
          claimed.push(...found.map(({ id }) => id))
          more = found.length > 0
        }
        assert.equal(claimed.length, 30)
        assert.equal(new Set(claimed).size, 30)
      }),
    )

    test(
      'the mails that have waited longest come first',
      withOutbox(async (outbox) => {
        for (const at of [3, 1, 2]) await outbox.add([mail(`m${at}`)], at)
        const first = await outbox.claim(10, 2000, 1)
        assert.deepEqual(
          first.map(({ id }) => id),
          ['m1'],
        )
      }),
    )

    test(
      'a postponed mail is due at its time, and a removed one never',
      withOutbox(async (outbox) => {
        await outbox.add([mail('m1'), mail('m2')], 1000)
        await outbox.claim(1000, 5000, 10)
        await outbox.postpone({ id: 'm1', tries: 1 }, 2000)
        await outbox.remove({ id: 'm2', tries: 1 })
        assert.deepEqual(await outbox.claim(1999, 9000, 10), [])
        assert.deepEqual(await outbox.claim(9000, 10_000, 10), [{ id: 'm1', sealed: 'sealed m1', tries: 2 }])
      }),
    )

    test(
      'a claim that was taken over neither removes the mail nor postpones it, however it meets the one that took it',
      withOutbox(async (outbox) => {
        const ids = Array.from({ length: 20 }, (_, index) => `m${index}`)
        await outbox.add(
          ids.map((id) => mail(id)),
          1000,
        )
        await outbox.claim(1000, 2000, ids.length)
        const [taken] = await Promise.all([
          outbox.claim(2000, 3000, ids.length),
          ...ids.map((id, index) => (index % 2 === 0 ? outbox.remove({ id, tries: 1 }) : outbox.postpone({ id, tries: 1 }, 2500))),
        ])
        for (const id of ids) await outbox.remove({ id, tries: 1 })
        const remaining = await outbox.claim(3000, 4000, ids.length)
        assert.deepEqual(
          remaining
            .filter(({ tries }) => tries === 3)
            .map(({ id }) => id)
            .toSorted(),
          taken.map(({ id }) => id).toSorted(),
        )
        for (const each of remaining) await outbox.remove(each)
        assert.deepEqual(await outbox.claim(9000, 10_000, ids.length), [])
      }),
    )

    test(
      'an expired mail is not sent, and is removed',
      withOutbox(async (outbox) => {
        await outbox.add([mail('m1', 1500), mail('m2', 3000)], 1000)
        assert.deepEqual(
          (await outbox.claim(1500, 2000, 10)).map(({ id }) => id),
          ['m2'],
        )
        assert.equal(await outbox.deleteExpired(1500, 10), 1)
        assert.equal(await outbox.deleteExpired(1500, 10), 0)
      }),
    )

    test(
      'no mails need no transaction',
      withOutbox(async (outbox) => {
        await outbox.add([], 1000)
        assert.deepEqual(await outbox.claim(1000, 2000, 10), [])
      }),
    )
  })
}
