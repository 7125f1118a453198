// Every acknowledged write is on disk: the log is synced before each acknowledgement. The test counts the
// system calls of the writing process.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startProgram } from './program.ts'
import { temporaryPath } from './temporary-file.ts'

const bun = fileURLToPath(new URL('../../../node_modules/.bin/bun', import.meta.url))
const tracer = fileURLToPath(new URL('programs/trace-syncs.ts', import.meta.url))

test(
  'RL-02 the log is synced before a write, a group or a transaction is acknowledged',
  {
    skip: process.platform === 'linux' ? false : 'cannot run: the system calls of another process are counted with the ptrace of Linux',
    timeout: 60_000,
  },
  async (t) => {
    const path = temporaryPath()
    const trace = `${path}.trace`
    const program = startProgram('count-syncs', [`file:${path}`], [bun, tracer, trace])
    t.after(() => program.kill('SIGKILL'))
    await program.ended
    const events = (await readFile(trace, 'utf8')).trimEnd().split('\n')
    const outcome = events.pop()
    assert.equal(outcome, 'end', outcome)
    const acknowledgements = program.lines.map((line) => line.replace('ack ', ''))
    assert.equal(events.filter((event) => event === 'ack').length, acknowledgements.length)
    assert.equal(acknowledgements.shift(), 'ready')
    assert.equal(acknowledgements.length, 60)
    let total = 0
    let syncs = 0
    for (const event of events.slice(events.indexOf('ack') + 1)) {
      if (event === 'sync') {
        total += 1
        syncs += 1
        continue
      }
      const name = acknowledgements.shift()
      assert.ok(syncs > 0, `${name} was acknowledged without a sync`)
      syncs = 0
    }
    t.diagnostic(`${total} syncs of the log for 60 acknowledgements`)
  },
)
