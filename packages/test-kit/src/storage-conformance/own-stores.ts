// A store that a part brings: the storage keeps it as it keeps built-in stores, and redeems with it in the transaction that stores tokens.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AccessToken, OwnStore, Redemption } from '@symbolon/core-protocol'
import { together, withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

/** A ticket, which its client redeems once. */
export interface KitTicket {
  readonly id: string
  readonly clientId: string
  /** Milliseconds since the epoch. From then on it cannot be redeemed. */
  readonly expiresAt: number
}

/** The store that the kit brings. A package of a storage writes it in the form of the storage. */
export interface KitTicketStore {
  insert(ticket: KitTicket): Promise<void>
  find(id: string): Promise<KitTicket | undefined>
  /** Removes at most `limit` expired rows, redeemed or not. @returns the number of removed rows */
  deleteExpired(now: number, limit: number): Promise<number>
}

/** Redeems a ticket of the client that has not expired and was not redeemed before. */
export interface KitTicketRedemption {
  readonly kind: 'kitTicket'
  readonly id: string
  readonly clientId: string
  readonly now: number
}

declare module '@symbolon/core-protocol' {
  interface Stores {
    readonly kitTickets: KitTicketStore
  }
  interface Redemptions {
    readonly kitTicket: KitTicketRedemption
  }
}

const ticket: KitTicket = { id: 't1', clientId: 'c1', expiresAt: 2000 }
const redeems: Redemption = { kind: 'kitTicket', id: 't1', clientId: 'c1', now: 1500 }
const names = ['accessTokens', 'issuance', 'kitTickets'] as const

function accessToken(number: number): AccessToken {
  const digest = `d${number}`
  const times = { issuedAt: 1000, expiresAt: 2000 }
  return { id: digest, number, digest, authorizationId: 'a1', clientId: 'c1', subject: 'u1', scope: [], audience: ['c1'], ...times }
}

/** Registers the tests of a store that a part brings. @param own the store `kitTickets`, in the form of the storage */
export function ownStoreTests(openAny: OpenFresh, own: OwnStore): void {
  const open: OpenFresh = (some) => openAny(some, [own])

  describe('a store of a part', () => {
    test('keeps rows, finds them, and deletes as many expired ones as asked for', () =>
      withStores(open, ['kitTickets'], async ({ kitTickets }) => {
        for (const [index, expiresAt] of [1000, 1001, 1002, 3000].entries())
          await kitTickets.insert({ ...ticket, id: `t${index}`, expiresAt })
        assert.deepEqual(await kitTickets.find('t0'), { ...ticket, id: 't0', expiresAt: 1000 })
        assert.equal(await kitTickets.find('other'), undefined)
        assert.deepEqual([await kitTickets.deleteExpired(1002, 2), await kitTickets.deleteExpired(1002, 2)], [2, 1])
        assert.equal(await kitTickets.deleteExpired(1002, 2), 0)
        assert.equal((await kitTickets.find('t3'))?.expiresAt, 3000)
      }))

    test('is opened where it is named, and only there', async () => {
      const storage = await open(['instance'])
      assert.deepEqual(Object.keys(storage.stores), ['instance'])
      await storage.close()
    })

    test('is left out where no part brings it, which the provider reports', async () => {
      const storage = await openAny(['instance', 'kitTickets'])
      assert.deepEqual(Object.keys(storage.stores), ['instance'])
      await storage.close()
    })

    test('of 100 concurrent redemptions one stores its token', () =>
      withStores(open, names, async ({ accessTokens, issuance, kitTickets }) => {
        await kitTickets.insert(ticket)
        const outcomes = await together(100, (index) => issuance.commit({ redeems, accessToken: accessToken(index) }))
        assert.equal(outcomes.filter((outcome) => outcome === 'issued').length, 1)
        assert.deepEqual([...new Set(outcomes)].toSorted(), ['invalid', 'issued'])
        const stored = await together(100, async (index) => (await accessTokens.find(index)) !== undefined)
        assert.deepEqual(
          stored,
          outcomes.map((outcome) => outcome === 'issued'),
        )
      }))

    test('a refused redemption stores nothing and redeems nothing', () =>
      withStores(open, names, async ({ accessTokens, issuance, kitTickets }) => {
        await kitTickets.insert(ticket)
        for (const refused of [{ clientId: 'c2' }, { id: 't2' }, { now: 2000 }])
          assert.equal(await issuance.commit({ redeems: { ...redeems, ...refused }, accessToken: accessToken(1) }), 'invalid')
        assert.equal(await accessTokens.find(1), undefined)
        assert.equal(await issuance.commit({ redeems, accessToken: accessToken(1) }), 'issued')
        assert.notEqual(await accessTokens.find(1), undefined)
      }))

    test('redeems nothing where the token cannot be stored', () =>
      withStores(open, names, async ({ issuance, kitTickets }) => {
        await kitTickets.insert(ticket)
        assert.equal(await issuance.commit({ accessToken: accessToken(1) }), 'issued')
        assert.equal(await issuance.commit({ redeems, accessToken: accessToken(1) }), 'taken')
        assert.equal(await issuance.commit({ redeems, accessToken: accessToken(2) }), 'issued')
      }))

    test('redeems without issuing anything, once', () =>
      withStores(open, names, async ({ issuance, kitTickets }) => {
        await kitTickets.insert(ticket)
        assert.equal(await issuance.commit({ redeems }), 'issued')
        assert.equal(await issuance.commit({ redeems }), 'invalid')
      }))
  })
}
