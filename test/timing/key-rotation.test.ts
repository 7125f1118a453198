// Rotation under load: two processes on one libSQL server rotate every two seconds; clients cache the key set by its headers.
// Not one verification fails, every key is known to all clients before it signs, and stays known as long as its tokens live.
import type { SigningAlgorithm } from '@symbolon/core-protocol'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { libsql } from '@symbolon/storage-libsql'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sqldBinary, startSqld } from '../../packages/storage-libsql/test/sqld-server.ts'
import { createCachingClient } from '../support/caching-client.ts'
import type { KeySetSeen } from '../support/caching-client.ts'
import { basicHeader } from '../support/code-flow.ts'
import { startTestProvider } from '../support/provider.ts'
import { robotSecret, serviceUserDocument } from '../support/service-users.ts'
import { fastKeys, issuer } from '../keys/fast-keys.ts'

const duration = process.env['SYMBOLON_TEST_LONG'] === '1' ? 300_000 : 14_000
const robots = ['robot-jwt', 'robot-es256', 'robot-eddsa'] as const

interface Signed {
  readonly kid: string
  readonly at: number
}

interface Soak {
  readonly failures: string[]
  readonly signed: Signed[]
  readonly seen: KeySetSeen[]
  verifications: number
}

test(
  'CR-05 with clients that cache by the headers, a rotation every 2 s and two processes, not one verification fails',
  {
    timeout: duration + 60_000,
    skip: sqldBinary() === undefined ? `there is no sqld for ${process.platform} ${process.arch}` : false,
  },
  async (t) => {
    const database = `http://${(await startSqld(sqldBinary() ?? '')).host}`
    await applyDocument(database)
    const processes = [spawnProvider(database), spawnProvider(database)]
    try {
      const ports = await Promise.all(processes.map(portOf))
      const soak: Soak = { failures: [], signed: [], seen: [], verifications: 0 }
      await load(soak, ports)
      t.diagnostic(summary(soak))
      assert.deepEqual(soak.failures.slice(0, 10), [])
      assertGenerations(soak)
    } finally {
      for (const process of processes) process.stdin?.end()
      await Promise.all(processes.map(async (process) => process.exitCode ?? (await once(process, 'exit'))))
    }
  },
)

async function applyDocument(url: string): Promise<void> {
  const robot = (userId: string, accessTokenSigningAlg: SigningAlgorithm) => ({
    userId,
    user: { userName: userId, name: userId, accessTokenType: 'ACCESS_TOKEN_TYPE_JWT' as const },
    clientSecret: robotSecret,
    accessTokenSigningAlg,
  })
  const provider = await startTestProvider({
    issuer,
    storage: libsql({ url }),
    grants: [clientCredentials()],
    endpoints: [],
    ...fastKeys,
    document: serviceUserDocument([], {
      more: {
        machineUsers: [robot('robot-jwt', 'RS256'), robot('robot-es256', 'ES256'), robot('robot-eddsa', 'EdDSA')],
      },
    }),
  })
  await provider.close()
}

function spawnProvider(database: string): ChildProcess {
  const program = fileURLToPath(new URL('../keys/programs/serve.ts', import.meta.url))
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, database], { stdio: ['pipe', 'pipe', 'inherit'] })
}

async function portOf({ stdout }: ChildProcess): Promise<number> {
  if (stdout === null) throw new Error('The process says nothing')
  const [line] = (await once(createInterface({ input: stdout }), 'line')) as [string]
  return Number(line)
}

async function load(soak: Soak, ports: readonly number[]): Promise<void> {
  const end = Date.now() + duration
  const address = (path: string): string => `http://127.0.0.1:${ports[Math.random() < 0.5 ? 0 : 1] ?? 0}${path}`
  const clients = Array.from({ length: 20 }, () =>
    createCachingClient(
      () => address('/oauth/v2/keys'),
      (keySet) => soak.seen.push(keySet),
    ),
  )
  const pending = new Set<Promise<void>>()

  const attempt = async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      soak.failures.push(`${what}: ${String(error)}`)
    }
  }
  const verifyLater = (jwt: string, after: number): void => {
    const verification = sleep(after)
      .then(
        async () =>
          await attempt(`after ${Math.round(after)} ms`, async () => {
            if (Date.now() >= (decodeJwt(jwt).exp ?? 0) * 1000) return
            await clients[Math.floor(Math.random() * clients.length)]?.verify(jwt)
            soak.verifications += 1
          }),
      )
      .finally(() => pending.delete(verification))
    pending.add(verification)
  }

  await Promise.all(
    Array.from({ length: 6 }, async (_, worker) => {
      while (Date.now() < end) {
        await attempt('the token endpoint', async () => {
          const jwt = await requestToken(address('/oauth/v2/token'), robots[worker % robots.length] ?? 'robot-jwt')
          soak.signed.push({ kid: decodeProtectedHeader(jwt).kid ?? '', at: Date.now() })
          // At once, some time, and at the very end of its life; and at the other process.
          const last = (decodeJwt(jwt).exp ?? 0) * 1000 - Date.now() - 100
          for (const after of [0, Math.random() * 4000, Math.max(last, 0)]) verifyLater(jwt, after)
          const response = await fetch(address('/oidc/v1/userinfo'), { headers: { authorization: `Bearer ${jwt}` } })
          await response.body?.cancel()
          if (response.status !== 200) throw new Error(`The other process answered ${response.status}`)
        })
        await sleep(30)
      }
    }),
  )
  await Promise.all(pending)
}

async function requestToken(url: string, robot: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: basicHeader(robot, robotSecret), 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials&scope=openid',
  })
  const { access_token: token } = (await response.json()) as { readonly access_token?: string }
  if (token === undefined) throw new Error(`answered ${response.status}`)
  return token
}

/** What the clients saw of each key: known long enough before it signed, and long enough after. */
function assertGenerations({ signed, seen }: Soak): void {
  const begin = Math.min(...seen.map(({ askedAt }) => askedAt))
  const kids = [...new Set(signed.map(({ kid }) => kid))]
  let fresh = 0
  let gone = 0
  for (const kid of kids) {
    const signatures = signed.filter((each) => each.kid === kid).map(({ at }) => at)
    const sets = seen.filter((each) => each.kids.has(kid))
    const firstSeen = Math.min(...sets.map(({ answeredAt }) => answeredAt))
    if (firstSeen > begin + 1000) {
      fresh += 1
      const known = Math.min(...signatures) - firstSeen
      assert.ok(known >= 1000, `${kid} signed ${known} ms after it was published`)
    }
    const without = seen.filter((each) => each.askedAt > firstSeen + 2000 && !each.kids.has(kid))
    const leftAt = Math.min(...without.map(({ askedAt }) => askedAt))
    if (leftAt === Infinity) continue
    gone += 1
    const kept = leftAt - Math.max(...signatures)
    assert.ok(kept >= 5000, `${kid} left the key set ${kept} ms after it had signed`)
  }
  // 14 s have room for about five generations of three keys; a busy machine may have made fewer.
  assert.ok(fresh >= 6, `only ${fresh} keys came into use`)
  assert.ok(gone >= 3, `only ${gone} keys left the key set`)
}

function summary({ signed, seen, verifications, failures }: Soak): string {
  const kids = new Set(signed.map(({ kid }) => kid)).size
  return `${signed.length} tokens of ${kids} keys, ${verifications} verifications, ${seen.length} key sets, ${failures.length} failures`
}
