// The example of a protocol of a third party, with the packages installed from their tarballs: it compiles under strict rules, against the declarations of
// the packages, and its tests pass on both databases.
import assert from 'node:assert/strict'
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { postgresPrograms, startPostgres } from '../../packages/storage-postgres/test/postgres-server.ts'
import { closureOf, installPacked, run, succeed } from '../support/packed.ts'
import type { Packed } from '../support/packed.ts'
import { root } from '../support/run-command.ts'

const used = [
  'core-protocol',
  'login',
  'rate-limiting',
  'secret-hashing',
  'server',
  'storage-libsql',
  'storage-postgres',
  'storage-sql',
  'test-client',
  'ui-templates',
]
const files = ['code.ts', 'main.ts', 'page.ts', 'pairings.ts', 'protocol.ts', 'provider.ts', 'texts.ts', 'test']

/** @param packed the tarballs, once tests run */
export function ownProtocolSuite(packed: () => Packed): void {
  let folder: string
  before(async () => {
    folder = await installPacked(packed(), closureOf(used.map((name) => `@symbolon/${name}`)))
    // An optional peer of the hashing of passwords.
    await succeed('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--prefix', folder, '@node-rs/argon2@2'], folder)
    for (const file of files) await cp(join(root, 'examples/own-protocol', file), join(folder, file), { recursive: true })
  })

  test('it compiles against the declarations of the packages', async () => {
    const types = join(folder, 'node_modules/@types')
    await mkdir(types, { recursive: true })
    await rm(join(types, 'node'), { recursive: true, force: true })
    await symlink(join(root, 'test/node_modules/@types/node'), join(types, 'node'))
    const compilerOptions = {
      target: 'es2024',
      lib: ['es2024', 'esnext', 'dom', 'dom.iterable'],
      module: 'nodenext',
      types: ['node'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noPropertyAccessFromIndexSignature: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      skipLibCheck: true,
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', 'test'] }))
    const { code, stdout, stderr } = await run('node', [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], folder)
    assert.equal(code, 0, stdout + stderr)
  })

  test('its tests pass on libSQL, and on Postgres where it is installed', async () => {
    const programs = postgresPrograms()
    const server = programs === undefined ? undefined : await startPostgres(programs)
    const settings: Readonly<Record<string, string>> = server === undefined ? {} : { POSTGRES_URL: await server.createDatabase() }
    const args = ['--test', '--test-force-exit', '--test-reporter=tap', 'test/own-protocol.test.ts']
    const { code, stdout, stderr } = await run('node', args, folder, settings)
    assert.equal(code, 0, stdout + stderr)
    if (server !== undefined) assert.match(stdout, /on Postgres/)
  })
}
