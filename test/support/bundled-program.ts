// A program of a test as one bundle, for tests that start it many times: from the sources, a start loads a thousand files and takes four times the
// processor time.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// What stays outside of the bundle is found from there.
const cache = fileURLToPath(new URL('../../packages/symbolon/node_modules/.cache', import.meta.url))

export interface BundledProgram {
  readonly path: string
  /** Removes the bundle. */
  dispose(): Promise<void>
}

/**
 * Bundles a program. Mutation testing sets `SYMBOLON_TEST_SOURCES=1`, because it asks which sources run.
 * @param source the path of the program
 * @throws Error for a source that cannot be bundled
 */
export async function bundledProgram(source: string): Promise<BundledProgram> {
  if (process.env['SYMBOLON_TEST_SOURCES'] === '1') return { path: source, dispose: async () => undefined }
  // Only here, because few of the files that import this one bundle something.
  const { bundleProgram } = await import('../../scripts/bundle-command.ts')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'program-'))
  await bundleProgram(source, folder)
  return {
    path: join(folder, basename(source).replace(/ts$/, 'js')),
    dispose: async () => await rm(folder, { recursive: true, force: true }),
  }
}
