// The raw @libsql/client on the same tables, with the same durability.
import { createClient } from '@libsql/client'
import type { InStatement } from '@libsql/client'
import { openOurs } from './ours.ts'
import { anyNumber, bulk, clientId, inARow, inParallel, newDigest, newNumber } from './subject.ts'
import type { Subject } from './subject.ts'

const insertToken = 'insert into opaque_access_tokens (number, digest, content) values (?, ?, ?)'

const findClient = `select applications.kind, applications.client_id, applications.org_id, applications.project_id,
  applications.secret_digest, applications.content, applications.created_at from applications
  join projects on projects.project_id = applications.project_id join orgs on orgs.org_id = projects.org_id
  join client_ids on client_ids.app_id = applications.app_id
  where applications.active = 1 and projects.active = 1 and orgs.active = 1 and client_ids.client_id = ?`

const insertUser = `insert into users (user_id, org_id, kind, state, user_name, user_name_canonical, content, created_at, changed_at)
  values (?, 'org-1', 'human', 'active', ?, ?, ?, ?, ?)`

function tokenInsert(): InStatement {
  const digest = newDigest()
  const times = { issuedAt: 1_700_000_000_000, expiresAt: 1 }
  const subject = { authorizationId: digest, clientId, subject: 'user-1', scope: ['openid', 'email'], audience: ['project-1'] }
  return { sql: insertToken, args: [BigInt(newNumber()), digest, JSON.stringify({ id: digest, ...subject, ...times })] }
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
  const find = 'select * from opaque_access_tokens where number = ?'
  return {
    operations: {
      'insert, one after another': () => inARow(insert),
      'insert, 64 at a time': () => inParallel(insert),
      'accessTokens.find': () => inARow(() => client.execute({ sql: find, args: [BigInt(anyNumber())] })),
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
