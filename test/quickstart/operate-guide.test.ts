// docs/operate.md: its commands are run here, in the order in which an instance would see them, and what it names exists.
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { commandNames, formOf } from '../../packages/symbolon/src/command-table.ts'
import { readConfiguration } from '../../packages/symbolon/src/configuration.ts'
import { readArguments } from '../../packages/symbolon/src/read-arguments.ts'
import { postgresPrograms, startPostgres } from '../../packages/storage-postgres/test/postgres-server.ts'
import { deployText, namedMetrics } from '../support/deploy.ts'
import { openShell, readGuide } from '../support/guide.ts'
import type { Shell } from '../support/guide.ts'
import { keeperDocument, keeperToken } from '../support/keeper.ts'
import { freePort, temporaryDirectory } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const guide = await readGuide('docs/operate.md')
/** The server of the operating system, if its tools are there: those of another version refuse to work. */
const tools = ['pg_dump', 'pg_restore', 'psql'] as const
const withTools = postgresOfSystem()
const programs = withTools ?? postgresPrograms()
const server = programs === undefined ? undefined : await startPostgres(programs)
const database = (name: string): string => `postgres://symbolon@${server?.host ?? ''}/${name}`
const file = { SYMBOLON_DATABASE_URL: 'file:symbolon.db' }

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let [home, port, operationsPort, shell] = ['', 0, '', undefined as unknown as Shell]
const ran = new Set<string>()

before(async () => {
  directory = await temporaryDirectory()
  home = join(directory.path, 'home')
  await mkdir(home)
  operationsPort = String(await freePort())
  port = await freePort()
  const issuer = `http://localhost:${port}`
  const replaced = { 'https://id.acme.example': issuer, 'db.example': server?.host ?? '' }
  const settings = { ...file, SYMBOLON_ISSUER: issuer, SYMBOLON_TOKEN: keeperToken, SYMBOLON_OPERATIONS_PORT: operationsPort }
  shell = await openShell(directory.path, () => replaced, settings)
  if (withTools !== undefined) for (const tool of tools) await symlink(join(withTools, tool), join(directory.path, 'bin', tool))
  await writeFile(join(home, 'database-password'), 'any\n')
})
after(async () => await directory.dispose())

/** @param numbers which of the blocks under the heading; undefined for all */
async function follow(heading: string, ...numbers: readonly number[]): Promise<string> {
  const blocks = guide.sections.get(heading) ?? []
  const chosen = numbers.length === 0 ? blocks : numbers.map((number) => blocks[number] ?? assert.fail(`${heading} ${number}`))
  assert.notEqual(chosen.length, 0, heading)
  for (const block of chosen) ran.add(block)
  return await shell.run(chosen, home)
}

async function withService(settings: Readonly<Record<string, string>>, run: (service: TestService) => Promise<void>): Promise<void> {
  const first = existsSync(join(home, '.symbolon')) ? {} : { document: keeperDocument }
  const service = await startTestService({ directory: home, port, tls: false, settings, ...first })
  await run(service).finally(async () => await service.stop())
}

/** The token of the service user is one of the facts that a database has. */
async function assertWhole(service: TestService): Promise<void> {
  const headers = { authorization: `Bearer ${keeperToken}` }
  assert.equal((await service.fetch(`${service.issuer}/admin/v1/events`, { headers })).status, 200)
}

test('the start for production names settings that are valid together', () => {
  const [install = '', ...others] = guide.sections.get('Install and start') ?? []
  assert.deepEqual(others, [])
  const [, start = ''] = install.trim().split('\n')
  assert.match(start, /^(?:SYMBOLON_\w+=\S+ )+symbolon$/)
  const settings = Object.fromEntries([...start.matchAll(/(SYMBOLON_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]))
  assert.equal(readConfiguration(settings).issuer, 'https://id.acme.example')
  ran.add(install)
})

test('while the service runs, its health is asked for, its master key is replaced, and its database is backed up', async () => {
  const operations = { SYMBOLON_OPERATIONS_PORT: operationsPort }
  await withService({ ...file, ...operations }, async () => {
    assert.equal(await follow('What to watch'), 'ready\n')
    assert.match(await follow('Replace the master key'), /Added \S+\. Give the new key to every instance[^]*Forgot \S+\./)
    // From before, it would open with the old key alone.
    assert.match(await follow('Backup and restore', 0), /^Backed up \d+ bytes to monday\.db\./)
  })
})

test('a backup of a file is restored, and signing keys are rotated', async () => {
  assert.match(await follow('Backup and restore', 1), /^Restored monday\.db/)
  assert.match(await follow('Backup and restore', 4), /RS256/)
  await withService(file, assertWhole)
})

if (server === undefined) {
  test('Postgres', { skip: `there is no server for ${process.platform} ${process.arch}` }, () => undefined)
} else {
  test('a file is moved to Postgres', async () => {
    await server.run(database('postgres'), "create database symbolon encoding 'UTF8' template template0")
    const said = await follow('Move to Postgres')
    assert.match(said, /^Moved \d+ rows of \d+ tables to postgres:/)
    await withService({ SYMBOLON_DATABASE_URL: database('symbolon'), SYMBOLON_OPERATIONS_PORT: operationsPort }, async (service) => {
      await assertWhole(service)
      // Here, since only on Postgres there are connections and the clock of another machine.
      const printed = await (await fetch(`http://localhost:${operationsPort}/metrics`)).text()
      const types = new Set([...printed.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name))
      const absent = namedMetrics().filter((name) => !types.has(name) && !types.has(name.replace(/_(?:bucket|count|sum)$/, '')))
      assert.deepEqual(absent, [], 'alerts and the dashboard name what the service prints')
    })
  })

  // The npm package of the server has no pg_dump, and the tests run on a machine with Node and npm alone. The summary counts what was skipped.
  const missing = 'There is no pg_dump: install the tools of Postgres with its server, for example with `apt-get install postgresql`'
  const skip = withTools === undefined ? missing : false
  test('a dump of Postgres is restored into another database', { skip }, async () => {
    await withService({ SYMBOLON_DATABASE_URL: database('symbolon') }, async () => void (await follow('Backup and restore', 2)))
    await follow('Backup and restore', 3)
    await withService({ SYMBOLON_DATABASE_URL: database('restored') }, assertWhole)
  })
}

test('the guide names commands and alerts that exist, and no command of it was left out', () => {
  for (const [, command = ''] of guide.text.matchAll(/`symbolon ([^`]+)`/g)) {
    // A sentence about a command leaves its argument out.
    const { takes } = formOf(commandNames.find((name) => name === command) ?? 'start')
    assert.equal(readArguments([...command.split(' '), ...takes]).asks, 'command', command)
  }
  const alerts = [...deployText('prometheus-alerts.yaml').matchAll(/alert: (\S+)/g)].map(([, name = '']) => name)
  for (const alert of alerts) assert.ok(guide.text.includes(`\`${alert}\``), alert)
  const left = [...guide.sections.values()].flat().filter((block) => !ran.has(block) && !/^(?:pg_|psql)/.test(block))
  assert.deepEqual(left, [])
})

/** The folder of the programs of a server with its tools, as the packages of Debian and Ubuntu have them. */
function postgresOfSystem(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const folders = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : []
  return folders.find((folder) => ['initdb', 'postgres', ...tools].every((program) => existsSync(join(folder, program))))
}
