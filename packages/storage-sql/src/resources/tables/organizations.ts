// Organizations, their domains and their policies, and the policies of the instance.
import { nameSkeleton } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import type { SqlDialect } from '../../sql/dialect.ts'
import { key, owned, required, schemaOf } from '../../sql/schema.ts'
import type { Migrations, Schema } from '../../sql/schema.ts'
import { resourceColumns } from './columns.ts'
import type { HolderColumns, ResourceColumns } from './columns.ts'

/** One organization. */
export interface OrgsTable extends ResourceColumns, HolderColumns {
  readonly org_id: string
  readonly name: string
  readonly active: number
  /** The form in which names that look alike are equal. Null for a row that an earlier release has written. */
  readonly name_skeleton: string | null
  /** Since when it is the organization of the first administrator, in milliseconds since the epoch. Null: it is not. */
  readonly first_since: number | null
}

/** One domain of an organization. */
export interface OrgDomainsTable extends ResourceColumns {
  readonly org_id: string
  readonly domain_name: string
  readonly domain_canonical: string
  /** 1 if login names may end in it: it is verified or primary, and unique among such domains. */
  readonly usable: number
  readonly is_primary: number
}

/** One policy of an organization. */
export interface OrgPoliciesTable extends ResourceColumns {
  readonly org_id: string
  readonly policy: string
}

/** One policy of the instance. It applies to organizations that have none. */
export interface InstancePoliciesTable extends ResourceColumns {
  readonly policy: string
}

/** The tables of this file. */
export interface OrganizationTables {
  readonly orgs: OrgsTable
  readonly org_domains: OrgDomainsTable
  readonly org_policies: OrgPoliciesTable
  readonly instance_policies: InstancePoliciesTable
}

/** The migration that adds the forms in which names that look alike are equal. */
export function nameSkeletonMigrations(dialect: SqlDialect): Migrations {
  return {
    '025-name-skeletons': {
      async up(db) {
        const { addText, index } = schemaOf(db, dialect)
        await addText('orgs', 'name_skeleton')
        await fillSkeletons(db.$extendTables<Pick<OrganizationTables, 'orgs'>>())
        await index('orgs', ['name_skeleton'])
      },
    },
  }
}

/** The migration that records which organization the first administrator of the instance came from. It is filled by the next change of a member. */
export function firstOrganizationMigrations(dialect: SqlDialect): Migrations {
  return {
    '029-first-organization': {
      async up(db) {
        const { addInteger, index } = schemaOf(db, dialect)
        await addInteger('orgs', 'first_since')
        await index('orgs', ['first_since'], { present: 'first_since' })
      },
    },
  }
}

async function fillSkeletons(db: Kysely<Pick<OrganizationTables, 'orgs'>>): Promise<void> {
  let after = ''
  for (let isLast = false; !isLast;) {
    const rows = await db
      .selectFrom('orgs')
      .select(['org_id', 'name'])
      .where('org_id', '>', after)
      .orderBy('org_id')
      .limit(pageSize)
      .execute()
    for (const { org_id: orgId, name } of rows)
      await db
        .updateTable('orgs')
        .set({ name_skeleton: nameSkeleton(name) })
        .where('org_id', '=', orgId)
        .execute()
    after = rows.at(-1)?.org_id ?? after
    isLast = rows.length < pageSize
  }
}

/** How many organizations a migration reads at once. */
const pageSize = 1000

/** Creates the tables. */
export async function createOrganizationTables(schema: Schema): Promise<void> {
  const { table, index, integer } = schema
  await table('orgs', (t) =>
    resourceColumns(schema, integer(t.addColumn('org_id', 'text', key).addColumn('name', 'text', required), 'active')),
  )
  await table('org_domains', (t) => {
    const named = t
      .addColumn('org_id', 'text', owned('orgs.org_id'))
      .addColumn('domain_name', 'text', required)
      .addColumn('domain_canonical', 'text', required)
    return resourceColumns(schema, integer(integer(named, 'usable'), 'is_primary')).addPrimaryKeyConstraint('org_domains_key', [
      'org_id',
      'domain_name',
    ])
  })
  await index('org_domains', ['domain_canonical'], { unique: true, where: 'usable' })
  await table('org_policies', (t) =>
    resourceColumns(
      schema,
      t.addColumn('org_id', 'text', owned('orgs.org_id')).addColumn('policy', 'text', required),
    ).addPrimaryKeyConstraint('org_policies_key', ['org_id', 'policy']),
  )
  await table('instance_policies', (t) => resourceColumns(schema, t.addColumn('policy', 'text', key)))
}
