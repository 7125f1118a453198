// A protocol as a package of a third party brings it: vouchers for a user, each of which an application redeems once for tokens. It has a store with
// tables, a redemption, an error code and a discovery member, and uses what the packages export.
import {
  authenticateClient,
  clientAuthenticationStores,
  define,
  digest,
  errorAnswer,
  json,
  OAuthError,
  readForm,
} from '@symbolon/core-protocol'
import type { AnyPart, OwnStore } from '@symbolon/core-protocol'
import type { SqlStore } from '@symbolon/storage-sql'
import * as v from 'valibot'

export interface VoucherStore {
  insert(voucher: { readonly digest: string; readonly clientId: string; readonly expiresAt: number }): Promise<void>
  deleteExpired(now: number, limit: number): Promise<number>
}

interface VoucherRedemption {
  readonly kind: 'voucher'
  readonly digest: string
  readonly clientId: string
  readonly now: number
}

declare module '@symbolon/core-protocol' {
  interface Stores {
    readonly vouchers: VoucherStore
  }
  interface Redemptions {
    readonly voucher: VoucherRedemption
  }
  interface OAuthErrorCodes {
    readonly voucher_spent: true
  }
  interface ProviderMetadata {
    readonly voucher_endpoint?: string
  }
}

interface VoucherTables {
  readonly acme_vouchers: {
    readonly digest: string
    readonly client_id: string
    readonly redeemed_at: number | null
    readonly expires_at: number
  }
}

const sql: SqlStore<'vouchers', VoucherTables> = {
  migrations: {
    '001-vouchers': async ({ table, index, integer }) => {
      await table('acme_vouchers', (t) =>
        integer(
          integer(
            t.addColumn('digest', 'text', (c) => c.notNull().primaryKey()).addColumn('client_id', 'text', (c) => c.notNull()),
            'redeemed_at',
            (c) => c,
          ),
          'expires_at',
        ),
      )
      await index('acme_vouchers', ['expires_at'])
    },
  },
  open: (db) => ({
    async insert(voucher) {
      await db
        .insertInto('acme_vouchers')
        .values({ digest: voucher.digest, client_id: voucher.clientId, redeemed_at: null, expires_at: voucher.expiresAt })
        .execute()
    },
    async deleteExpired(now, limit) {
      const expired = db.selectFrom('acme_vouchers').select('digest').where('expires_at', '<=', now).limit(limit)
      return (await db.deleteFrom('acme_vouchers').where('digest', 'in', expired).returning('digest').execute()).length
    },
  }),
  redeems: {
    kind: 'voucher',
    query: (db, { digest: redeemed, clientId, now }) =>
      db
        .updateTable('acme_vouchers')
        .set({ redeemed_at: now })
        .where('digest', '=', redeemed)
        .where('client_id', '=', clientId)
        .where('redeemed_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('digest')
        .compile(),
  },
}

export const vouchers: OwnStore = { name: 'vouchers', forms: { sql } }

export const voucherUser = 'ada'
export const voucherGrantType = 'urn:acme:grant-type:voucher'

/** @returns the endpoint that gives out vouchers, and the grant that redeems them */
export function voucherProtocol(): readonly AnyPart[] {
  return [
    define({
      kind: 'endpoint',
      name: 'voucher endpoint',
      takes: 'client_authentication',
      path: '/acme/vouchers',
      member: 'voucher_endpoint',
      methods: ['POST'],
      cors: 'none',
      stores: [...clientAuthenticationStores, 'vouchers'],
      brings: [vouchers],
      async handle(request, context) {
        try {
          const { parameters } = await readForm(request)
          const { clientId } = await authenticateClient(request, parameters, ['client_secret_basic'], context)
          const voucher = context.randomToken()
          await context.stores.vouchers.insert({ digest: digest(voucher), clientId, expiresAt: context.now() + 60_000 })
          return json(200, { voucher })
        } catch (error) {
          if (error instanceof OAuthError) return errorAnswer(error, request, context.issuer)
          throw error
        }
      },
    }),
    define({
      kind: 'grant',
      name: 'voucher grant',
      grantType: voucherGrantType,
      stores: ['vouchers'],
      brings: [vouchers],
      clientAuthenticationMethods: ['client_secret_basic'],
      parameters: v.object({ voucher: v.pipe(v.string(), v.nonEmpty()) }),
      async authorize({ parameters: { voucher }, client }, context) {
        const redeems = { kind: 'voucher', digest: digest(voucher), clientId: client.clientId, now: context.now() } as const
        return {
          id: context.randomToken().slice(0, 22),
          client,
          subject: voucherUser,
          scope: ['openid'],
          audience: [client.clientId],
          redeems,
        }
      },
      refuse: async () => new OAuthError('voucher_spent', 'The voucher is unknown, expired or spent.'),
    }),
  ]
}
