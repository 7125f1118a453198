// Passkeys of users. Each decision is one conditional statement or one transaction, and no lookup is cached: a counter and a removal act at
// the next use.
import { isSoleFactor } from '@symbolon/core-protocol'
import type { FactorMethod, OtherWays, Passkey, PasskeyProof, PasskeyStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { isAsSeen } from '../resources/tables/as-seen.ts'
import { unlessLastOwner } from '../resources/tables/keep-owner.ts'
import type { KeepOwner } from '../resources/tables/keep-owner.ts'
import { lockPerson } from '../resources/tables/lock-person.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { key, nullable, owned, required, schemaOf } from '../sql/schema.ts'
import type { Migrations } from '../sql/schema.ts'
import type { SessionTables } from './sessions.ts'

/** One passkey. */
export interface PasskeysTable {
  readonly credential_id: string
  readonly user_id: string
  readonly user_handle: string
  readonly rp_id: string
  readonly public_key: string
  readonly algorithm: number
  readonly counter: number
  /** JSON array. */
  readonly transports: string
  readonly aaguid: string
  readonly backup_eligible: number
  readonly backed_up: number
  readonly uv_initialized: number
  /** Null if the authenticator did not report it. */
  readonly discoverable: number | null
  readonly created_by: Passkey['createdBy']
  readonly name: string
  readonly created_at: number
  readonly last_used_at: number | null
}

/** A passkey that was removed by its user, or for its user by an administrator. A document does not bring it back. */
export interface RemovedPasskeysTable {
  readonly credential_id: string
  readonly user_id: string
}

/** The tables of this store. */
export interface PasskeyTables {
  readonly passkeys: PasskeysTable
  readonly removed_passkeys: RemovedPasskeysTable
}

/** The migrations of this store. The table of users must be there. */
export function passkeyMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-passkeys': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('passkeys', (t) => {
          const texts = t
            .addColumn('credential_id', 'text', key)
            .addColumn('user_id', 'text', owned('users.user_id'))
            .addColumn('user_handle', 'text', required)
            .addColumn('rp_id', 'text', required)
            .addColumn('public_key', 'text', required)
            .addColumn('transports', 'text', required)
            .addColumn('aaguid', 'text', required)
            .addColumn('created_by', 'text', required)
            .addColumn('name', 'text', required)
          const numbers = ['algorithm', 'counter', 'backup_eligible', 'backed_up', 'uv_initialized', 'created_at']
          const counted = numbers.reduce((columns, name) => integer(columns, name), texts)
          return integer(integer(counted, 'discoverable', nullable), 'last_used_at', nullable)
        })
        await index('passkeys', ['user_id', 'created_at'])
      },
    },
    '002-removed-passkeys': {
      async up(db) {
        const { table, index } = schemaOf(db, dialect)
        await table('removed_passkeys', (t) =>
          t.addColumn('credential_id', 'text', key).addColumn('user_id', 'text', owned('users.user_id')),
        )
        await index('removed_passkeys', ['user_id'])
      },
    },
  }
}

/** What a removal reads, the passkeys and the other ways to sign in, and what an insertion reads: the session. */
type Tables = PasskeyTables & ResourceTables & SessionTables

/** Stores passkeys. @param keepOwner keeps an owner of the instance who is able to sign in */
export function passkeyStore(db: Kysely<Tables>, keepOwner: KeepOwner): PasskeyStore {
  return {
    async find(credentialId) {
      const row = await db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
      return row === undefined ? undefined : toPasskey(row)
    },
    async list(userId) {
      const rows = await db
        .selectFrom('passkeys')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('credential_id')
        .execute()
      return rows.map(toPasskey)
    },
    async insert(passkey, limit, proof) {
      return await db.transaction().execute(async (trx) => {
        // Parallel registrations wait here, so that together they do not exceed the limit.
        if (!(await lockPerson(trx, passkey.userId))) return 'no_user'
        if (proof !== 'any' && !(await holds(trx, passkey.userId, proof))) return 'session_ended'
        const stored = await trx.selectFrom('passkeys').select('credential_id').where('user_id', '=', passkey.userId).limit(limit).execute()
        if (stored.length >= limit) return 'limit_reached'
        return (await insertPasskey(trx.$pickTables<keyof PasskeyTables>(), passkey)) ? 'inserted' : 'duplicate'
      })
    },
    async recordUse(credentialId, { counter, backedUp, uvInitialized, usedAt }, anyCounter) {
      const row = await db
        .updateTable('passkeys')
        .set((eb) => ({
          counter: eb.case().when('counter', '<', counter).then(counter).else(eb.ref('counter')).end(),
          backed_up: flag(backedUp),
          ...(uvInitialized ? { uv_initialized: 1 } : {}),
          last_used_at: usedAt,
        }))
        .where('credential_id', '=', credentialId)
        .$if(!anyCounter, (query) => query.where('counter', counter === 0 ? '=' : '<', counter))
        .returning('credential_id')
        .executeTakeFirst()
      return row !== undefined
    },
    async rename(userId, credentialId, name) {
      const row = await db
        .updateTable('passkeys')
        .set({ name })
        .where('credential_id', '=', credentialId)
        .where('user_id', '=', userId)
        .returning('credential_id')
        .executeTakeFirst()
      return row !== undefined
    },
    async remove(userId, credentialId, others, oneOf) {
      const removal = db.transaction().execute(async (trx) => {
        const requireOwner = await keepOwner(trx.$pickTables<keyof ResourceTables>(), userId)
        // Parallel removals of this and of the other ways to sign in wait here.
        await lockPerson(trx, userId)
        const passkeys = await passkeysOf(trx.$pickTables<keyof PasskeyTables>(), userId)
        const removed = passkeys.find((passkey) => passkey.credentialId === credentialId)
        if (removed === undefined) return 'absent'
        const left = passkeys.filter((passkey) => passkey !== removed && isOfRelyingParty(passkey, others.rpId))
        if (oneOf !== undefined && !isOneLeft(oneOf, await hasApp(trx, userId), left)) return 'factor_required'
        const isWay = isOfRelyingParty(removed, others.rpId) && isSoleFactor(removed)
        if (isWay && !left.some(isSoleFactor) && !(await hasOtherWay(trx, userId, others))) return 'last_way_in'
        await removePasskeys(trx.$pickTables<keyof PasskeyTables>(), [credentialId], userId)
        await requireOwner()
        return 'removed'
      })
      return await unlessLastOwner(removal)
    },
  }
}

/** Whether the session lives, and nothing of the user was ended since it was read. The caller has locked the person. */
async function holds(trx: Kysely<Tables>, userId: string, { sessionId, seen, now }: PasskeyProof): Promise<boolean> {
  const session = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return session !== undefined && (await isAsSeen(trx, userId, seen))
}

/** Removes passkeys of a user for good: a document that holds them does not bring them back. The caller has locked the person. */
export async function removePasskeys(db: Kysely<PasskeyTables>, credentialIds: readonly string[], userId: string): Promise<void> {
  for (const credential_id of credentialIds) {
    await db.deleteFrom('passkeys').where('credential_id', '=', credential_id).where('user_id', '=', userId).execute()
    await db
      .insertInto('removed_passkeys')
      .values({ credential_id, user_id: userId })
      .onConflict((conflict) => conflict.column('credential_id').doUpdateSet({ user_id: userId }))
      .execute()
  }
}

/** Inserts a passkey. @returns false when its credential id belongs to a passkey already */
export async function insertPasskey(db: Kysely<PasskeyTables>, passkey: Passkey): Promise<boolean> {
  await db.deleteFrom('removed_passkeys').where('credential_id', '=', passkey.credentialId).execute()
  const row = await db
    .insertInto('passkeys')
    .values(toPasskeyRow(passkey))
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('credential_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The passkeys of a user, in no order. */
export async function passkeysOf(db: Kysely<PasskeyTables>, userId: string): Promise<readonly Passkey[]> {
  return (await db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).execute()).map(toPasskey)
}

/** Whether the passkey is of this RP ID. @param rpId undefined: of any */
export function isOfRelyingParty(passkey: Passkey, rpId: string | undefined): boolean {
  return rpId === undefined || passkey.rpId === rpId
}

/** Whether one of the methods is left to a user with these factors. */
export function isOneLeft(oneOf: readonly FactorMethod[], app: boolean, passkeys: readonly Passkey[]): boolean {
  return (
    (app && oneOf.includes('otp')) ||
    (passkeys.length > 0 && oneOf.includes('pop')) ||
    (passkeys.some(isSoleFactor) && oneOf.includes('user'))
  )
}

async function hasApp(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('sealed_otp_secret').where('user_id', '=', userId).executeTakeFirst()
  return (row?.sealed_otp_secret ?? null) !== null
}

async function hasOtherWay(db: Kysely<Tables>, userId: string, { password, externalAccount }: OtherWays): Promise<boolean> {
  for (const table of [...(password ? (['passwords'] as const) : []), ...(externalAccount ? (['user_links'] as const) : [])]) {
    const row = await db.selectFrom(table).select('user_id').where('user_id', '=', userId).limit(1).executeTakeFirst()
    if (row !== undefined) return true
  }
  return false
}

/** The row of a passkey. */
export function toPasskeyRow(passkey: Passkey): PasskeysTable {
  return {
    credential_id: passkey.credentialId,
    user_id: passkey.userId,
    user_handle: passkey.userHandle,
    rp_id: passkey.rpId,
    public_key: passkey.publicKey,
    algorithm: passkey.algorithm,
    counter: passkey.counter,
    transports: JSON.stringify(passkey.transports),
    aaguid: passkey.aaguid,
    backup_eligible: flag(passkey.backupEligible),
    backed_up: flag(passkey.backedUp),
    uv_initialized: flag(passkey.uvInitialized),
    discoverable: passkey.discoverable === undefined ? null : flag(passkey.discoverable),
    created_by: passkey.createdBy,
    name: passkey.name,
    created_at: passkey.createdAt,
    last_used_at: passkey.lastUsedAt ?? null,
  }
}

/** The passkey of a row. */
export function toPasskey(row: PasskeysTable): Passkey {
  return {
    credentialId: row.credential_id,
    userId: row.user_id,
    userHandle: row.user_handle,
    rpId: row.rp_id,
    publicKey: row.public_key,
    algorithm: row.algorithm,
    counter: row.counter,
    transports: JSON.parse(row.transports),
    aaguid: row.aaguid,
    backupEligible: row.backup_eligible === 1,
    backedUp: row.backed_up === 1,
    uvInitialized: row.uv_initialized === 1,
    ...(row.discoverable === null ? {} : { discoverable: row.discoverable === 1 }),
    createdBy: row.created_by,
    name: row.name,
    createdAt: row.created_at,
    ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
  }
}

function flag(value: boolean): number {
  return value ? 1 : 0
}
