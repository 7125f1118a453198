// `npm start` as a newcomer meets it: a first start, a sign-in at the example, a second start.
import { createUserAgent, signIn } from '@symbolon/testing'
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { cleanEnvironment, freePort, root, temporaryDirectory } from '../support/run-command.ts'

const exampleOrigin = 'http://localhost:8081'

interface Started {
  readonly process: ChildProcess
  readonly text: string
  /** From the spawn of the process to the answer of discovery, milliseconds. */
  readonly milliseconds: number
  stop(): Promise<number | null>
}

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let port: number

before(async () => {
  directory = await temporaryDirectory()
  port = await freePort()
})

after(async () => await directory.dispose())

/** Starts what `npm start` starts, and waits for discovery, then for the last line of the text. */
async function start(settings: Readonly<Record<string, string>> = {}): Promise<Started> {
  const began = performance.now()
  const child = spawn('node', [join(root, 'scripts/run.mjs'), join(root, 'examples/quickstart/main.ts')], {
    cwd: directory.path,
    env: cleanEnvironment({ SYMBOLON_PORT: String(port), ...settings }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (more: string) => void (text += more))
  const exit = new Promise<number | null>((resolve) => child.on('exit', resolve))
  try {
    await until(async () => (await fetch(`http://127.0.0.1:${port}/.well-known/openid-configuration`)).ok)
    const milliseconds = performance.now() - began
    await until(async () => text.includes('Ctrl-C stops it.'))
    return { process: child, text, milliseconds, stop: async () => (child.kill('SIGTERM'), await exit) }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + 20_000
  while (performance.now() < limit) {
    if (await condition().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('It did not happen within 20 seconds.')
}

let password = ''

test('the first start prints the administrator, the password, and a link to try a sign-in that works', async () => {
  const started = await start()
  try {
    const loginName = /login name +(\S+)/.exec(started.text)?.[1] ?? ''
    password = /password {2,}(\S+)/.exec(started.text)?.[1] ?? ''
    assert.equal(loginName, 'admin@symbolon.localhost')
    assert.ok(password.length >= 16)
    assert.ok(started.text.includes(`Symbolon runs at http://localhost:${port}`))
    assert.ok(started.text.includes(`Try a sign-in: ${exampleOrigin}`))

    const userAgent = createUserAgent(fetch)
    const home = await userAgent.get(exampleOrigin)
    assert.equal(home.status, 200)
    const sentAway = await userAgent.get(`${exampleOrigin}/login`)
    assert.equal(sentAway.redirectedTo?.origin, `http://localhost:${port}`)
    const back = await signIn(userAgent, await userAgent.get(sentAway.redirectedTo ?? ''), { loginName, password })
    const claims = await userAgent.get(back.redirectedTo ?? '')
    assert.match(claims.text, /Hello, Administrator/)
    assert.match(claims.text, /admin@symbolon\.localhost/)
  } finally {
    assert.equal(await started.stop(), 0)
  }
})

test('the master key lies beside the database and only its owner can read it', async () => {
  assert.equal((await stat(join(directory.path, '.symbolon/master-key'))).mode & 0o777, 0o600)
})

/** Five further starts. @returns the median of their times */
async function medianOfFive(): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 5; i++) {
    const started = await start()
    times.push(started.milliseconds)
    assert.ok(!started.text.includes('password'), started.text)
    assert.ok(!started.text.includes(password))
    assert.equal(await started.stop(), 0)
  }
  return times.sort((x, y) => x - y)[2] ?? Infinity
}

/** The same way to a program that does nothing: what the machine makes of any start now. @returns the median of five times */
function medianOfNothing(): number {
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now()
    assert.equal(spawnSync('node', [join(root, 'scripts/run.mjs'), '--eval', '0'], { env: cleanEnvironment({}) }).status, 0)
    return performance.now() - began
  })
  return times.sort((x, y) => x - y)[2] ?? 0
}

/** Of starts of nothing: a second on a machine on which one takes 0.1 s. */
const most = 10

test('a second start finds the same data and prints no password; its median of five is under one second', async () => {
  const rounds: string[] = []
  // Other work on the machine only ever makes a start slower: one round out of several shows what a start takes by itself.
  while (rounds.length < 5) {
    const [nothing, median] = [medianOfNothing(), await medianOfFive()]
    // Where nothing takes longer as well, the machine is slow, or busy for long.
    if (median < Math.max(1000, most * nothing)) return
    rounds.push(`${Math.round(median)} ms, and nothing takes ${Math.round(nothing)} ms`)
  }
  assert.fail(rounds.join('; '))
})

test('SYMBOLON_EXAMPLE=off leaves the example away', async () => {
  const started = await start({ SYMBOLON_EXAMPLE: 'off' })
  try {
    assert.ok(!started.text.includes('Try a sign-in'))
    await assert.rejects(fetch(exampleOrigin))
  } finally {
    assert.equal(await started.stop(), 0)
  }
})
