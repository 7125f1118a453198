// Stores that parts bring along: their tables, their queries, and what they redeem.
/* oxlint-disable typescript/no-explicit-any -- The provider passes stores on without knowing their tables. */
import type { OwnStore, Redemption, StoreName, Stores } from '@symbolon/core-protocol'
import type { CompiledQuery, Kysely } from 'kysely'
import type { BoundedRows, InsertedRow } from './bounded-rows.ts'
import type { SqlDialect } from './dialect.ts'
import { schemaOf } from './schema.ts'
import type { Migrations, Schema } from './schema.ts'

/**
 * A store in SQL. A package needs only the types of this one, and brings the store with the part that uses it:
 * ```ts
 * const deviceCodes: OwnStore = { name: 'deviceCodes', forms: { sql } }
 * ```
 */
export interface SqlStore<Name extends StoreName = any, Tables = any> {
  /**
   * The changes of the tables by name, in alphabetical order. A released change stays as it is. The names of the tables begin with a word of the
   * package, so that no other package has the same.
   */
  readonly migrations: Readonly<Record<string, (schema: Schema, db: Kysely<Tables>) => Promise<void>>>
  /** A store with the method `deleteExpired` is called regularly to delete rows that have expired. */
  readonly open: (db: Kysely<Tables>, dialect: SqlDialect, tools: SqlStoreTools) => Stores[Name]
  readonly redeems?: SqlRedemption<Tables>
}

/** What a store of a part is opened with in addition to its database. */
export interface SqlStoreTools {
  /**
   * Bounds the space of rows that clients or visitors cause: before the limit is reached, rows of the sources that take the most are removed.
   * @returns a function that stores a row once it fits
   */
  readonly boundedInsert: (rows: BoundedRows) => (row: InsertedRow, insert: () => Promise<unknown>) => Promise<void>
}

/** What a store redeems in the transaction that stores tokens. */
export type SqlRedemption<Tables = any> = { readonly [Kind in Redemption['kind']]: SqlRedemptionOf<Kind, Tables> }[Redemption['kind']]

interface SqlRedemptionOf<Kind extends Redemption['kind'], Tables> {
  /** The kind of the redemption. */
  readonly kind: Kind
  /**
   * Builds the one statement that decides which of several concurrent requests redeems. It changes a row and returns it (`returning`), or changes
   * none: then no token is stored.
   */
  readonly query: (db: Kysely<Tables>, redemption: Extract<Redemption, { readonly kind: Kind }>) => CompiledQuery
}

declare module '@symbolon/core-protocol' {
  interface StoreForms {
    readonly sql: SqlStore
  }
}

/** @returns the stores that have a form in SQL, by name */
export function sqlStoresOf(own: readonly OwnStore[]): ReadonlyMap<StoreName, SqlStore> {
  return new Map(own.flatMap(({ name, forms: { sql } }) => (sql === undefined ? [] : [[name, sql] as const])))
}

/** The kinds that the stores of this project redeem. */
const builtInKinds: readonly string[] = ['code', 'rotation'] satisfies readonly Redemption['kind'][]

/**
 * Checks that each kind of redemption has one store. With two, only the first would decide, and a credential of the other could be redeemed again
 * and again.
 * @throws TypeError
 */
export function checkRedemptions(own: readonly OwnStore[]): void {
  const kinds = new Set(builtInKinds)
  for (const [name, { redeems }] of sqlStoresOf(own)) {
    if (redeems === undefined) continue
    if (kinds.has(redeems.kind))
      throw new TypeError(`The store '${name}' redeems '${redeems.kind}', which another store redeems. Rename the kind of its redemption.`)
    kinds.add(redeems.kind)
  }
}

/**
 * Builds the statement of a redemption, before anything is changed.
 * @throws TypeError for a statement whose rows do not say whether it redeemed: the credential would be used up, and nothing issued
 */
export function redemptionQuery({ kind, query }: SqlRedemption, db: Kysely<any>, redemption: Redemption): CompiledQuery {
  // The caller has found it by the kind of the redemption, which the compiler does not see.
  const compiled = (query as (db: Kysely<any>, redemption: Redemption) => CompiledQuery)(db, redemption)
  if (compiled.query.kind === 'SelectQueryNode' || !/\breturning\b/i.test(compiled.sql))
    throw new TypeError(`The statement that redeems '${kind}' must change a row and return it: add .returning(…) to an update or a delete.`)
  return compiled
}

const prefix = 'part_'

/** @returns whether the group of tables belongs to a store of a part */
export function isOfPart(group: string): boolean {
  return group.startsWith(prefix)
}

/** @param tables of a database @returns the names of the stores of parts whose migrations it has recorded */
export function storesRecorded(tables: readonly string[]): readonly string[] {
  const record = `migrations_of_${prefix}`
  return tables.filter((name) => name.startsWith(record)).map((name) => name.slice(record.length))
}

/** @returns the migrations of each store; the names of the groups are those of no built-in group */
export function ownMigrations(own: readonly OwnStore[], dialect: SqlDialect): ReadonlyMap<string, Migrations> {
  return new Map(
    [...sqlStoresOf(own)].map(([name, { migrations }]) => [
      `${prefix}${name}`,
      Object.fromEntries(
        Object.entries(migrations).map(([migration, up]) => [migration, { up: async (db) => await up(schemaOf(db, dialect), db) }]),
      ),
    ]),
  )
}
