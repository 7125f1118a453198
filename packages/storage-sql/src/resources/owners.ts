// The usable owners of the instance: active people of active organizations who hold IAM_OWNER. Service users do not count, because their
// credentials may be lost or end. An instance that has a usable owner keeps one, and one who is able to sign in, if it has one. Checked in the
// transaction of each change that may take an owner away, so that of two owners who remove each other one stays.
import { isSoleFactor } from '@symbolon/core-protocol'
import type { StoreName } from '@symbolon/core-protocol'
import { canSignIn } from '@symbolon/schema-v2'
import type { Credentials } from '@symbolon/schema-v2'
import type { Kysely, Transaction } from 'kysely'
import { parseContent, textsAt } from '../documents/content.ts'
import type { Content } from '../documents/content.ts'
import { compiledOnce } from '../sql/compiled-once.ts'
import { toPasskey } from '../stores/passkeys.ts'
import type { PasskeyTables } from '../stores/passkeys.ts'
import { identityProviderStore } from './identity-providers.ts'
import { policyStore } from './policies.ts'
import { LastOwnerLost } from './tables/keep-owner.ts'
import type { KeepOwner } from './tables/keep-owner.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** A usable owner. */
export interface Owner {
  readonly userId: string
  readonly orgId: string
}

/** What the owners have to sign in with. */
export interface OwnerCredentials {
  readonly passwords: ReadonlySet<string>
  readonly passkeys: readonly { readonly userId: string; readonly credentialId: string; readonly isSoleFactor: boolean }[]
  readonly links: readonly { readonly userId: string; readonly idpId: string }[]
}

/** The owners before a change, as they stay until the end of its transaction if the change does not change them. */
export interface OwnersBefore {
  readonly owners: readonly Owner[]
  readonly anyCanSignIn: boolean
}

/** What a change has taken from the instance. */
export type OwnerLoss =
  /** No owner is usable any more. */
  | 'usable'
  /** Owners are usable, but none of them is able to sign in any more. */
  | 'sign_in'

/** Whether the content of a membership makes a user an owner. */
export function hasOwnerRole(content: Content): boolean {
  return textsAt(content, 'roles').includes('IAM_OWNER')
}

/** The usable owners of the instance. */
export async function findOwners(db: Kysely<ResourceTables>): Promise<readonly Owner[]> {
  const query = compiledOnce(db, 'usable owners', () =>
    db
      .selectFrom('instance_members')
      // SQLite begins a cross join at its left: from the users, of whom there may be millions, it would read all. https://www.sqlite.org/lang_select.html
      .crossJoin('users')
      .innerJoin('orgs', 'orgs.org_id', 'users.org_id')
      .select(['users.user_id', 'users.org_id', 'instance_members.content'])
      .whereRef('users.user_id', '=', 'instance_members.user_id')
      .where('users.kind', '=', 'human')
      .where('users.state', '=', 'active')
      .where('orgs.active', '=', 1),
  )
  const { rows } = await db.executeQuery(query)
  return rows.filter(({ content }) => hasOwnerRole(parseContent(content))).map((row) => ({ userId: row.user_id, orgId: row.org_id }))
}

/** Finds what members of the instance have to sign in with. @param names the stores that are open: the tables of the others may be missing */
export async function findCredentials(db: Kysely<ResourceTables>, names: readonly StoreName[]): Promise<OwnerCredentials> {
  const members = db.selectFrom('instance_members').select('user_id')
  const passwords = await db.selectFrom('passwords').select('user_id').where('user_id', 'in', members).execute()
  const links = await db.selectFrom('user_links').select(['user_id', 'idp_id']).where('user_id', 'in', members).execute()
  const passkeys = names.includes('passkeys')
    ? await db
        .$extendTables<Pick<PasskeyTables, 'passkeys'>>()
        .selectFrom('passkeys')
        .selectAll()
        .where('user_id', 'in', ({ selectFrom }) => selectFrom('instance_members').select('user_id'))
        .execute()
    : []
  return {
    passwords: new Set(passwords.map((row) => row.user_id)),
    passkeys: passkeys
      .map(toPasskey)
      .map((passkey) => ({ userId: passkey.userId, credentialId: passkey.credentialId, isSoleFactor: isSoleFactor(passkey) })),
    links: links.map((row) => ({ userId: row.user_id, idpId: row.idp_id })),
  }
}

/**
 * Keeps the owners as they are until the end of the transaction, if a change concerns one of them.
 * @returns undefined if it concerns none
 */
export async function holdOwners(
  trx: Transaction<ResourceTables>,
  concerns: (owner: Owner) => boolean,
  names: readonly StoreName[],
): Promise<OwnersBefore | undefined> {
  const found = await findOwners(trx)
  if (!found.some(concerns)) return undefined
  // In the order of their keys: two changes that hold the same owners never wait for one another.
  for (const userId of found.map((owner) => owner.userId).toSorted()) {
    await trx
      .updateTable('instance_members')
      .set((eb) => ({ user_id: eb.ref('user_id') }))
      .where('user_id', '=', userId)
      .execute()
  }
  // Another change may have taken an owner away before the rows were locked.
  const owners = await findOwners(trx)
  return { owners, anyCanSignIn: await someCanSignIn(trx, owners, names) }
}

/**
 * What the transaction has taken from the instance.
 * @param assumed people who count as having a password
 */
export async function findLoss(
  trx: Kysely<ResourceTables>,
  before: OwnersBefore,
  names: readonly StoreName[],
  assumed: ReadonlySet<string> = new Set(),
): Promise<OwnerLoss | undefined> {
  if (before.owners.length === 0) return undefined
  const owners = await findOwners(trx)
  if (owners.length === 0) return 'usable'
  return before.anyCanSignIn && !(await someCanSignIn(trx, owners, names, assumed)) ? 'sign_in' : undefined
}

/** Keeps the owners where a person loses credentials. @param names as of `findCredentials` */
export function ownerKept(names: readonly StoreName[]): KeepOwner {
  return async (trx, userId) => {
    const before = await holdOwners(trx, (owner) => owner.userId === userId, names)
    return async () => {
      if (before !== undefined && (await findLoss(trx, before, names)) !== undefined) throw new LastOwnerLost()
    }
  }
}

async function someCanSignIn(
  db: Kysely<ResourceTables>,
  owners: readonly Owner[],
  names: readonly StoreName[],
  assumed: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  if (owners.length === 0) return false
  const stored = await findCredentials(db, names)
  for (const orgId of new Set(owners.map((owner) => owner.orgId))) {
    const policy = await policyStore(db).findLoginPolicy(orgId)
    const admits = await admission(db, orgId, stored)
    const credentialsOf = (userId: string): Credentials => ({
      password: stored.passwords.has(userId) || assumed.has(userId),
      passkey: stored.passkeys.some((passkey) => passkey.userId === userId && passkey.isSoleFactor),
      externalAccount: stored.links.some((link) => link.userId === userId && admits(link.idpId)),
    })
    if (owners.some((owner) => owner.orgId === orgId && canSignIn(credentialsOf(owner.userId), policy))) return true
  }
  return false
}

/** Which identity providers the login policy of an organization admits. */
async function admission(db: Kysely<ResourceTables>, orgId: string, { links }: OwnerCredentials): Promise<(idpId: string) => boolean> {
  const linked = [...new Set(links.map(({ idpId }) => idpId))]
  if (linked.length === 0) return () => false
  const { policyOf, listed, providers } = await identityProviderStore(db).listOfPolicy(orgId)
  const stored = new Set(
    (
      await Promise.all([
        db.selectFrom('identity_providers').select('idp_id').where('idp_id', 'in', linked).execute(),
        db.selectFrom('instance_identity_providers').select('idp_id').where('idp_id', 'in', linked).execute(),
      ])
    ).flatMap((rows) => rows.map((row) => row.idp_id)),
  )
  // Links of a provider of a document are removed with it. So one without a row is a provider in code, which belongs to the instance.
  const inCode = (idpId: string): boolean => !stored.has(idpId) && (policyOf === 'instance' || listed.includes(idpId))
  return (idpId) => inCode(idpId) || providers.some(({ id, kind }) => id === idpId && kind === 'oidc')
}
