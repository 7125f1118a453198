// The command of the service as one file, with what it loads on demand in chunks next to it: what is published, and what the tests start. A start
// loads a hundredth of the files. It is not minified, so that stack traces name the functions of the sources.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import type { OutputChunk, Plugin } from 'rolldown'
import { builtinModules } from './builtin-modules.ts'
import { outsideBundle } from './outside-bundle.ts'

const symbolon: string = fileURLToPath(new URL('../packages/symbolon/', import.meta.url))

/** As `bundleProgram`: writes `command.js`, and its chunks into `command/`. */
export async function bundleCommand(folder: string): Promise<readonly string[]> {
  return await bundleProgram(join(symbolon, 'src/command.ts'), folder)
}

/**
 * Writes a program as one file with the name of its source, and its chunks into `command/`.
 * @param folder where they go; what stays outside must be found from there
 * @returns the paths of the sources that are in it
 * @throws Error for a source that cannot be bundled
 */
export async function bundleProgram(input: string, folder: string): Promise<readonly string[]> {
  await using bundle = await rolldown({
    input,
    platform: 'node',
    external: (id) => outsideBundle.some((name) => id === name || id.startsWith(`${name}/`)),
    // Warns where plugins take a large share of the time, which depends on what else the machine does.
    checks: { bundlerTimings: false },
    onLog: (level, log) => {
      throw new Error(`${level}: ${log.message}`)
    },
    plugins: [ownVersion()],
  })
  const { output } = await bundle.write({
    dir: folder,
    chunkFileNames: 'command/[name].js',
    comments: { legal: true, annotation: false, jsdoc: false },
    plugins: [builtinModules(), ascii()],
  })
  const chunks = output.filter((file): file is OutputChunk => file.type === 'chunk')
  return [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds))].toSorted()
}

/** A chunk has another place than the source, which reads the manifest above it. */
function ownVersion(): Plugin {
  return {
    name: 'own-version',
    load(id) {
      if (id !== join(symbolon, 'src/version.ts')) return null
      const { version } = JSON.parse(readFileSync(join(symbolon, 'package.json'), 'utf8')) as { readonly version: string }
      return `export const version = ${JSON.stringify(version)}`
    },
  }
}

/**
 * One character beyond ASCII doubles the memory of the source of a whole file. An escape says the same in every string, template and regular
 * expression, unless a backslash precedes it, or `String.raw` reads it.
 */
function ascii(): Plugin {
  const ambiguous = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f]/
  return {
    name: 'ascii',
    generateBundle(_options, files) {
      for (const chunk of Object.values(files).filter((file) => file.type === 'chunk')) {
        const [found] = ambiguous.exec(chunk.code) ?? []
        if (found !== undefined) throw new Error(`${chunk.fileName} has a character that cannot be escaped: ${found}`)
        chunk.code = chunk.code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      }
    },
  }
}
