// Users, human and machine, and their metadata.
import type { Kysely } from 'kysely'
import { flagAt, parseContent } from '../../documents/content.ts'
import type { Content } from '../../documents/content.ts'
import type { SqlDialect } from '../../sql/dialect.ts'
import { key, owned, required, schemaOf } from '../../sql/schema.ts'
import type { Migrations, Schema } from '../../sql/schema.ts'
import { resourceColumns } from './columns.ts'
import type { HolderColumns, ResourceColumns } from './columns.ts'

/** One user. */
export interface UsersTable extends ResourceColumns, HolderColumns {
  readonly user_id: string
  readonly org_id: string
  readonly kind: 'human' | 'machine'
  readonly state: 'active' | 'inactive' | 'locked' | 'initial' | 'suspended'
  readonly user_name: string
  readonly user_name_canonical: string
  readonly email_canonical: string | null
  readonly phone_canonical: string | null
  /** Whether the address, and the number, are proven. */
  readonly email_verified: 0 | 1
  readonly phone_verified: 0 | 1
  /** The client secret of a service user: its digest, or a hash from an export and where that came from. */
  readonly secret_digest: string | null
  readonly secret_hash: string | null
  /** As of applications. */
  readonly former_secret: string | null
  readonly former_secret_until: string | null
  readonly secret_source: string | null
  readonly sealed_otp_secret: string | null
  /** What distinguishes the TOTP secret that a document gave last. */
  readonly otp_source: string | null
  /** Since when a service user has its user name: milliseconds since the epoch. Null: since its creation. */
  readonly named_at: number | null
}

/** One entry of a user's metadata. */
export interface UserMetadataTable extends ResourceColumns {
  readonly user_id: string
  readonly metadata_key: string
  readonly org_id: string
}

/** The tables of this file. */
export interface UserTables {
  readonly users: UsersTable
  readonly user_metadata: UserMetadataTable
}

/** The migration that records since when a service user has its name. */
export function namedAtMigrations(dialect: SqlDialect): Migrations {
  return {
    '024-named-at': {
      async up(db) {
        await schemaOf(db, dialect).addInteger('users', 'named_at')
      },
    },
  }
}

/** The migration that records which TOTP secret a document gave last. */
export function otpSourceMigrations(dialect: SqlDialect): Migrations {
  return {
    '012-otp-source': {
      async up(db) {
        await schemaOf(db, dialect).addText('users', 'otp_source')
      },
    },
  }
}

/** Adds what is proven of the contacts, for sign-ins by them. */
export function provenContactMigrations(dialect: SqlDialect): Migrations {
  return {
    '011-proven-contacts': {
      async up(db) {
        const { addInteger } = schemaOf(db, dialect)
        for (const column of ['email_verified', 'phone_verified']) {
          await addInteger('users', column, (definition) => definition.notNull().defaultTo(0))
        }
        await fillProvenContacts(db.$extendTables<Pick<UserTables, 'users'>>())
      },
    },
  }
}

async function fillProvenContacts(db: Kysely<Pick<UserTables, 'users'>>): Promise<void> {
  let after = ''
  for (let isLast = false; !isLast;) {
    const rows = await db
      .selectFrom('users')
      .select(['user_id', 'content'])
      .where('kind', '=', 'human')
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(pageSize)
      .execute()
    const contacts = rows.map(({ user_id: userId, content }) => ({ userId, ...provenContacts(parseContent(content)) }))
    for (const column of ['email_verified', 'phone_verified'] as const) {
      const ids = contacts.flatMap((each) => (each[column] === 1 ? [each.userId] : []))
      if (ids.length > 0)
        await db
          .updateTable('users')
          .set({ [column]: 1 })
          .where('user_id', 'in', ids)
          .execute()
    }
    after = rows.at(-1)?.user_id ?? after
    isLast = rows.length < pageSize
  }
}

/** How many users a migration reads at once. */
const pageSize = 1000

/** The columns of a user's contacts. @param content of a human user */
export function provenContacts(content: Content): Pick<UsersTable, 'email_verified' | 'phone_verified'> {
  return {
    email_verified: flagAt(content, 'user', 'email', 'isEmailVerified') ? 1 : 0,
    phone_verified: flagAt(content, 'user', 'phone', 'isPhoneVerified') ? 1 : 0,
  }
}

/** Creates the tables. `002-documents` adds the columns of hashed client secrets. */
export async function createUserTables(schema: Schema): Promise<void> {
  const { table, index } = schema
  await table('users', (t) =>
    resourceColumns(
      schema,
      t
        .addColumn('user_id', 'text', key)
        .addColumn('org_id', 'text', owned('orgs.org_id'))
        .addColumn('kind', 'text', required)
        .addColumn('state', 'text', required)
        .addColumn('user_name', 'text', required)
        .addColumn('user_name_canonical', 'text', required)
        .addColumn('email_canonical', 'text')
        .addColumn('phone_canonical', 'text')
        .addColumn('secret_digest', 'text')
        .addColumn('sealed_otp_secret', 'text'),
    ),
  )
  await index('users', ['org_id', 'user_name_canonical'], { unique: true })
  await index('users', ['user_name_canonical'])
  await index('users', ['email_canonical'])
  await index('users', ['phone_canonical'])

  await table('user_metadata', (t) =>
    resourceColumns(
      schema,
      t
        .addColumn('user_id', 'text', owned('users.user_id'))
        .addColumn('metadata_key', 'text', required)
        .addColumn('org_id', 'text', owned('orgs.org_id')),
    ).addPrimaryKeyConstraint('user_metadata_key', ['user_id', 'metadata_key']),
  )
  await index('user_metadata', ['org_id'])
}
