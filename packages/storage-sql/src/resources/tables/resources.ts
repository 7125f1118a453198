// The tables of everything that documents describe. What an organization, a project, an app or a user owns goes with it;
// references across organizations may come before their target and are therefore plain columns.
import { documentTables } from './documents.ts'
import { oneTimeCodeMigrations } from './one-time-codes.ts'
import { signInMigrations } from './sign-in.ts'
import { key, owned, required, resource, tableWords } from '../../sql/schema.ts'
import type { Migrations, TableWords } from '../../sql/schema.ts'
import type { SqlDialect } from '../../sql/dialect.ts'

export function resourceMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-resources': {
      async up(db) {
        const words = tableWords(db, dialect)
        await orgTables(words)
        await userTables(words)
        await projectTables(words)
        await clientTables(words)
        await grantTables(words)
      },
    },
    '002-documents': {
      async up(db) {
        await documentTables(tableWords(db, dialect))
      },
    },
    ...oneTimeCodeMigrations(dialect),
    ...signInMigrations(dialect),
    '005-times-ended': {
      async up(db) {
        const { addInteger } = tableWords(db, dialect)
        for (const table of ['orgs', 'users', 'projects', 'applications', 'personal_access_tokens'] as const) {
          await addInteger(table, 'times_ended', (column) => column.notNull().defaultTo(0))
        }
      },
    },
  }
}

async function orgTables(words: TableWords): Promise<void> {
  const { table, index, integer } = words
  await table('orgs', (t) => resource(words, integer(t.addColumn('org_id', 'text', key).addColumn('name', 'text', required), 'active')))
  await table('org_domains', (t) => {
    const named = t.addColumn('org_id', 'text', owned('orgs.org_id')).addColumn('domain_name', 'text', required)
      .addColumn('domain_canonical', 'text', required)
    return resource(words, integer(integer(named, 'usable'), 'is_primary'))
      .addPrimaryKeyConstraint('org_domains_key', ['org_id', 'domain_name'])
  })
  await index('org_domains', ['domain_canonical'], { unique: true, where: 'usable' })
  await table('org_policies', (t) => resource(words, t.addColumn('org_id', 'text', owned('orgs.org_id'))
    .addColumn('policy', 'text', required))
    .addPrimaryKeyConstraint('org_policies_key', ['org_id', 'policy']))
  await table('instance_policies', (t) => resource(words, t.addColumn('policy', 'text', key)))
}

async function userTables(words: TableWords): Promise<void> {
  const { table, index, integer } = words
  await table('users', (t) => resource(words, t.addColumn('user_id', 'text', key).addColumn('org_id', 'text', owned('orgs.org_id'))
    .addColumn('kind', 'text', required).addColumn('state', 'text', required)
    .addColumn('user_name', 'text', required).addColumn('user_name_canonical', 'text', required)
    .addColumn('email_canonical', 'text').addColumn('phone_canonical', 'text')
    .addColumn('secret_digest', 'text').addColumn('sealed_otp_secret', 'text')))
  await index('users', ['org_id', 'user_name_canonical'], { unique: true })
  await index('users', ['user_name_canonical'])
  await index('users', ['email_canonical'])
  await index('users', ['phone_canonical'])

  await table('passwords', (t) => {
    const hashed = t.addColumn('user_id', 'text', (column) => owned('users.user_id')(column).primaryKey())
      .addColumn('hash', 'text', required).addColumn('source', 'text')
    return integer(integer(hashed, 'failed_attempts'), 'last_attempt_at', (column) => column)
  })
  await table('user_metadata', (t) => resource(words, t.addColumn('user_id', 'text', owned('users.user_id'))
    .addColumn('metadata_key', 'text', required).addColumn('org_id', 'text', owned('orgs.org_id')))
    .addPrimaryKeyConstraint('user_metadata_key', ['user_id', 'metadata_key']))
  await index('user_metadata', ['org_id'])
}

async function projectTables(words: TableWords): Promise<void> {
  const { table, index, integer } = words
  await table('projects', (t) => {
    const named = integer(t.addColumn('project_id', 'text', key).addColumn('org_id', 'text', owned('orgs.org_id')), 'active')
    return resource(words, integer(integer(named, 'has_project_check'), 'project_role_check'))
  })
  await index('projects', ['org_id'])
  await table('project_roles', (t) => resource(words, t.addColumn('project_id', 'text', owned('projects.project_id'))
    .addColumn('role_key', 'text', required).addColumn('org_id', 'text', owned('orgs.org_id')))
    .addPrimaryKeyConstraint('project_roles_key', ['project_id', 'role_key']))
  await index('project_roles', ['org_id'])
  await table('project_grants', (t) => resource(words, integer(t.addColumn('grant_id', 'text', key)
    .addColumn('project_id', 'text', owned('projects.project_id')).addColumn('granted_org_id', 'text', required)
    .addColumn('org_id', 'text', owned('orgs.org_id')), 'active')))
  await index('project_grants', ['project_id', 'granted_org_id'])
  await index('project_grants', ['granted_org_id'])
  await index('project_grants', ['org_id'])
}

async function clientTables(words: TableWords): Promise<void> {
  const { table, index, integer } = words
  await table('applications', (t) => {
    const named = t.addColumn('app_id', 'text', key).addColumn('project_id', 'text', owned('projects.project_id'))
      .addColumn('org_id', 'text', owned('orgs.org_id')).addColumn('kind', 'text', required).addColumn('client_id', 'text', required)
      .addColumn('secret_digest', 'text')
    return resource(words, integer(named, 'active'))
  })
  await index('applications', ['project_id'])
  await index('applications', ['org_id'])
  await table('client_ids', (t) => t.addColumn('client_id', 'text', key)
    .addColumn('app_id', 'text', (column) => column.unique().references('applications.app_id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.unique().references('users.user_id').onDelete('cascade')))
  await table('application_origins', (t) => t.addColumn('app_id', 'text', owned('applications.app_id'))
    .addColumn('origin', 'text', required).addPrimaryKeyConstraint('application_origins_key', ['app_id', 'origin']))
  await index('application_origins', ['origin'])
  for (const [name, holder, target] of [
    ['application_keys', 'app_id', 'applications.app_id'], ['machine_keys', 'user_id', 'users.user_id'],
  ] as const) {
    await table(name, (t) => {
      const named = t.addColumn('key_id', 'text', key).addColumn(holder, 'text', owned(target))
        .addColumn('org_id', 'text', owned('orgs.org_id')).addColumn('algorithm', 'text', required).addColumn('jwk', 'text', required)
      return resource(words, integer(integer(named, 'active'), 'expires_at', (column) => column))
    })
    await index(name, [holder])
    await index(name, ['org_id'])
  }
  await table('personal_access_tokens', (t) => {
    const named = t.addColumn('token_id', 'text', key).addColumn('user_id', 'text', owned('users.user_id'))
      .addColumn('org_id', 'text', owned('orgs.org_id')).addColumn('token_digest', 'text', (column) => column.unique())
    return resource(words, integer(integer(named, 'active'), 'expires_at', (column) => column))
  })
  await index('personal_access_tokens', ['user_id'])
  await index('personal_access_tokens', ['org_id'])
}

async function grantTables(words: TableWords): Promise<void> {
  const { table, index, integer } = words
  await table('user_grants', (t) => resource(words, integer(t.addColumn('user_id', 'text', required)
    .addColumn('project_id', 'text', required)
    .addColumn('project_grant_id', 'text', required).addColumn('org_id', 'text', owned('orgs.org_id')), 'active'))
    .addPrimaryKeyConstraint('user_grants_key', ['user_id', 'project_id', 'project_grant_id']))
  await index('user_grants', ['project_id'])
  await index('user_grants', ['project_grant_id'])
  await index('user_grants', ['org_id'])
  await table('org_members', (t) => resource(words, t.addColumn('org_id', 'text', owned('orgs.org_id'))
    .addColumn('user_id', 'text', required))
    .addPrimaryKeyConstraint('org_members_key', ['org_id', 'user_id']))
  await index('org_members', ['user_id'])
  await table('project_members', (t) => resource(words, t.addColumn('project_id', 'text', owned('projects.project_id'))
    .addColumn('user_id', 'text', required).addColumn('org_id', 'text', owned('orgs.org_id')))
    .addPrimaryKeyConstraint('project_members_key', ['project_id', 'user_id']))
  await index('project_members', ['user_id'])
  await index('project_members', ['org_id'])
  await table('project_grant_members', (t) => resource(words, t.addColumn('grant_id', 'text', owned('project_grants.grant_id'))
    .addColumn('user_id', 'text', required).addColumn('org_id', 'text', owned('orgs.org_id')))
    .addPrimaryKeyConstraint('project_grant_members_key', ['grant_id', 'user_id']))
  await index('project_grant_members', ['user_id'])
  await index('project_grant_members', ['org_id'])
  await table('instance_members', (t) => resource(words, t.addColumn('user_id', 'text', key)))
}
