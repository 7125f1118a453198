// The end under load: whatever was accepted is answered in full, and the process ends.
import type { OrgDocument } from '@symbolon/schema-v2'
import { acmeDocument, alice, redirectUri } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { Agent, get } from 'node:http'
import type { ClientRequest } from 'node:http'
import { connect } from 'node:net'
import { describe } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestService } from '../../support/service.ts'
import type { Stage } from '../stage.ts'
import { withService } from '../with-service.ts'

const counts = { signIns: 12, uploads: 6, keptAlive: 8 }
const [acme] = acmeDocument().orgs ?? []
assert.ok(acme !== undefined)

/** One user for each sign-in: few passwords of one user are looked at in the same moment. */
const guests: OrgDocument = {
  orgs: [
    {
      ...acme,
      // A sign-in ends with one answer: nothing is offered after the password.
      loginPolicy: { allowUsernamePassword: true, mfaInitSkipLifetime: '0s' },
      humanUsers: Array.from({ length: counts.signIns }, (_, index) => ({
        userId: `guest-${index}`,
        user: { userName: `guest-${index}`, password: alice.password, profile: { firstName: 'Guest', lastName: String(index) } },
      })),
    },
  ],
}

export function shutdownSuite({ runtime, test }: Stage): void {
  describe('the end', () => {
    test('SIGTERM under load: every accepted request is answered, and the exit code is 0', async () => {
      await withService({ runtime, document: guests, tls: false }, endUnderLoad)
    })

    test('a second signal ends it at once, whatever is under way', async () => {
      await withService({ runtime, tls: false }, async (service) => {
        beginUpload(service.port)
        await accepted(service)
        service.kill('SIGTERM')
        // A signal that comes while the first one still waits to be delivered is the same signal.
        // https://pubs.opengroup.org/onlinepubs/9799919799/functions/V2_chap02.html#tag_16_04_01
        await refused(service.port)
        service.kill('SIGTERM')
        // In order it would end with exit code 0, once the upload was given up.
        assert.deepEqual(await service.ended, { code: null, signal: 'SIGTERM' })
      })
    })
  })
}

async function endUnderLoad(service: TestService): Promise<void> {
  const guestNames = Array.from({ length: counts.signIns }, (_, index) => `guest-${index}`)
  const passwordPages = await Promise.all(guestNames.map(async (name) => await toPasswordPage(service, name)))
  const uploads = Array.from({ length: counts.uploads }, () => beginUpload(service.port))
  const load = Array.from({ length: counts.keptAlive }, async () => await requestUntilTheEnd(service))
  await accepted(service)
  // Each is a password to hash, 15 ms of work and more.
  const signIns = passwordPages.map(
    async ({ userAgent, page }) => await userAgent.submit(page, { password: alice.password }, 0, { follow: false }),
  )
  await accepted(service)
  service.kill('SIGTERM')
  await refused(service.port)
  const answers = await Promise.all(uploads.map(async (upload) => await upload.finish()))

  assert.deepEqual(
    answers,
    answers.map(() => 401),
  )
  // 303: the form again, because the hashing was busy for too long. That is an answer too; on a slow machine the last ones get it.
  const statuses = (await Promise.all(signIns)).map(({ status }) => status)
  assert.deepEqual(
    statuses.filter((status) => status !== 200 && status !== 303),
    [],
  )
  assert.ok(statuses.includes(200))
  const loads = await Promise.all(load)
  for (const { answered, refusals } of loads) {
    assert.ok(answered > 0)
    assert.deepEqual(refusals, [])
  }
  assert.deepEqual(await service.ended, { code: 0, signal: null }, service.output())
  // The service logs each request that it has accepted. One that is sent while its connection is being closed does not count.
  assert.equal(
    loads.reduce((sum, { answered }) => sum + answered, 0),
    acceptedRequests(service, loadPath),
  )
}

/** Resolves when the service has seen what was sent before: connections are accepted in the order in which they came. */
async function accepted({ issuer }: TestService): Promise<void> {
  await sleep(20)
  assert.equal(await outcomeOf(get(`${issuer}/.well-known/openid-configuration`, { agent: false })), 200)
}

/** Resolves when the service takes no connection any more. */
async function refused(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const outcome = await new Promise((resolve) =>
      socket.once('connect', () => resolve('connected')).once('error', () => resolve('refused')),
    )
    socket.destroy()
    if (outcome === 'refused') return
    await sleep(20)
  }
}

async function toPasswordPage(service: TestService, loginName: string): Promise<{ readonly userAgent: UserAgent; readonly page: Page }> {
  const userAgent = service.newUserAgent()
  const query = new URLSearchParams({
    client_id: 'public',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    state: 's',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  const first = await userAgent.get(`${service.issuer}/oauth/v2/authorize?${query.toString()}`)
  return { userAgent, page: await userAgent.submit(first, { loginName: `${loginName}@acme.example` }) }
}

/** A request whose body is still on its way. */
function beginUpload(port: number): { finish(): Promise<number> } {
  const body = 'access_token=not-a-token'
  const headers = `Host: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n`
  const head = `POST /oidc/v1/userinfo HTTP/1.1\r\n${headers}\r\n`
  let text = ''
  const socket = connect(port, '127.0.0.1', () => void socket.write(head + body.slice(0, 8)))
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.on('data', (chunk) => void (text += String(chunk))).on('error', () => undefined)
  return {
    async finish() {
      socket.write(body.slice(8))
      await closed
      return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
    },
  }
}

/** Nothing but the load asks for it. */
const loadPath = '/oauth/v2/keys'

function acceptedRequests(service: TestService, path: string): number {
  const lines = service.stderr().trim().split('\n')
  return lines.filter((line) => {
    const entry = JSON.parse(line) as Readonly<Record<string, unknown>>
    return entry['event'] === 'request' && entry['path'] === path
  }).length
}

interface Load {
  readonly answered: number
  /** The statuses of other answers. */
  readonly refusals: readonly number[]
}

/** One request after the other on a connection that is kept alive, until no connection is to be had. */
async function requestUntilTheEnd({ issuer }: TestService): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let answered = 0; ; answered += 1) {
    const outcome = await outcomeOf(get(issuer + loadPath, { agent }))
    if (outcome === 200) continue
    agent.destroy()
    return { answered, refusals: typeof outcome === 'number' ? [outcome] : [] }
  }
}

async function outcomeOf(request: ClientRequest): Promise<number | string> {
  return await new Promise((resolve) => {
    request.on('error', (error) => resolve(String(error)))
    request.on('response', (response) => {
      response.on('error', (error) => resolve(String(error)))
      response.on('end', () => resolve(response.statusCode ?? 0)).resume()
    })
  })
}
