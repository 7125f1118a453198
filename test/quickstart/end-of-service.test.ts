// Health checks of a service as it is run, and its end behind a balancer: it says that it is not ready, responds until no request arrives any more,
// and no request is refused or cut.
import assert from 'node:assert/strict'
import { Agent, get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'

async function ask(url: string, agent?: Agent): Promise<{ readonly status: number; readonly body: string }> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { agent: agent ?? false }, resolve).on('error', reject)
  })
  let body = ''
  for await (const chunk of response) body += String(chunk)
  return { status: response.statusCode ?? 0, body }
}

test('RL-15 SIGTERM behind a balancer: not ready at once, every request answered until the balancer has noticed, exit code 0', async () => {
  const port = await freePort()
  const service = await startTestService({
    tls: false,
    settings: { SYMBOLON_OPERATIONS_PORT: String(port), SYMBOLON_DRAIN_DELAY: '20s' },
  })
  const health = `http://127.0.0.1:${port}`
  try {
    assert.deepEqual(await ask(`${health}/livez`), { status: 200, body: 'live\n' })
    assert.deepEqual(await ask(`${health}/readyz`), { status: 200, body: 'ready\n' })
    // The listener for operators does not serve users, and the other way round.
    assert.equal((await ask(`${service.issuer}/readyz`)).status, 404)
    assert.equal((await ask(`${health}/.well-known/openid-configuration`)).status, 404)

    let balancerSends = true
    const outcomes: (number | string)[] = []
    const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
    const senders = agents.map(async (agent) => {
      while (balancerSends) {
        const outcome = await ask(`${service.issuer}/oauth/v2/keys`, agent).catch((error: unknown) => String(error))
        outcomes.push(
          typeof outcome === 'string' || outcome.body.includes('"keys"') ? (typeof outcome === 'string' ? outcome : outcome.status) : 'cut',
        )
      }
    })
    service.kill('SIGTERM')
    while ((await ask(`${health}/readyz`)).status === 200) await sleep(10)
    const untilNoticed = outcomes.length
    assert.equal((await ask(`${health}/livez`)).status, 200)
    // A balancer asks every so often: until then it goes on sending, also on new connections.
    assert.equal((await ask(`${service.issuer}/oauth/v2/keys`)).status, 200)
    while (outcomes.length < untilNoticed + 50) await sleep(10)
    balancerSends = false
    await Promise.all(senders)
    for (const agent of agents) agent.destroy()
    assert.deepEqual(
      outcomes.filter((outcome) => outcome !== 200),
      [],
    )
    assert.deepEqual(await service.ended, { code: 0, signal: null }, service.output())
  } finally {
    service.kill('SIGKILL')
    await service.stop().catch(() => undefined)
  }
})

test('a second signal of either kind ends the service at once', async () => {
  for (const [first, second] of [
    ['SIGTERM', 'SIGTERM'],
    ['SIGTERM', 'SIGINT'],
  ] as const) {
    const port = await freePort()
    const service = await startTestService({
      tls: false,
      settings: { SYMBOLON_OPERATIONS_PORT: String(port), SYMBOLON_DRAIN_DELAY: '1d' },
    })
    service.kill(first)
    while ((await ask(`http://127.0.0.1:${port}/readyz`)).status === 200) await sleep(10)
    service.kill(second)
    assert.deepEqual(await service.ended, { code: null, signal: second })
    await service.stop().catch(() => undefined)
  }
})

test('`symbolon health` says whether the service on this machine is ready', async () => {
  const port = String(await freePort())
  const service = await startTestService({
    tls: false,
    settings: { SYMBOLON_OPERATIONS_PORT: port, SYMBOLON_OPERATIONS_HOST: '0.0.0.0', SYMBOLON_DRAIN_DELAY: '1d' },
  })
  const directory = await temporaryDirectory()
  const settings = { SYMBOLON_OPERATIONS_PORT: port, SYMBOLON_OPERATIONS_HOST: '0.0.0.0' }
  const health = async (...args: readonly string[]): Promise<unknown> => await runSymbolon(['health', ...args], settings, directory.path)
  try {
    assert.deepEqual(await health(), { code: 0, stdout: 'ready\n', stderr: '' })
    service.kill('SIGTERM')
    while ((await ask(`http://127.0.0.1:${port}/readyz`)).status === 200) await sleep(10)
    assert.deepEqual(await health(), { code: 1, stdout: '', stderr: 'symbolon: The service is not ready. Its log says why.\n' })
    assert.deepEqual(await health('--live'), { code: 0, stdout: 'live\n', stderr: '' })
    service.kill('SIGKILL')
    await service.ended
    const gone = await runSymbolon(['health'], settings, directory.path)
    assert.equal(gone.code, 1)
    assert.match(gone.stderr, /^symbolon: http:\/\/127\.0\.0\.1:\d+\/readyz cannot be reached: .* Is the service running\?\n$/)
    const unset = await runSymbolon(['health'], {}, directory.path)
    assert.match(unset.stderr, /^symbolon: `symbolon health` needs SYMBOLON_OPERATIONS_PORT\./)
  } finally {
    service.kill('SIGKILL')
    await service.stop().catch(() => undefined)
    await directory.dispose()
  }
})
