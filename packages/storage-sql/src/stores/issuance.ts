// Issued tokens. What was presented is redeemed and the rows of the tokens are stored in one transaction, which shares its commit with others.
// One conditional update decides which of several concurrent requests redeems.
import type { IssuanceOutcome, IssuanceStore, OneTimeUse, Redemption } from '@symbolon/core-protocol'
import type { CompiledQuery, Kysely } from 'kysely'
import type { SqlDialect } from '../sql/dialect.ts'
import { redemptionQuery } from '../sql/own-stores.ts'
import type { SqlRedemption } from '../sql/own-stores.ts'
import { executeTogether } from '../sql/execute-together.ts'
import { accessTokenInsertion } from './access-tokens.ts'
import type { AccessTokenTables, RecentAccessTokens } from './access-tokens.ts'
import { assertionIdInsertion } from './assertion-ids.ts'
import type { AssertionIdTables } from './assertion-ids.ts'
import { authorizationCodeLookup, authorizationCodeRedemption } from './authorization-codes.ts'
import type { AuthorizationCodeTables, RecentAuthorizationCodes } from './authorization-codes.ts'
import { refreshTokenInsertion, refreshTokenRotation, refreshTokenStore } from './refresh-tokens.ts'
import type { RefreshTokenTables } from './refresh-tokens.ts'

/** The tables of this store. It touches those of codes, refresh tokens and assertions only if one is redeemed or stored. */
type IssuanceTables = AccessTokenTables & AssertionIdTables & AuthorizationCodeTables & RefreshTokenTables

/** The rows in memory. Issuance shares them with the stores of access tokens and of codes. */
export interface RecentIssuance {
  readonly accessTokens: RecentAccessTokens
  readonly authorizationCodes: RecentAuthorizationCodes
}

/** Stores issued tokens. @param others what stores of parts redeem */
export function issuanceStore(
  db: Kysely<IssuanceTables>,
  dialect: SqlDialect,
  recent: RecentIssuance,
  others: readonly SqlRedemption[] = [],
): IssuanceStore {
  const insertAccessToken = accessTokenInsertion(db, recent.accessTokens)
  const insertRefreshToken = refreshTokenInsertion(db)
  const redeemCode = authorizationCodeRedemption(db)
  const { rotate, repeat } = refreshTokenRotation(db)
  const findCode = authorizationCodeLookup(db, dialect)
  const refreshTokens = refreshTokenStore(db, dialect)

  async function redeemAndStore(redeems: Redemption | undefined, rows: readonly CompiledQuery[]): Promise<IssuanceOutcome> {
    if (redeems === undefined) {
      if (rows.length > 0) await executeTogether(db, dialect, rows, false)
      return 'issued'
    }
    const other = others.find(({ kind }) => kind === redeems.kind)
    if (other !== undefined)
      return (await executeTogether(db, dialect, [redemptionQuery(other, db, redeems), ...rows], true)) ? 'issued' : 'invalid'
    if (redeems.kind === 'code') {
      recent.authorizationCodes.forget([redeems.digest])
      if (await executeTogether(db, dialect, [redeemCode(redeems), ...rows], true)) return 'issued'
      const found = await findCode(redeems)
      return found?.redeemed === true ? 'reused' : 'invalid'
    }
    if (redeems.kind !== 'rotation') throw new TypeError('No composed store redeems what was presented.')
    if (await executeTogether(db, dialect, [rotate(redeems), ...rows], true)) return 'issued'
    if (await executeTogether(db, dialect, [repeat(redeems), ...rows], true)) return 'repeated'
    const found = await refreshTokens.find(redeems.family, redeems.now)
    return found?.clientId === redeems.clientId ? 'reused' : 'invalid'
  }

  async function findUsed(uses: readonly OneTimeUse[]): Promise<string | undefined> {
    const ids = uses.map(({ id }) => id)
    return (await db.selectFrom('assertion_ids').select('id').where('id', 'in', ids).limit(1).executeTakeFirst())?.id
  }

  /**
   * Transactions that insert at the same time do not see the rows of each other, so the last one to commit removes the surplus of all. If
   * that fails, the tokens are issued nevertheless, and the next insertion removes it.
   */
  async function removeAfterwards(removal: CompiledQuery): Promise<void> {
    await executeTogether(db, dialect, [removal], false).catch(() => undefined)
  }

  return {
    async commit({ redeems, uses = [], accessToken, refreshToken }) {
      const insertion = accessToken === undefined ? undefined : insertAccessToken(accessToken)
      const family = refreshToken === undefined ? undefined : insertRefreshToken(refreshToken)
      const rows = insertion === undefined ? [] : [insertion.query]
      if (family !== undefined) rows.push(family.insert, ...(dialect.skipLocked ? [] : [family.removeSurplus]))
      if (uses.length > 0) rows.push(assertionIdInsertion(db, uses))
      try {
        const outcome = await redeemAndStore(redeems, rows)
        // Of two copies of a request the later one finds the code redeemed. It must not look like a theft of the code.
        const copy = uses.length > 0 && (outcome === 'reused' || outcome === 'invalid') ? await findUsed(uses) : undefined
        if (copy !== undefined) return `replayed ${copy}`
        if (outcome === 'issued' || outcome === 'repeated') {
          insertion?.committed()
          if (family !== undefined && dialect.skipLocked) await removeAfterwards(family.removeSurplus)
        }
        return outcome
      } catch (error) {
        if (dialect.violation(error) !== 'unique') throw error
        const replayed = uses.length === 0 ? undefined : await findUsed(uses)
        if (replayed !== undefined) return `replayed ${replayed}`
        // Identifiers of refresh tokens are too long to be drawn twice.
        if (insertion !== undefined) return 'taken'
        throw error
      }
    },
  }
}
