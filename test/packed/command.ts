// The command of the service as it is published: one bundle, which loads on demand what a start does not need.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { join, relative } from 'node:path'
import { before, test } from 'node:test'
import { outsideBundle } from '../../scripts/outside-bundle.ts'
import { packageOf, readSource } from '../architecture/sources.ts'
import { closureOf, installPacked, published, succeed, version } from '../support/packed.ts'
import type { Packed } from '../support/packed.ts'
import { freePort, root, runSymbolon } from '../support/run-command.ts'
import { discoverAt, runtimes } from './discovery.ts'

/** More than the files that a start with a database file loads. */
const manyFiles = 40

const program = 'node_modules/symbolon/dist/command.js'

/** @param packed the tarballs, once tests run */
export function commandSuite(packed: () => Packed): void {
  let folder: string
  let bundle: string
  let files: readonly string[]

  before(async () => {
    folder = await installPacked(packed(), closureOf(['symbolon']))
    bundle = join(folder, 'node_modules/symbolon/dist')
    files = ['command.js', ...readdirSync(join(bundle, 'command')).map((file) => `command/${file}`)]
  })

  const textOf = (file: string): string => readFileSync(join(bundle, file), 'utf8')
  /** What a file loads when it is loaded, and later. */
  const loadedBy = (file: string): readonly string[] => [
    ...readSource(relative(root, join(bundle, file))).imports.map(({ specifier }) => specifier),
    ...[...textOf(file).matchAll(/\b__require\("([^"]+)"\)/g)].map(([, specifier = '']) => specifier),
  ]
  const outside = (file: string): readonly string[] =>
    loadedBy(file)
      .filter((specifier) => !specifier.startsWith('.') && !isBuiltin(specifier))
      .map(packageOf)

  test('what the bundle leaves outside is a dependency of symbolon itself, or an optional peer', async () => {
    const { dependencies, peerDependencies } = JSON.parse(await readFile(join(bundle, '../package.json'), 'utf8')) as {
      readonly dependencies: object
      readonly peerDependencies: object
    }
    const left = new Set(files.flatMap(outside))
    // pg asks for its own native code on request.
    left.delete('pg-native')
    assert.deepEqual([...left].toSorted(), outsideBundle.toSorted())
    for (const name of left) assert.ok(name in dependencies || name in peerDependencies, name)
  })

  test('the bundle comes with the licence of each package that is in it', () => {
    const texts = textOf('THIRD-PARTY-LICENSES.txt').split(/\n-{80}\n/)
    const named = new Map(texts.map((text) => [/^(\S+) [^\n]* \(.+\)$/m.exec(text)?.[1], text]))
    const contained = new Set(
      files.flatMap((file) => [...textOf(file).matchAll(/^\/\/ .*node_modules\/(\S+)$/gm)].map(([, path = '']) => packageOf(path))),
    )
    assert.ok(contained.size > 30, `${contained.size} packages`)
    for (const name of contained) assert.match(named.get(name) ?? '', /permission|permitted|apache license/i, name)
  })

  test('the bundle keeps the names of functions, for stack traces, and needs no source map', () => {
    assert.match(textOf('command/start.js'), /^async function startSymbolon\(/m)
    for (const file of files) assert.ok(!textOf(file).includes('sourceMappingURL='), file)
  })

  test('the bundle is in ASCII, which V8 keeps in half the memory', () => {
    for (const file of files) assert.doesNotMatch(textOf(file), /[^\0-\x7f]/, file)
  })

  test('a start loads the bundle and the packages with native code, and nothing else', async () => {
    const loaded = await loadedAtStart([])
    const packages = new Set(loaded.map(packageIn))
    assert.deepEqual([...packages].filter((name) => !isBinary(name)).toSorted(), ['@neon-rs/load', 'detect-libc', 'libsql', 'symbolon'])
    const own = loaded.filter((url) => packageIn(url) === 'symbolon')
    assert.ok(own.length > 1 && own.every((url) => /\/symbolon\/dist\/command(?:\/[^/]+)?\.js$/.test(url)))
    assert.ok(loaded.length < manyFiles, `${loaded.length} files`)
  })

  test('the SDK of an operator records its spans', async () => {
    await writeFile(
      join(folder, 'telemetry.mjs'),
      `import { trace } from '@opentelemetry/api'
      import { writeFileSync } from 'node:fs'
      const span = trace.wrapSpanContext({ traceId: '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 1 })
      const names = []
      trace.setGlobalTracerProvider({ getTracer: () => ({ startActiveSpan: (name, ...more) => (names.push(name), more.at(-1)(span)) }) })
      process.on('exit', () => writeFileSync('spans.json', JSON.stringify(names)))`,
    )
    const loaded = await loadedAtStart(['--import', './telemetry.mjs'], { SYMBOLON_TRACING: 'on' })
    const spans = JSON.parse(await readFile(join(folder, 'spans.json'), 'utf8')) as readonly string[]
    assert.ok(spans.includes('GET /.well-known/openid-configuration'), spans.join(', '))
    const apis = new Set(
      loaded.filter((url) => packageIn(url) === '@opentelemetry/api').map((url) => /^.*\/@opentelemetry\/api\//.exec(url)?.[0]),
    )
    assert.equal(apis.size, 1)
  })

  /** @returns the URLs of the files that a start loads */
  async function loadedAtStart(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
    await writeFile(
      join(folder, 'loaded.mjs'),
      `import { registerHooks } from 'node:module'
      import { writeFileSync } from 'node:fs'
      const loaded = []
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
      process.on('exit', () => writeFileSync('loaded.json', JSON.stringify(loaded)))`,
    )
    await serves(folder, ['node', '--import', './loaded.mjs', ...args, program], settings)
    const urls = JSON.parse(await readFile(join(folder, 'loaded.json'), 'utf8')) as readonly string[]
    return urls.filter((url) => url.includes('/node_modules/'))
  }

  for (const [runtime, [binary, ...args]] of Object.entries(runtimes)) {
    test(`the command serves on ${runtime}, with health checks and metrics`, async () => {
      const port = String(await freePort())
      await serves(folder, [binary, ...args, program], { SYMBOLON_OPERATIONS_PORT: port }, async () => {
        const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
        assert.ok(metrics.includes(`symbolon_build_info{version="${version}",runtime="${binary}"} 1`), metrics)
        const health = await succeed(binary, [...args, join(folder, program), 'health'], folder, { SYMBOLON_OPERATIONS_PORT: port })
        assert.equal(health, 'ready\n')
      })
    })

    test(`the command prints on ${runtime} what the sources print`, async () => {
      for (const words of [['--help'], ['completion', 'bash'], ['--version']]) {
        const { stdout } = await runSymbolon(words, {}, folder)
        assert.equal(await succeed(binary, [...args, program, ...words], folder), stdout)
      }
    })

    test(`every chunk loads on ${runtime}`, async () => {
      const peers = /^(?:@aws-sdk|@google-cloud)\/|^google-auth-library$/
      // The clients of buckets are not installed; one chunk needs them at once.
      const chunks = files.filter((file) => file !== 'command.js' && !/^import .* from "@aws-sdk\//m.test(textOf(file)))
      assert.deepEqual(
        files
          .filter((file) => !chunks.includes(file) && file !== 'command.js')
          .flatMap(outside)
          .filter((name) => !peers.test(name)),
        [],
      )
      await writeFile(
        join(folder, 'load-all.js'),
        `for (const file of ${JSON.stringify(chunks)}) await import('./node_modules/symbolon/dist/' + file)
        console.log('loaded')
        process.exit()`,
      )
      assert.equal(await succeed(binary, [...args, 'load-all.js'], folder), 'loaded\n')
    })
  }

  test('the command serves where pnpm gives each package its own dependencies alone', async () => {
    const strict = await packed().folder()
    const tarball = (name: string): string => `file:${packed().tarball(name)}`
    const ours = published.map(({ name }) => name).filter((name) => name !== 'symbolon')
    await writeFile(join(strict, 'package.json'), JSON.stringify({ private: true, dependencies: { symbolon: tarball('symbolon') } }))
    await writeFile(
      join(strict, 'pnpm-workspace.yaml'),
      JSON.stringify({ hoist: false, overrides: Object.fromEntries(ours.map((name) => [name, tarball(name)])) }),
    )
    await succeed('node', [join(root, 'scripts/package-manager.mjs'), 'install', '--prefer-offline', '--ignore-scripts'], strict)
    assert.deepEqual(
      readdirSync(join(strict, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['symbolon'],
    )
    assert.ok((await stat(join(strict, 'node_modules/.pnpm'))).isDirectory())
    await serves(strict, ['node', program])
    // Its storage on a libSQL server loads the client that stays outside.
    const chunk = files.find((file) => outside(file).includes('@libsql/client'))
    assert.ok(chunk !== undefined)
    await succeed('node', ['--input-type=module', '--eval', `await import('./node_modules/symbolon/dist/${chunk}')`], strict)
  })
}

function packageIn(url: string): string {
  return packageOf(url.replace(/^.*\/node_modules\//, ''))
}

/** The name of the platform is part of the name of the package. */
function isBinary(name: string): boolean {
  return /^@(?:libsql|node-rs)\/(?:argon2-)?(?:linux|darwin|win32)-/.test(name)
}

/** Starts the service at a new database, asks for discovery and for the console, ends it. */
async function serves(
  folder: string,
  command: readonly [string, ...string[]],
  settings: Readonly<Record<string, string>> = {},
  ask?: () => Promise<void>,
): Promise<void> {
  const port = await freePort()
  const own = {
    SYMBOLON_PORT: String(port),
    SYMBOLON_DATABASE_URL: `file:${port}.db`,
    SYMBOLON_MASTER_KEY: btoa('a'.repeat(32)),
    ...settings,
  }
  const metadata = await discoverAt(folder, port, command, own, async () => {
    const console = await fetch(`http://localhost:${port}/ui/console`, { redirect: 'manual' })
    assert.match(console.headers.get('location') ?? '', /\/authorize\?/)
    await ask?.()
  })
  assert.equal(metadata['issuer'], `http://localhost:${port}`)
}
