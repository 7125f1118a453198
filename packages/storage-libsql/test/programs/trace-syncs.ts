// Runs a command and prints, in the order of events, `sync` for every successful sync of a write-ahead log and `ack` for every write to
// standard output that begins; then `end`, or the reason why there is no trace. It runs on Bun. The command gets a line on standard input
// when it is traced.
import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync, writeFileSync } from 'node:fs'
import type { Writable } from 'node:stream'
import { follow, seize } from './ptrace.ts'

interface CallNumbers {
  readonly write: number
  readonly syncs: readonly number[]
}

/** fsync and fdatasync by AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64. sync_file_range gives no guarantee about a crash. */
const numbersByArchitecture: ReadonlyMap<number, CallNumbers> = new Map([
  [0xc000_003e, { write: 1, syncs: [74, 75] }],
  [0xc000_00b7, { write: 64, syncs: [82, 83] }],
])

const [tracePath = '', command = '', ...args] = process.argv.slice(2)
const child = spawn(command, args, { stdio: ['pipe', 'inherit', 'inherit'] })
const events: string[] = []
try {
  await trace(child)
  events.push('end')
} catch (error) {
  events.push(error instanceof Error ? error.message : String(error))
  child.kill('SIGKILL')
}
writeFileSync(tracePath, `${events.join('\n')}\n`)
process.exit(0)

async function trace({ pid = 0, stdin }: ChildProcessByStdio<Writable, null, null>): Promise<void> {
  seize(pid)
  stdin.end('go\n')
  await once(stdin, 'finish')
  const syncing = new Set<number>()
  follow({
    entered({ thread, architecture, number, firstArgument }) {
      const numbers = numbersByArchitecture.get(architecture)
      if (numbers === undefined) throw new Error(`The system calls of architecture ${architecture.toString(16)} are not known`)
      if (number === numbers.write && firstArgument === 1) events.push('ack')
      if (numbers.syncs.includes(number) && readlinkSync(`/proc/${thread}/fd/${firstArgument}`).endsWith('-wal')) syncing.add(thread)
    },
    left({ thread, succeeded }) {
      if (syncing.delete(thread) && succeeded) events.push('sync')
    },
  })
}
