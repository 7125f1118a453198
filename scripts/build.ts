// `npm run build`: what is published. Every package's dist is made anew, so that no file stays whose source is gone,
// and declarations name their neighbours as the JavaScript does.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const packages = globSync('packages/*/tsconfig.json', { cwd: root }).map((path) => join(root, dirname(path))).sort()

for (const folder of packages) {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  rmSync(join(folder, 'tsconfig.tsbuildinfo'), { force: true })
}
const { status, error } = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), ['-b', ...packages], { cwd: root, stdio: 'inherit' })
if (error !== undefined) throw error
if (status === 0) rewriteDeclarations()
process.exitCode = status ?? 1

/** `rewriteRelativeImportExtensions` leaves declarations as they are; the endings are of one length, so the maps stay true. */
function rewriteDeclarations(): void {
  for (const path of packages.flatMap((folder) => globSync('dist/**/*.d.ts', { cwd: folder }).map((file) => join(folder, file)))) {
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace(/(\b(?:from|import)\s*\(?\s*(['"])\.{1,2}\/[^'"\n]*)\.ts\2/g, '$1.js$2'))
  }
}
