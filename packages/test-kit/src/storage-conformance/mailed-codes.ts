// Flows that wait for a mailed code, and the counts of mails.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mailedCodeTries } from '@symbolon/core-protocol'
import type { MailedCode, MailLimit, QueuedMail, Stores } from '@symbolon/core-protocol'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const code = (id: string, changes: Partial<MailedCode> = {}): MailedCode => ({
  id,
  purpose: 'recovery',
  digest: `right ${id}`,
  sealed: `sealed ${id}`,
  sentAt: 1000,
  expiresAt: 10_000,
  ...changes,
})
const mail = (id: string, codeId: string): QueuedMail => ({ id, sealed: `mail ${id}`, codeId, expiresAt: 10_000 })

/** Registers the tests of the store `mailedCodes`. @param open opens an empty storage with the named stores */
export function mailedCodeTests(open: OpenFresh): void {
  const withCodes = (run: (stores: Pick<Stores, 'mailedCodes' | 'mailOutbox'>) => Promise<void>) => () =>
    withStores(open, ['mailedCodes', 'mailOutbox'], run)

  describe('mailedCodes', () => {
    test(
      'a flow is stored together with its mail, once',
      withCodes(async ({ mailedCodes, mailOutbox }) => {
        assert.equal(await mailedCodes.issue(code('f1'), mail('m1', 'f1'), undefined), true)
        assert.equal(await mailedCodes.issue(code('f1', { digest: 'other' }), mail('m2', 'f1'), undefined), false)
        assert.deepEqual(await mailedCodes.find('f1', 9999), { ...code('f1'), triesLeft: mailedCodeTries })
        assert.equal(await mailedCodes.find('f1', 10_000), undefined)
        assert.deepEqual(
          (await mailOutbox.claim(1000, 5000, 10)).map(({ id }) => id),
          ['m1'],
        )
      }),
    )

    test(
      'LG-09 the newest flow of a value is removed with its mail, and no other one',
      withCodes(async ({ mailedCodes, mailOutbox }) => {
        for (const [id, newestOf] of [
          ['f1', 'a'],
          ['f2', 'b'],
        ] as const)
          await mailedCodes.issue({ ...code(id), newestOf }, mail(`mail of ${id}`, id), undefined)
        await mailedCodes.removeNewest('a')
        await mailedCodes.removeNewest('nothing')
        assert.deepEqual([await mailedCodes.find('f1', 2000), (await mailedCodes.find('f2', 2000))?.id], [undefined, 'f2'])
        assert.deepEqual(
          (await mailOutbox.claim(3000, 5000, 10)).map(({ id }) => id),
          ['mail of f2'],
        )
      }),
    )

    test(
      'a flow that has expired is in the way of no new one with its id',
      withCodes(async ({ mailedCodes, mailOutbox }) => {
        await mailedCodes.issue(code('f1', { expiresAt: 2000 }), mail('m1', 'f1'), undefined)
        const next = code('f1', { digest: 'next', sentAt: 1999, expiresAt: 10_000 })
        assert.equal(await mailedCodes.issue(next, mail('m2', 'f1'), undefined), false)
        assert.equal(await mailedCodes.issue({ ...next, sentAt: 2000 }, mail('m3', 'f1'), undefined), true)
        assert.equal(await mailedCodes.attempt('f1', 'next', 3000), 'right')
        assert.deepEqual(
          (await mailOutbox.claim(3000, 5000, 10)).map(({ id }) => id),
          ['m3'],
        )
      }),
    )

    test(
      'LG-09 the next code replaces the older one, its tries, and its mail that still waits',
      withCodes(async ({ mailedCodes, mailOutbox }) => {
        await mailedCodes.issue(code('f1'), mail('m1', 'f1'), undefined)
        await mailedCodes.issue(code('f2'), mail('m9', 'f2'), undefined)
        await mailedCodes.attempt('f1', 'wrong', 1500)
        assert.equal(await mailedCodes.issue(code('f1', { digest: 'next', sentAt: 2000 }), mail('m2', 'f1'), { sentAt: 1000 }), true)
        assert.equal((await mailedCodes.find('f1', 2000))?.triesLeft, mailedCodeTries)
        assert.equal(await mailedCodes.attempt('f1', 'right f1', 2100), 'wrong')
        assert.equal(await mailedCodes.attempt('f1', 'next', 2100), 'right')
        assert.deepEqual((await mailOutbox.claim(3000, 5000, 10)).map(({ id }) => id).toSorted(), ['m2', 'm9'])
      }),
    )

    test(
      'LG-09 of flows that take the place of one another the newest alone is there, with its mail, and others stay',
      withCodes(async ({ mailedCodes, mailOutbox }) => {
        const issue = async (id: string, newestOf?: string): Promise<boolean> =>
          await mailedCodes.issue({ ...code(id), ...(newestOf === undefined ? {} : { newestOf }) }, mail(`mail of ${id}`, id), undefined)
        for (const [id, newestOf] of [['f1', 'a'], ['f2', 'b'], ['f3'], ['f4']] as const) assert.equal(await issue(id, newestOf), true)
        await mailedCodes.attempt('f1', 'right f1', 1500)
        assert.equal(await issue('f5', 'a'), true)
        assert.deepEqual(await mailedCodes.find('f5', 2000), { ...code('f5'), triesLeft: mailedCodeTries })
        const left = await together(5, (index) => mailedCodes.find(`f${index + 1}`, 2000))
        assert.deepEqual(
          left.map((flow) => flow?.id),
          [undefined, 'f2', 'f3', 'f4', 'f5'],
        )
        assert.deepEqual(
          (await mailOutbox.claim(3000, 5000, 10)).map(({ id }) => id).toSorted(),
          ['f2', 'f3', 'f4', 'f5'].map((id) => `mail of ${id}`),
        )
      }),
    )

    test(
      'LG-09 of concurrent flows that replace one another exactly one remains, also where one has expired',
      withCodes(async ({ mailedCodes }) => {
        await mailedCodes.issue({ ...code('old', { expiresAt: 1100 }), newestOf: 'a' }, mail('m', 'old'), undefined)
        const issued = await together(20, (index) =>
          mailedCodes.issue({ ...code(`f${index}`, { sentAt: 2000 }), newestOf: 'a' }, mail(`m${index}`, `f${index}`), undefined),
        )
        assert.deepEqual(new Set(issued), new Set([true]))
        const found = await together(20, (index) => mailedCodes.find(`f${index}`, 2000))
        assert.equal(found.filter((flow) => flow !== undefined).length, 1)
      }),
    )

    test(
      'LG-32 a code that stays keeps its tries, its mail, and what it is about, and the flow has the new times',
      withCodes(async ({ mailedCodes, mailOutbox }) => {
        await mailedCodes.issue(code('f1'), mail('m1', 'f1'), undefined)
        await mailedCodes.attempt('f1', 'wrong', 1500)
        const next = code('f1', { digest: 'next', sealed: 'next', sentAt: 2000, expiresAt: 11_000 })
        assert.equal(await mailedCodes.issue(next, mail('m2', 'f1'), { sentAt: 900, codeStays: true }), false)
        assert.equal(await mailedCodes.issue(next, mail('m2', 'f1'), { sentAt: 1000, codeStays: true }), true)
        const stored = { ...code('f1', { sentAt: 2000, expiresAt: 11_000 }), triesLeft: mailedCodeTries - 1 }
        assert.deepEqual(await mailedCodes.find('f1', 10_500), stored)
        assert.deepEqual((await mailOutbox.claim(3000, 5000, 10)).map(({ id }) => id).toSorted(), ['m1', 'm2'])
        assert.equal(await mailedCodes.attempt('f1', 'next', 2100), 'wrong')
        assert.equal(await mailedCodes.attempt('f1', 'right f1', 2100), 'right')
        assert.equal(await mailedCodes.issue(next, mail('m3', 'f1'), { sentAt: 2000, codeStays: true }), false, 'it is proven')
      }),
    )

    test(
      'of concurrent next codes one is stored, with one mail',
      withCodes(async ({ mailedCodes, mailOutbox }) => {
        await mailedCodes.issue(code('f1'), mail('m', 'f1'), undefined)
        const issued = await together(20, (index) =>
          mailedCodes.issue(code('f1', { digest: `next ${index}`, sentAt: 2000 }), mail(`m${index}`, 'f1'), { sentAt: 1000 }),
        )
        assert.equal(issued.filter(Boolean).length, 1)
        assert.equal((await mailOutbox.claim(3000, 5000, 50)).length, 1)
      }),
    )

    test(
      'a proven flow, an unknown one and one of another purpose get no next code',
      withCodes(async ({ mailedCodes }) => {
        await mailedCodes.issue(code('f1'), mail('m1', 'f1'), undefined)
        const next = (id: string, purpose: MailedCode['purpose'] = 'recovery'): Promise<boolean> =>
          mailedCodes.issue(code(id, { purpose, sentAt: 2000 }), mail('m2', id), { sentAt: 1000 })
        assert.equal(await next('f2'), false)
        assert.equal(await next('f1', 'invitation'), false)
        await mailedCodes.attempt('f1', 'right f1', 1500)
        assert.equal(await next('f1'), false)
      }),
    )

    test(
      'LG-09 of 50 concurrent uses of the right code one is right',
      withCodes(async ({ mailedCodes }) => {
        await mailedCodes.issue(code('f1'), mail('m1', 'f1'), undefined)
        const outcomes = await together(50, () => mailedCodes.attempt('f1', 'right f1', 2000))
        assert.equal(outcomes.filter((outcome) => outcome === 'right').length, 1)
        assert.equal(outcomes.filter((outcome) => outcome === 'dead').length, 49)
      }),
    )

    test(
      'after five wrong codes the right one is dead, also when they come at once',
      withCodes(async ({ mailedCodes }) => {
        await mailedCodes.issue(code('f1'), mail('m1', 'f1'), undefined)
        const outcomes = await together(40, (index) => mailedCodes.attempt('f1', `wrong ${index}`, 2000))
        assert.equal(outcomes.filter((outcome) => outcome === 'wrong').length, mailedCodeTries)
        assert.equal(await mailedCodes.attempt('f1', 'right f1', 2000), 'dead')
        assert.equal(await mailedCodes.take('f1', 2000), undefined)
      }),
    )

    test(
      'a code is dead after its expiry, and in an unknown flow',
      withCodes(async ({ mailedCodes }) => {
        await mailedCodes.issue(code('f1'), mail('m1', 'f1'), undefined)
        assert.equal(await mailedCodes.attempt('f1', 'right f1', 10_000), 'dead')
        assert.equal(await mailedCodes.attempt('f2', 'right f1', 2000), 'dead')
      }),
    )

    test(
      'only a proven flow is changed and taken, and one concurrent call takes it',
      withCodes(async ({ mailedCodes }) => {
        await mailedCodes.issue(code('f1'), mail('m1', 'f1'), undefined)
        assert.equal(await mailedCodes.update('f1', 'changed', 2000), false)
        assert.equal(await mailedCodes.take('f1', 2000), undefined)
        await mailedCodes.attempt('f1', 'right f1', 2000)
        assert.equal(await mailedCodes.update('f1', 'changed', 2100), true)
        assert.equal(await mailedCodes.take('f1', 10_000), undefined, 'it has expired')
        const taken = (await together(20, () => mailedCodes.take('f1', 2200))).filter((found) => found !== undefined)
        assert.deepEqual(taken, [{ ...code('f1', { sealed: 'changed' }), triesLeft: mailedCodeTries, provenAt: 2000 }])
        assert.equal(await mailedCodes.find('f1', 2300), undefined)
      }),
    )

    test(
      'a removed flow is gone, with its mail that still waits',
      withCodes(async ({ mailedCodes, mailOutbox }) => {
        await mailedCodes.issue(code('f1'), mail('m1', 'f1'), undefined)
        await mailedCodes.remove('f1')
        assert.equal(await mailedCodes.find('f1', 2000), undefined)
        assert.deepEqual(await mailOutbox.claim(2000, 5000, 10), [])
      }),
    )

    test(
      'removes expired flows and counts',
      withCodes(async ({ mailedCodes }) => {
        await mailedCodes.issue(code('f1'), mail('m1', 'f1'), undefined)
        await mailedCodes.issue(code('f2', { expiresAt: 20_000 }), mail('m2', 'f2'), undefined)
        await mailedCodes.admit({ key: 'k', limit: 1, period: 5000, gap: 0 }, 1000)
        assert.equal(await mailedCodes.deleteExpired(10_000, 1), 1)
        assert.equal(await mailedCodes.deleteExpired(10_000, 10), 1)
        assert.equal(await mailedCodes.deleteExpired(10_000, 10), 0)
        assert.ok((await mailedCodes.find('f2', 10_000)) !== undefined)
      }),
    )
  })

  describe('counts of mails', () => {
    const limit: MailLimit = { key: 'k', limit: 3, period: 1000, gap: 100 }

    test(
      'mails are the gap apart, and at most as many as the limit within any period',
      withCodes(async ({ mailedCodes }) => {
        assert.equal(await mailedCodes.admit(limit, 10_000), undefined)
        assert.equal(await mailedCodes.admit(limit, 10_099), 10_100)
        assert.equal(await mailedCodes.admit(limit, 10_100), undefined)
        assert.equal(await mailedCodes.admit(limit, 10_900), undefined)
        assert.equal(await mailedCodes.admit(limit, 10_999), 11_000, 'the first one still counts')
        assert.equal(await mailedCodes.admit(limit, 11_000), undefined)
        assert.equal(await mailedCodes.admit(limit, 11_099), 11_100)
        assert.equal(await mailedCodes.admit(limit, 11_100), undefined)
        assert.equal(await mailedCodes.admit(limit, 11_500), 11_900)
      }),
    )

    test(
      'keys are counted apart',
      withCodes(async ({ mailedCodes }) => {
        for (const key of ['a', 'b']) assert.equal(await mailedCodes.admit({ ...limit, key }, 1000), undefined)
      }),
    )

    test(
      'concurrent calls never exceed the limit',
      withCodes(async ({ mailedCodes }) => {
        const outcomes = await together(50, () => mailedCodes.admit({ ...limit, gap: 0 }, 1000))
        assert.ok(outcomes.filter((outcome) => outcome === undefined).length <= 3)
        assert.ok(outcomes.filter((outcome) => outcome === undefined).length >= 1)
      }),
    )

    test(
      'a count from a clock that ran ahead does not last longer than a period',
      withCodes(async ({ mailedCodes }) => {
        for (const at of [50_000, 50_200, 50_400]) await mailedCodes.admit(limit, at)
        assert.equal(await mailedCodes.admit(limit, 10_000), undefined)
      }),
    )
  })
}
