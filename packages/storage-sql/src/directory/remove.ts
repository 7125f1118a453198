// Removes resources with everything that belongs to them. Foreign keys remove what a resource owns. What references it from another
// organization, such as grants and memberships, has no foreign key and is removed here first.
import { searchedKinds } from '@symbolon/core-protocol'
import type { ResourceKind, ResourceReference } from '@symbolon/core-protocol'
import type { SelectQueryBuilder, Transaction } from 'kysely'
import { keepFirstOrganizations } from '../resources/first-organizations.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'
import { anyTables, matchesKey } from './any-table.ts'
import { readSearchedWords, removeWords, wordsOfRow } from './put-searched-words.ts'
import { detachRoles } from './detach-roles.ts'
import { inKeyOrder } from './key-order.ts'
import { keepIds } from './removed-ids.ts'
import { kindsInOrder, resourceLayouts } from './resource-layouts.ts'

/** The kinds with which memberships of the instance are removed. */
const endsMemberships: ReadonlySet<ResourceKind> = new Set(['instanceMember', 'humanUser', 'machineUser', 'org'])

/** Removes the resources that exist, and keeps the ids that no other object may get. @param now milliseconds since the epoch */
export async function removeResources(
  trx: Transaction<ResourceTables>,
  references: readonly ResourceReference[],
  now: number,
): Promise<void> {
  if (references.some(({ kind }) => endsMemberships.has(kind))) await keepFirstOrganizations(trx, now)
  for (const kind of kindsInOrder) {
    const keys = inKeyOrder(references.filter((reference) => reference.kind === kind)).map(({ key }) => key)
    for (const some of chunks(keys, chunkSize)) {
      if (searchedKinds.includes(kind)) {
        const ids = some.map(([id = '']) => id)
        await removeWords(trx, [...(await readSearchedWords(trx, kind, ids)).values()].flat())
      }
      await keepIds(
        trx,
        kind,
        some.map(([id = '']) => id),
        now,
      )
      if (kind === 'projectRole') await detachRoles(trx, some)
      else
        await detach(
          trx,
          kind,
          some.map(([id]) => id ?? ''),
        )
      const { table, keys: columns, kind: shared } = resourceLayouts[kind]
      for (const few of chunks(some, columns.length === 1 ? chunkSize : 100)) {
        await anyTables(trx)
          .deleteFrom(table)
          .where((eb) => matchesKey(eb, columns, few))
          .$if(shared !== undefined, (query) => query.where('kind', '=', shared ?? null))
          .execute()
      }
    }
  }
}

/** Removes the rows that reference the resources without a foreign key. */
async function detach(trx: Transaction<ResourceTables>, kind: ResourceKind, ids: readonly string[]): Promise<void> {
  if (kind === 'org') {
    await detachUsers(trx, trx.selectFrom('users').select('user_id').where('org_id', 'in', ids))
    await detachProjects(trx, trx.selectFrom('projects').select('project_id').where('org_id', 'in', ids))
    await detachGrants(trx, trx.selectFrom('project_grants').select('grant_id').where('granted_org_id', 'in', ids))
    await trx.deleteFrom('project_grants').where('granted_org_id', 'in', ids).execute()
    await detachProviders(trx, trx.selectFrom('identity_providers').select('idp_id').where('org_id', 'in', ids))
    await trx.deleteFrom('searched_words').where('org_id', 'in', ids).execute()
  } else if (kind === 'humanUser' || kind === 'machineUser') {
    const shared = kind === 'humanUser' ? 'human' : 'machine'
    await detachUsers(trx, trx.selectFrom('users').select('user_id').where('user_id', 'in', ids).where('kind', '=', shared))
  } else if (kind === 'project') {
    await detachProjects(trx, trx.selectFrom('projects').select('project_id').where('project_id', 'in', ids))
  } else if (kind === 'projectGrant') {
    await detachGrants(trx, trx.selectFrom('project_grants').select('grant_id').where('grant_id', 'in', ids))
  } else if (kind === 'oidcIdp' || kind === 'jwtIdp') {
    const shared = kind === 'oidcIdp' ? 'oidc' : 'jwt'
    await detachProviders(trx, trx.selectFrom('identity_providers').select('idp_id').where('idp_id', 'in', ids).where('kind', '=', shared))
  } else if (kind === 'instanceOidcIdp') {
    await detachProviders(trx, trx.selectFrom('instance_identity_providers').select('idp_id').where('idp_id', 'in', ids))
  }
}

/** A query for the identifiers of what is removed. */
type Ids<Table extends keyof ResourceTables, Column extends string> = SelectQueryBuilder<ResourceTables, Table, Record<Column, string>>

async function detachUsers(trx: Transaction<ResourceTables>, users: Ids<'users', 'user_id'>): Promise<void> {
  const tables = ['user_grants', 'org_members', 'project_members', 'project_grant_members', 'instance_members', 'sign_in_attempts'] as const
  for (const table of tables) {
    await trx.deleteFrom(table).where('user_id', 'in', users).execute()
  }
}

async function detachProjects(trx: Transaction<ResourceTables>, projects: Ids<'projects', 'project_id'>): Promise<void> {
  const apps = await trx
    .selectFrom('applications')
    .select(['app_id as id', 'org_id', 'kind', 'content'])
    .where('project_id', 'in', projects)
    .execute()
  await removeWords(
    trx,
    apps.flatMap((row) => wordsOfRow(row.kind === 'oidc' ? 'oidcApp' : 'apiApp', row)),
  )
  await trx.deleteFrom('user_grants').where('project_id', 'in', projects).execute()
}

async function detachGrants(trx: Transaction<ResourceTables>, grants: Ids<'project_grants', 'grant_id'>): Promise<void> {
  await trx.deleteFrom('user_grants').where('project_grant_id', 'in', grants).execute()
}

async function detachProviders(
  trx: Transaction<ResourceTables>,
  providers: Ids<'identity_providers' | 'instance_identity_providers', 'idp_id'>,
): Promise<void> {
  await trx.deleteFrom('user_links').where('idp_id', 'in', providers).execute()
}
