// The examples of the runtime are programs that run as they stand there.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment, freePort, temporaryDirectory } from '../../support/run-command.ts'
import { checkHost, checkProvider } from '../../support/embedded-application.ts'
import type { Stage } from '../stage.ts'

/** Far more than a start takes on a machine that does other work. */
const startLimit = 120_000

export function exampleSuite({ runtime, test }: Stage): void {
  describe('the examples', () => {
    test('that of the runtime mounts a provider in an application, and people sign in to it', async () =>
      await started(runtime, runtime.name.toLowerCase(), '/auth', async (origin) => {
        await checkHost(origin)
        await checkProvider(origin, `${origin}/auth`)
      }))
    test('the example with custom pages starts and serves a provider with the code flow', async () =>
      await started(runtime, 'custom-ui', '', async (_origin, metadata) =>
        assert.deepEqual(metadata['grant_types_supported'], ['authorization_code']),
      ))
  })
}

type Metadata = Readonly<Record<string, unknown>>

/** @param path that of the issuer */
async function started(
  runtime: Stage['runtime'],
  name: string,
  path: string,
  check: (origin: string, metadata: Metadata) => Promise<void> | void,
): Promise<void> {
  const directory = await temporaryDirectory()
  const origin = `http://localhost:${await freePort()}`
  const issuer = origin + path
  const [binary, ...args] = runtime.command(`examples/${name}/main.ts`, directory.path)
  const child = spawn(binary, args, {
    cwd: directory.path,
    env: cleanEnvironment({ PORT: new URL(issuer).port }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => void (said += text))
  try {
    const discovered = discover(issuer, () => child.exitCode === null)
    const metadata = await discovered.catch((error: unknown) => assert.fail(`${String(error)}\n${said}`))
    assert.equal(metadata['issuer'], issuer)
    assert.match(said, new RegExp(`http://\\S+:${new URL(issuer).port}`))
    await check(origin, metadata)
  } finally {
    child.kill('SIGTERM')
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await directory.dispose()
  }
}

async function discover(issuer: string, alive: () => boolean): Promise<Metadata> {
  const end = performance.now() + startLimit
  while (performance.now() < end && alive()) {
    const response = await fetch(`${issuer}/.well-known/openid-configuration`).catch(() => undefined)
    if (response !== undefined) return (await response.json()) as Metadata
    await sleep(50)
  }
  throw new Error('The example does not serve.')
}
