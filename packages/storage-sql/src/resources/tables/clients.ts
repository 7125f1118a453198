// What authenticates clients and service users: applications, client identifiers, public keys and personal access tokens.
import type { SqlDialect } from '../../sql/dialect.ts'
import { key, nullable, owned, required, schemaOf } from '../../sql/schema.ts'
import type { Migrations, Schema } from '../../sql/schema.ts'
import { resourceColumns } from './columns.ts'
import type { HolderColumns, ResourceColumns } from './columns.ts'

/** One application. */
export interface ApplicationsTable extends ResourceColumns, HolderColumns {
  readonly app_id: string
  readonly project_id: string
  readonly org_id: string
  readonly kind: 'oidc' | 'api'
  readonly client_id: string
  readonly active: number
  /** The client secret: its digest, or a hash from an export and where that came from. */
  readonly secret_digest: string | null
  readonly secret_hash: string | null
  readonly secret_source: string | null
  /** A second secret that is valid too, as a digest or a hash, and until when: milliseconds since the epoch, as text. */
  readonly former_secret: string | null
  readonly former_secret_until: string | null
}

/** One client identifier. They are unique across applications, by their client identifier, and service users, by their user identifier. */
export interface ClientIdsTable {
  readonly client_id: string
  readonly app_id: string | null
  readonly user_id: string | null
}

/** One web origin from which the pages of an application may call. */
export interface ApplicationOriginsTable {
  readonly app_id: string
  readonly origin: string
}

interface KeyColumns extends ResourceColumns {
  readonly key_id: string
  readonly org_id: string
  readonly active: number
  readonly expires_at: number | null
  readonly algorithm: 'RS256' | 'ES256' | 'EdDSA'
  /** Public JWK, JSON. */
  readonly jwk: string
}

/** One public key of an application. */
export interface ApplicationKeysTable extends KeyColumns {
  readonly app_id: string
}

/** One public key of a service user. */
export interface MachineKeysTable extends KeyColumns {
  readonly user_id: string
}

/** One personal access token of a service user. */
export interface PersonalAccessTokensTable extends ResourceColumns, HolderColumns {
  readonly token_id: string
  readonly user_id: string
  readonly org_id: string
  readonly active: number
  readonly expires_at: number | null
  readonly token_digest: string | null
}

/** The tables of this file. */
export interface ClientTables {
  readonly applications: ApplicationsTable
  readonly client_ids: ClientIdsTable
  readonly application_origins: ApplicationOriginsTable
  readonly application_keys: ApplicationKeysTable
  readonly machine_keys: MachineKeysTable
  readonly personal_access_tokens: PersonalAccessTokensTable
}

/** Creates the tables. `002-documents` adds the columns of hashed client secrets. */
export async function createClientTables(schema: Schema): Promise<void> {
  const { table, index, integer } = schema
  await table('applications', (t) => {
    const named = t
      .addColumn('app_id', 'text', key)
      .addColumn('project_id', 'text', owned('projects.project_id'))
      .addColumn('org_id', 'text', owned('orgs.org_id'))
      .addColumn('kind', 'text', required)
      .addColumn('client_id', 'text', required)
      .addColumn('secret_digest', 'text')
    return resourceColumns(schema, integer(named, 'active'))
  })
  await index('applications', ['project_id'])
  await index('applications', ['org_id'])
  await table('client_ids', (t) =>
    t
      .addColumn('client_id', 'text', key)
      .addColumn('app_id', 'text', (column) => column.unique().references('applications.app_id').onDelete('cascade'))
      .addColumn('user_id', 'text', (column) => column.unique().references('users.user_id').onDelete('cascade')),
  )
  await table('application_origins', (t) =>
    t
      .addColumn('app_id', 'text', owned('applications.app_id'))
      .addColumn('origin', 'text', required)
      .addPrimaryKeyConstraint('application_origins_key', ['app_id', 'origin']),
  )
  await index('application_origins', ['origin'])
  for (const [name, holder, target] of [
    ['application_keys', 'app_id', 'applications.app_id'],
    ['machine_keys', 'user_id', 'users.user_id'],
  ] as const) {
    await table(name, (t) => {
      const named = t
        .addColumn('key_id', 'text', key)
        .addColumn(holder, 'text', owned(target))
        .addColumn('org_id', 'text', owned('orgs.org_id'))
        .addColumn('algorithm', 'text', required)
        .addColumn('jwk', 'text', required)
      return resourceColumns(schema, integer(integer(named, 'active'), 'expires_at', nullable))
    })
    await index(name, [holder])
    await index(name, ['org_id'])
  }
  await table('personal_access_tokens', (t) => {
    const named = t
      .addColumn('token_id', 'text', key)
      .addColumn('user_id', 'text', owned('users.user_id'))
      .addColumn('org_id', 'text', owned('orgs.org_id'))
      .addColumn('token_digest', 'text', (column) => column.unique())
    return resourceColumns(schema, integer(integer(named, 'active'), 'expires_at', nullable))
  })
  await index('personal_access_tokens', ['user_id'])
  await index('personal_access_tokens', ['org_id'])
}

/** Adds the second secret of applications and service users. */
export function formerSecretMigrations(dialect: SqlDialect): Migrations {
  return {
    '014-former-secrets': {
      async up(db) {
        const { addText } = schemaOf(db, dialect)
        for (const holder of ['applications', 'users'] as const) {
          await addText(holder, 'former_secret')
          await addText(holder, 'former_secret_until')
        }
      },
    },
  }
}
