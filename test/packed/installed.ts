// All packages installed from their tarballs into an empty folder, as a user of the registry does.
import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { before, test } from 'node:test'
import { closureOf, installPacked, published, run, succeed, version } from '../support/packed.ts'
import type { Packed } from '../support/packed.ts'
import { readComposition } from '../support/readme-composition.ts'
import { freePort, root, runSymbolon } from '../support/run-command.ts'
import { discoverAt, runtimes } from './discovery.ts'

const names = published.map(({ name }) => name)
/** @param packed the tarballs, once tests run */
export function installedSuite(packed: () => Packed): void {
  let folder: string
  before(async () => void (folder = await installPacked(packed(), names)))

  for (const [runtime, [program, ...args]] of Object.entries(runtimes)) {
    test(`every export of every package is imported on ${runtime}`, async () => {
      await writeFile(
        join(folder, 'import-all.js'),
        `
        const exported = {}
        for (const name of ${JSON.stringify(names)}) exported[name] = Object.entries(await import(name)).map(([key, value]) => [key, typeof value])
        console.log(JSON.stringify(exported))`,
      )
      const exported = JSON.parse(await succeed(program, [...args, 'import-all.js'], folder)) as unknown
      const sources = await Promise.all(
        published.map(async ({ folder: source, name }) => {
          const module = (await import(join(root, 'packages', source, 'src/index.ts'))) as Readonly<Record<string, unknown>>
          return [name, Object.entries(module).map(([key, value]) => [key, typeof value])]
        }),
      )
      assert.deepEqual(exported, Object.fromEntries(sources))
    })

    test(`the composition of README.md runs on ${runtime} and answers discovery`, async () => {
      const port = await freePort()
      const file = `compose-${program}.ts`
      const composition = (await readComposition()).replaceAll('8080', String(port)).replace('symbolon.db', `${program}.db`)
      await writeFile(join(folder, file), composition)
      const metadata = await discoverAt(folder, port, [program, ...args, file], { MASTER_KEY: btoa('a'.repeat(32)) })
      assert.equal(metadata['issuer'], `http://localhost:${port}`)
      assert.deepEqual(metadata['grant_types_supported'], ['authorization_code'])
    })
  }

  /** How each test runner runs a file in the folder; those of the runtimes run the example of the README of `testing`. */
  const runners = {
    vitest: ['node_modules/vitest/vitest.mjs', 'run', '--globals', 'sign-in.test.js'],
    jest: ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', 'sign-in.test.js'],
    '@playwright/test': ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line', 'sign-in.spec.js'],
  } as const satisfies Readonly<Record<string, readonly string[]>>

  // What differs between them is in the long tier.
  const chosen = process.env['SYMBOLON_TEST_LONG'] === '1' ? Object.entries(runners) : Object.entries(runners).slice(0, 1)
  for (const [runner, args] of chosen) {
    test(`a test with @symbolon/testing runs in ${runner}`, async () => {
      // The runners are those of the workspace: each would be forty megabytes to install.
      const link = join(folder, 'node_modules', runner)
      await mkdir(dirname(link), { recursive: true })
      await symlink(join(root, 'test/node_modules', runner), link)
      const isPlaywright = runner.startsWith('@playwright')
      await writeFile(
        join(folder, isPlaywright ? 'sign-in.spec.js' : 'sign-in.test.js'),
        `${isPlaywright ? "import { expect, test } from '@playwright/test'" : ''}
        import { createTestProvider } from '@symbolon/testing'
        test('a person signs in', async () => {
          const clients = [{ clientId: 'web', redirectUris: ['http://localhost/callback'] }]
          const provider = await createTestProvider({ port: 0, users: [{ userName: 'ada' }], clients })
          const { accessToken } = await provider.signIn('ada', 'web')
          const headers = { authorization: 'Bearer ' + accessToken }
          const answer = await fetch(provider.issuer + '/oidc/v1/userinfo', { headers })
          expect((await answer.json()).sub).toBe('ada')
          await provider.close()
        })`,
      )
      const { code, stdout, stderr } = await run('node', args, folder, { CI: '1' })
      assert.equal(code, 0, stdout + stderr)
      assert.match(stdout + stderr, /1 passed/)
    })
  }

  test('npx symbolon --help prints what the source prints, every setting of it', async () => {
    const { stdout } = await runSymbolon(['--help'], {}, folder)
    assert.match(stdout, /SYMBOLON_ISSUER=/)
    assert.equal(await succeed('npx', ['symbolon', '--help'], folder), stdout)
  })

  test('symbolon --version prints the version of the package', async () => {
    assert.equal(await succeed(join(folder, 'node_modules/.bin/symbolon'), ['--version'], folder), `${version}\n`)
  })

  test('npx symbolon starts and answers discovery', async () => {
    const port = await freePort()
    const metadata = await discoverAt(folder, port, ['npx', 'symbolon'], { SYMBOLON_PORT: String(port) })
    assert.equal(metadata['issuer'], `http://localhost:${port}`)
  })

  test('a strict consumer compiles against the published types, and gets errors for its mistakes', async () => {
    await writeFile(
      join(folder, 'consumer.ts'),
      `${await readComposition()}
      ${names.map((name, index) => `export * as package${index} from '${name}'`).join('\n')}
      // @ts-expect-error the address is a string
      libsql({ url: 1 })
      // @ts-expect-error there is no storage
      await createProvider({ issuer: 'http://localhost', masterKey: '', grants: [authorizationCode()] })
      // @ts-expect-error nothing of this name is exported
      export { thatIsNotThere } from 'symbolon'`,
    )
    assert.equal(await compile('consumer.ts', ['node']), '')
  })

  test('the packages bring no types of Node to a consumer without them', async () => {
    // The command's log has its types from LogTape, which takes Disposable for granted.
    const others = names.filter((name) => name !== 'symbolon')
    await writeFile(join(folder, 'everywhere.ts'), others.map((name, index) => `export * as package${index} from '${name}'`).join('\n'))
    assert.equal(await compile('everywhere.ts', []), '')
  })

  /** @returns what the compiler has to say */
  async function compile(file: string, types: readonly string[]): Promise<string> {
    const compilerOptions = {
      strict: true,
      target: 'es2024',
      module: 'nodenext',
      moduleResolution: 'nodenext',
      skipLibCheck: false,
      noEmit: true,
      types,
    }
    const project = file.replace(/ts$/, 'json')
    await writeFile(join(folder, project), JSON.stringify({ compilerOptions, files: [file] }))
    const { code, stdout } = await run('tsc', ['-p', project], folder)
    assert.equal(code === 0, stdout === '')
    return stdout
  }

  test('@symbolon/core-protocol with the types of documents brings ipaddr.js, jose and valibot, and imports', async () => {
    const alone = await installPacked(packed(), ['@symbolon/core-protocol', '@symbolon/schema-v2'])
    const { packages } = JSON.parse(await readFile(join(alone, 'node_modules/.package-lock.json'), 'utf8')) as { readonly packages: object }
    const installed = ['@symbolon/core-protocol', '@symbolon/schema-v2', 'ipaddr.js', 'jose', 'valibot']
    assert.deepEqual(
      Object.keys(packages).sort(),
      installed.map((name) => `node_modules/${name}`),
    )
    await assertImports('@symbolon/core-protocol', alone)
  })

  async function assertImports(name: string, where: string): Promise<void> {
    await writeFile(join(where, 'import.js'), `console.log(Object.keys(await import('${name}')).length > 0)`)
    for (const [program, ...args] of Object.values(runtimes)) assert.equal(await succeed(program, [...args, 'import.js'], where), 'true\n')
  }

  test('npx @symbolon/migration-v1 converts an export where nothing else is installed, on every runtime', async () => {
    const alone = await installPacked(packed(), [
      '@symbolon/schema-v2',
      '@symbolon/json-stream',
      '@symbolon/command-line',
      '@symbolon/migration-v1',
    ])
    const { packages } = JSON.parse(await readFile(join(alone, 'node_modules/.package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly dependencies?: object }>>
    }
    const installed = [
      '@streamparser/json',
      '@symbolon/command-line',
      '@symbolon/json-stream',
      '@symbolon/migration-v1',
      '@symbolon/schema-v2',
      'valibot',
    ]
    assert.deepEqual(
      Object.keys(packages).sort(),
      installed.map((name) => `node_modules/${name}`),
    )
    assert.deepEqual(Object.keys(packages['node_modules/@symbolon/schema-v2']?.dependencies ?? {}), ['valibot'])
    await assertImports('@symbolon/schema-v2', alone)
    await writeFile(join(alone, 'v1.json'), '{"orgs":[{"orgId":"1","org":{"name":"Example"},"iamPolicy":{"userLoginMustBeDomain":true}}]}')
    const converted = '{"orgs":[{"domainPolicy":{"userLoginMustBeDomain":true},"org":{"name":"Example"},"orgId":"1"}]}\n'
    assert.equal(await succeed('npx', ['@symbolon/migration-v1', 'v1.json'], alone), converted)
    const program = 'node_modules/@symbolon/migration-v1/dist/command.js'
    for (const [runtime, ...args] of Object.values(runtimes))
      assert.equal(await succeed(runtime, [...args, program, 'v1.json'], alone), converted)
  })

  for (const [title, added, megabytes] of [
    ['without a database', [], 7],
    ['with Postgres', ['@symbolon/storage-postgres'], 11.3],
  ] as const) {
    test(`a composition without login has less than ${megabytes} MB ${title}`, async () => {
      const alone = await installPacked(packed(), closureOf(['@symbolon/server', '@symbolon/grants-client-credentials', ...added]))
      const files = await readdir(join(alone, 'node_modules'), { recursive: true, withFileTypes: true })
      const sizes = await Promise.all(
        files.filter((file) => file.isFile()).map(async (file) => (await stat(join(file.parentPath, file.name))).size),
      )
      const bytes = sizes.reduce((sum, size) => sum + size, 0)
      assert.ok(bytes > 1_000_000 && bytes < megabytes * 1_000_000, `${bytes} bytes`)
      for (const name of ['@symbolon/server', '@symbolon/grants-client-credentials', ...added]) await assertImports(name, alone)
    })
  }

  test('a library that is not installed is named by the error of what needs it', async () => {
    const alone = await installPacked(
      packed(),
      closureOf(['@symbolon/secret-hashing', '@symbolon/object-storage-s3', '@symbolon/object-storage-gcs']),
    )
    const installed = await readdir(join(alone, 'node_modules'))
    for (const scope of ['@aws-sdk', '@google-cloud', '@node-rs']) assert.ok(!installed.includes(scope), scope)
    await writeFile(
      join(alone, 'missing.js'),
      `
      import { gcsStorage } from '@symbolon/object-storage-gcs'
      import { s3Storage } from '@symbolon/object-storage-s3'
      import { secretHashing } from '@symbolon/secret-hashing'
      import { generateKeyPairSync } from 'node:crypto'
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
      const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
      const account = { type: 'service_account', client_email: 'a@b.iam.gserviceaccount.com', private_key, private_key_id: 'k', project_id: 'b' }
      const object = { bucket: 'b', path: 'p' }
      const tries = [
        () => secretHashing().hash('correct horse'),
        () => s3Storage({ endpoints: ['https://s3.example'] }).open({ ...object, endpoint: 'https://s3.example', accessKeyId: 'a', secretAccessKey: 's' }),
        () => gcsStorage().open({ ...object, serviceAccountJson: btoa(JSON.stringify(account)) }),
      ]
      const said = []
      for (const attempt of tries) said.push(await attempt().then(() => 'done', ({ code, message }) => code + ': ' + message.replace(/.*(?=npm install)/, '')))
      console.log(JSON.stringify(said))`,
    )
    // Another runtime may bring the library itself.
    assert.deepEqual(JSON.parse(await succeed('node', ['missing.js'], alone)), [
      'library_missing: npm install @node-rs/argon2',
      'library_missing: npm install @aws-sdk/client-s3 @aws-sdk/lib-storage',
      'library_missing: npm install @google-cloud/storage google-auth-library',
    ])
  })

  test('what has to be native installs by itself, without scripts', async () => {
    const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>
    }
    assert.deepEqual(
      Object.entries(packages)
        .filter(([, { hasInstallScript }]) => hasInstallScript === true)
        .map(([path]) => path),
      [],
    )
    assert.ok((await readdir(join(folder, 'node_modules/@node-rs'))).some((name) => name.startsWith('argon2-')))
  })
}
