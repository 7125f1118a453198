// Measures storage-libsql next to the raw @libsql/client, each runtime in a separate process, and prints a table.
//   node scripts/run.mjs bench/storage/main.ts [--runtime node|bun|deno]
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The binaries themselves, because the wrapper of Deno does not forward signals. */
const commands: Readonly<Record<string, readonly string[]>> = {
  node: [process.execPath, '--disable-warning=ExperimentalWarning'],
  bun: [`${root}node_modules/.bin/bun`],
  deno: [`${root}node_modules/deno/deno`, 'run', '-A', '--no-check'],
}

const { values } = parseArgs({ options: { runtime: { type: 'string', multiple: true } } })
for (const runtime of values.runtime ?? Object.keys(commands)) {
  const [command, ...args] = commands[runtime] ?? []
  if (command === undefined) throw new TypeError(`--runtime is one of ${Object.keys(commands).join(', ')}`)
  const { status } = spawnSync(command, [...args, fileURLToPath(new URL('measure.ts', import.meta.url)), runtime], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
