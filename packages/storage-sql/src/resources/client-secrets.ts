// The client secrets of an application or a service user: the current one, and a former one that is valid too.
import { isSecretHash } from '@symbolon/core-protocol'
import type { ClientStore, SecretHolder, StoredClientSecrets } from '@symbolon/core-protocol'
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import { formerSecretOf } from './client-record.ts'
import type { FormerSecretColumns } from './client-record.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

interface SecretColumns extends FormerSecretColumns {
  readonly secret_digest: string | null
  readonly secret_hash: string | null
}

const columns = ['secret_digest', 'secret_hash', 'former_secret', 'former_secret_until'] as const

type Holders = 'applications' | 'users'

/** @returns the operations of the store of clients on secrets */
export function clientSecretStore(db: Kysely<ResourceTables>): Pick<ClientStore, 'findSecrets' | 'exchangeSecrets'> {
  return {
    async findSecrets(holder) {
      const row =
        holder.kind === 'machineUser'
          ? await db.selectFrom('users').select(columns).where('user_id', '=', holder.id).where('kind', '=', 'machine').executeTakeFirst()
          : await db
              .selectFrom('applications')
              .select(columns)
              .where('app_id', '=', holder.id)
              .where('kind', '=', kindOf(holder.kind))
              .executeTakeFirst()
      if (row === undefined) return undefined
      return { current: row.secret_digest ?? row.secret_hash ?? undefined, former: formerSecretOf(row) }
    },
    async exchangeSecrets(holder, expected, next) {
      // Where a hash came from is known only of the secret that came.
      const set = { ...columnsOf(next), ...(next.current === expected.current ? {} : { secret_source: null }) }
      const isExpected = (eb: ExpressionBuilder<ResourceTables, Holders>): Expression<SqlBool> => {
        const stored = columnsOf(expected)
        return eb.and(columns.map((column) => (stored[column] === null ? eb(column, 'is', null) : eb(column, '=', stored[column]))))
      }
      const changed =
        holder.kind === 'machineUser'
          ? await db
              .updateTable('users')
              .set(set)
              .where('user_id', '=', holder.id)
              .where('kind', '=', 'machine')
              .where(isExpected)
              .returning('user_id')
              .executeTakeFirst()
          : await db
              .updateTable('applications')
              .set(set)
              .where('app_id', '=', holder.id)
              .where('kind', '=', kindOf(holder.kind))
              .where(isExpected)
              .returning('app_id')
              .executeTakeFirst()
      return changed !== undefined
    },
  }
}

function kindOf(kind: Exclude<SecretHolder['kind'], 'machineUser'>): 'oidc' | 'api' {
  return kind === 'oidcApp' ? 'oidc' : 'api'
}

function columnsOf({
  current = null,
  former,
}: { readonly current?: string | null | undefined } & Pick<StoredClientSecrets, 'former'>): SecretColumns {
  const isHash = current !== null && isSecretHash(current)
  return {
    secret_digest: isHash ? null : current,
    secret_hash: isHash ? current : null,
    former_secret: former?.stored ?? null,
    former_secret_until: former?.expiresAt === undefined ? null : String(former.expiresAt),
  }
}
