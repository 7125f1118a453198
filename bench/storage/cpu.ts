// The processor time of a call of a store, which depends little on other work of the machine: user and system time of this process, including
// the thread that syncs, per call with 64 parallel calls. It prints the median and the least of five rounds.
//   node scripts/run.mjs bench/storage/cpu.ts [part of a name]
import { libsql } from '@symbolon/storage-libsql'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hotCalls, storeNames } from './hot-calls.ts'
import type { Call } from './hot-calls.ts'

const rounds = 5
const milliseconds = 250
const together = 64

/** @returns microseconds per call */
async function measure({ prepare, run }: Call): Promise<number> {
  let spent = 0
  let calls = 0
  for (const end = performance.now() + milliseconds; performance.now() < end; calls += together) {
    await prepare?.(together)
    const start = process.cpuUsage()
    await Promise.all(Array.from({ length: together }, run))
    // The drivers' garbage is collected only between turns of the event loop.
    await nextTurn()
    const { user, system } = process.cpuUsage(start)
    spent += user + system
  }
  return spent / calls
}

const [wanted = ''] = process.argv.slice(2)
const directory = await mkdtemp(join(tmpdir(), 'symbolon-bench-'))
// With so few tokens in memory, nearly every lookup of any token asks the database.
const storage = await libsql({ url: `file:${join(directory, 'a.db')}`, accessTokensInMemory: 16 }).open(storeNames)
for (const [name, call] of Object.entries(await hotCalls(storage.stores))) {
  if (!name.includes(wanted)) continue
  await measure(call)
  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) costs.push(await measure(call))
  costs.sort((a, b) => a - b)
  console.log(`${name.padEnd(32)} ${costs[2]?.toFixed(1).padStart(6)} µs  least ${costs[0]?.toFixed(1)}`)
}
await storage.close()
await rm(directory, { recursive: true, force: true })
