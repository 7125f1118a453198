// `symbolon move`: on Postgres, clients, browsers and commands go on with what they got while everything was in a file.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { clientSecret } from '@symbolon/test-kit'
import { postgresPrograms, startPostgres } from '../../packages/storage-postgres/test/postgres-server.ts'
import { document, keeperToken } from '../instances/document.ts'
import type { Reachable } from '../support/code-flow.ts'
import { authorizationUrl, authorize, basicHeader, codeOf, postToken, redeem, userinfoOf } from '../support/code-flow.ts'
import { freePort, runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import type { Finished } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const programs = postgresPrograms()
const refreshing = { client_id: 'refreshing', scope: 'openid offline_access' }
const asRefreshing = { authorization: basicHeader('refreshing', clientSecret) }

if (programs === undefined) {
  test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
} else {
  const server = await startPostgres(programs)
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  before(async () => void (directory = await temporaryDirectory()))
  after(async () => await directory.dispose())

  const file = { SYMBOLON_DATABASE_URL: 'file:symbolon.db' }
  const run = async (settings: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Finished> =>
    await runSymbolon(args, settings, directory.path)

  test('after a move, clients and browsers go on, and what was used or ended stays so', async () => {
    const port = await freePort()
    const start = async (settings: Readonly<Record<string, string>>, first = false): Promise<TestService> =>
      await startTestService({ settings, tls: false, directory: directory.path, port, ...(first ? { document } : {}) })
    const url = await server.createDatabase()

    const first = await start(file, true)
    const before = reachable(first)
    const browser = before.newUserAgent()
    const tokens = await redeem(before, codeOf(await authorize(before, refreshing, browser)), {}, asRefreshing)
    const usedCode = codeOf(await authorize(before, {}, browser))
    assert.equal((await redeem(before, usedCode)).status, 200)
    const openCode = codeOf(await authorize(before, {}, browser))
    const revoked = await redeem(before, codeOf(await authorize(before, refreshing, before.newUserAgent())), {}, asRefreshing)
    const revocation = new URLSearchParams({ token: String(revoked.body['refresh_token']) })
    await before.fetch(new Request(`${before.issuer}/oauth/v2/revoke`, { method: 'POST', headers: asRefreshing, body: revocation }))
    const keys = await (await before.fetch(new Request(`${before.issuer}/oauth/v2/keys`))).text()
    const signIns = await eventsOf(before)
    const inUse = await run(file, 'move', url)
    assert.equal(inUse.code, 1)
    assert.match(
      inUse.stderr,
      /^symbolon: [^\n]+ Stop every service on both databases, for example with `systemctl stop symbolon`[^\n]+\n$/,
    )
    await first.stop()

    const moved = await run(file, 'move', url)
    assert.equal(moved.code, 0, moved.stderr)
    assert.match(moved.stdout, /^Moved \d+ rows of \d+ tables to postgres:/)
    assert.ok(moved.stdout.includes(`Set SYMBOLON_DATABASE_URL=${url}, leave the master key as it is, and start the service.`))

    const second = await start({ SYMBOLON_DATABASE_URL: url })
    const now = reachable(second)
    try {
      assert.doesNotMatch(second.stdout(), /An administrator was created/)
      assert.equal(await (await now.fetch(new Request(`${now.issuer}/oauth/v2/keys`))).text(), keys)
      assert.equal((await userinfoOf(now, tokens.body['access_token'])).status, 200, 'an opaque access token')
      assert.equal((await redeem(now, openCode)).status, 200, 'a code that waited to be redeemed')
      // A page that asks for a password would not redirect.
      assert.ok(codeOf(await browser.get(authorizationUrl(now))), 'a session')
      const refresh = async (token: unknown) =>
        await postToken(now, { grant_type: 'refresh_token', refresh_token: String(token) }, asRefreshing)
      assert.equal((await refresh(tokens.body['refresh_token'])).status, 200, 'a refresh token')
      assert.equal((await refresh(revoked.body['refresh_token'])).body['error'], 'invalid_grant', 'a refresh token that was revoked')
      assert.equal((await redeem(now, usedCode)).body['error'], 'invalid_grant', 'a code that was used')
      const events = await eventsOf(now)
      for (const id of signIns) assert.ok(events.includes(id), 'an event of the audit trail')
    } finally {
      await second.stop()
    }
  })

  test('a move says what is wrong in one line, and changes nothing', async () => {
    const url = await server.createDatabase()
    await server.run(url, 'create table kept (id text)')
    const refused = async (settings: Readonly<Record<string, string>>, target: string, says: RegExp): Promise<void> => {
      const { code, stdout, stderr } = await run(settings, 'move', target)
      assert.equal(code, 1, stdout)
      assert.match(stderr, /^symbolon: [^\n]+\n$/)
      assert.match(stderr, says)
    }
    await refused(file, url, /is not empty: it has the table kept/)
    await refused(file, 'file:other.db', /goes from a file to Postgres, or back/)
    const libsqlServer = 'http://127.0.0.1:1'
    await refused(file, libsqlServer, /does not write to a libSQL server, http:\/\/127\.0\.0\.1:1\. Move to Postgres\./)
    await refused({ SYMBOLON_DATABASE_URL: libsqlServer }, url, /Stop the server, and move its file: .*=file:FOLDER\/dbs\/default\/data /)
    await refused({ SYMBOLON_DATABASE_URL: url }, url, /pg_dump and pg_restore/)
    await refused({ SYMBOLON_DATABASE_URL: 'file:none.db' }, url, /No database exists at file:none\.db/)
    await writeFile(join(directory.path, 'password'), 'a-secret-password\n')
    const missing = Object.assign(new URL(url), { pathname: '/missing' }).href
    await refused({ ...file, SYMBOLON_DATABASE_PASSWORD_FILE: 'password' }, missing, /The database missing does not exist\. Create it/)
  })
}

function reachable(service: TestService): Reachable {
  return { ...service, fetch: async (request) => await service.fetch(request) }
}

/** @returns the ids of the events that the audit trail has */
async function eventsOf(service: Reachable): Promise<readonly string[]> {
  const headers = { authorization: `Bearer ${keeperToken}` }
  const answer = await (await service.fetch(new Request(`${service.issuer}/admin/v1/events`, { headers }))).text()
  return [...answer.matchAll(/"id": ?"([^"]+)"/g)].map(([, id = '']) => id)
}
