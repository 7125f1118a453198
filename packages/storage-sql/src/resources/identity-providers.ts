// Identity providers of documents, and those that a login policy lists. As in `policyStore`, the policy of an organization applies as a
// whole instead of that of the instance. Providers of the instance may be listed by every policy.
import type { IdentityProvider, IdentityProviderMapping, IdentityProviderStore, PolicyIdentityProviders } from '@symbolon/core-protocol'
import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely'
import { flagAt, isObject, objectAt, parseContent, requiredTextAt, textAt, textsAt, valueAt } from '../documents/content.ts'
import type { Content } from '../documents/content.ts'
import { chunks, chunkSize } from '../sql/chunks.ts'
import type { IdentityProvidersTable } from './tables/documents.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** Finds identity providers. */
export function identityProviderStore(db: Kysely<ResourceTables>): IdentityProviderStore {
  const findPolicy = async (orgId: string | undefined): Promise<Pick<PolicyIdentityProviders, 'policyOf' | 'allowed' | 'listed'>> => {
    const ofOrg =
      orgId === undefined
        ? undefined
        : await db
            .selectFrom('org_policies')
            .select('content')
            .where('org_id', '=', orgId)
            .where('policy', '=', 'loginPolicy')
            .executeTakeFirst()
    if (ofOrg !== undefined) return { policyOf: 'organization', ...readPolicy(parseContent(ofOrg.content)) }
    // Without any policy, every way to sign in is allowed.
    return { policyOf: 'instance', ...((await findInstancePolicy(db)) ?? { allowed: true, listed: [] }) }
  }

  const listOfPolicy: IdentityProviderStore['listOfPolicy'] = async (orgId) => {
    const policy = await findPolicy(orgId)
    const found = new Map<string, IdentityProvider>()
    for (const ids of chunks(policy.allowed ? policy.listed : [], chunkSize)) {
      const rows = await selectProviders(db)
        .where('identity_providers.idp_id', 'in', ids)
        .$if(policy.policyOf === 'organization', (query) => query.where('identity_providers.org_id', '=', orgId ?? ''))
        .execute()
      for (const row of [...rows, ...(await findOfInstance(db, ids))]) found.set(row.idp_id, toProvider(row))
    }
    return { ...policy, providers: policy.listed.flatMap((id) => found.get(id) ?? []) }
  }

  return {
    listOfPolicy,
    async listOfDomain(domain) {
      const row = await db
        .selectFrom('org_domains')
        .select('org_id')
        .where('domain_canonical', '=', domain)
        .where('usable', '=', 1)
        .executeTakeFirst()
      return await listOfPolicy(row?.org_id)
    },
    async find(idpId) {
      const [ofInstance] = await findOfInstance(db, [idpId])
      const row = ofInstance ?? (await selectProviders(db).where('identity_providers.idp_id', '=', idpId).executeTakeFirst())
      return row === undefined ? undefined : toProvider(row)
    },
  }
}

/** @returns the ids that the login policy of the instance lists, or that links of its members name */
export async function findTrustedProviders(db: Kysely<ResourceTables>, idpIds: readonly string[]): Promise<readonly string[]> {
  const trusted = new Set((await findInstancePolicy(db))?.listed)
  for (const some of chunks(idpIds, chunkSize)) {
    const rows = await db
      .selectFrom('instance_members')
      .innerJoin('user_links', 'user_links.user_id', 'instance_members.user_id')
      .where('user_links.idp_id', 'in', some)
      .select('user_links.idp_id')
      .distinct()
      .execute()
    for (const row of rows) trusted.add(row.idp_id)
  }
  return idpIds.filter((id) => trusted.has(id))
}

/** @see DirectoryStore.findLinkedMembers */
export async function findLinkedMembers(
  db: Kysely<ResourceTables>,
  idpIds: readonly string[],
  limit: number,
): Promise<readonly { readonly idpId: string; readonly userId: string; readonly orgId: string }[]> {
  const found: { idpId: string; userId: string; orgId: string }[] = []
  for (const some of chunks(idpIds, chunkSize)) {
    const rows = await db
      .selectFrom('user_links')
      .innerJoin('users', 'users.user_id', 'user_links.user_id')
      .select(['user_links.idp_id', 'user_links.user_id', 'users.org_id'])
      .distinct()
      .where('user_links.idp_id', 'in', some)
      .where(({ exists, or, selectFrom }) =>
        or([
          exists(selectFrom('instance_members').select('user_id').whereRef('instance_members.user_id', '=', 'users.user_id')),
          ...(['org_members', 'project_members', 'project_grant_members'] as const).map((table) =>
            exists(
              selectFrom(table)
                .select(`${table}.user_id`)
                .whereRef(`${table}.user_id`, '=', 'users.user_id')
                .whereRef(`${table}.org_id`, '=', 'users.org_id'),
            ),
          ),
        ]),
      )
      .limit(limit - found.length)
      .execute()
    found.push(...rows.map((row) => ({ idpId: row.idp_id, userId: row.user_id, orgId: row.org_id })))
    if (found.length >= limit) break
  }
  return found
}

/**
 * Records that an organization has changed how the providers sign users in. The links are not touched: there may be a million of them. The time
 * grows with each change, so that a change is later than one that is settled.
 */
export async function markChangedProviders(trx: Transaction<ResourceTables>, idpIds: readonly string[], now: number): Promise<void> {
  for (const some of chunks(idpIds, chunkSize))
    await trx
      .updateTable('identity_providers')
      .set((eb) => ({
        sign_in_changed_at: eb
          .case()
          .when('sign_in_changed_at', '>=', now)
          .then(eb('sign_in_changed_at', '+', 1))
          .else(now)
          .end(),
      }))
      .where('idp_id', 'in', some)
      .execute()
}

type OwnedRow = Pick<IdentityProvidersTable, 'idp_id' | 'org_id' | 'kind' | 'sealed_secret' | 'content'>
type ProviderRow = Omit<OwnedRow, 'org_id'> & { readonly org_id?: string }

/** Selects the providers of active organizations. */
function selectProviders(db: Kysely<ResourceTables>): SelectQueryBuilder<ResourceTables, 'identity_providers' | 'orgs', OwnedRow> {
  return db
    .selectFrom('identity_providers')
    .innerJoin('orgs', 'orgs.org_id', 'identity_providers.org_id')
    .where('orgs.active', '=', 1)
    .select([
      'identity_providers.idp_id',
      'identity_providers.org_id',
      'identity_providers.kind',
      'identity_providers.sealed_secret',
      'identity_providers.content',
    ])
}

async function findOfInstance(db: Kysely<ResourceTables>, ids: readonly string[]): Promise<readonly ProviderRow[]> {
  const rows = await db
    .selectFrom('instance_identity_providers')
    .select(['idp_id', 'sealed_secret', 'content'])
    .where('idp_id', 'in', ids)
    .execute()
  return rows.map((row) => ({ ...row, kind: 'oidc' }))
}

async function findInstancePolicy(db: Kysely<ResourceTables>): Promise<ReturnType<typeof readPolicy> | undefined> {
  const row = await db.selectFrom('instance_policies').select('content').where('policy', '=', 'loginPolicy').executeTakeFirst()
  return row === undefined ? undefined : readPolicy(parseContent(row.content))
}

function readPolicy(policy: Content): Pick<PolicyIdentityProviders, 'allowed' | 'listed'> {
  const entries = valueAt(policy, 'idps')
  const ids = Array.isArray(entries) ? entries.flatMap((entry) => (isObject(entry) ? (textAt(entry, 'idpId') ?? []) : [])) : []
  return { allowed: flagAt(policy, 'allowExternalIdp'), listed: [...new Set(ids)] }
}

function toProvider(row: ProviderRow): IdentityProvider {
  const content = objectAt(parseContent(row.content), 'idp')
  const clientId = textAt(content, 'clientId')
  const displayNameMapping = mappingAt(content, 'displayNameMapping')
  const usernameMapping = mappingAt(content, 'usernameMapping')
  return {
    id: row.idp_id,
    ...(row.org_id === undefined ? {} : { orgId: row.org_id }),
    kind: row.kind,
    name: textAt(content, 'name') ?? row.idp_id,
    issuer: requiredTextAt(content, 'issuer'),
    ...(clientId === undefined ? {} : { clientId }),
    ...(row.sealed_secret === null ? {} : { sealedSecret: row.sealed_secret }),
    scopes: textsAt(content, 'scopes'),
    ...(displayNameMapping === undefined ? {} : { displayNameMapping }),
    ...(usernameMapping === undefined ? {} : { usernameMapping }),
    // The format has one of these options. The product that writes it allows the first two and does not do the last.
    rules: { creationAllowed: true, linkingAllowed: true, autoCreation: flagAt(content, 'autoRegister'), autoUpdate: false },
  }
}

function mappingAt(content: Content, member: string): IdentityProviderMapping | undefined {
  switch (textAt(content, member)) {
    case 'OIDC_MAPPING_FIELD_PREFERRED_USERNAME':
      return 'preferred_username'
    case 'OIDC_MAPPING_FIELD_EMAIL':
      return 'email'
    default:
      return undefined
  }
}
