// The tables of everything that documents describe, and their migrations. Rows that belong to an organization, project, application or
// user are deleted with it by a foreign key. References across organizations are plain columns: an import may bring them before their
// target.
import { schemaOf } from '../../sql/schema.ts'
import type { Migrations, Schema } from '../../sql/schema.ts'
import type { SqlDialect } from '../../sql/dialect.ts'
import { boundaryMigrations } from './boundary.ts'
import type { BoundaryTables } from './boundary.ts'
import { createClientTables, formerSecretMigrations } from './clients.ts'
import type { ClientTables } from './clients.ts'
import {
  changedProviderMigrations,
  createDocumentTables,
  instanceDocumentMigrations,
  linkIssuerMigrations,
  removedLinkMigrations,
} from './documents.ts'
import type { DocumentTables } from './documents.ts'
import { heldNameMigrations } from './held-names.ts'
import type { HeldNameTables } from './held-names.ts'
import { createMembershipTables, grantStandingMigrations, standingMigrations } from './memberships.ts'
import type { MembershipTables } from './memberships.ts'
import { createOrganizationTables, firstOrganizationMigrations, nameSkeletonMigrations } from './organizations.ts'
import type { OrganizationTables } from './organizations.ts'
import { createProjectTables } from './projects.ts'
import type { ProjectTables } from './projects.ts'
import { removedIdMigrations } from './removed-ids.ts'
import { organizationUsageMigrations } from './organization-usage.ts'
import type { OrganizationUsageTables } from './organization-usage.ts'
import type { RemovedIdTables } from './removed-ids.ts'
import { searchedNameMigrations } from './searched-names.ts'
import { searchedWordMigrations } from './searched-word-migrations.ts'
import type { SearchedWordTables } from './searched-words.ts'
import { spellingMigrations } from './spellings.ts'
import type { SpellingTables } from './spellings.ts'
import { browserIdMigrations, codeAttemptMigrations, createPasswordTable, enrolmentTimeMigrations, signInMigrations } from './sign-in.ts'
import type { SignInTables } from './sign-in.ts'
import { createUserTables, namedAtMigrations, otpSourceMigrations, provenContactMigrations } from './users.ts'
import type { UserTables } from './users.ts'

/** The tables of resources. Their stores join them, so they share one group of migrations. */
export interface ResourceTables
  extends
    OrganizationTables,
    UserTables,
    SignInTables,
    ProjectTables,
    ClientTables,
    MembershipTables,
    DocumentTables,
    BoundaryTables,
    HeldNameTables,
    OrganizationUsageTables,
    RemovedIdTables,
    SearchedWordTables,
    SpellingTables {}

/** The migrations of these tables. */
export function resourceMigrations(dialect: SqlDialect): Migrations {
  return {
    '001-resources': {
      async up(db) {
        const schema = schemaOf(db, dialect)
        await createOrganizationTables(schema)
        await createUserTables(schema)
        await createPasswordTable(schema)
        await createProjectTables(schema)
        await createClientTables(schema)
        await createMembershipTables(schema)
      },
    },
    '002-documents': {
      async up(db) {
        const schema = schemaOf(db, dialect)
        await createDocumentTables(schema)
        for (const holder of ['applications', 'users'] as const) {
          await schema.addText(holder, 'secret_hash')
          await schema.addText(holder, 'secret_source')
        }
        await createPageIndexes(schema)
      },
    },
    ...signInMigrations(dialect),
    '005-times-ended': {
      async up(db) {
        const { addInteger } = schemaOf(db, dialect)
        for (const table of ['orgs', 'users', 'projects', 'applications', 'personal_access_tokens'] as const) {
          await addInteger(table, 'times_ended', (column) => column.notNull().defaultTo(0))
        }
      },
    },
    '006-password-changed': {
      async up(db) {
        await schemaOf(db, dialect).addInteger('passwords', 'changed_at')
      },
    },
    ...codeAttemptMigrations(dialect),
    '008-replaced-password': {
      async up(db) {
        await schemaOf(db, dialect).addText('passwords', 'replaced_hash')
      },
    },
    ...enrolmentTimeMigrations(dialect),
    ...heldNameMigrations(dialect),
    ...provenContactMigrations(dialect),
    ...otpSourceMigrations(dialect),
    ...searchedNameMigrations(dialect),
    ...formerSecretMigrations(dialect),
    ...searchedWordMigrations(dialect),
    ...instanceDocumentMigrations(dialect),
    ...removedLinkMigrations(dialect),
    ...browserIdMigrations(dialect),
    ...removedIdMigrations(dialect),
    ...standingMigrations(dialect),
    ...boundaryMigrations(dialect),
    ...namedAtMigrations(dialect),
    ...nameSkeletonMigrations(dialect),
    ...changedProviderMigrations(dialect),
    ...grantStandingMigrations(dialect),
    ...organizationUsageMigrations(dialect),
    ...firstOrganizationMigrations(dialect),
    ...linkIssuerMigrations(dialect),
    ...spellingMigrations(dialect),
  }
}

/** Exports read the resources of an organization in pages, in the order of their key. An index on both saves sorting for each page. */
async function createPageIndexes({ index, replaceIndex }: Schema): Promise<void> {
  await index('users', ['org_id', 'kind', 'user_id'])
  await replaceIndex('applications', ['org_id'], ['org_id', 'kind', 'app_id'])
  for (const [table, keys] of [
    ['user_metadata', ['user_id']],
    ['projects', ['project_id']],
    ['project_roles', ['project_id', 'role_key']],
    ['project_grants', ['grant_id']],
    ['application_keys', ['key_id']],
    ['machine_keys', ['key_id']],
    ['personal_access_tokens', ['token_id']],
    ['user_grants', ['user_id']],
    ['project_members', ['project_id', 'user_id']],
    ['project_grant_members', ['grant_id', 'user_id']],
  ] as const) {
    await replaceIndex(table, ['org_id'], ['org_id', ...keys])
  }
}
