// Secrets that `symbolon apply` generated and could not print: they stay in the database, encrypted, through a rotation of the master key and
// through a backup. The next `symbolon apply` prints them, or a start with SYMBOLON_APPLY writes them into its file.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { commandProgram } from '../support/bundled-command.ts'
import { cleanEnvironment, freePort, runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import type { Finished } from '../support/run-command.ts'
import { node } from '../support/runtimes.ts'
import type { Runtime } from '../support/runtimes.ts'
import { startTestService } from '../support/service.ts'

const document = {
  orgs: [
    {
      orgId: 'acme',
      org: { name: 'Acme' },
      projects: [{ projectId: 'shop', project: { name: 'Shop' } }],
      apiApps: [{ appId: 'api', app: { projectId: 'shop', name: 'API' } }],
    },
  ],
}
const earlier = /^Earlier runs generated these values, and ended before confirming their output\. They are shown only now:\n/
const secretIn = (text: string): string | undefined => /client secret +(\S{32,})/.exec(text)?.[1]

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let home: string
before(async () => {
  directory = await temporaryDirectory()
  home = join(directory.path, 'home')
  await mkdir(home)
  await writeFile(join(home, 'acme.json'), JSON.stringify(document))
})
after(async () => await directory.dispose())

async function run(...args: readonly string[]): Promise<Finished> {
  return await runSymbolon(args, { SYMBOLON_PORT: String(await freePort()) }, home)
}

/** No process reads the output of the command. */
async function applyUnread(): Promise<Finished> {
  const child = spawn(process.execPath, [commandProgram(), 'apply', 'acme.json'], {
    cwd: home,
    env: cleanEnvironment({}),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr += text))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, stdout: '', stderr }
}

test('IM-21 a command whose output is not read reports it, and its secrets are kept', async () => {
  const { code, stderr } = await applyUnread()
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^symbolon: Standard output cannot be written: [^\n]+ The next `symbolon apply` on this database prints the generated secrets[^\n]+\n$/,
  )
  assert.equal((await run('backup', '../backup.db')).code, 0)
  // A dry run changes nothing, so it must not deliver secrets.
  const dry = await run('apply', 'acme.json', '--dry-run')
  assert.equal(dry.code, 0, dry.stderr)
  assert.equal(secretIn(dry.stdout), undefined)
})

test('after a rotation of the master key the next command prints it first, and later ones do not', async () => {
  const keyFile = join(home, '.symbolon/master-key')
  await copyFile(keyFile, join(directory.path, 'old-key'))
  const added = randomBytes(32).toString('base64')
  await writeFile(keyFile, `${added}\n${await readFile(keyFile, 'utf8')}`)
  assert.equal((await run('master-key', 'rotate')).code, 0)
  await writeFile(keyFile, `${added}\n`)
  const forgotten = await run('master-key', 'forget')
  assert.match(forgotten.stdout, /^Forgot /m)

  const { code, stdout, stderr } = await run('apply', 'acme.json')
  assert.equal(code, 0, stderr)
  assert.match(stdout, earlier)
  assert.ok(secretIn(stdout) !== undefined)
  assert.match(stdout, /\n\n +same\n/)
  const again = await run('apply', 'acme.json')
  assert.doesNotMatch(again.stdout, /Earlier|secret/)
})

test('IM-22 a backup that holds it is restored, and a start with SYMBOLON_APPLY writes it into its file, with the reason, and into no log', async () => {
  const place = join(directory.path, 'restored')
  await mkdir(join(place, '.symbolon'), { recursive: true })
  await copyFile(join(directory.path, 'old-key'), join(place, '.symbolon/master-key'))
  const restored = await runSymbolon(['restore', '../backup.db'], {}, place)
  assert.equal(restored.code, 0, restored.stderr)
  await copyFile(join(home, 'acme.json'), join(place, 'acme.json'))
  const settings = { SYMBOLON_DATABASE_URL: 'file:.symbolon/symbolon.db', SYMBOLON_APPLY: 'acme.json', SYMBOLON_LOG_LEVEL: 'debug' }
  const { SYMBOLON_APPLY: _, ...without } = settings
  const reminder =
    /An earlier run generated secrets and ended before printing them\. The next run of `symbolon apply` prints them, or reports why it cannot\./
  const reminding = await startTestService({ directory: place, tls: false, settings: without })
  await reminding.stop()
  assert.match(reminding.output(), reminder)
  const outputs: string[] = []
  for (let start = 0; start < 2; start += 1) {
    const service = await startTestService({ directory: place, tls: false, settings })
    await service.stop()
    outputs.push(service.output())
  }
  const [line, end, ...others] = (await readFile(join(place, '.symbolon/generated-secrets.jsonl'), 'utf8')).split('\n')
  assert.deepEqual([end, others], ['', []])
  const { clientId = '', clientSecret = '', note } = JSON.parse(line ?? '') as Readonly<Record<string, string>>
  assert.ok(clientSecret.length >= 32)
  assert.equal(note, 'Generated by an earlier run that ended before confirming its output.')
  assert.match(outputs[0] ?? '', /Earlier runs generated [^\n]+ The secrets and tokens are in \.symbolon\/generated-secrets\.jsonl:\n/)
  assert.ok(outputs[0]?.includes(clientId))
  assert.doesNotMatch(outputs[1] ?? '', /Earlier runs/)
  for (const output of outputs) assert.doesNotMatch(output, reminder)
  for (const output of [reminding.output(), ...outputs]) assert.ok(!output.includes(clientSecret))
})

/** A block of `ulimit -f` is 512 bytes; signal 25 would end the process at the limit. */
const blocks = 20_000
const withLimit = (most: number): Runtime => ({
  name: 'Node',
  command: (program, place) => ['/bin/sh', '-c', `trap "" 25; ulimit -S -f ${most}; exec "$0" "$@"`, ...node.command(program, place)],
})

test('IM-21 a first start whose file of secrets is full fails, and the next start writes them: the database and its key are kept', async () => {
  const place = join(directory.path, 'full')
  await mkdir(place)
  await copyFile(join(home, 'acme.json'), join(place, 'acme.json'))
  const secretsFile = join(place, 'secrets.jsonl')
  await writeFile(secretsFile, '')
  await truncate(secretsFile, blocks * 512)
  const settings = { SYMBOLON_APPLY: 'acme.json', SYMBOLON_APPLY_SECRETS_FILE: 'secrets.jsonl' }
  const port = String(await freePort())
  const { code, stderr } = await runSymbolon([], { ...settings, SYMBOLON_PORT: port }, place, withLimit(blocks))
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^symbolon: secrets\.jsonl, where SYMBOLON_APPLY keeps generated secrets, cannot be written: [^\n]+ the next start writes it\.$/m,
  )
  await rm(secretsFile)
  const service = await startTestService({
    directory: place,
    tls: false,
    settings: { ...settings, SYMBOLON_DATABASE_URL: 'file:.symbolon/symbolon.db' },
  })
  await service.stop()
  const rows = (await readFile(secretsFile, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, string>>)
  assert.deepEqual(
    rows.map(({ kind, key, note = '' }) => [kind, String(key), note.startsWith('Generated by an earlier run')]),
    [['apiApp', 'api', true]],
  )
})

test('a first start whose tables do not fit keeps the key of the file that it has made, and the next one succeeds', async () => {
  const place = join(directory.path, 'small')
  await mkdir(place)
  const { code, stderr } = await runSymbolon([], { SYMBOLON_PORT: String(await freePort()) }, place, withLimit(40))
  assert.equal(code, 1)
  assert.match(stderr, /^symbolon: \S+symbolon\.db cannot be opened for writing\./m)
  const key = await readFile(join(place, '.symbolon/master-key'), 'utf8')
  const settings = { SYMBOLON_DATABASE_URL: 'file:.symbolon/symbolon.db' }
  const service = await startTestService({ directory: place, tls: false, settings })
  await service.stop()
  assert.ok((await readFile(join(place, '.symbolon/master-key'), 'utf8')).startsWith(key))
})
