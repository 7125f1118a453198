// Users, human and machine, and their metadata.
import { key, owned, required } from '../../sql/schema.ts'
import type { Schema } from '../../sql/schema.ts'
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
  /** The client secret of a service user: its digest, or a hash from an export and where that came from. */
  readonly secret_digest: string | null
  readonly secret_hash: string | null
  readonly secret_source: string | null
  readonly sealed_otp_secret: string | null
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
