// Values that only one resource may have, such as a client identifier: who asks for one, who has it, and how it is released.
import { canonicalDomain, canonicalLoginName, nameSkeleton } from '@symbolon/core-protocol'
import type { DirectoryConflictReason, Resource } from '@symbolon/core-protocol'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { flagAt, isActive, requiredTextAt, textAt } from '../documents/content.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { spellingsOf } from '../resources/tables/spellings.ts'
import { selectByValues } from '../sql/select-by-values.ts'
import { passkeyTables } from './passkeys.ts'
import { isUser } from './resource-layouts.ts'

/** A value that a resource has. */
export interface HeldValue {
  readonly value: string
  /** The resource, as `holderOf` names it. */
  readonly holder: readonly string[]
}

/** One kind of unique value. */
export interface UniqueValue {
  /** The reason to refuse a resource whose value another resource has. */
  readonly reason: DirectoryConflictReason
  /** The value that the resource asks for; null if it gives up its value, undefined if it keeps it. */
  valueOf(resource: Resource): string | null | undefined
  /** The name of the resource as a holder. */
  holderOf(resource: Resource): readonly string[]
  /** Finds who has the values. A value may have several holders, none of whom is refused. */
  find(db: Kysely<ResourceTables>, values: readonly string[]): Promise<readonly HeldValue[]>
  /** Frees the values of the holders, which get other ones in the same transaction. */
  release(trx: Transaction<ResourceTables>, holders: readonly (readonly string[])[]): Promise<void>
}

const first = ([id = '']: readonly string[]): string => id

/** A value that is unique within a group: the length of the name of the group, that name, and the member. `grouped` takes it apart. */
function within(group: string, member: string): string {
  return `${group.length}:${group}${member}`
}

const userName: UniqueValue = {
  reason: 'user_name_taken',
  valueOf: ({ kind, orgId, content }) =>
    isUser(kind) ? within(orgId ?? '', canonicalLoginName(requiredTextAt(content, 'user', 'userName'))) : undefined,
  holderOf: ({ key }) => key,
  async find(db, values) {
    const found: HeldValue[] = []
    for (const [orgId, names] of grouped(values)) {
      const spellings = [...(await spellingsOf(db, names)).values()].flat()
      const rows = await selectByValues(db, 'user names', [orgId], spellings, (some) =>
        db
          .selectFrom('users')
          .select(['user_id', 'user_name_canonical'])
          .where('org_id', '=', orgId)
          .where('user_name_canonical', 'in', some),
      )
      found.push(...rows.map((row) => ({ value: within(orgId, canonicalLoginName(row.user_name_canonical)), holder: [row.user_id] })))
    }
    return found
  },
  async release(trx, holders) {
    // User names contain no control characters, so no other user has this name.
    await trx
      .updateTable('users')
      .set({ user_name_canonical: sql<string>`${'\u0001'} || user_id` })
      .where('user_id', 'in', holders.map(first))
      .execute()
  },
}

/**
 * Client ids, the ids of service users, which are client ids too, and the ids of projects. All of them are members of audiences, which do not
 * distinguish the three: a project with the id of a client would have its tokens accepted there, and the reverse.
 */
const clientId: UniqueValue = {
  reason: 'client_id_taken',
  valueOf: ({ kind, key, content }) =>
    kind === 'machineUser' || kind === 'project' ? first(key) : isApp(kind) ? requiredTextAt(content, 'clientId') : undefined,
  holderOf: ({ kind, key: [id = ''] }) => [isApp(kind) ? 'app' : kind === 'project' ? 'project' : 'user', id],
  /** An id that an earlier release gave to a client and to a project has two holders. Both keep it. */
  async find(db, values) {
    const clients = await db.selectFrom('client_ids').selectAll().where('client_id', 'in', values).execute()
    const projects = await db.selectFrom('projects').select('project_id').where('project_id', 'in', values).execute()
    return [
      ...clients.map((row) => ({ value: row.client_id, holder: row.app_id === null ? ['user', row.user_id ?? ''] : ['app', row.app_id] })),
      ...projects.map(({ project_id: id }) => ({ value: id, holder: ['project', id] })),
    ]
  },
  /** Nothing to do: `putResources` frees the client identifiers of all resources before it assigns any. */
  async release() {},
}

/**
 * @returns the names by which transactions wait for one another that give ids to clients and projects. No key of the database spans both: what
 *   is checked while the names are held stays true until the end of the transaction.
 */
export function audienceNames(resources: readonly Resource[]): readonly string[] {
  return [...new Set(resources.flatMap((each) => clientId.valueOf(each) ?? []))].map((id) => `audience ${id}`)
}

/** The name of an organization, if it must not resemble the name of another organization. */
const orgName: UniqueValue = {
  reason: 'org_name_taken',
  valueOf: ({ kind, content, ownName }) => (kind === 'org' && ownName === true ? skeletonOf(content) : undefined),
  holderOf: ({ key }) => key,
  async find(db, values) {
    const rows = await db.selectFrom('orgs').select(['org_id', 'name_skeleton']).where('name_skeleton', 'in', values).execute()
    return rows.map((row) => ({ value: row.name_skeleton ?? '', holder: [row.org_id] }))
  },
  /** Nothing to do: organizations may share a name, so none has to give it up. */
  async release() {},
}

function skeletonOf(content: Resource['content']): string {
  return nameSkeleton(textAt(content, 'org', 'name') ?? '')
}

/**
 * @returns the names by which transactions wait for one another that name organizations: of two that ask for one name at once, the second one
 *   sees the first
 */
export function orgNames(resources: readonly Resource[]): readonly string[] {
  return [...new Set(resources.flatMap(({ kind, content }) => (kind === 'org' ? [`organization ${skeletonOf(content)}`] : [])))]
}

const domain: UniqueValue = {
  reason: 'domain_taken',
  valueOf({ kind, key, content }) {
    if (kind !== 'orgDomain') return undefined
    return isActive(content['state']) && (flagAt(content, 'isVerified') || flagAt(content, 'isPrimary'))
      ? canonicalDomain(key[1] ?? '')
      : null
  },
  holderOf: ({ key }) => key,
  async find(db, values) {
    const rows = await db
      .selectFrom('org_domains')
      .select(['org_id', 'domain_name', 'domain_canonical'])
      .where('domain_canonical', 'in', values)
      .where('usable', '=', 1)
      .execute()
    return rows.map((row) => ({ value: row.domain_canonical, holder: [row.org_id, row.domain_name] }))
  },
  async release(trx, holders) {
    for (const [orgId = '', name = ''] of holders) {
      await trx.updateTable('org_domains').set({ usable: 0 }).where('org_id', '=', orgId).where('domain_name', '=', name).execute()
    }
  },
}

const accessToken: UniqueValue = {
  reason: 'token_taken',
  valueOf: ({ kind, secrets }) => (kind === 'personalAccessToken' ? secrets?.tokenDigest : undefined),
  holderOf: ({ key }) => key,
  async find(db, values) {
    const rows = await db
      .selectFrom('personal_access_tokens')
      .select(['token_id', 'token_digest'])
      .where('token_digest', 'in', values)
      .execute()
    return rows.map((row) => ({ value: row.token_digest ?? '', holder: [row.token_id] }))
  },
  async release(trx, holders) {
    await trx.updateTable('personal_access_tokens').set({ token_digest: null }).where('token_id', 'in', holders.map(first)).execute()
  },
}

/**
 * An account at an identity provider belongs to one user: an issuer, and its subject. A link without an issuer is to the account of any issuer.
 */
const identity: UniqueValue = {
  reason: 'identity_taken',
  valueOf: ({ kind, key: [, idpId = '', providedUserId = ''], content }) =>
    kind === 'userLink' ? within(idpId, within(textAt(content, 'issuer') ?? '', providedUserId)) : undefined,
  holderOf: ({ key }) => key,
  async find(db, values) {
    const found: HeldValue[] = []
    for (const [idpId, accounts] of grouped(values)) {
      const asked = [...grouped(accounts)].flatMap(([issuer, ids]) => ids.map((id) => ({ issuer, id })))
      const rows = await db
        .selectFrom('user_links')
        .select(['user_id', 'provided_user_id', 'issuer'])
        .where('idp_id', '=', idpId)
        .where(
          'provided_user_id',
          'in',
          asked.map(({ id }) => id),
        )
        .execute()
      const rowsOfIds = Map.groupBy(rows, (row) => row.provided_user_id)
      for (const { issuer, id } of asked)
        for (const row of rowsOfIds.get(id) ?? [])
          if (issuer === '' || !row.issuer || row.issuer === issuer)
            found.push({ value: within(idpId, within(issuer, id)), holder: [row.user_id, idpId, id] })
    }
    return found
  },
  /** Nothing to do: the account is part of the key of the link, so a link never gives it up. */
  async release() {},
}

/** A credential id belongs to one user. https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential */
const passkey: UniqueValue = {
  reason: 'passkey_taken',
  valueOf: ({ kind, key }) => (kind === 'passkey' ? first(key) : undefined),
  holderOf: ({ key: [credentialId = ''], content }) => [requiredTextAt(content, 'userId'), credentialId],
  async find(db, values) {
    const rows = await passkeyTables(db)
      .selectFrom('passkeys')
      .select(['user_id', 'credential_id'])
      .where('credential_id', 'in', values)
      .execute()
    return rows.map((row) => ({ value: row.credential_id, holder: [row.user_id, row.credential_id] }))
  },
  /** Nothing to do: the id is the key of the passkey, so a passkey never gives it up. */
  async release() {},
}

/** All kinds of unique values. */
export const uniqueValues: readonly UniqueValue[] = [userName, orgName, clientId, domain, accessToken, identity, passkey]

function isApp(kind: Resource['kind']): boolean {
  return kind === 'oidcApp' || kind === 'apiApp'
}

/** The members of each group, of values that `within` made. */
function grouped(values: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const value of values) {
    const start = value.indexOf(':') + 1
    const end = start + Number(value.slice(0, start - 1))
    const [group, member] = [value.slice(start, end), value.slice(end)]
    const members = groups.get(group)
    if (members === undefined) groups.set(group, [member])
    else members.push(member)
  }
  return groups
}
