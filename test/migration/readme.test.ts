// The commands of README.md that move and convert are run as they stand there, but for how programs of a clone are started.
import { v1ExportText } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openShell, readGuide } from '../support/guide.ts'
import type { Shell } from '../support/guide.ts'
import { temporaryDirectory } from '../support/run-command.ts'

const { sections } = await readGuide('README.md')
const programs = { 'npm run symbolon --': 'symbolon', 'npx @symbolon/migration-v1': 'symbolon-migrate-v1' }
let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let shell: Shell

before(async () => {
  directory = await temporaryDirectory()
  shell = await openShell(directory.path, () => programs)
  await writeFile(join(directory.path, 'export.json'), v1ExportText({ humanUsers: 3 }))
})
after(async () => await directory?.dispose())

async function run(heading: string): Promise<string> {
  const blocks = sections.get(heading) ?? []
  assert.equal(blocks.length, 1, `README.md has commands under ${heading}`)
  return await shell.run(blocks, directory.path)
}

async function orgsOf(file: string): Promise<readonly { readonly humanUsers?: readonly unknown[] }[]> {
  return (
    JSON.parse(await readFile(join(directory.path, file), 'utf8')) as {
      readonly orgs: readonly { readonly humanUsers?: readonly unknown[] }[]
    }
  ).orgs
}

test('README.md tries an import dry, imports, and exports what is there then', async () => {
  const said = await run('Move organizations')
  assert.match(said, /^Dry run: nothing was changed/)
  assert.match(said, /\nThe dry run is complete\.\n[^]*\nThe import is complete\.\n/)
  assert.deepEqual(
    (await orgsOf('all.json')).map(({ humanUsers = [] }) => humanUsers.length),
    [3],
  )
})

test('README.md converts a v1 export without a server', async () => {
  await run('Only convert a v1 export')
  assert.equal((await orgsOf('v2.json')).length, 1)
  assert.ok(Array.isArray((JSON.parse(await readFile(join(directory.path, 'losses.json'), 'utf8')) as { readonly rows: unknown }).rows))
})
