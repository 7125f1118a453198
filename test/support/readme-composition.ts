// The composition that README.md shows.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './run-command.ts'

/** The fenced block that opens with the name of its file. */
export async function readComposition(): Promise<string> {
  const text = await readFile(join(root, 'README.md'), 'utf8')
  const block = /^```ts\n(\/\/ compose\.ts\n[^]*?)^```$/m.exec(text)?.[1]
  assert.ok(block !== undefined, 'README.md has a block of ts whose first line is // compose.ts')
  return block
}
