// Active clients: an application is active if its project and organization are, a service user if its organization is.
import type { ClientKey, ClientStore } from '@symbolon/core-protocol'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import { parseContent } from '../documents/content.ts'
import type { SqlDialect } from '../sql/dialect.ts'
import { cached } from '../sql/generation.ts'
import { prepared, preparedOne } from '../sql/prepared.ts'
import type { Placeholders } from '../sql/prepared.ts'
import { findClientHolder, findServiceUserByName } from './client-ids.ts'
import { activeApplications, activeServiceUsers, selectApplications, selectServiceUsers } from './active-clients.ts'
import { toClient } from './client-record.ts'
import { boundaryLookups } from './boundary.ts'
import { clientSecretStore } from './client-secrets.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** Finds clients, their keys, and what they may be used for. */
export function clientStore(db: Kysely<ResourceTables>, dialect: SqlDialect): ClientStore {
  const { generation } = dialect
  const findHolder = preparedOne(db, dialect, ({ clientId }: Placeholders<{ readonly clientId: string }>) =>
    selectApplications(db)
      .innerJoin('client_ids', 'client_ids.app_id', 'applications.app_id')
      .where('client_ids.client_id', '=', clientId)
      .unionAll(
        selectServiceUsers(db).innerJoin('client_ids', 'client_ids.user_id', 'users.user_id').where('client_ids.client_id', '=', clientId),
      ),
  )
  const findServiceUser = preparedOne(db, dialect, ({ userId }: Placeholders<{ readonly userId: string }>) =>
    selectServiceUsers(db).where('users.user_id', '=', userId),
  )
  const isHeld = preparedOne(db, dialect, ({ clientId }: Placeholders<{ readonly clientId: string }>) =>
    db.selectFrom('client_ids').select('client_id').where('client_id', '=', clientId),
  )
  const listOfProject = prepared(db, dialect, ({ projectId }: Placeholders<{ readonly projectId: string }>) =>
    activeApplications(db).select('applications.client_id').where('applications.project_id', '=', projectId),
  )
  const findProject = preparedOne(db, dialect, ({ projectId }: Placeholders<{ readonly projectId: string }>) =>
    db
      .selectFrom('projects')
      .innerJoin('orgs', 'orgs.org_id', 'projects.org_id')
      .select('projects.project_id')
      .where('projects.project_id', '=', projectId)
      .where('projects.active', '=', 1)
      .where('orgs.active', '=', 1),
  )
  const findAdmitted = preparedOne(db, dialect, (pair: Placeholders<Admission>) => selectAdmitted(db, pair))
  const findOrigin = preparedOne(db, dialect, ({ origin }: Placeholders<{ readonly origin: string }>) =>
    activeApplications(db)
      .innerJoin('application_origins', 'application_origins.app_id', 'applications.app_id')
      .select('applications.app_id')
      .where('application_origins.origin', '=', origin)
      .limit(1),
  )
  const listKeys = (clientId: string): Promise<readonly ExpiringKey[]> => findKeys(db, clientId)
  // Whether a key has expired depends on the time, so keys are cached together with their expiry.
  const listAllKeys = generation === undefined ? listKeys : cached(generation, listKeys)

  return {
    async find(clientId) {
      const holder = await findHolder({ clientId })
      if (holder !== undefined) return toClient(holder)
      // A client identifier that is assigned never means a service user of that name.
      if ((await isHeld({ clientId })) !== undefined) return undefined
      const userId = await findServiceUserByName(db, clientId)
      const user = userId === undefined ? undefined : await findServiceUser({ userId })
      return user === undefined ? undefined : toClient(user)
    },
    async replaceSecretHash(clientId, secretHash, secretDigest) {
      const replaced = { secret_hash: null, secret_digest: secretDigest }
      const holders = db.selectFrom('client_ids').where('client_id', '=', clientId)
      const app = await db
        .updateTable('applications')
        .set(replaced)
        .where(
          'app_id',
          'in',
          holders.select((eb) => eb.ref('app_id').$notNull().as('app_id')),
        )
        .where('secret_hash', '=', secretHash)
        .returning('app_id')
        .executeTakeFirst()
      if (app !== undefined) return true
      const user = await db
        .updateTable('users')
        .set(replaced)
        .where(
          'user_id',
          'in',
          holders.select((eb) => eb.ref('user_id').$notNull().as('user_id')),
        )
        .where('secret_hash', '=', secretHash)
        .returning('user_id')
        .executeTakeFirst()
      return user !== undefined
    },
    ...clientSecretStore(db),
    ...boundaryLookups(db),
    async listKeys(clientId, now) {
      return (await listAllKeys(clientId)).flatMap(({ expiresAt, key }) => (expiresAt === null || expiresAt > now ? [key] : []))
    },
    async listClientIds(projectId) {
      const rows = await listOfProject({ projectId })
      return rows.map((row) => row.client_id).sort()
    },
    async hasProject(projectId) {
      return (await findProject({ projectId })) !== undefined
    },
    async admits(clientId, userId) {
      return (await findAdmitted({ clientId, userId })) !== undefined
    },
    async hasOrigin(origin) {
      return (await findOrigin({ origin })) !== undefined
    },
  }
}

interface Admission {
  readonly clientId: string
  readonly userId: string
}

/** Selects a row if the user may use the client. */
function selectAdmitted(
  db: Kysely<ResourceTables>,
  { clientId, userId }: Placeholders<Admission>,
): SelectQueryBuilder<ResourceTables, 'client_ids' | 'users', { readonly user_id: string }> {
  return db
    .selectFrom('client_ids')
    .leftJoin('applications', 'applications.app_id', 'client_ids.app_id')
    .leftJoin('projects', 'projects.project_id', 'applications.project_id')
    .innerJoin('users', (join) => join.on('users.user_id', '=', userId))
    .select('users.user_id')
    .where('client_ids.client_id', '=', clientId)
    .where((eb) => {
      const projectGrants = eb
        .selectFrom('project_grants')
        .select('project_grants.grant_id')
        .whereRef('project_grants.project_id', '=', 'projects.project_id')
        .where('project_grants.active', '=', 1)
      const userGrants = eb
        .selectFrom('user_grants')
        .select('user_grants.user_id')
        .whereRef('user_grants.project_id', '=', 'projects.project_id')
        .whereRef('user_grants.user_id', '=', 'users.user_id')
        .where('user_grants.active', '=', 1)
        .where('user_grants.standing', 'is', null)
        .where((grant) =>
          grant.or([
            grant.and([grant('user_grants.project_grant_id', '=', ''), grant('user_grants.org_id', '=', grant.ref('projects.org_id'))]),
            grant(
              'user_grants.project_grant_id',
              'in',
              grant
                .selectFrom('project_grants')
                .select('project_grants.grant_id')
                .whereRef('project_grants.project_id', '=', 'user_grants.project_id')
                .where('project_grants.active', '=', 1)
                // A user grant can use only a project grant to the same organization.
                .whereRef('project_grants.granted_org_id', '=', 'user_grants.org_id'),
            ),
          ]),
        )
      return eb.or([
        // A service user belongs to no project, so no project restricts it.
        eb('client_ids.app_id', 'is', null),
        eb.and([
          eb.or([
            eb('projects.has_project_check', '=', 0),
            eb('projects.org_id', '=', eb.ref('users.org_id')),
            eb.exists(projectGrants.whereRef('project_grants.granted_org_id', '=', 'users.org_id')),
          ]),
          eb.or([eb('projects.project_role_check', '=', 0), eb.exists(userGrants)]),
        ]),
      ])
    })
}

interface ExpiringKey {
  readonly key: ClientKey
  readonly expiresAt: number | null
}

/** The active keys of an active client, including expired ones. */
async function findKeys(db: Kysely<ResourceTables>, clientId: string): Promise<readonly ExpiringKey[]> {
  const holder = await findClientHolder(db, clientId)
  if (holder === undefined) return []
  const rows =
    holder.kind === 'machineUser'
      ? await activeServiceUsers(db)
          .innerJoin('machine_keys as keys', 'keys.user_id', 'users.user_id')
          .select(['keys.key_id', 'keys.algorithm', 'keys.jwk', 'keys.expires_at'])
          .where('users.user_id', '=', holder.id)
          .where('keys.active', '=', 1)
          .orderBy('keys.key_id')
          .execute()
      : await activeApplications(db)
          .innerJoin('application_keys as keys', 'keys.app_id', 'applications.app_id')
          .select(['keys.key_id', 'keys.algorithm', 'keys.jwk', 'keys.expires_at'])
          .where('applications.app_id', '=', holder.id)
          .where('keys.active', '=', 1)
          .orderBy('keys.key_id')
          .execute()
  return rows.map((row) => ({
    key: { keyId: row.key_id, algorithm: row.algorithm, jwk: parseContent(row.jwk) },
    expiresAt: row.expires_at,
  }))
}
