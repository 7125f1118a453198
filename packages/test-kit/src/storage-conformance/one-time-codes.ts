// Authenticator apps: no code is accepted twice, and an app is set up only from its draft, also under concurrency.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FactorDraft, Stores } from '@symbolon/core-protocol'
import { neverAfterTheEnd, seen, withPassword } from './ended-meanwhile.ts'
import { human, org } from './fixtures.ts'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const withApp = human('o1', 'u1', 'ada', { secrets: { sealedOtpSecret: 'sealed-1' } })
const draft = (userId: string, sealed: string, members: Partial<FactorDraft> = {}): FactorDraft => ({
  userId,
  browser: 'b1',
  kind: 'otp',
  sealed,
  expiresAt: 5000,
  ...members,
})
const enrolment = (userId: string, sealedSecret: string, replaces?: string) => ({
  userId,
  browser: 'b1',
  sealedSecret,
  step: 50,
  replaces,
  seen,
})

/** Registers the tests of one-time codes. @param open opens an empty storage with the named stores */
export function oneTimeCodeTests(open: OpenFresh): void {
  const withUsers = (run: (stores: Pick<Stores, 'directory' | 'factorDrafts' | 'oneTimeCodes' | 'users'>) => Promise<void>) => () =>
    withStores(open, ['directory', 'factorDrafts', 'oneTimeCodes', 'users'], async (stores) => {
      await stores.directory.apply({ put: [org('o1'), withApp, human('o1', 'u2', 'bob')], remove: [] }, 1000)
      await run(stores)
    })

  describe('one-time codes', () => {
    test(
      'finds the sealed secret of a user who has one',
      withUsers(async ({ oneTimeCodes }) => {
        assert.deepEqual(await oneTimeCodes.find('u1'), { userId: 'u1', sealedSecret: 'sealed-1' })
        assert.equal(await oneTimeCodes.find('u2'), undefined)
        assert.equal(await oneTimeCodes.find('absent-user'), undefined)
      }),
    )

    test(
      'no code is accepted for a user without an authenticator app',
      withUsers(async ({ oneTimeCodes }) => {
        for (const userId of ['u2', 'absent-user']) assert.equal(await oneTimeCodes.accept(userId, 10), false)
      }),
    )

    test(
      'OT-02 accepts each time step once and never an earlier one, from one of 100 concurrent calls',
      withUsers(async ({ oneTimeCodes }) => {
        const answers = await together(100, () => oneTimeCodes.accept('u1', 50))
        assert.equal(answers.filter(Boolean).length, 1)
        for (const step of [50, 49, 0]) assert.equal(await oneTimeCodes.accept('u1', step), false)
        const later = await together(20, (index) => oneTimeCodes.accept('u1', 60 - (index % 2)))
        assert.ok([1, 2].includes(later.filter(Boolean).length), 'the earlier step at most before the later one')
        assert.equal(await oneTimeCodes.accept('u1', 60), false)
      }),
    )

    test(
      'a document that replaces the app keeps the last time step',
      withUsers(async ({ directory, oneTimeCodes }) => {
        await oneTimeCodes.accept('u1', 50)
        await directory.apply({ put: [human('o1', 'u1', 'ada', { secrets: { sealedOtpSecret: 'sealed-2' } })], remove: [] }, 4000)
        assert.deepEqual(await oneTimeCodes.find('u1'), { userId: 'u1', sealedSecret: 'sealed-2' })
        assert.equal(await oneTimeCodes.accept('u1', 50), false)
      }),
    )

    test(
      'OT-11 an app is set up from its draft by one of 50 concurrent calls, and its first code is used up',
      withUsers(async ({ directory, factorDrafts, oneTimeCodes, users }) => {
        assert.deepEqual((await users.find('u2'))?.secondFactors, [])
        await factorDrafts.begin(draft('u2', 'sealed-new'), 1000)
        const answers = await together(50, () => oneTimeCodes.enrol(enrolment('u2', 'sealed-new'), 2000))
        assert.equal(answers.filter(Boolean).length, 1)
        assert.deepEqual(await oneTimeCodes.find('u2'), { userId: 'u2', sealedSecret: 'sealed-new', enrolledAt: 2000 })
        assert.deepEqual((await users.find('u2'))?.secondFactors, ['otp'])
        assert.equal(await factorDrafts.find(draft('u2', ''), 2000), undefined)
        assert.equal(await oneTimeCodes.accept('u2', 50), false)
        assert.equal(await oneTimeCodes.accept('u2', 51), true)
        const [stored] = await directory.find([{ kind: 'humanUser', key: ['u2'] }])
        assert.equal(stored?.secrets?.sealedOtpSecret, 'sealed-new', 'exports hold it')
        await directory.apply({ put: [human('o1', 'u2', 'bob', { secrets: { sealedOtpSecret: 'sealed-2' } })], remove: [] }, 3000)
        assert.deepEqual(await oneTimeCodes.find('u2'), { userId: 'u2', sealedSecret: 'sealed-2' }, 'the app of a document')
      }),
    )

    test(
      'OT-10 nothing is set up from the draft of another user, another browser or another secret, nor from one that has ended',
      withUsers(async ({ factorDrafts, oneTimeCodes }) => {
        await factorDrafts.begin(draft('u2', 'sealed-new'), 1000)
        assert.equal(await oneTimeCodes.enrol({ ...enrolment('u2', 'sealed-new'), browser: 'b2' }, 2000), false)
        assert.equal(await oneTimeCodes.enrol(enrolment('u1', 'sealed-new', 'sealed-1'), 2000), false)
        assert.equal(await oneTimeCodes.enrol(enrolment('u2', 'sealed-other'), 2000), false)
        assert.equal(await oneTimeCodes.enrol(enrolment('u2', 'sealed-new'), 5000), false)
        await factorDrafts.begin(draft('u2', 'sealed-codes', { browser: 'b2', kind: 'recovery_codes' }), 1000)
        assert.equal(await oneTimeCodes.enrol({ ...enrolment('u2', 'sealed-codes'), browser: 'b2' }, 2000), false)
        assert.equal(await oneTimeCodes.find('u2'), undefined)
        assert.equal((await oneTimeCodes.find('u1'))?.sealedSecret, 'sealed-1')
        assert.equal((await factorDrafts.find(draft('u2', ''), 2000))?.sealed, 'sealed-new', 'a refusal keeps the draft')
      }),
    )

    test(
      'LG-24 only the app that is named is replaced, and an app that was set up meanwhile is not',
      withUsers(async ({ factorDrafts, oneTimeCodes }) => {
        await factorDrafts.begin(draft('u1', 'sealed-new'), 1000)
        for (const replaces of [undefined, 'sealed-0'])
          assert.equal(await oneTimeCodes.enrol(enrolment('u1', 'sealed-new', replaces), 2000), false)
        assert.equal((await oneTimeCodes.find('u1'))?.sealedSecret, 'sealed-1')
        await oneTimeCodes.accept('u1', 50)
        assert.equal(await oneTimeCodes.enrol(enrolment('u1', 'sealed-new', 'sealed-1'), 2000), true, 'in the step of the last code')
        assert.equal((await oneTimeCodes.find('u1'))?.sealedSecret, 'sealed-new')
        assert.equal(await oneTimeCodes.accept('u1', 50), false)
      }),
    )

    test('LG-36 no app is set up after what the user proved was ended', () =>
      withStores(
        open,
        ['directory', 'factorDrafts', 'oneTimeCodes', 'passwords'],
        async ({ directory, factorDrafts, oneTimeCodes, passwords }) => {
          await directory.apply({ put: [org('o1'), withPassword('u1')], remove: [] }, 1000)
          await factorDrafts.begin(draft('u1', 'sealed-0'), 1000)
          const enrol = async (index: number, proof = seen): Promise<boolean> => {
            const browser = `b${index}`
            await factorDrafts.begin(draft('u1', `sealed-${index}`, { browser }), 1000)
            const replaces = (await oneTimeCodes.find('u1'))?.sealedSecret
            return await oneTimeCodes.enrol({ ...enrolment('u1', `sealed-${index}`, replaces), browser, seen: proof }, 2000)
          }
          await neverAfterTheEnd({ passwords }, enrol, true)
          const before = await oneTimeCodes.find('u1')
          assert.equal(await enrol(100), false)
          assert.equal(await enrol(101, { createdAt: 999, timesEnded: 1 }), false, 'another user has the id')
          assert.deepEqual(await oneTimeCodes.find('u1'), before)
          assert.equal(await enrol(102, { ...seen, timesEnded: 1 }), true)
        },
      ))

    test(
      'removes the app that is named, once',
      withUsers(async ({ oneTimeCodes, users }) => {
        assert.equal(await oneTimeCodes.remove('u1', 'sealed-0'), 'absent')
        assert.equal(await oneTimeCodes.remove('absent-user', 'sealed-1'), 'absent')
        const answers = await together(20, () => oneTimeCodes.remove('u1', 'sealed-1'))
        assert.deepEqual(answers.toSorted(), [...Array.from({ length: 19 }, () => 'absent'), 'removed'])
        assert.equal(await oneTimeCodes.find('u1'), undefined)
        assert.deepEqual((await users.find('u1'))?.secondFactors, [])
        assert.equal(await oneTimeCodes.accept('u1', 60), false)
      }),
    )

    test(
      'AC-03 the app stays where a second factor is demanded and none is left',
      withUsers(async ({ oneTimeCodes }) => {
        for (const oneOf of [['otp'], []] as const) assert.equal(await oneTimeCodes.remove('u1', 'sealed-1', oneOf), 'factor_required')
        assert.equal((await oneTimeCodes.find('u1'))?.sealedSecret, 'sealed-1')
      }),
    )

    test(
      'LG-15 a new user with the identifier of a removed one inherits no time step and no draft',
      withUsers(async ({ directory, factorDrafts, oneTimeCodes }) => {
        await oneTimeCodes.accept('u1', 50)
        await factorDrafts.begin(draft('u1', 'sealed-new'), 1000)
        await directory.apply({ put: [], remove: [{ kind: 'humanUser', key: ['u1'] }] }, 3000)
        assert.equal(await oneTimeCodes.find('u1'), undefined)
        await directory.apply({ put: [withApp], remove: [], restores: true }, 4000)
        assert.deepEqual(await oneTimeCodes.find('u1'), { userId: 'u1', sealedSecret: 'sealed-1' })
        assert.equal(await oneTimeCodes.accept('u1', 10), true)
        assert.equal(await factorDrafts.find(draft('u1', ''), 2000), undefined)
      }),
    )
  })
}
