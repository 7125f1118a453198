// The content of the tarballs, before an installation.
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { before, suite, test } from 'node:test'
import { publint } from 'publint'
import { packageOf, readSource } from '../architecture/sources.ts'
import { published, succeed, version } from '../support/packed.ts'
import type { Packed } from '../support/packed.ts'
import { root } from '../support/run-command.ts'

interface PublishedManifest {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly license?: string
  readonly repository?: { readonly directory?: string }
  readonly keywords?: readonly string[]
  readonly type?: string
  readonly sideEffects?: false | readonly string[]
  readonly engines?: { readonly node?: string }
  readonly exports?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

/** Resolutions that find no ES modules, which the packages are. */
const notForModules: readonly string[] = ['node10', 'node16-cjs']

/** @param packed the tarballs, once tests run */
export function tarballSuite(packed: () => Packed): void {
  /** Unpacks a tarball; @returns the folder that npm would make */
  async function unpack(name: string): Promise<string> {
    const folder = await packed().folder()
    await succeed('tar', ['-xzf', packed().tarball(name)], folder)
    return join(folder, 'package')
  }

  for (const { folder, name } of published) {
    suite(name, () => {
      let directory: string
      let manifest: PublishedManifest
      const files = (pattern: string): readonly string[] => globSync(pattern, { cwd: directory }).sort()
      const read = (file: string): string => readFileSync(join(directory, file), 'utf8')
      /** The command of the service is one bundle, with what it loads on demand in chunks. */
      const isBundled = (file: string): boolean => name === 'symbolon' && /^dist\/command(?:\/[^/]+)?\.js$/.test(file)

      before(async () => {
        directory = await unpack(name)
        manifest = JSON.parse(read('package.json')) as PublishedManifest
      })

      test(`${name} pleases publint`, async () => {
        const { messages } = await publint({ pkgDir: directory, strict: true, pack: false })
        assert.deepEqual(
          messages.filter(({ type }) => type !== 'suggestion'),
          [],
        )
      })

      test(`${name} has types where its JavaScript is`, async () => {
        const { types, ...found } = await checkPackage(createPackageFromTarballData(readFileSync(packed().tarball(name))))
        assert.ok(types !== false)
        const problems = 'problems' in found ? found.problems : []
        assert.deepEqual(
          problems.filter((problem) => !('resolutionKind' in problem && notForModules.includes(problem.resolutionKind))),
          [],
        )
      })

      test(`the manifest of ${name} says what it is, and names ranges of libraries`, () => {
        assert.equal(manifest.name, name)
        assert.equal(manifest.version, version)
        assert.equal(manifest.license, 'MIT')
        assert.equal(manifest.repository?.directory, `packages/${folder}`)
        assert.ok((manifest.keywords ?? []).length >= 4)
        assert.equal(manifest.type, 'module')
        assert.equal(manifest.engines?.node, '>=22.18')
        assert.match(manifest.description ?? '', /^.{20,}\.$/)
        assert.deepEqual(manifest.sideEffects, manifest.bin === undefined ? false : ['./src/command.ts', './dist/command.js'])
        for (const conditions of Object.values(manifest.exports ?? assert.fail('no exports')))
          assert.deepEqual(Object.keys(conditions), ['types', 'default'])
        assert.doesNotMatch(read('package.json'), /"(?:workspace|catalog|link|file):/)
        for (const [dependency, needed] of Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })) {
          // The packages of one release belong together. What others publish is shared with whatever else an application has.
          if (published.some((each) => each.name === dependency)) assert.equal(needed, version, dependency)
          else assert.match(needed, /^\^\d+\.\d+\.\d+$/, dependency)
        }
        for (const peer of Object.keys(manifest.peerDependencies ?? {}))
          assert.equal(manifest.peerDependenciesMeta?.[peer]?.optional, true, peer)
      })

      test(`${name} holds a README, the licence, its sources and what they became, and nothing else`, () => {
        const all = files('**').filter((file) => statSync(join(directory, file)).isFile())
        const sources = globSync('**/*.ts', { cwd: join(root, 'packages', folder, 'src') }).map((file) => file.replace(/\.ts$/, ''))
        const expected = sources.flatMap((file) => [
          `src/${file}.ts`,
          ...(isBundled(`dist/${file}.js`) ? ['js'] : ['js', 'js.map', 'd.ts', 'd.ts.map']).map((ending) => `dist/${file}.${ending}`),
        ])
        const bundle = name === 'symbolon' ? [...files('dist/command/*.js'), 'dist/THIRD-PARTY-LICENSES.txt'] : []
        assert.deepEqual(all, [...expected, ...bundle, 'LICENSE', 'README.md', 'package.json'].sort())
        assert.equal(read('README.md'), readFileSync(join(root, 'packages', folder, 'README.md'), 'utf8'))
      })

      test(`every import in ${name} is of a file that is there or of a declared dependency`, () => {
        const imports = files('dist/**/*.{js,d.ts}').flatMap((file) =>
          readSource(relative(root, join(directory, file))).imports.map(({ specifier }) => ({ file, specifier })),
        )
        assert.ok(imports.length > 0)
        const needed = { ...manifest.dependencies, ...manifest.peerDependencies }
        for (const { file, specifier } of imports) {
          const where = `${file} imports ${specifier}`
          if (!specifier.startsWith('.')) assert.ok(isBuiltin(specifier) || needed[packageOf(specifier)] !== undefined, where)
          else assert.ok(specifier.endsWith('.js') && existsSync(join(directory, dirname(file), specifier)), where)
        }
      })

      test(`every file of ${name} that was compiled has a source map, which leads to a source in the tarball`, () => {
        for (const file of files('dist/**/*.{js,d.ts}').filter((each) => !isBundled(each))) {
          const [, map = ''] = /^\/\/# sourceMappingURL=(.+)$/m.exec(read(file)) ?? []
          const place = join(dirname(file), map)
          const { sources, sourceRoot = '' } = JSON.parse(read(place)) as {
            readonly sources: readonly string[]
            readonly sourceRoot?: string
          }
          assert.ok(sources.length > 0, file)
          for (const source of sources) {
            const found = join(dirname(place), sourceRoot, source)
            assert.ok(found.startsWith(`src${sep}`) && existsSync(join(directory, found)), `${place}: ${source}`)
          }
        }
      })
    })
  }

  for (const [name, bin] of [
    ['symbolon', 'symbolon'],
    ['@symbolon/migration-v1', 'symbolon-migrate-v1'],
  ] as const) {
    test(`the command of ${name} is a program that the system can start`, async () => {
      const directory = await unpack(name)
      const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as PublishedManifest
      assert.deepEqual(manifest.bin, { [bin]: './dist/command.js' })
      const command = join(directory, 'dist/command.js')
      assert.match(readFileSync(command, 'utf8'), /^#!\/usr\/bin\/env node\n/)
      assert.equal(statSync(command).mode & 0o111, 0o111)
    })
  }
}
