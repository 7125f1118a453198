// Measures storage-libsql and the peer in turn, in short slices whose order is reversed each time, so that other work of the machine affects
// both alike.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openOurs } from './ours.ts'
import { openPeer } from './peer.ts'
import type { Subject } from './subject.ts'
import { printTable } from './table.ts'
import type { Rates } from './table.ts'

const slices = 8
const milliseconds = 110

const directory = await mkdtemp(join(tmpdir(), 'symbolon-bench-'))
try {
  const ours = await openOurs(join(directory, 'ours.db'))
  const peer = await openPeer(join(directory, 'peer.db'))
  const rates = new Map<string, Rates>()
  for (const operation of Object.keys(ours.operations)) {
    const rate = { ours: new Array<number>(), peer: new Array<number>() }
    for (let slice = 0; slice < slices; slice += 1) {
      for (const subject of slice % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const)) {
        rate[subject].push(await measure(subject === 'ours' ? ours : peer, operation))
      }
    }
    rates.set(operation, rate)
  }
  printTable(process.argv[2] ?? '', rates)
  await ours.close()
  await peer.close()
} finally {
  await rm(directory, { recursive: true, force: true })
}

/** @returns operations per second */
async function measure({ operations }: Subject, name: string): Promise<number> {
  const run = operations[name]
  if (run === undefined) throw new TypeError(`There is no ${name}`)
  await run()
  const start = performance.now()
  let done = 0
  let elapsed = 0
  while (elapsed < milliseconds) {
    done += await run()
    // The drivers' garbage is collected only between turns of the event loop.
    await nextTurn()
    elapsed = performance.now() - start
  }
  return (done / elapsed) * 1000
}
