// A part reaches the stores that it declared. The compiler refuses the others, so that no review has to.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const compiler = join(here, '..', '..', 'node_modules', '.bin', 'tsc')

/** @returns what the compiler says about the project in the folder, errors being what is expected */
async function compile(folder: string): Promise<string> {
  return await new Promise((resolve) => {
    execFile(compiler, ['-p', folder, '--pretty', 'false'], { cwd: here }, (_error, stdout, stderr) => resolve(stdout + stderr))
  })
}

test('a part that touches a store that it did not declare does not compile', async () => {
  const file = 'refused/undeclared-store.ts'
  const marked = readFileSync(join(here, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.endsWith('// refused') ? [index + 1] : []))
  const said = await compile('refused')
  const refused = [...said.matchAll(/^refused\/undeclared-store\.ts\((\d+),\d+\): error (TS\d+)/gm)].map(([, line]) => Number(line))
  assert.equal(marked.length, 9)
  assert.deepEqual(refused, marked, said)
  assert.match(said, /TS2339: Property 'users' does not exist/)
})
