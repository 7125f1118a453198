// A program for bundled-command.ts: `bundle-command.ts FOLDER` writes the bundle, and removes those of earlier sources.
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bundleCommand } from '../../scripts/bundle-command.ts'

/** Milliseconds: no run that uses the bundle of earlier sources takes longer. */
const age = 3_600_000

const folder = process.argv[2] ?? ''
await mkdir(dirname(folder), { recursive: true })
for (const name of await readdir(dirname(folder))) {
  const other = join(dirname(folder), name)
  // Another process may have renamed or removed it meanwhile.
  const { mtimeMs } = await stat(other).catch(() => ({ mtimeMs: Infinity }))
  if (Date.now() - mtimeMs > age) await rm(other, { recursive: true, force: true })
}
// Two processes that find no bundle each make one, and the first is kept.
const temporary = await mkdtemp(`${folder}-`)
try {
  await bundleCommand(temporary)
  await rename(temporary, folder).catch((error: unknown) => {
    const isThere = error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')
    if (!isThere) throw error
  })
} finally {
  await rm(temporary, { recursive: true, force: true })
}
