// A program for bundled-command.ts: `bundle-command.ts FOLDER` writes the bundle and the manifest that it reads its version from. What is
// loaded on demand stays apart, and libraries with native code stay where they are.
import { copyFile, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const symbolon = fileURLToPath(new URL('../../packages/symbolon/', import.meta.url))
const native = /^(?:libsql|@node-rs)(?:\/|$)/

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
  await copyFile(join(symbolon, 'package.json'), join(temporary, 'package.json'))
  await using bundle = await rolldown({
    input: join(symbolon, 'src/command.ts'),
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      {
        name: 'native',
        resolveId: (id, importer) =>
          importer !== undefined && native.test(id) ? { id: createRequire(importer).resolve(id), external: true } : undefined,
      },
    ],
  })
  await bundle.write({ dir: join(temporary, 'bundle') })
  await rename(temporary, folder).catch((error: unknown) => {
    const isThere = error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')
    if (!isThere) throw error
  })
} finally {
  await rm(temporary, { recursive: true, force: true })
}
