// What the documentation shows can be pasted: TypeScript compiles, JSON parses, commands exist, links lead somewhere. The composition of
// README.md, docs/migrate.md and docs/commands.md are run as well, by separate tests.
import { commandNames } from '../../packages/symbolon/src/command-table.ts'
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { blocksIn, documentationFiles, readDocumentation } from '../support/documentation.ts'
import { root } from '../support/run-command.ts'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly bin?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
}

const manifestIn = (folder: string): Manifest => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest
const packages = globSync('packages/*', { cwd: root }).map(manifestIn)

test('every block of TypeScript compiles, as one program', async () => {
  const blocks = blocksIn('ts')
  assert.ok(blocks.length > 40)
  // In this folder the packages resolve that the blocks import.
  const folder = await mkdtemp(join(root, 'docs/.blocks-'))
  try {
    const nameOf = ({ file, line }: (typeof blocks)[number]): string => `${file.replaceAll(/[^a-zA-Z0-9]+/g, '-')}-${line}.ts`
    for (const block of blocks) {
      const isModule = /^(?:import|export) /m.test(block.code)
      await writeFile(join(folder, nameOf(block)), isModule ? block.code : `${block.code}export {}\n`)
    }
    const compilerOptions = {
      composite: false,
      declaration: false,
      declarationMap: false,
      isolatedDeclarations: false,
      noEmit: true,
      noUnusedLocals: false,
      types: ['node'],
      // What tsc has built is read faster than the sources.
      paths: {
        '@symbolon/*': ['../../packages/*/dist/index.d.ts', '../../packages/*/src/index.ts'],
        symbolon: ['../../packages/symbolon/dist/index.d.ts', '../../packages/symbolon/src/index.ts'],
      },
    }
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, include: ['*.ts'] }),
    )
    const tsc = join(root, 'node_modules/.bin/tsc')
    const { stdout = '' } = await promisify(execFile)(tsc, ['-p', folder, '--pretty', 'false'], { cwd: folder }).then(
      () => ({ stdout: '' }),
      (error: unknown) => error as { readonly stdout?: string },
    )
    const places = new Map(blocks.map((block) => [nameOf(block), `${block.file}, the block in line ${block.line}`]))
    const problems = stdout.replaceAll(/^(\S+\.ts)/gm, (name) => places.get(name) ?? name)
    assert.equal(problems, '')
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('every block of JSON parses', () => {
  for (const { file, line, code } of blocksIn('json'))
    assert.doesNotThrow(() => JSON.parse(code) as unknown, `${file}, the block in line ${line}`)
})

test('every command of the blocks for a shell exists', () => {
  const scripts = Object.keys(manifestIn('.').scripts ?? {})
  const bins = new Map(packages.flatMap(({ name, bin = {} }) => Object.keys(bin).map((each) => [each, name])))
  const published = packages.flatMap(({ name, private: isPrivate }) => (isPrivate === true ? [] : [name]))
  const known: readonly string[] = commandNames
  const problems: string[] = []
  for (const { file, line, code } of blocksIn('sh', 'console')) {
    const check = (right: boolean, what: string): void => void (right || problems.push(`${file}, the block in line ${line}: ${what}`))
    // Texts within the block, such as a document, are not commands.
    const commands = code.replaceAll(/<<'END'\n[^]*?^END$/gm, '').replaceAll('\\\n', ' ')
    for (const [, path = ''] of commands.matchAll(/--only (\S+)/g)) check(existsSync(join(root, path)), `--only ${path}`)
    for (const [, script = ''] of commands.matchAll(/\bnpm run ([\w:-]+)/g)) check(scripts.includes(script), `npm run ${script}`)
    for (const [, path = ''] of commands.matchAll(/\b(?:node|bun|deno run) (?:-\S+ )*((?:scripts|examples|packages)\/[\w./-]+\.\w+)/g))
      check(existsSync(join(root, path)) || path === 'examples/own-users/compose.ts', path)
    for (const [, name = ''] of commands.matchAll(/\bnpx (@?symbolon[\w/-]*)/g)) check([...bins.values()].includes(name), `npx ${name}`)
    for (const [, names = ''] of commands.matchAll(/\bnpm install ((?:.|\n)*?)(?:\n|$)/g))
      for (const [name] of names.matchAll(/@symbolon\/[\w-]+/g)) check(published.includes(name), `npm install ${name}`)
    for (const [, words = ''] of commands.matchAll(/(?:^|[|;&] *|-- )symbolon((?: [a-z][a-z-]*){1,2})/gm)) {
      const [first = '', second = ''] = words.trim().split(' ')
      check(known.includes(first) || known.includes(`${first} ${second}`), `symbolon ${words}`)
    }
  }
  assert.deepEqual(problems, [])
})

test('every link to a file of the repository leads to one, and to a heading that is there', () => {
  const problems = documentationFiles.flatMap((file) =>
    [...readDocumentation(file).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([link, path = '', anchor]) => {
      const target = path === '' ? file : normalize(join(dirname(file), path))
      if (!existsSync(join(root, target))) return [`${file}: ${link}`]
      if (anchor === undefined || !target.endsWith('.md')) return []
      return anchorsOf(readDocumentation(target)).includes(anchor) ? [] : [`${file}: ${link}`]
    }),
  )
  assert.deepEqual(problems, [])
})

test('README.md and the top level tsconfig.json name every package', () => {
  const folders = globSync('packages/*/package.json', { cwd: root }).map(dirname).toSorted()
  const table = [...readDocumentation('README.md').matchAll(/^\| \[`[^`]+`\]\((packages\/[^)]+)\)/gm)].map(([, path = '']) => path)
  assert.deepEqual(table.toSorted(), folders)
  const { references } = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')) as {
    readonly references: readonly { readonly path: string }[]
  }
  const referenced = references.map(({ path }) => path).filter((path) => path.startsWith('packages/'))
  assert.deepEqual(referenced.toSorted(), folders)
})

/** As the renderers of Markdown make them of headings. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
