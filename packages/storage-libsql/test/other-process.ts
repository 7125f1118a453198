// Other processes that open, hold or write a database.
import assert from 'node:assert/strict'
import { startProgram } from './program.ts'
import type { Program } from './program.ts'

/** Opens the database in another process, which then ends. @returns `open`, or the code of the error */
export async function openElsewhere(path: string): Promise<string> {
  const program = startProgram('open-once', [`file:${path}`])
  try {
    return await program.line()
  } finally {
    await program.ended
  }
}

/** Opens the databases in another process, which keeps them open. */
export async function holdElsewhere(...paths: readonly string[]): Promise<Program> {
  const urls = paths.map((path) => `file:${path}`)
  const holder = startProgram('hold-storage', urls)
  assert.equal(await holder.line(), 'open')
  return holder
}

/**
 * Writes in another process, which is then killed, so that its writes are only in the write-ahead log.
 * @returns the number of writes
 */
export async function writeAndKill(path: string, writes = 20): Promise<number> {
  const program = startProgram('fill', [`file:${path}`])
  assert.equal(await program.line(), 'ready')
  for (let count = 0; count < writes; count += 1) {
    program.say('write')
    assert.equal(await program.line(), 'done')
  }
  program.kill('SIGKILL')
  await program.ended
  return writes
}
