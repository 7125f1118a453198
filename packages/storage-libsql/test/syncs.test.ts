// What is acknowledged is on disk. That the writer asks for it, and commits what it acknowledges, needs nothing but the database;
// that the operating system was told is counted where strace can count it.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { startProgram } from './program.ts'
import { temporaryPath } from './temporary-file.ts'
import { longTier } from './tier.ts'

const canTrace = spawnSync('strace', ['-o', '/dev/null', '/bin/true'], { stdio: 'ignore' }).status === 0

test('RL-02 every acknowledged write, group and transaction is preceded by a sync of the log', {
  skip: canTrace || longTier ? false : 'strace is not installed or may not trace: the syncs were not counted', timeout: 60_000,
}, async (t) => {
  assert.ok(canTrace, 'strace is not installed or may not trace: the syncs were not counted')
  const path = temporaryPath()
  const trace = `${path}.strace`
  const calls = 'trace=fsync,fdatasync,write'
  const program = startProgram('count-syncs', [`file:${path}`], ['strace', '-f', '-qq', '-y', '-s', '40', '-e', calls, '-o', trace])
  await program.ended
  let syncs: number | undefined
  let total = 0
  let acknowledged = 0
  for (const line of (await readFile(trace, 'utf8')).split('\n')) {
    if (/ f(data)?sync\(\d+<.*-wal>/.test(line)) {
      if (syncs !== undefined) syncs += 1
      total += 1
    }
    const name = / write\(1<[^>]*>, "ack ([\w-]+)/.exec(line)?.[1]
    if (name === undefined) continue
    if (syncs !== undefined) {
      acknowledged += 1
      assert.ok(syncs > 0, `${name} was acknowledged without a sync`)
    }
    syncs = 0
  }
  assert.equal(acknowledged, 60)
  t.diagnostic(`${total} syncs of the log for 60 acknowledgements`)
})
