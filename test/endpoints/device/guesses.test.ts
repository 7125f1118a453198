// Limits on wrong user codes, on both databases. https://www.rfc-editor.org/rfc/rfc8628#section-5.1
import type { OpenStorage, Storage } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import { postgres } from '@symbolon/storage-postgres'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, describe, test } from 'node:test'
import { countGuess } from '../../../packages/grants-device/src/guesses.ts'
import { postgresPrograms, startPostgres } from '../../../packages/storage-postgres/test/postgres-server.ts'

type GuessContext = Parameters<typeof countGuess>[1]

const folder = await mkdtemp(join(tmpdir(), 'symbolon-guesses-'))
const programs = postgresPrograms()
const server = programs === undefined ? undefined : await startPostgres(programs)
after(async () => await rm(folder, { recursive: true }))
let files = 0

const storages: readonly (readonly [string, () => Promise<Storage>])[] = [
  ['libSQL', async () => libsql({ url: `file:${join(folder, `${(files += 1)}.db`)}` })],
  ...(server === undefined ? [] : ([['Postgres', async () => postgres({ url: await server.createDatabase() })]] as const)),
]
const minutes = 60_000

for (const [name, storageOf] of storages) {
  describe(`on ${name}`, () => {
    let opened: OpenStorage
    let now: number
    let logged: string[]
    beforeEach(async () => {
      opened = await (await storageOf()).open(['signInAttempts'], [])
      now = 1_700_000_000_000
      logged = []
    })
    afterEach(async () => await opened.close())

    const contextAt = (remoteAddress: string): GuessContext =>
      ({
        now: () => now,
        remoteAddress,
        stores: { signInAttempts: opened.stores.signInAttempts },
        sealing: { derive: (purpose: string, text: string) => `${purpose} ${text}` },
        log: { warn: (event: string) => void logged.push(event) },
      }) as unknown as GuessContext

    /** @returns whether the code was looked up */
    async function guess(user: string, outcome: 'right' | 'wrong', address = '203.0.113.1'): Promise<boolean> {
      const guessed = await countGuess(user, contextAt(address))
      await guessed?.[outcome]()
      return guessed !== undefined
    }

    const allAtOnce = async (count: number, each: (index: number) => Promise<boolean>): Promise<number> =>
      (await Promise.all(Array.from({ length: count }, async (_, index) => await each(index)))).filter(Boolean).length

    test('of 100 concurrent right codes of as many users in one network all are looked up', async () => {
      assert.equal(await allAtOnce(100, async (index) => await guess(`user ${index}`, 'right')), 100)
      assert.equal(await guess('another', 'right'), true)
    })

    test('DV-02 of 20 concurrent wrong codes of a user at most five are looked up', async () => {
      const lookedUp = await allAtOnce(20, async (index) => await guess('alice', 'wrong', `203.0.113.${index}`))
      assert.ok(lookedUp >= 1 && lookedUp <= 5, String(lookedUp))
      for (let count = lookedUp; count < 5; count++) assert.equal(await guess('alice', 'wrong'), true)
      assert.equal(await guess('alice', 'right'), false)
    })

    test('the wrong codes of a user expire ten minutes after the first one, however many follow', async () => {
      for (let count = 0; count < 5; count++) {
        assert.equal(await guess('alice', 'wrong'), true)
        now += 2 * minutes
      }
      for (let count = 0; count < 20; count++) {
        assert.equal(await guess('alice', 'wrong'), true, `wrong code ${count}`)
        now += 3 * minutes
      }
    })

    test('DV-02 thirty wrong codes of a network within an hour block it for the rest of that hour, and no other network', async () => {
      assert.equal(await allAtOnce(30, async (index) => await guess(`user ${index}`, 'wrong')), 30)
      now += 59 * minutes
      assert.equal(await guess('another', 'right'), false)
      assert.equal(await guess('another', 'right', '203.0.113.2'), true)
      now += minutes
      assert.equal(await guess('another', 'right'), true)
    })

    test('one wrong code in 50 minutes never blocks a network', async () => {
      for (let count = 0; count < 40; count++) {
        assert.equal(await guess('alice', 'wrong'), true, `wrong code ${count}`)
        now += 50 * minutes
      }
    })

    test('1000 wrong codes within an hour are logged once, and block no user', async () => {
      for (let count = 0; count < 1005; count++)
        assert.equal(await guess(`user ${count}`, 'wrong', `203.0.${count % 250}.${Math.floor(count / 250)}`), true)
      assert.deepEqual(logged, ['device_codes_guessed'])
      assert.equal(await guess('another', 'right'), true)
    })
  })
}
