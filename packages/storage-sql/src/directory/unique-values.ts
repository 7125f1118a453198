// The values that only one resource may have: who wants which, who has them, and how somebody lets go of one before another takes it.
import { canonicalLoginName } from '@symbolon/core-protocol'
import type { DirectoryConflictReason, Resource } from '@symbolon/core-protocol'
import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { flagAt, isActive, requiredTextAt } from '../documents/content.ts'
import type { Database } from '../database.ts'

type Executor = Kysely<Database> | Transaction<Database>

export interface Holding {
  readonly value: string
  /** As `holderOf` names it. */
  readonly holder: readonly string[]
}

export interface UniqueValue {
  readonly reason: DirectoryConflictReason
  /** What the resource will have; null when it has none any more, undefined when it keeps what it has. */
  valueOf(resource: Resource): string | null | undefined
  holderOf(resource: Resource): readonly string[]
  find(db: Executor, values: readonly string[]): Promise<readonly Holding[]>
  /** Lets go of what the holders have; they get another one in the same transaction. */
  release(trx: Transaction<Database>, holders: readonly (readonly string[])[]): Promise<void>
}

const first = ([id = '']: readonly string[]): string => id

const userName: UniqueValue = {
  reason: 'user_name_taken',
  valueOf: ({ kind, orgId, content }) => (
    isUser(kind) ? JSON.stringify([orgId, canonicalLoginName(requiredTextAt(content, 'user', 'userName'))]) : undefined
  ),
  holderOf: ({ key }) => key,
  async find(db, values) {
    const found: Holding[] = []
    for (const [orgId, names] of grouped(values)) {
      const rows = await db.selectFrom('users').select(['user_id', 'user_name_canonical'])
        .where('org_id', '=', orgId).where('user_name_canonical', 'in', names).execute()
      found.push(...rows.map((row) => ({ value: JSON.stringify([orgId, row.user_name_canonical]), holder: [row.user_id] })))
    }
    return found
  },
  async release(trx, holders) {
    // No name has a control character in it, so nobody else has this one.
    await trx.updateTable('users').set({ user_name_canonical: sql<string>`${'\u0001'} || user_id` })
      .where('user_id', 'in', holders.map(first)).execute()
  },
}

const clientId: UniqueValue = {
  reason: 'client_id_taken',
  valueOf: ({ kind, key, content }) => (
    kind === 'machineUser' ? first(key) : isApp(kind) ? requiredTextAt(content, 'clientId') : undefined
  ),
  holderOf: ({ kind, key: [id = ''] }) => [isApp(kind) ? 'app' : 'user', id],
  async find(db, values) {
    const rows = await db.selectFrom('client_ids').selectAll().where('client_id', 'in', values).execute()
    return rows.map((row) => ({ value: row.client_id, holder: row.app_id === null ? ['user', row.user_id ?? ''] : ['app', row.app_id] }))
  },
  /** Every holder of the change gives up its client id before any takes one. */
  async release() {},
}

const domain: UniqueValue = {
  reason: 'domain_taken',
  valueOf({ kind, key, content }) {
    if (kind !== 'orgDomain') return undefined
    return isActive(content['state']) && (flagAt(content, 'isVerified') || flagAt(content, 'isPrimary'))
      ? canonicalLoginName(key[1] ?? '')
      : null
  },
  holderOf: ({ key }) => key,
  async find(db, values) {
    const rows = await db.selectFrom('org_domains').select(['org_id', 'domain_name', 'domain_canonical'])
      .where('domain_canonical', 'in', values).where('usable', '=', 1).execute()
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
  valueOf: ({ kind, secrets }) => kind === 'personalAccessToken' ? secrets?.tokenDigest : undefined,
  holderOf: ({ key }) => key,
  async find(db, values) {
    const rows = await db.selectFrom('personal_access_tokens').select(['token_id', 'token_digest'])
      .where('token_digest', 'in', values).execute()
    return rows.map((row) => ({ value: row.token_digest ?? '', holder: [row.token_id] }))
  },
  async release(trx, holders) {
    await trx.updateTable('personal_access_tokens').set({ token_digest: null }).where('token_id', 'in', holders.map(first)).execute()
  },
}

/** An identity at an identity provider is one user here. */
const identity: UniqueValue = {
  reason: 'identity_taken',
  valueOf: ({ kind, key: [, idpId, providedUserId] }) => kind === 'userLink' ? JSON.stringify([idpId, providedUserId]) : undefined,
  holderOf: ({ key }) => key,
  async find(db, values) {
    const found: Holding[] = []
    for (const [idpId, ids] of grouped(values)) {
      const rows = await db.selectFrom('user_links').select(['user_id', 'provided_user_id'])
        .where('idp_id', '=', idpId).where('provided_user_id', 'in', ids).execute()
      found.push(...rows.map((row) => ({
        value: JSON.stringify([idpId, row.provided_user_id]), holder: [row.user_id, idpId, row.provided_user_id],
      })))
    }
    return found
  },
  /** The identity is part of the link's key: it never has another one. */
  async release() {},
}

export const uniqueValues: readonly UniqueValue[] = [userName, clientId, domain, accessToken, identity]

function isUser(kind: Resource['kind']): boolean {
  return kind === 'humanUser' || kind === 'machineUser'
}

function isApp(kind: Resource['kind']): boolean {
  return kind === 'oidcApp' || kind === 'apiApp'
}

/** Values of two parts, by the first. */
function grouped(values: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>()
  for (const value of values) {
    const [group = '', member = '']: readonly string[] = JSON.parse(value)
    const members = groups.get(group)
    if (members === undefined) groups.set(group, [member])
    else members.push(member)
  }
  return groups
}
