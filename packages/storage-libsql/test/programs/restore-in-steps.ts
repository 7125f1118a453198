// Restores a database. It copies the folder of the database before each step that changes a file, and kills itself at the step of the given
// number.
import { spawnSync } from 'node:child_process'
import files from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { identityOf } from '../../src/database-files.ts'
import { restoreDatabase } from '../../src/index.ts'
import { say } from './say.ts'

const [url = '', from = '', copies = '', fatal = ''] = process.argv.slice(2)
const folder = dirname(fileURLToPath(url))
let step = 0
// Before the first counted step.
const { readFileSync: read, writeFileSync: write } = files

/** In a separate process, because closing a file releases the locks that this process holds on it. */
function copyFolder(): void {
  const copy = join(copies, String(step))
  const { status, stderr } = spawnSync('cp', ['-a', folder, copy], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  nameCopies(copy)
}

/** The commit record names files by their inodes, which copies do not share. */
function nameCopies(copy: string): void {
  const record = join(copy, 'a.db-state')
  if (identityOf(record) === undefined) return
  const before = read(record, 'utf8')
  let text = before
  for (const name of files.readdirSync(folder))
    text = text.replace(`"${identityOf(join(folder, name))}"`, `"${identityOf(join(copy, name))}"`)
  // The number of an inode can have more digits than that of another. The record keeps its length.
  write(record, `${text.trimEnd().padEnd(before.length - 1)}\n`)
}

function stepAt(target: object, name: string): void {
  const original: unknown = Reflect.get(target, name)
  if (typeof original !== 'function') throw new TypeError(name)
  Reflect.set(target, name, (...args: unknown[]): unknown => {
    if (String(step) === fatal) process.kill(process.pid, 'SIGKILL')
    if (fatal === '') copyFolder()
    step += 1
    return Reflect.apply(original, target, args)
  })
}

for (const name of ['copyFile', 'link', 'open', 'rename', 'rm']) stepAt(promises, name)
for (const name of ['openSync', 'writeSync', 'fsyncSync', 'closeSync', 'rmSync']) stepAt(files, name)
syncBuiltinESMExports()

await restoreDatabase(from, { url }, { force: true, keep: true })
say(`restored in ${step} steps`)
