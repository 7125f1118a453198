// What signing in stores: password hashes, accepted one-time codes, failed attempts, and the browsers in which users are known.
import { key, nullable, owned, required, schemaOf } from '../../sql/schema.ts'
import type { Migrations, Schema } from '../../sql/schema.ts'
import type { SqlDialect } from '../../sql/dialect.ts'

/** The password of one user. */
export interface PasswordsTable {
  readonly user_id: string
  readonly hash: string
  /** Where an imported hash came from. */
  readonly source: string | null
  /** The estimated time of a verification in milliseconds; null for hashes that were made here. */
  readonly cost: number | null
  /** Null where `006-password-changed` found the row. */
  readonly changed_at: number | null
  /** The hash of the password that a document gave, once the user has replaced it. */
  readonly replaced_hash: string | null
}

/** The browser of one user. */
export interface KnownBrowsersTable {
  readonly browser: string
  /** Null in rows of earlier releases: the digest that is in `browser` until the cookie is replaced for the first time. */
  readonly browser_id: string | null
  readonly user_id: string
  readonly used_at: number
  readonly expires_at: number
}

/** The failed attempts of one user, or against one login name that does not exist. */
export interface SignInAttemptsTable {
  readonly attempt_key: string
  /** Null in rows from before `007-code-attempts`: passwords. */
  readonly method: 'password' | 'code' | null
  /** Null for login names that do not exist. */
  readonly user_id: string | null
  readonly failed_attempts: number
  readonly last_attempt_at: number
  readonly expires_at: number
}

/** The use of one user's authenticator app. */
export interface OneTimeCodesTable {
  readonly user_id: string
  /** The last time step whose code was accepted. https://www.rfc-editor.org/rfc/rfc6238#section-5.2 */
  readonly last_step: number | null
  /** Null for an app of a document. */
  readonly enrolled_at: number | null
}

/** The tables of this file. */
export interface SignInTables {
  readonly passwords: PasswordsTable
  readonly known_browsers: KnownBrowsersTable
  readonly sign_in_attempts: SignInAttemptsTable
  readonly one_time_codes: OneTimeCodesTable
}

/** Creates the table of passwords. It counted the failed attempts until `004-sign-in`. */
export async function createPasswordTable({ table, integer }: Schema): Promise<void> {
  await table('passwords', (t) => {
    const hashed = t
      .addColumn('user_id', 'text', (column) => owned('users.user_id')(column).primaryKey())
      .addColumn('hash', 'text', required)
      .addColumn('source', 'text')
    return integer(integer(hashed, 'failed_attempts'), 'last_attempt_at', nullable)
  })
}

/** The migrations that add the other tables. */
export function signInMigrations(dialect: SqlDialect): Migrations {
  return {
    '003-one-time-codes': {
      async up(db) {
        const { table, index, integer, addInteger } = schemaOf(db, dialect)
        await table('one_time_codes', (t) => {
          const named = integer(
            t.addColumn('user_id', 'text', (column) => owned('users.user_id')(column).primaryKey()),
            'failed_attempts',
          )
          return integer(integer(named, 'last_attempt_at', nullable), 'last_step', nullable)
        })
        await addInteger('passwords', 'cost')
        await index('passwords', ['cost'])
      },
    },
    '004-sign-in': {
      async up(db) {
        const { table, index, integer } = schemaOf(db, dialect)
        await table('known_browsers', (t) => {
          const named = t.addColumn('browser', 'text', required).addColumn('user_id', 'text', owned('users.user_id'))
          return integer(integer(named, 'used_at'), 'expires_at').addPrimaryKeyConstraint('known_browsers_key', ['browser', 'user_id'])
        })
        await index('known_browsers', ['user_id'])
        await index('known_browsers', ['expires_at'])
        await table('sign_in_attempts', (t) => {
          const named = t.addColumn('attempt_key', 'text', key).addColumn('user_id', 'text')
          return integer(integer(integer(named, 'failed_attempts'), 'last_attempt_at'), 'expires_at')
        })
        await index('sign_in_attempts', ['user_id'])
        await index('sign_in_attempts', ['expires_at'])
        for (const column of ['failed_attempts', 'last_attempt_at']) await db.schema.alterTable('passwords').dropColumn(column).execute()
      },
    },
  }
}

/** The migration that counts failed attempts to enter a code, separately from failed attempts with a password. */
export function codeAttemptMigrations(dialect: SqlDialect): Migrations {
  return {
    '007-code-attempts': {
      async up(db) {
        await schemaOf(db, dialect).addText('sign_in_attempts', 'method')
        for (const column of ['failed_attempts', 'last_attempt_at'])
          await db.schema.alterTable('one_time_codes').dropColumn(column).execute()
      },
    },
  }
}

/** The migration that identifies known browsers beyond their cookies. */
export function browserIdMigrations(dialect: SqlDialect): Migrations {
  return {
    '019-browser-ids': {
      async up(db) {
        await schemaOf(db, dialect).addText('known_browsers', 'browser_id')
      },
    },
  }
}

/** The migration that records when an app was set up. */
export function enrolmentTimeMigrations(dialect: SqlDialect): Migrations {
  return {
    '009-enrolment-time': {
      async up(db) {
        await schemaOf(db, dialect).addInteger('one_time_codes', 'enrolled_at')
      },
    },
  }
}
