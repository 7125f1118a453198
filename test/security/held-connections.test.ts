// Connections that are held without a request, more of them than the process may have open: they are cut off, the process lives on, and
// later clients are served. On each runtime, in a separate process.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { runtimes } from '../support/runtimes.ts'
import type { Runtime } from '../support/runtimes.ts'

const openFiles = 160
const held = 300

/** What a client says at once, and never goes on with: nothing, part of a head, part of a body, a whole request. */
const beginnings = [
  '',
  'GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\na=',
  'GET / HTTP/1.1\r\nHost: a\r\n\r\n',
]

async function start(runtime: Runtime): Promise<{ readonly child: ChildProcess; readonly port: number; readonly output: () => string }> {
  const command = runtime.command('test/security/programs/serve-patiently.ts', '/tmp')
  const child = spawn('/bin/sh', ['-c', `ulimit -n ${openFiles} && exec "$0" "$@"`, ...command], { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (errors += text))
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /^port (\d+)$/.exec(line)?.[1]
    if (port !== undefined) return { child, port: Number(port), output: () => errors }
  }
  throw new Error(`${runtime.name} did not start: ${errors}`)
}

/** Resolves when the connection was closed by the other side, which may never have accepted it. */
async function hold(port: number, beginning: string): Promise<void> {
  const socket = connect(port, '127.0.0.1', () => void (beginning === '' || socket.write(beginning)))
  socket.on('data', () => undefined)
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('close', resolve))
}

async function honest(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    body: 'a=1',
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(60_000),
  })
  return await response.text()
}

describe('held connections', { concurrency: runtimes.length }, () => {
  for (const runtime of runtimes) {
    test(
      `DS-01 on ${runtime.name} ${held} of them, more than there are files to open, end neither the process nor its service`,
      { timeout: 600_000 },
      async () => {
        const { child, port, output } = await start(runtime)
        try {
          assert.equal(await honest(port), '127.0.0.1: a=1')
          for (let round = 0; round < 2; round += 1) {
            // The server cuts them off; those that wait to be accepted have their time from then on.
            await Promise.all(
              Array.from({ length: held }, async (_, index) => await hold(port, beginnings[index % beginnings.length] ?? '')),
            )
            assert.equal(child.exitCode, null, output())
            assert.equal(await untilServed(port), '127.0.0.1: a=1')
          }
          child.kill('SIGTERM')
          const [code] = await once(child, 'exit')
          assert.equal(code, 0, output())
        } finally {
          child.kill('SIGKILL')
        }
      },
    )
  }
})

/** The listener may have just been created again: a client tries again. */
async function untilServed(port: number): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return await honest(port)
    } catch (error) {
      if (tries === 60) throw error
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
}
