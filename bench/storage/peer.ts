// The raw @libsql/client on the same tables, with the same durability.
import { createClient } from '@libsql/client'
import type { InStatement } from '@libsql/client'
import { openOurs } from './ours.ts'
import { anyDigest, bulk, clientId, inARow, inParallel, newDigest } from './subject.ts'
import type { Subject } from './subject.ts'

const insertToken = `insert into access_tokens (digest, id, authorization_id, client_id, subject, session_id, scope, audience,
  userinfo_claims, issued_at, expires_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const findClient = `select applications.kind, applications.client_id, applications.org_id, applications.project_id,
  applications.secret_digest, applications.content, applications.created_at from applications
  join projects on projects.project_id = applications.project_id join orgs on orgs.org_id = projects.org_id
  join client_ids on client_ids.app_id = applications.app_id
  where applications.active = 1 and projects.active = 1 and orgs.active = 1 and client_ids.client_id = ?`

const insertUser = `insert into users (user_id, org_id, kind, state, user_name, user_name_canonical, content, created_at, changed_at)
  values (?, 'org-1', 'human', 'active', ?, ?, ?, ?, ?)`

function tokenInsert(): InStatement {
  const digest = newDigest()
  const args = [digest, digest, digest, clientId, 'user-1', null, '["openid","email"]', '["project-1"]', null, 1_700_000_000_000n, 1n]
  return { sql: insertToken, args }
}

function userInsert(): InStatement {
  const id = newDigest()
  const content = JSON.stringify({ userId: id, user: { userName: id, profile: { firstName: 'Ada', lastName: 'Byron' } } })
  return { sql: insertUser, args: [id, id, id, content, 1n, 1n] }
}

export async function openPeer(path: string): Promise<Subject> {
  // storage-libsql creates the same tables and the first rows.
  await (await openOurs(path)).close()
  const client = createClient({ url: `file:${path}`, concurrency: 1, timeout: 5000 })
  await client.execute('pragma journal_mode = wal')
  await client.execute('pragma synchronous = full')
  const insert = (): Promise<unknown> => client.execute(tokenInsert())
  const find = 'select * from access_tokens where digest = ?'
  return {
    operations: {
      'insert, one after another': () => inARow(insert),
      'insert, 64 at a time': () => inParallel(insert),
      'accessTokens.find': () => inARow(() => client.execute({ sql: find, args: [anyDigest()] })),
      'clients.find': () => inARow(() => client.execute({ sql: findClient, args: [clientId] })),
      'users by directory.apply': async () => {
        await client.batch(Array.from({ length: bulk }, userInsert), 'write')
        return bulk
      },
    },
    async close() {
      client.close()
    },
  }
}
