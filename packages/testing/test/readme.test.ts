// The example of the README runs as it stands there, in the test runners of three runtimes.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'

const folder = join(dirname(fileURLToPath(import.meta.url)), '..')
const bin = join(folder, '../../node_modules/.bin')
const file = join(folder, `readme-${process.pid}.test.ts`)

before(async () => {
  const readme = await readFile(join(folder, 'README.md'), 'utf8')
  const block = /^```ts\n(\/\/ web\.test\.ts\n[^]*?)^```$/m.exec(readme)?.[1]
  assert.ok(block !== undefined, 'the README has a block whose first line is // web.test.ts')
  await writeFile(file, block)
})
after(async () => await rm(file, { force: true }))

const runners: readonly (readonly [string, readonly string[], RegExp])[] = [
  [process.execPath, ['--disable-warning=ExperimentalWarning', '--test', '--test-reporter=tap'], /^# pass 1$/m],
  [join(bin, 'bun'), ['test'], /^ 1 pass$/m],
  [join(bin, 'deno'), ['test', '--allow-all', '--no-check'], /1 passed/],
]

for (const [program, options, passed] of runners) {
  test(`the example runs in ${basename(program)}`, async () => {
    const environment = { ...process.env, NODE_TEST_CONTEXT: undefined, NO_COLOR: '1' }
    const run = promisify(execFile)(program, [...options, `./${basename(file)}`], { cwd: folder, env: environment, timeout: 60_000 })
    const { stdout, stderr } = await run
    assert.match(stdout + stderr, passed)
  })
}
