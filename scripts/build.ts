// `npm run build`: builds what is published. The dist folder of every package is removed first, so that no file stays whose source is gone.
// Imports in declarations get the same extensions as in the JavaScript. The command of the service becomes one bundle.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleCommand } from './bundle-command.ts'
import { thirdPartyLicenses } from './third-party-licenses.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const packages = globSync('packages/*/tsconfig.json', { cwd: root })
  .map((path) => join(root, dirname(path)))
  .sort()

for (const folder of packages) {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  rmSync(join(folder, 'tsconfig.tsbuildinfo'), { force: true })
}
const { status, error } = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), ['-b', ...packages], { cwd: root, stdio: 'inherit' })
if (error !== undefined) throw error
if (status === 0) {
  rewriteDeclarations()
  await bundle(join(root, 'packages/symbolon/dist'))
}
process.exitCode = status ?? 1

/** `rewriteRelativeImportExtensions` does not rewrite declarations. Both extensions have the same length, so the source maps stay correct. */
function rewriteDeclarations(): void {
  for (const path of packages.flatMap((folder) => globSync('dist/**/*.d.ts', { cwd: folder }).map((file) => join(folder, file)))) {
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace(/(\b(?:from|import)\s*\(?\s*(['"])\.{1,2}\/[^'"\n]*)\.ts\2/g, '$1.js$2'))
  }
}

/** In the place of the file that the compiler wrote for the command, which no module imports. */
async function bundle(dist: string): Promise<void> {
  for (const ending of ['js.map', 'd.ts', 'd.ts.map']) rmSync(join(dist, `command.${ending}`))
  writeFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), thirdPartyLicenses(await bundleCommand(dist)))
}
