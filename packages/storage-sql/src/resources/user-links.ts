// The links of users to their accounts at identity providers: the rows that documents bring as `userLinks`.
import { isSoleFactor } from '@symbolon/core-protocol'
import type { StoreName, UserIdentityLink, UserLinkStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { parseContent, textAt } from '../documents/content.ts'
import { ownerKept } from './owners.ts'
import { suspendRoles } from './pending-memberships.ts'
import { isAsSeen } from './tables/as-seen.ts'
import { unlessLastOwner } from './tables/keep-owner.ts'
import { lockPerson } from './tables/lock-person.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { isOfRelyingParty, passkeysOf } from '../stores/passkeys.ts'
import type { PasskeyTables } from '../stores/passkeys.ts'
import type { UserLinksTable } from './tables/documents.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

type LinkTables = ResourceTables & PasskeyTables

/**
 * Stores links. The table of passkeys is read only where the caller says that there is one.
 * @param names the stores that are open: the tables of the others may be missing
 */
export function userLinkStore(db: Kysely<LinkTables>, dialect: SqlDialect, names: readonly StoreName[]): UserLinkStore {
  const keepOwner = ownerKept(names)
  const selectLinks = () => db.selectFrom('user_links').select(['user_id', 'idp_id', 'provided_user_id', 'content'])
  const find: UserLinkStore['find'] = async (idpId, externalId, isMeant = () => true) => {
    const rows = await db
      .selectFrom('user_links')
      .leftJoin('identity_providers', 'identity_providers.idp_id', 'user_links.idp_id')
      .select(['user_links.user_id', 'user_links.idp_id', 'user_links.provided_user_id', 'user_links.content'])
      .select(['user_links.created_at', 'user_links.settled_at', 'identity_providers.sign_in_changed_at'])
      .where('user_links.idp_id', '=', idpId)
      .where('user_links.provided_user_id', '=', externalId)
      .orderBy('user_links.issuer', 'desc')
      .execute()
    const row = rows.find((each) => isMeant(toLink(each).issuer))
    if (row === undefined) return undefined
    return isOlderThanProvider(row) ? { ...toLink(row), isOlderThanProvider: true } : toLink(row)
  }

  return {
    find,
    async list(userId) {
      const rows = await selectLinks().where('user_id', '=', userId).orderBy('idp_id').orderBy('provided_user_id').execute()
      return rows.map(toLink)
    },
    async add(link, seen, now) {
      const { userId, idpId, externalId } = link
      const addition = db.transaction().execute(async (trx): Promise<'added' | 'held' | 'session_ended'> => {
        if (!(await lockPerson(trx, userId)) || !(await isAsSeen(trx, userId, seen))) return 'session_ended'
        if (await isOfAnother(trx, link)) return 'held'
        const row = await trx
          .insertInto('user_links')
          .columns(['user_id', 'idp_id', 'provided_user_id', 'issuer', 'org_id', 'content', 'created_at', 'changed_at'])
          .expression((eb) =>
            eb
              .selectFrom('users')
              .select(({ cast, val }) => [
                'users.user_id',
                cast<string>(val(idpId), 'text').as('idp_id'),
                cast<string>(val(externalId), 'text').as('provided_user_id'),
                cast<string>(val(link.issuer ?? ''), 'text').as('issuer'),
                'users.org_id',
                cast<string>(val(JSON.stringify(contentOf(link))), 'text').as('content'),
                cast<number>(val(now), dialect.integer).as('created_at'),
                cast<number>(val(now), dialect.integer).as('changed_at'),
              ])
              .where('users.user_id', '=', userId),
          )
          .onConflict((conflict) => conflict.doNothing())
          .returning('user_id')
          .executeTakeFirst()
        if (row === undefined) return (await replaceIssuer(trx, link, now)) ? 'added' : 'held'
        await trx
          .deleteFrom('removed_user_links')
          .where('user_id', '=', userId)
          .where('idp_id', '=', idpId)
          .where('provided_user_id', '=', externalId)
          .execute()
        return 'added'
      })
      const outcome = await addition.catch((error: unknown): 'held' => {
        // Another user was faster while the link of this user was changed to the other issuer.
        if (dialect.violation(error) === 'unique') return 'held'
        throw error
      })
      if (outcome !== 'held') return outcome
      const own = await selectLinks()
        .where('user_id', '=', userId)
        .where('idp_id', '=', idpId)
        .where('provided_user_id', '=', externalId)
        .executeTakeFirst()
      return own === undefined || (await isOfAnother(db, link)) ? 'taken' : 'exists'
    },
    settle: ({ userId, idpId, externalId }, now) =>
      db.transaction().execute(async (trx) => {
        const settled = await trx
          .updateTable('user_links')
          .set(({ selectFrom }) => ({
            settled_at: selectFrom('identity_providers').select('sign_in_changed_at').where('idp_id', '=', idpId),
          }))
          .where('user_id', '=', userId)
          .where('idp_id', '=', idpId)
          .where('provided_user_id', '=', externalId)
          .returning('user_id')
          .executeTakeFirst()
        // The tables of passkeys are of no concern to roles.
        if (settled !== undefined) await suspendRoles(trx.$pickTables<keyof ResourceTables>(), [{ userId, until: 'confirmation' }], now)
      }),
    async removeUnlessLast(userId, idpId, externalId, { password, passkey, rpId }) {
      const removal = db.transaction().execute(async (trx) => {
        const requireOwner = await keepOwner(trx.$pickTables<keyof ResourceTables>(), userId)
        // Parallel removals of the other ways to sign in wait here.
        await lockPerson(trx, userId)
        const links = await trx.selectFrom('user_links').select(['idp_id', 'provided_user_id']).where('user_id', '=', userId).execute()
        const isIt = (link: (typeof links)[number]): boolean => link.idp_id === idpId && link.provided_user_id === externalId
        if (!links.some(isIt)) return 'absent'
        const others =
          links.length > 1 || (password && (await hasPassword(trx, userId))) || (passkey && (await hasSolePasskey(trx, userId, rpId)))
        if (!others) return 'last_way_in'
        await removeLink(trx, { user_id: userId, idp_id: idpId, provided_user_id: externalId })
        await requireOwner()
        return 'removed'
      })
      return await unlessLastOwner(removal)
    },
  }
}

/** Whether an organization has changed how the provider signs users in since the link was made, or since the last such change was settled. */
function isOlderThanProvider(
  row: Pick<UserLinksTable, 'settled_at'> & { readonly created_at: number; readonly sign_in_changed_at: number | null },
): boolean {
  if (row.sign_in_changed_at === null) return false
  return row.settled_at === null ? row.created_at <= row.sign_in_changed_at : row.settled_at < row.sign_in_changed_at
}

/** Whether another user is linked to the account. A link without an issuer is to the account of any issuer. */
async function isOfAnother(
  db: Pick<Kysely<ResourceTables>, 'selectFrom'>,
  { userId, idpId, externalId, issuer = '' }: UserIdentityLink,
): Promise<boolean> {
  const held = await db
    .selectFrom('user_links')
    .select('user_id')
    .where('idp_id', '=', idpId)
    .where('provided_user_id', '=', externalId)
    .where('user_id', '!=', userId)
    .$if(issuer !== '', (query) => query.where('issuer', 'in', ['', issuer]))
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}

/** Replaces the link of the same person to an account of another issuer. @returns whether there was one */
async function replaceIssuer(
  trx: Pick<Kysely<ResourceTables>, 'selectFrom' | 'updateTable'>,
  link: UserIdentityLink,
  now: number,
): Promise<boolean> {
  const { userId, idpId, externalId } = link
  const held = await trx
    .selectFrom('user_links')
    .select('content')
    .where('user_id', '=', userId)
    .where('idp_id', '=', idpId)
    .where('provided_user_id', '=', externalId)
    .executeTakeFirst()
  if (held === undefined || textAt(parseContent(held.content), 'issuer') === link.issuer) return false
  await trx
    .updateTable('user_links')
    .set({ content: JSON.stringify(contentOf(link)), issuer: link.issuer ?? '', created_at: now, changed_at: now })
    .where('user_id', '=', userId)
    .where('idp_id', '=', idpId)
    .where('provided_user_id', '=', externalId)
    .execute()
  return true
}

/** Removes the links of a person that were made at this time or later. The caller has locked the person. */
export async function removeLinksSince(trx: Kysely<ResourceTables>, userId: string, since: number): Promise<void> {
  const made = await trx
    .selectFrom('user_links')
    .select(['user_id', 'idp_id', 'provided_user_id'])
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .execute()
  for (const link of made) await removeLink(trx, link)
}

type LinkKey = Pick<UserLinksTable, 'user_id' | 'idp_id' | 'provided_user_id'>

/** Removes a link for good: a document that holds it does not bring it back. */
async function removeLink(trx: Pick<Kysely<ResourceTables>, 'deleteFrom' | 'insertInto'>, link: LinkKey): Promise<void> {
  await trx
    .deleteFrom('user_links')
    .where('user_id', '=', link.user_id)
    .where('idp_id', '=', link.idp_id)
    .where('provided_user_id', '=', link.provided_user_id)
    .execute()
  await trx
    .insertInto('removed_user_links')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function hasPassword(db: Kysely<LinkTables>, userId: string): Promise<boolean> {
  return (await db.selectFrom('passwords').select('user_id').where('user_id', '=', userId).executeTakeFirst()) !== undefined
}

async function hasSolePasskey(db: Kysely<LinkTables>, userId: string, rpId: string | undefined): Promise<boolean> {
  return (await passkeysOf(db.$pickTables<keyof PasskeyTables>(), userId)).some(
    (passkey) => isOfRelyingParty(passkey, rpId) && isSoleFactor(passkey),
  )
}

/** The entry of `userLinks` that an export writes. */
function contentOf({ userId, idpId, idpName, issuer, externalId, externalName }: UserIdentityLink): Readonly<Record<string, string>> {
  return {
    userId,
    idpId,
    ...(idpName === undefined ? {} : { idpName }),
    ...(issuer === undefined ? {} : { issuer }),
    providedUserId: externalId,
    ...(externalName === undefined ? {} : { providedUserName: externalName }),
  }
}

function toLink(row: Pick<UserLinksTable, 'user_id' | 'idp_id' | 'provided_user_id' | 'content'>): UserIdentityLink {
  const content = parseContent(row.content)
  const idpName = textAt(content, 'idpName')
  const issuer = textAt(content, 'issuer')
  const externalName = textAt(content, 'providedUserName')
  return {
    userId: row.user_id,
    idpId: row.idp_id,
    ...(idpName === undefined ? {} : { idpName }),
    ...(issuer === undefined ? {} : { issuer }),
    externalId: row.provided_user_id,
    ...(externalName === undefined ? {} : { externalName }),
  }
}
