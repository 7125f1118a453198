// The store in SQL. Each change is one statement, so that of concurrent changes one takes effect.
import type { OwnStore } from '@symbolon/core-protocol'
import type { SqlStore, SqlStoreTools } from '@symbolon/storage-sql'
import type { DeviceAuthorization, DeviceAuthorizationStore, DeviceDecision, NewDeviceAuthorization, WaitingRoom } from './port.ts'

interface Row {
  readonly digest: string
  readonly user_code_digest: string
  readonly client_id: string
  readonly scope: string
  readonly two_factors: number
  readonly source: string
  readonly device: string
  readonly created_at: number
  readonly expires_at: number
  readonly decision: string | null
  readonly approved: number | null
  readonly redeemed_at: number | null
}

interface Tables {
  readonly device_authorizations: Row
}

const sql: SqlStore<'deviceAuthorizations', Tables> = {
  migrations: {
    '001-device-authorizations': async ({ table, index, integer }) => {
      await table('device_authorizations', (t) => {
        const named = t
          .addColumn('digest', 'text', (column) => column.notNull().primaryKey())
          .addColumn('user_code_digest', 'text', (column) => column.notNull().unique())
          .addColumn('client_id', 'text', (column) => column.notNull())
          .addColumn('scope', 'text', (column) => column.notNull())
          .addColumn('source', 'text', (column) => column.notNull())
          .addColumn('device', 'text', (column) => column.notNull())
          .addColumn('decision', 'text')
        const required = ['two_factors', 'created_at', 'expires_at']
        const optional = ['approved', 'redeemed_at']
        return optional.reduce(
          (built, name) => integer(built, name, (column) => column),
          required.reduce((built, name) => integer(built, name), named),
        )
      })
      await index('device_authorizations', ['source', 'client_id'])
      await index('device_authorizations', ['expires_at'])
    },
  },

  open: (db, _dialect, { boundedInsert }) => ({
    insert: insertion(db, boundedInsert),

    async find(digest) {
      const [row] = await db.selectFrom('device_authorizations').selectAll().where('digest', '=', digest).execute()
      return row === undefined ? undefined : toAuthorization(row)
    },

    async findWaiting(userCodeDigest, now) {
      const [row] = await db
        .selectFrom('device_authorizations')
        .selectAll()
        .where('user_code_digest', '=', userCodeDigest)
        .where('expires_at', '>', now)
        .where('decision', 'is', null)
        .execute()
      return row === undefined ? undefined : toAuthorization(row)
    },

    async decide(digest, decision, now) {
      const decided = await db
        .updateTable('device_authorizations')
        .set({ decision: JSON.stringify(decision), approved: decision.kind === 'approved' ? 1 : 0 })
        .where('digest', '=', digest)
        .where('expires_at', '>', now)
        .where('decision', 'is', null)
        .returning('digest')
        .execute()
      return decided.length > 0
    },

    async deleteExpired(now, limit) {
      const expired = db.selectFrom('device_authorizations').select('digest').where('expires_at', '<=', now).limit(limit)
      return (await db.deleteFrom('device_authorizations').where('digest', 'in', expired).returning('digest').execute()).length
    },
  }),

  redeems: {
    kind: 'device_code',
    query: (db, { digest, clientId, now }) =>
      db
        .updateTable('device_authorizations')
        .set({ redeemed_at: now })
        .where('digest', '=', digest)
        .where('client_id', '=', clientId)
        .where('expires_at', '>', now)
        .where('approved', '=', 1)
        .where('redeemed_at', 'is', null)
        .returning('digest')
        .compile(),
  },
}

/** Stores a request unless too many of its network wait. All requests take a number of rows at most: then the network with the most loses its oldest. */
function insertion(db: Parameters<typeof sql.open>[0], boundedInsert: SqlStoreTools['boundedInsert']): DeviceAuthorizationStore['insert'] {
  const insertWithinLimit = boundedInsert({
    async list() {
      const rows = await db
        .selectFrom('device_authorizations')
        .select(({ fn }) => ['source', fn.countAll<number | string>().as('rows')])
        .groupBy('source')
        .orderBy('rows', 'desc')
        .orderBy(({ fn }) => fn.min('created_at'))
        .execute()
      return rows.map(({ source, rows: count }) => ({ source, size: Number(count), rows: Number(count) }))
    },
    async remove(source, count) {
      const oldest = db.selectFrom('device_authorizations').select('digest').where('source', '=', source).orderBy('expires_at').limit(count)
      const removed = await db.deleteFrom('device_authorizations').where('digest', 'in', oldest).returning('digest').execute()
      return removed.map(() => 1)
    },
  })
  return async (authorization, room) => {
    let isStored = false
    await insertWithinLimit({ size: 1, limit: room.all, now: authorization.createdAt }, async () => {
      isStored = await insertIntoRoom(db, authorization, room)
    })
    if (isStored) return 'stored'
    const { userCodeDigest } = authorization
    const same = db.selectFrom('device_authorizations').select('digest').where('user_code_digest', '=', userCodeDigest)
    return (await same.execute()).length > 0 ? 'taken' : 'full'
  }
}

async function insertIntoRoom(
  db: Parameters<typeof sql.open>[0],
  { digest, userCodeDigest, clientId, scope, twoFactors, source, device, createdAt, expiresAt }: NewDeviceAuthorization,
  room: WaitingRoom,
): Promise<boolean> {
  const waiting = db
    .selectFrom('device_authorizations')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('source', '=', source)
    .where('expires_at', '>', createdAt)
    .where('decision', 'is', null)
  const inserted = await db
    .insertInto('device_authorizations')
    .columns(['digest', 'user_code_digest', 'client_id', 'scope', 'two_factors', 'source', 'device', 'created_at', 'expires_at'])
    .expression(
      db
        .selectNoFrom(({ cast, val }) => [
          cast<string>(val(digest), 'text').as('digest'),
          cast<string>(val(userCodeDigest), 'text').as('user_code_digest'),
          cast<string>(val(clientId), 'text').as('client_id'),
          cast<string>(val(JSON.stringify(scope)), 'text').as('scope'),
          cast<number>(val(twoFactors ? 1 : 0), 'bigint').as('two_factors'),
          cast<string>(val(source), 'text').as('source'),
          cast<string>(val(JSON.stringify(device)), 'text').as('device'),
          cast<number>(val(createdAt), 'bigint').as('created_at'),
          cast<number>(val(expiresAt), 'bigint').as('expires_at'),
        ])
        .where(waiting, '<', room.perNetwork)
        .where(waiting.where('client_id', '=', clientId), '<', room.perClient),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('digest')
    .execute()
  return inserted.length > 0
}

function toAuthorization(row: Row): DeviceAuthorization {
  return {
    digest: row.digest,
    clientId: row.client_id,
    scope: JSON.parse(row.scope) as readonly string[],
    twoFactors: Number(row.two_factors) === 1,
    device: JSON.parse(row.device) as DeviceAuthorization['device'],
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    ...(row.decision === null ? {} : { decision: JSON.parse(row.decision) as DeviceDecision }),
    redeemed: row.redeemed_at !== null,
  }
}

/** Milliseconds for which an expired request is remembered, so that its device gets `expired_token` rather than `invalid_grant`. */
const remembered = 10 * 60_000

/** The store, for the parts that use it. */
export const deviceAuthorizations: OwnStore = { name: 'deviceAuthorizations', forms: { sql }, keepsExpired: remembered }
