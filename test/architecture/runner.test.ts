// `npm test` counts as failed whatever did not prove anything or left something behind.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { root } from './sources.ts'

/** The source of each file, and its failures: the title, and the line that says why. */
const files: Readonly<Record<string, { readonly source: string; readonly failures: readonly (readonly [string, RegExp])[] }>> = {
  'passes.test.ts': { source: `test('a', () => {}); describe('b', () => { test('c', () => {}) })`, failures: [] },
  'with-hook.test.ts': {
    source: `beforeEach(({ name }) => { if (name !== 'own') throw new Error('a hook of another file') }); test('own', () => {})`,
    failures: [],
  },
  'one-fails.test.ts': {
    source: `test('a', () => {}); describe('b', () => { test('c', () => { throw new Error('wrong') }) })`,
    failures: [['b › c', /Error: wrong/]],
  },
  'empty.test.ts': { source: '', failures: [['the file', /it holds no test/]] },
  'does-not-load.test.ts': { source: `import './missing.ts'`, failures: [['the file', /Cannot find module/]] },
  'breaks-off.test.ts': {
    // In a separate process: it would end before a late error of another file is reported.
    source: `// Own process: it ends early.
      test('a', () => {}); test('b', () => process.exit(0)); test('c', () => {})`,
    failures: [['the file', /its process ended with code 0 before its tests did/]],
  },
  'hook-fails.test.ts': {
    source: `after(() => { throw new Error('wrong') }); test('a', () => {})`,
    failures: [['the file', /Error: wrong/]],
  },
  'throws-late.test.ts': {
    source: `test('a', () => void setTimeout(() => { throw new Error('late') }, 50)); test('b', () => sleep(200))`,
    failures: [['an error that nothing caught', /^Error: late$/]],
  },
  'rejects-late.test.ts': {
    source: `test('a', () => void sleep(50).then(() => { throw new Error('late') })); test('b', () => sleep(200))`,
    failures: [['an error that nothing caught', /^Error: late$/]],
  },
  'leaves-a-process.test.ts': {
    source: `// Own process: this is what the mark looks like.
      test('a', () => void spawn('sleep', ['600'], { stdio: 'ignore' }).unref())`,
    failures: [['the file', /^a test left a process running; it was ended$/]],
  },
}

const imports = `
import { spawn } from 'node:child_process'
import { after, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
`

test('a file fails that holds no test, does not load, breaks off, leaves an error or a process behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'symbolon-runner-'))
  try {
    for (const [name, { source }] of Object.entries(files)) await writeFile(join(folder, name), `${source}\n${imports}`)
    const paths = Object.keys(files).flatMap((name) => ['--only', join(folder, name)])
    const { code, output } = await runRunner(paths)
    const failures = output.split('\n  ✖ ').slice(1)
    for (const [name, { failures: expected }] of Object.entries(files)) {
      const found = failures.filter((failure) => failure.split('\n')[1]?.includes(name))
      assert.equal(found.length, expected.length, `${name}\n${output}`)
      for (const [title, reason] of expected) {
        const failure = found.find((each) => each.startsWith(`${title}\n`))
        assert.ok(
          failure?.split('\n').some((line) => reason.test(line.trim())),
          `${name}\n${output}`,
        )
      }
    }
    assert.match(output, /, 8 failed\n$/)
    assert.equal(code, 1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('the long tier runs the files in a random order, which the printed number repeats', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'symbolon-runner-'))
  try {
    const names = Array.from({ length: 12 }, (_, index) => join(folder, `file-${index}.test.ts`))
    // The normal order is by size.
    for (const [index, name] of names.entries())
      await writeFile(name, `import { test } from 'node:test'\ntest('a', () => {})\n${'// filler\n'.repeat(120 - 10 * index)}`)
    const paths = names.flatMap((name) => ['--only', name])
    const orderIn = (output: string): readonly string[] =>
      [...output.matchAll(/^  \S*(file-\d+)\.test\.ts$/gm)].map(([, name = '']) => name)

    const normal = await runRunner(['--verbose', ...paths])
    assert.deepEqual(
      orderIn(normal.output),
      names.map((_, index) => `file-${index}`),
    )
    const random = await runRunner(['--verbose', ...paths], { SYMBOLON_TEST_LONG: '1' })
    assert.notDeepEqual(orderIn(random.output), orderIn(normal.output))
    assert.deepEqual(orderIn(random.output).toSorted(), orderIn(normal.output).toSorted())
    const seed = /^The files run in a random order, which --order (\d+) repeats\.$/m.exec(random.output)?.[1] ?? assert.fail(random.output)
    const repeated = await runRunner(['--verbose', '--order', seed, ...paths])
    assert.deepEqual(orderIn(repeated.output), orderIn(random.output))
    assert.equal(repeated.code, 0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('an order that is not a number is refused', async () => {
  for (const order of ['', 'x', '-1', '1.5', '4294967296']) assert.equal((await runRunner([`--order=${order}`])).code, 2, order)
})

async function runRunner(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: unknown; readonly output: string }> {
  const { SYMBOLON_TEST_LONG: _, ...inherited } = process.env
  const child = spawn(process.execPath, [join(root, 'scripts', 'test.ts'), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, ...settings },
  })
  const [code, output, errors] = await Promise.all([
    new Promise((ended) => child.once('exit', ended)),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, output: output + errors }
}
