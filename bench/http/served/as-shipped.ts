// The command as it is published, with its default settings: the bundle runs in this process after the database has been filled. Arguments: the
// directory of the database file, and the number of live access tokens of the service user. BENCH_COMMAND is the bundle. BENCH_EXPIRED_SESSIONS is
// the number of sessions that have expired.
import { createClient } from '@libsql/client'
import { define } from '@symbolon/core-protocol'
import type { Context } from '@symbolon/core-protocol'
import { secretHashing } from '@symbolon/secret-hashing'
import { defaultLifetimes } from '@symbolon/server'
import { libsql } from '@symbolon/storage-libsql'
import { freePort } from '@symbolon/test-kit'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { composeSymbolon } from 'symbolon'
import { announce } from '../announcement.ts'
import { opaqueRobot } from '../credentials.ts'
import { issueToRobot } from './issue-tokens.ts'
import { applyOrganization } from './organization.ts'
import { writeTokens } from './token-file.ts'

const [, , directory, liveTokens = '0'] = process.argv
const { BENCH_COMMAND: command, BENCH_EXPIRED_SESSIONS: expiredSessions = '0' } = process.env
if (directory === undefined || command === undefined) throw new TypeError('The directory of the database or BENCH_COMMAND is missing')

const port = await freePort()
const issuer = `http://127.0.0.1:${port}`
const url = `file:${join(directory, 'bench.db')}`
const masterKey = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')
const tokenPath = '/oauth/v2/token'

await furnish()
if (Number(expiredSessions) > 0) await addExpiredSessions(Number(expiredSessions))
Object.assign(process.env, {
  SYMBOLON_ISSUER: issuer,
  SYMBOLON_PORT: String(port),
  SYMBOLON_DATABASE_URL: url,
  SYMBOLON_MASTER_KEY: masterKey,
})
process.chdir(directory)
process.argv.splice(1, Infinity, command, 'start')
// It resolves when the command ends.
void import(pathToFileURL(command).href)
while (!(await answers())) await sleep(10)
// By the server itself, which keeps what it has issued in memory.
const live = await issueToRobot(fetch, issuer + tokenPath, Number(liveTokens))

announce(
  {
    port,
    paths: { token: tokenPath, introspection: '/oauth/v2/introspect', userinfo: '/oidc/v1/userinfo', keys: '/oauth/v2/keys' },
    scope: 'openid',
    refreshTokens: [],
    tokens: writeTokens(directory, live, [opaqueRobot]),
  },
  async () => [],
)

async function furnish(): Promise<void> {
  const hashing = secretHashing()
  const provider = await composeSymbolon({
    issuer,
    vendor: 'symbolon',
    lifetimes: defaultLifetimes,
    rateLimit: 'off',
    storage: libsql({ url }),
    masterKey,
    hashing,
    tasks: [
      define({
        kind: 'task',
        name: 'furnish',
        stores: ['directory'],
        run: async (context: Context<'directory'>) => await applyOrganization(context, hashing),
      }),
    ],
  })
  await provider.close()
}

async function addExpiredSessions(count: number): Promise<void> {
  const client = createClient({ url })
  await client.execute({
    sql: `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?)
      insert into sessions (id, user_agent, user_id, authenticated_at, factors, created_at, expires_at)
      select hex(randomblob(16)), hex(randomblob(16)), 'user-' || printf('%03d', abs(random() % 1000)), n, '[]', n, n from numbers`,
    args: [count],
  })
  client.close()
}

async function answers(): Promise<boolean> {
  const response = await fetch(`${issuer}/.well-known/openid-configuration`).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.status === 200
}
