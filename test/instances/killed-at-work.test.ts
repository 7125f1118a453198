// Three processes on one Postgres database: one of them is killed while it imports, exports or sends mails, and the others finish its work.
import type { OrgDocument } from '@symbolon/schema-v2'
import { mailServer } from '@symbolon/test-kit'
import type { MailServer } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as requestOf } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { postgresPrograms, startPostgres } from '../../packages/storage-postgres/test/postgres-server.ts'
import type { Reachable } from '../support/code-flow.ts'
import { basicHeader, postToken } from '../support/code-flow.ts'
import { startInstances } from '../support/instances.ts'
import type { Instances } from '../support/instances.ts'
import { keeperDocument, keeperToken } from '../support/keeper.ts'
import { reportOf } from '../support/mover.ts'
import type { ImportAnswer } from '../support/mover.ts'

type Org = NonNullable<OrgDocument['orgs']>[number]

/** Seconds after which others continue: an import (20), and a mail (300). */
const [importLease, mailLease] = [20, 300]
/** The mails that one process sends at the same time. */
const batch = 5
const apps = 40
const people = 3000
const mailed = 60

/** Applications whose secrets are generated, and many people. */
const crowd: Org = {
  orgId: 'crowd',
  org: { name: 'Crowd' },
  domains: [{ orgId: 'crowd', domainName: 'crowd.example', isVerified: true, isPrimary: true }],
  projects: [{ projectId: 'crowd-project', project: { name: 'Crowd' } }],
  oidcApps: Array.from({ length: apps }, (_, index) => ({
    appId: `app-${index}`,
    clientId: `app-${index}`,
    app: { projectId: 'crowd-project', name: `App ${index}`, redirectUris: ['https://app.example/cb'] },
  })),
  humanUsers: Array.from({ length: people }, (_, index) => ({
    userId: `person-${index}`,
    user: {
      userName: `person-${index}`,
      profile: { firstName: 'Person', lastName: `Number ${index}` },
      ...(index < mailed ? { email: { email: `person-${index}@mail.example`, isEmailVerified: true } } : {}),
    },
  })),
  // Makes the export larger than the buffers between server and client.
  userMetadata: Array.from({ length: people }, (_, index) => ({ id: `person-${index}`, key: 'note', value: btoa('x'.repeat(3000)) })),
  orgMembers: [{ userId: 'person-0', roles: ['ORG_OWNER'] }],
}
/** The organization, its domain, its project, and a member, and what there are many of. */
const entries = 4 + apps + people + people

interface Arrived {
  readonly recipient: string
  readonly messageId: string
}

async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  if (!(await comesTrue(condition, 120_000))) assert.fail(`not within two minutes: ${what}`)
}

async function comesTrue(condition: () => boolean | Promise<boolean>, milliseconds: number): Promise<boolean> {
  for (const end = performance.now() + milliseconds; performance.now() < end; await sleep(20)) if (await condition()) return true
  return false
}

const authorization = `Bearer ${keeperToken}`

async function post(instance: Reachable, path: string, body: unknown): Promise<Response> {
  const headers = { authorization, 'content-type': 'application/json' }
  return await instance.fetch(new Request(`${instance.issuer}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function get(instance: Reachable, path: string): Promise<Response> {
  return await instance.fetch(new Request(`${instance.issuer}${path}`, { headers: { authorization } }))
}

const programs = postgresPrograms()

if (programs === undefined) {
  test('killed at work', { skip: `there is no Postgres for ${process.platform} ${process.arch}` }, () => undefined)
} else {
  const server = await startPostgres(programs)
  describe('killed at work', () => {
    let [instances, url, mails] = [undefined as unknown as Instances, '', undefined as unknown as MailServer]
    const arrived: Arrived[] = []
    /** Holds back the answers of the mail server, which has the whole mail by then. */
    let held: PromiseWithResolvers<void> | undefined
    before(async () => {
      url = await server.createDatabase()
      mails = await mailServer({
        onData(stream, { envelope }, callback) {
          let source = ''
          stream.setEncoding('latin1').on('data', (text: string) => void (source += text))
          stream.on('end', () => {
            const [, messageId = ''] = /^Message-ID: (\S+)/im.exec(source) ?? []
            arrived.push({ recipient: envelope.rcptTo[0]?.address ?? '', messageId })
            void Promise.resolve(held?.promise).then(() => callback())
          })
        },
      })
      const more = { SYMBOLON_SMTP_URL: mails.url, SYMBOLON_MAIL_FROM: 'Acme <id@acme.example>' }
      instances = await startInstances(url, keeperDocument, { more })
    })
    after(async () => {
      held?.resolve()
      if (!isRunning) await instances.restart(1)
      await instances?.stop()
      await mails?.close()
    })
    beforeEach(async () => {
      if (!isRunning) await instances.restart(1)
      isRunning = true
    })
    const count = async (table: string, where = 'true'): Promise<number> =>
      Number((await server.run(url, `select count(*) as number from ${table} where ${where}`))[0]?.['number'])
    let isRunning = true
    const kill = async (): Promise<void> => {
      isRunning = false
      instances.services[1]?.kill('SIGKILL')
      await instances.services[1]?.ended
    }

    test('an import whose server is killed is reported as interrupted, and sending it again completes it, with every generated secret', async () => {
      const body = { data_orgs: { orgs: [crowd] }, job_id: 'crowd' }
      const broken = post(instances.at(1), '/admin/v1/import', body)
      await until(async () => (await count('users', "user_id like 'person-%'")) >= 500, 'the import is under way')
      await kill()
      assert.equal((await broken).status, 502)
      const written = await count('users', "user_id like 'person-%'")
      assert.ok(written < people, `${written} of ${people}`)

      const [first, second] = [instances.at(0), instances.at(2)]
      const refused = await post(first, '/admin/v1/import', body)
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [409, String(importLease)])
      assert.match(await refused.text(), /If its server has crashed, wait 20 seconds/)
      assert.equal((await reportOf(await get(second, '/admin/v1/import/crowd?rows=none'))).state, 'running')
      await instances.services[0]?.advance(importLease)
      await instances.services[2]?.advance(importLease)
      assert.equal((await reportOf(await get(second, '/admin/v1/import/crowd?rows=none'))).state, 'interrupted')

      // Both are asked to go on, and one does.
      const answers = await Promise.all([first, second].map(async (instance) => await post(instance, '/admin/v1/import', body)))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
      const report: ImportAnswer = await reportOf(await get(second, '/admin/v1/import/crowd'))
      const { state, counts, errors, progress, success } = report
      assert.deepEqual([state, errors], ['completed', undefined])
      // What was stored before the end is not looked at again.
      assert.equal(counts['created'], entries)
      assert.equal(progress['settled'], progress['objects'])
      const [org] = success.orgs ?? []
      assert.deepEqual(
        [org?.['humanUserIds'], org?.['userMetadata'], org?.['oidcAppIds']].map((list) => (list as readonly unknown[]).length),
        [people, people, apps],
      )
      assert.equal(await count('users', "user_id like 'person-%'"), people)
      // Each secret in the report is the secret of the application.
      const secrets = new Map(
        (report.generated ?? []).map(({ key, clientSecret }) => [String((key as readonly string[])[0]), String(clientSecret)]),
      )
      assert.equal(secrets.size, apps)
      for (const [clientId, secret] of secrets) {
        const fields = { grant_type: 'authorization_code', code: 'x', redirect_uri: 'https://app.example/cb' }
        const { body: answer } = await postToken(first, fields, { authorization: basicHeader(clientId, secret) })
        assert.equal(answer['error'], 'invalid_grant', clientId)
      }
      const { events } = (await (await get(first, '/admin/v1/events?limit=100')).json()) as {
        readonly events: readonly { readonly type: string; readonly details: Readonly<Record<string, unknown>> }[]
      }
      // The clocks stand still, so the times of these events say nothing about their order.
      const about = events
        .filter(({ type }) => type.startsWith('import_'))
        .map(({ type, details }) => `${type} ${details['again'] ?? details['state']}`)
      assert.deepEqual(about.toSorted(), ['import_ended completed', 'import_started false', 'import_started true'])
    })

    test('an export whose server is killed is not taken for the whole, leaves nothing open in the database, and another instance makes it', async () => {
      const body = JSON.stringify({ org_ids: ['crowd'] })
      const exporting = requestOf({
        host: 'localhost',
        port: instances.services[1]?.port,
        method: 'POST',
        path: '/admin/v1/export',
        headers: { authorization, 'content-type': 'application/json', host: new URL(instances.issuer).host },
      })
      const broken = once(exporting, 'response')
      exporting.end(body)
      const [answer] = (await broken) as [IncomingMessage]
      assert.equal(answer.statusCode, 200)
      await once(answer, 'readable')
      await kill()
      let bytes = 0
      await assert.rejects(async () => {
        for await (const chunk of answer) bytes += (chunk as Buffer).length
      }, /aborted/)
      assert.ok(!answer.complete)
      await until(
        async () => (await count('pg_stat_activity', "datname = current_database() and state like 'idle in transaction%'")) === 0,
        'no transaction is open any more',
      )
      const whole = await post(instances.at(2), '/admin/v1/export', { org_ids: ['crowd'] })
      assert.equal(whole.status, 200)
      const text = await whole.text()
      assert.ok(bytes < text.length, `${bytes} of ${text.length}`)
      const [org] = (JSON.parse(text) as OrgDocument).orgs ?? []
      assert.deepEqual([org?.humanUsers?.length, org?.userMetadata?.length, org?.oidcApps?.length], [people, people, apps])
    })

    test('no mail is lost when an instance that sends is killed: its mails go out again after five minutes, at most five of them for the second time', async () => {
      held = Promise.withResolvers()
      const link = async (index: number): Promise<void> => {
        const answer = await post(instances, `/manage/v1/orgs/crowd/users/person-${index}/invitation`, {})
        assert.equal(answer.status, 200, await answer.text())
      }
      await Promise.all(Array.from({ length: mailed }, async (_, index) => await link(index)))
      // Each of the three has as many under way as it sends at once. One that looked when there were few mails waits for their answers first.
      let released = 0
      while (!(await comesTrue(() => arrived.length - released === 3 * batch, 5000))) {
        released = arrived.length
        assert.ok(released <= mailed - 3 * batch, 'each instance sends')
        held.resolve()
        held = Promise.withResolvers()
      }
      await kill()
      held.resolve()
      held = undefined
      const outbox = async (where?: string): Promise<number> => await count('mail_outbox', where)
      await until(async () => (await outbox()) === batch, 'the others send the rest')
      assert.equal(arrived.length, mailed)
      await instances.services[0]?.advance(mailLease)
      await instances.services[2]?.advance(mailLease)
      await until(async () => (await outbox()) === 0, 'the others send what was left')
      assert.equal(arrived.length, mailed + batch)
      const ids = new Map<string, Set<string>>()
      for (const { recipient, messageId } of arrived) ids.set(recipient, (ids.get(recipient) ?? new Set()).add(messageId))
      assert.equal(ids.size, mailed)
      // A repeated mail has the same id.
      for (const [recipient, { size }] of ids) assert.equal(size, 1, recipient)
    })
  })
}
