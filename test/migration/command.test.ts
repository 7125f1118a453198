// `symbolon export` and `symbolon import`, at the database itself and through a running server.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { link, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { v1ExportText } from '@symbolon/test-kit'
import { readConfiguration } from '../../packages/symbolon/src/configuration.ts'
import { checkOutputFile } from '../../packages/symbolon/src/output-file.ts'
import { commandProgram } from '../support/bundled-command.ts'
import { otpSecret, passwordHash, twoOrgs } from '../support/full-org.ts'
import { moverToken, operations } from '../support/mover.ts'
import { cleanEnvironment, contentsOf, runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
const inside = (name: string): string => join(directory.path, name)
const run = async (args: readonly string[], settings: Readonly<Record<string, string>> = {}, input?: string) =>
  await runSymbolon(args, settings, directory.path, undefined, input)

before(async () => {
  directory = await temporaryDirectory()
  await writeFile(inside('orgs.json'), JSON.stringify({ orgs: twoOrgs }))
  await writeFile(inside('v1.json'), v1ExportText({ orgs: 2, humanUsers: 30 }))
})
after(async () => await directory.dispose())

test('organizations go from a file into a database and out of it, and the file is for its owner alone', async () => {
  const imported = await run(['import', 'orgs.json', '--with-credentials'], {
    SYMBOLON_DATABASE_URL: 'file:one.db',
    SYMBOLON_MASTER_KEY_FILE: await newKey('one'),
  })
  assert.equal(imported.code, 2, imported.stderr)
  assert.match(imported.stdout, /^The import is complete\. 2 people cannot sign in\.\n\nObjects: \d+ created\.\n/)
  assert.match(
    imported.stdout,
    /\n\nPeople who can sign in:\n {2}organization {2}people {2}can sign in {2}by {10}cannot {2}because\n {2}north +2 +1 {2}password 1 +1 {2}sign_in_user_inactive 1\n {2}south +1 +0 {2}- +1 {2}sign_in_without_credentials 1\n {2}total +3 +1 /,
  )
  assert.equal(imported.stderr.includes('error'), false)
  // A command that is killed cannot say any more how the import is continued.
  assert.match(imported.stderr, /^The id of the import is ([0-9a-f-]{36})\. If this command is stopped, run it again with --job-id \1\.$/m)
  const settings = { SYMBOLON_DATABASE_URL: 'file:one.db', SYMBOLON_MASTER_KEY_FILE: inside('one') }
  const exported = await run(['export', 'out.json', '--with-passwords', '--with-otp', '--with-credentials'], settings)
  assert.equal(exported.code, 0, exported.stderr)
  assert.match(exported.stdout, /^Exported \d+ objects of 2 organizations, \d+ bytes, SHA-256 [0-9a-f]{64}\.\n$/)
  assert.equal((await stat(inside('out.json'))).mode & 0o777, 0o600)
  const text = await readFile(inside('out.json'), 'utf8')
  assert.ok(text.includes(passwordHash) && text.includes(otpSecret) && text.includes('"machineKeys"'))
  const piped = await run(['export', '--org', 'south'], settings)
  assert.deepEqual(
    (JSON.parse(piped.stdout) as { readonly orgs: readonly { readonly orgId: string }[] }).orgs.map(({ orgId }) => orgId),
    ['south'],
  )
  assert.match(piped.stderr, /^Exported 3 objects of 1 organizations/m)
  assert.match(
    piped.stderr,
    /SHA-256 [0-9a-f]{64}\.\n\nReferences to objects that are not in the document:\n {2}2 × stays_behind: orgs\[\*\]\.userGrants, orgs\[\*\]\.orgMembers\n {4}The entry was left out, because it refers to an object of an organization that is not exported\. [^\n]+\n$/,
  )
  assert.equal((await run(['export', '--exclude-org', 'north'], settings)).stdout, piped.stdout)
  assert.ok(!piped.stdout.includes(passwordHash))

  const again = await run(['import', 'out.json', '--with-credentials'], settings)
  assert.match(again.stdout, /Objects: \d+ same\.\n/)
  const elsewhere = { SYMBOLON_DATABASE_URL: 'file:two.db', SYMBOLON_MASTER_KEY_FILE: await newKey('two') }
  assert.equal((await run(['import', 'out.json', '--with-credentials'], elsewhere)).code, 2)
  assert.equal((await run(['export', 'two.json', '--with-passwords', '--with-otp', '--with-credentials'], elsewhere)).code, 0)
  assert.equal(await readFile(inside('two.json'), 'utf8'), text)
})

test('a file of the first generation is converted, imported dry, and losses are reported with exit code 2', async () => {
  const settings = { SYMBOLON_DATABASE_URL: 'file:v1.db', SYMBOLON_MASTER_KEY_FILE: await newKey('v1') }
  const dry = await run(['import', 'v1.json', '--v1', '--dry-run'], settings)
  assert.match(dry.stdout, /^Dry run: nothing was changed\. The run would do this:/)
  const imported = await run(['import', 'v1.json', '--v1'], settings)
  assert.equal(imported.code, 0, imported.stdout)
  assert.match(
    imported.stdout,
    /\n\nTo look at:\n {2}2 × key-without-expiry: orgs\[0\]\.machineKeys\[0\], orgs\[1\]\.machineKeys\[0\]\n {4}The key has no expirationDate/,
  )
  assert.match(
    imported.stdout,
    /\n\nKept without effect:\n(?: {2}\d+ × no_effect: [^\n]+\n {4}The value is stored, and has no effect on this server\.\n?)+/,
  )
  const users = Array.from({ length: 7 }, (_, index) => ({ userId: `x${index}` }))
  await writeFile(
    inside('bad.json'),
    JSON.stringify({ orgs: [{ orgId: 'bad', org: { name: 'Bad' }, humanUsers: users, apiApps: [{ appId: 'y', app: {} }] }] }),
  )
  const bad = await run(['import', 'bad.json', '--report', 'bad-report.json'], settings)
  assert.equal(bad.code, 2)
  assert.match(bad.stdout, /^The import has ended, with 8 errors\.\n/)
  assert.doesNotMatch(bad.stdout, /complete/)
  assert.match(bad.stdout, /Errors:\n {2}7 × human_user: x0, x1, x2, x3, x4, …\n {4}orgs\[\*\]\.humanUsers\[\*\]\.user is missing[^\n]*\n/)
  assert.match(bad.stdout, / {2}1 × api_app: y\n {4}[^\n]+\n\nEvery row is in bad-report\.json\.\n$/)
  const report = JSON.parse(await readFile(inside('bad-report.json'), 'utf8')) as {
    readonly errors: readonly { readonly id: string }[]
    readonly success: unknown
  }
  assert.deepEqual(report.errors.map(({ id }) => id).sort(), ['x0', 'x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'y'])
  assert.notEqual(report.success, undefined)
  assert.equal((await stat(inside('bad-report.json'))).mode & 0o777, 0o600)
  assert.match((await run(['import', 'bad.json', '--report', 'bad-report.json'], settings)).stderr, /exists already/)
  assert.match(
    (await run(['import', 'bad.json', '--report', './bad.json', '--force'], settings)).stderr,
    /is the file that the command reads/,
  )
  const dryAgain = await run(['import', 'bad.json', '--dry-run'], settings)
  assert.match(
    dryAgain.stdout,
    /^Dry run: nothing was changed\. [^\n]+\n\nThe dry run has ended, with 8 errors\.\n[^]*\nRun the command again with --report FILE to see every row\.\n$/,
  )
})

test('what cannot be done is one line, exit code 1, and leaves no file', async () => {
  await writeFile(inside('broken.json'), '{"orgs":[')
  await writeFile(inside('other.json'), '{"orgs":[]}')
  const settings = { SYMBOLON_DATABASE_URL: 'file:one.db', SYMBOLON_MASTER_KEY_FILE: inside('one') }
  assert.equal((await run(['import', 'other.json', '--job-id', 'taken'], settings)).code, 0)
  for (const [args, says] of [
    [['import', 'missing.json'], /^symbolon: missing\.json cannot be read/],
    [['import', '.'], /^symbolon: \. is not a regular file\. Name another file\.\n$/],
    [['export', 'x.json', '--org', 'nowhere'], /^symbolon: Unknown organization: nowhere\. Correct the id\.\n$/],
    [['export', 'no-folder/x.json'], /^symbolon: no-folder\/x\.json cannot be written/],
    [['import'], /^symbolon: import needs a FILE, or - for standard input\.\nUsage: symbolon import FILE [^\n]+\n$/],
    [
      ['import', 'orgs.json', '--job-id', 'taken'],
      /^symbolon: The id taken belongs to an import of another document or with other options\. Choose another --job-id\.\n$/,
    ],
  ] as const) {
    const { code, stderr } = await run(args, settings)
    assert.equal(code, 1)
    assert.match(stderr, says)
  }
  assert.match(
    (await run(['export'], { SYMBOLON_DATABASE_URL: 'file:nothing.db' })).stderr,
    /^symbolon: No database exists at file:nothing\.db/,
  )
  const cut = await run(['import', 'broken.json'], settings)
  assert.equal(cut.code, 1)
  assert.match(cut.stdout, /The import failed: .*truncated/)
  await assert.rejects(stat(inside('x.json')))
  await assert.rejects(stat(inside('x.json.part')))
})

test('an export replaces a file with --force only, and never a file that the service needs', async () => {
  const settings = { SYMBOLON_DATABASE_URL: 'file:kept.db', SYMBOLON_MASTER_KEY_FILE: await newKey('kept') }
  assert.equal((await run(['import', 'orgs.json'], settings)).code, 2)
  await writeFile(inside('mine.json'), 'mine')
  await symlink('kept.db', inside('soft.db'))
  await link(inside('kept'), inside('hard-key'))
  const before = await contentsOf(directory.path)
  const refused = await run(['export', 'mine.json'], settings)
  assert.equal(refused.code, 1)
  assert.equal(refused.stderr, 'symbolon: mine.json exists already. Name another file, or replace it with --force.\n')
  assert.equal(
    (await run(['export', 'mine.json', '--server', 'http://127.0.0.1:1'], { ...settings, SYMBOLON_TOKEN: 'x' })).stderr,
    refused.stderr,
  )
  for (const [file, needed] of [
    ['kept.db', 'kept.db'],
    ['./kept.db', 'kept.db'],
    ['soft.db', 'kept.db'],
    ['kept.db-wal', 'kept.db-wal'],
    ['hard-key', 'kept'],
    ['kept', 'kept'],
  ] as const) {
    // The check that both commands make before anything else; each process would make the same.
    for (const force of [false, true]) {
      assert.throws(
        () => checkOutputFile(inside(file), { force }, { ...readConfiguration(settings), databaseUrl: `file:${inside('kept.db')}` }),
        {
          code: 'file_exists',
          message: `${inside(file)} is ${inside(needed)}, which the service needs. Name another file.`,
        },
      )
    }
  }
  const overKey = await run(['export', 'hard-key', '--force'], settings)
  assert.deepEqual(
    [overKey.code, overKey.stderr],
    [1, `symbolon: hard-key is ${inside('kept')}, which the service needs. Name another file.\n`],
  )
  assert.match((await run(['export', '.', '--force'], settings)).stderr, /^symbolon: \. is a directory\. Name a file in it\.\n$/)
  assert.deepEqual(await contentsOf(directory.path), before)
  assert.equal((await run(['export', 'mine.json', '--force'], settings)).code, 0)
  assert.equal((JSON.parse(await readFile(inside('mine.json'), 'utf8')) as { readonly orgs: readonly unknown[] }).orgs.length, 2)
  assert.equal((await stat(inside('mine.json'))).mode & 0o777, 0o600)
  assert.match((await run(['export', '-'], settings)).stdout, /^\{"orgs":/)
})

test('an export that ends early leaves no file: a server that breaks off, a signal, a reader that goes away', async (t) => {
  const sent = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    response.write('{"orgs":[')
    sent.resolve()
    if (request.headers['authorization'] === 'Bearer cut') setTimeout(() => response.destroy(), 50)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const before = Object.keys(await contentsOf(directory.path))
  const cut = await run(['export', 'early.json', '--server', url], { SYMBOLON_TOKEN: 'cut' })
  assert.deepEqual([cut.code, cut.stderr.split(':').slice(0, 2).join(':')], [1, 'symbolon: The connection broke during the export'])
  assert.deepEqual(Object.keys(await contentsOf(directory.path)), before)

  const spawned = (settings: Readonly<Record<string, string>>, args: readonly string[], stdout: 'ignore' | 'pipe') =>
    spawn(process.execPath, ['--disable-warning=ExperimentalWarning', commandProgram(), 'export', ...args], {
      cwd: directory.path,
      env: cleanEnvironment(settings),
      stdio: ['ignore', stdout, 'pipe'],
    })
  const ended = async (child: ChildProcess) => await new Promise((resolve) => child.once('close', resolve))
  const stopped = spawned({ SYMBOLON_TOKEN: 'wait' }, ['early.json', '--server', url], 'ignore')
  const code = ended(stopped)
  while (Object.keys(await contentsOf(directory.path)).length === before.length) await new Promise((resolve) => setTimeout(resolve, 20))
  stopped.kill('SIGTERM')
  assert.equal(await code, 143)
  assert.deepEqual(Object.keys(await contentsOf(directory.path)), before)

  await writeFile(inside('large.json'), v1ExportText({ humanUsers: 1000 }))
  const settings = { SYMBOLON_DATABASE_URL: 'file:large.db', SYMBOLON_MASTER_KEY_FILE: await newKey('large') }
  assert.equal((await run(['import', 'large.json', '--v1'], settings)).code, 0)
  const piped = spawned(settings, [], 'pipe')
  let said = ''
  piped.stderr?.setEncoding('utf8').on('data', (more: string) => void (said += more))
  const pipedCode = ended(piped)
  piped.stdout?.once('data', () => piped.stdout?.destroy())
  assert.equal(await pipedCode, 1)
  assert.equal(said, 'symbolon: Standard output was closed before the end of the export. Run it again.\n')
})

test('IM-13 an import that is killed at any moment is completed by the next one, and nothing is doubled', async () => {
  // So many that an import still has most of them to write when the last moment is seen.
  await writeFile(inside('many.json'), v1ExportText({ orgs: 4, humanUsers: 400 }))
  const settings = { SYMBOLON_DATABASE_URL: 'file:killed.db', SYMBOLON_MASTER_KEY_FILE: await newKey('killed') }
  // The moment is what the process has done, not how long it took.
  for (const users of [0, 1, 200, 350]) {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', commandProgram(), 'import', 'many.json', '--v1'], {
      cwd: directory.path,
      env: cleanEnvironment(settings),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = new Promise((resolve) => child.once('close', resolve))
    // It begins with the id of the import. Before, it has to be the only one that has the database open.
    if (users > 0) await Promise.race([once(child.stderr, 'data'), ended])
    while (child.exitCode === null && usersIn(inside('killed.db')) < users) await new Promise((resolve) => setTimeout(resolve, 20))
    child.kill('SIGKILL')
    await ended
    assert.equal(child.signalCode, 'SIGKILL')
  }
  const last = await run(['import', 'many.json', '--v1'], settings)
  assert.equal(last.code, 0, last.stderr + last.stdout)
  const undisturbed = { SYMBOLON_DATABASE_URL: 'file:undisturbed.db', SYMBOLON_MASTER_KEY_FILE: await newKey('undisturbed') }
  assert.equal((await run(['import', 'many.json', '--v1'], undisturbed)).code, 0)
  // Client ids are made by each database for itself.
  const exported = async (where: Readonly<Record<string, string>>) =>
    (await run(['export', '--with-passwords', '--with-otp'], where)).stdout.replaceAll(/"clientId":"\d{18}"/g, '"clientId":""')
  const text = await exported(settings)
  assert.ok(text.length > 50_000)
  assert.equal(text, await exported(undisturbed))
})

test('an import reads standard input, also a document that has to be read twice, and leaves nothing of it', async () => {
  const settings = { SYMBOLON_DATABASE_URL: 'file:piped.db', SYMBOLON_MASTER_KEY_FILE: await newKey('piped'), TMPDIR: inside('temporary') }
  await mkdir(inside('temporary'))
  const actions = Array.from({ length: 450 }, (_, index) => ({
    actionId: `action-${index}`,
    action: { name: `f${index}`, script: `// ${'x'.repeat(39_900)}` },
  }))
  const { code, stdout, stderr } = await run(
    ['import', '-'],
    settings,
    JSON.stringify({ orgs: [{ actions, org: { name: 'Late' }, orgId: 'late' }] }),
  )
  assert.equal(code, 0, stdout + stderr)
  assert.match(stdout, /^The import is complete\.\n\nObjects: 452 created\.\n/)
  assert.deepEqual(await readdir(inside('temporary')), [])
})

test('through a running server, with a token, the same is done', async (t) => {
  const service = await startTestService({
    tls: false,
    document: { orgs: [operations], instanceMembers: [{ userId: 'mover', roles: ['IAM_OWNER'] }] },
  })
  t.after(async () => await service.stop())
  const settings = { SYMBOLON_TOKEN: moverToken }
  const imported = await run(['import', 'orgs.json', '--with-credentials', '--server', service.issuer], settings)
  assert.equal(imported.code, 2, imported.stderr + imported.stdout)
  assert.match(imported.stdout, /^The import is complete/)
  const piped = await run(
    ['import', '-', '--with-credentials', '--server', service.issuer],
    settings,
    await readFile(inside('orgs.json'), 'utf8'),
  )
  assert.match(piped.stdout, /Objects: \d+ same\.\n/)
  const exported = await run(
    ['export', 'server.json', '--org', 'north', '--org', 'south', '--with-passwords', '--server', service.issuer],
    settings,
  )
  assert.equal(exported.code, 0, exported.stderr)
  assert.equal((await stat(inside('server.json'))).mode & 0o777, 0o600)
  assert.ok((await readFile(inside('server.json'), 'utf8')).includes(passwordHash))
  const others = await run(['export', '--exclude-org', operations.orgId, '--with-passwords', '--server', service.issuer], settings)
  assert.equal(others.stdout, await readFile(inside('server.json'), 'utf8'))
  const refused = await run(['export', 'refused.json', '--org', 'nowhere', '--server', service.issuer], settings)
  assert.match(refused.stderr, /^symbolon: http:\/\/localhost:\d+ answered 404: Unknown organization: nowhere\. Correct the id\.\n$/)
  await assert.rejects(stat(inside('refused.json')))
  assert.match((await run(['export', '--server', service.issuer])).stderr, /Set SYMBOLON_TOKEN/)
})

/** How many users the database holds, which may still be on its way. */
function usersIn(file: string): number {
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      return Number(database.prepare('select count(*) as count from users').get()?.['count'])
    } finally {
      database.close()
    }
  } catch {
    return 0
  }
}

/** @returns the path of a new master key */
async function newKey(name: string): Promise<string> {
  await writeFile(inside(name), btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)))), { mode: 0o600 })
  return inside(name)
}
