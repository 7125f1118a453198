// Which modules a program loads: asked from the runtime, in a separate process.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const recorder = `
import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
process.once('exit', () => process.stdout.write(JSON.stringify(loaded)))
`

/** What `--import` takes, so that a program writes the URLs of its modules to standard output when it ends. */
export const recording = `data:text/javascript,${encodeURIComponent(recorder)}`

/** @returns the URLs of all modules in the graph of the entry */
export async function modulesOf(entry: URL): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', recording, fileURLToPath(entry)],
    { maxBuffer: 10_000_000 },
  )
  return JSON.parse(stdout) as string[]
}
