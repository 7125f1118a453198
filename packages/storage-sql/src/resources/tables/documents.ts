// Identity providers of organizations and of the instance, links to them, actions and texts.
import type { Kysely } from 'kysely'
import { parseContent, textAt } from '../../documents/content.ts'
import type { SqlDialect } from '../../sql/dialect.ts'
import { key, owned, required, schemaOf } from '../../sql/schema.ts'
import type { Migrations, Schema } from '../../sql/schema.ts'
import { resourceColumns } from './columns.ts'
import type { ResourceColumns } from './columns.ts'

/** One identity provider of an organization. */
export interface IdentityProvidersTable extends ResourceColumns {
  readonly idp_id: string
  readonly org_id: string
  readonly kind: 'oidc' | 'jwt'
  readonly sealed_secret: string | null
  /** When an organization last changed how the provider signs users in; milliseconds since the epoch. */
  readonly sign_in_changed_at: number | null
}

/** One identity provider of the instance. Its id is that of no identity provider of an organization. */
export interface InstanceIdentityProvidersTable extends ResourceColumns {
  readonly idp_id: string
  readonly sealed_secret: string | null
}

/** The account of one user at an identity provider. */
export interface UserLinksTable extends ResourceColumns {
  readonly user_id: string
  readonly idp_id: string
  readonly provided_user_id: string
  readonly org_id: string
  /** As in the content; empty without one. */
  readonly issuer: string | null
  /** The last change of the provider (`sign_in_changed_at`) that has suspended the roles of the user. Null: none since the link was made. */
  readonly settled_at: number | null
}

/** A link that its user has removed: documents do not bring it back. */
export interface RemovedUserLinksTable {
  readonly user_id: string
  readonly idp_id: string
  readonly provided_user_id: string
}

/** One action of an organization. */
export interface ActionsTable extends ResourceColumns {
  readonly action_id: string
  readonly org_id: string
}

/** The actions that one trigger runs. */
export interface TriggerActionsTable extends ResourceColumns {
  readonly org_id: string
  readonly flow_type: string
  readonly trigger_type: string
}

/** One custom text of an organization. */
export interface OrgTextsTable extends ResourceColumns {
  readonly org_id: string
  /** The list of the document that holds the text. */
  readonly member: string
  readonly language: string
}

/** One custom text of the instance, which organizations without their own text show. */
export interface InstanceTextsTable extends ResourceColumns {
  readonly member: string
  readonly language: string
}

/** The tables of this file. */
export interface DocumentTables {
  readonly identity_providers: IdentityProvidersTable
  readonly user_links: UserLinksTable
  readonly removed_user_links: RemovedUserLinksTable
  readonly actions: ActionsTable
  readonly trigger_actions: TriggerActionsTable
  readonly org_texts: OrgTextsTable
  readonly instance_identity_providers: InstanceIdentityProvidersTable
  readonly instance_texts: InstanceTextsTable
}

/** Creates the tables. */
export async function createDocumentTables(schema: Schema): Promise<void> {
  const { table, index } = schema
  await table('identity_providers', (t) =>
    resourceColumns(
      schema,
      t
        .addColumn('idp_id', 'text', key)
        .addColumn('org_id', 'text', owned('orgs.org_id'))
        .addColumn('kind', 'text', required)
        .addColumn('sealed_secret', 'text'),
    ),
  )
  await index('identity_providers', ['org_id', 'kind', 'idp_id'])
  await table('user_links', (t) =>
    resourceColumns(
      schema,
      t
        .addColumn('user_id', 'text', owned('users.user_id'))
        .addColumn('idp_id', 'text', required)
        .addColumn('provided_user_id', 'text', required)
        .addColumn('org_id', 'text', owned('orgs.org_id')),
    ).addPrimaryKeyConstraint('user_links_key', ['user_id', 'idp_id', 'provided_user_id']),
  )
  // An account at an identity provider belongs to one user.
  await index('user_links', ['idp_id', 'provided_user_id'], { unique: true })
  await index('user_links', ['org_id', 'user_id'])
  await table('actions', (t) =>
    resourceColumns(schema, t.addColumn('action_id', 'text', key).addColumn('org_id', 'text', owned('orgs.org_id'))),
  )
  await index('actions', ['org_id', 'action_id'])
  await table('trigger_actions', (t) =>
    resourceColumns(
      schema,
      t
        .addColumn('org_id', 'text', owned('orgs.org_id'))
        .addColumn('flow_type', 'text', required)
        .addColumn('trigger_type', 'text', required),
    ).addPrimaryKeyConstraint('trigger_actions_key', ['org_id', 'flow_type', 'trigger_type']),
  )
  await table('org_texts', (t) =>
    resourceColumns(
      schema,
      t.addColumn('org_id', 'text', owned('orgs.org_id')).addColumn('member', 'text', required).addColumn('language', 'text', required),
    ).addPrimaryKeyConstraint('org_texts_key', ['org_id', 'member', 'language']),
  )
}

/** The migration that adds the identity providers and the texts of the instance. */
export function instanceDocumentMigrations(dialect: SqlDialect): Migrations {
  return {
    '016-of-the-instance': {
      async up(db) {
        const schema = schemaOf(db, dialect)
        await schema.table('instance_identity_providers', (t) =>
          resourceColumns(schema, t.addColumn('idp_id', 'text', key).addColumn('sealed_secret', 'text')),
        )
        await schema.table('instance_texts', (t) =>
          resourceColumns(schema, t.addColumn('member', 'text', required).addColumn('language', 'text', required)).addPrimaryKeyConstraint(
            'instance_texts_key',
            ['member', 'language'],
          ),
        )
      },
    },
  }
}

/** The migration that adds the table of removed links. */
export function removedLinkMigrations(dialect: SqlDialect): Migrations {
  return {
    '017-removed-user-links': {
      async up(db) {
        await schemaOf(db, dialect).table('removed_user_links', (t) =>
          t
            .addColumn('user_id', 'text', owned('users.user_id'))
            .addColumn('idp_id', 'text', required)
            .addColumn('provided_user_id', 'text', required)
            .addPrimaryKeyConstraint('removed_user_links_key', ['user_id', 'idp_id', 'provided_user_id']),
        )
      },
    },
  }
}

/** The migration that records when organizations change how their identity providers sign users in. */
export function changedProviderMigrations(dialect: SqlDialect): Migrations {
  return {
    '026-changed-providers': {
      async up(db) {
        const { addInteger } = schemaOf(db, dialect)
        await addInteger('identity_providers', 'sign_in_changed_at')
        await addInteger('user_links', 'settled_at')
      },
    },
  }
}

/**
 * The migrations by which an account at an identity provider is its issuer and its subject. Releases that do not know `030` look a link up without the
 * issuer, and would take the link of another user for the one that is meant.
 */
export function linkIssuerMigrations(dialect: SqlDialect): Migrations {
  return {
    '030-issuers-of-links': {
      async up(db) {
        await schemaOf(db, dialect).addText('user_links', 'issuer')
      },
    },
    '031-links-by-issuer.needs-030': {
      async up(db) {
        const { index, dropIndex } = schemaOf(db, dialect)
        await fillIssuers(db.$extendTables<Pick<DocumentTables, 'user_links'>>())
        await dropIndex('user_links', ['idp_id', 'provided_user_id'])
        await index('user_links', ['idp_id', 'provided_user_id', 'issuer'], { unique: true })
      },
    },
  }
}

const pageSize = 1000

async function fillIssuers(db: Kysely<Pick<DocumentTables, 'user_links'>>): Promise<void> {
  for (let isLast = false; !isLast;) {
    const rows = await db
      .selectFrom('user_links')
      .select(['user_id', 'idp_id', 'provided_user_id', 'content'])
      .where('issuer', 'is', null)
      .limit(pageSize)
      .execute()
    for (const row of rows)
      await db
        .updateTable('user_links')
        .set({ issuer: textAt(parseContent(row.content), 'issuer') ?? '' })
        .where('user_id', '=', row.user_id)
        .where('idp_id', '=', row.idp_id)
        .where('provided_user_id', '=', row.provided_user_id)
        .execute()
    isLast = rows.length < pageSize
  }
}
