// `symbolon apply FILE` and SYMBOLON_APPLY, as the README describes them.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { commandProgram } from '../support/bundled-command.ts'
import { cleanEnvironment, contentsOf, freePort, root, runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
before(async () => {
  directory = await temporaryDirectory()
  const document = /```json\n(.*?)```/s.exec(await readFile(join(root, 'README.md'), 'utf8'))?.[1]
  assert.ok(document !== undefined, 'The README has a document.')
  await writeFile(join(directory.path, 'acme.json'), document)
})
after(async () => await directory.dispose())

test('the document of the README is applied, and what was generated is shown once', async () => {
  const { code, stdout, stderr } = await runSymbolon(['apply', 'acme.json'], {}, directory.path)
  assert.equal(code, 0, stderr + stdout)
  assert.match(stdout, /client.?id/i)
  assert.match(stdout, /client.?secret/i)
  assert.doesNotMatch(stdout, /correct horse/)
})

test('applying it again changes nothing and shows no secret', async () => {
  const { code, stdout } = await runSymbolon(['apply', 'acme.json'], {}, directory.path)
  assert.equal(code, 0)
  assert.doesNotMatch(stdout, /secret/i)
  assert.doesNotMatch(stdout, /[1-9][0-9]* (created|changed)/)
})

test('a document that is refused in part gives exit code 2 and names what was refused', async () => {
  const refused = {
    orgs: [
      { orgId: 'acme', oidcApps: [{ appId: 'evil', app: { projectId: 'portal', name: 'Evil', redirectUris: ['javascript:alert(1)'] } }] },
    ],
  }
  await writeFile(join(directory.path, 'refused.json'), JSON.stringify(refused))
  const { code, stdout } = await runSymbolon(['apply', 'refused.json'], {}, directory.path)
  assert.equal(code, 2)
  assert.match(stdout, /orgs\[0\]\.oidcApps\[0\]/)
})

test('while a server holds the database, apply says so and changes nothing', async () => {
  const port = await freePort()
  const server = spawn(process.execPath, [commandProgram()], {
    cwd: directory.path,
    env: cleanEnvironment({ SYMBOLON_PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    await new Promise((resolve) => server.stdout.once('data', resolve))
    const { code, stderr } = await runSymbolon(['apply', 'acme.json'], {}, directory.path)
    assert.equal(code, 1)
    assert.match(stderr, /^symbolon: [^\n]*another process[^\n]*\n$/i)
    const second = await runSymbolon([], { SYMBOLON_PORT: String(await freePort()) }, directory.path)
    assert.equal(second.code, 1)
    assert.match(second.stderr, /another process/i)
  } finally {
    const exit = new Promise((resolve) => server.on('exit', resolve))
    server.kill('SIGTERM')
    assert.equal(await exit, 0)
  }
})

test('what SYMBOLON_APPLY makes goes to a file for its owner alone, and to no log', async () => {
  const fresh = await temporaryDirectory()
  const machine = { userId: 'robot', user: { userName: 'robot', name: 'Robot' } }
  const token = { tokenId: 't', userId: 'robot', expirationDate: '2099-01-01T00:00:00Z' }
  const robots = (orgId: string): object => ({
    orgs: [
      {
        orgId,
        org: { name: orgId },
        machineUsers: [{ ...machine, userId: `${orgId}-robot` }],
        personalAccessTokens: [{ ...token, tokenId: orgId, userId: `${orgId}-robot` }],
      },
    ],
  })
  await writeFile(join(fresh.path, 'robots.json'), JSON.stringify(robots('first')))
  await writeFile(join(fresh.path, 'more.json'), JSON.stringify(robots('second')))
  const acme = join(directory.path, 'acme.json')
  const secretsFile = join(fresh.path, '.symbolon/generated-secrets.jsonl')
  const seen: string[] = []
  for (const [apply, known] of [
    [`${acme},robots.json`, 2],
    [`${acme},robots.json`, 2],
    ['more.json', 3],
  ] as const) {
    // An existing file of another user.
    if (known === 3) await chmod(secretsFile, 0o644)
    const service = await startTestService({
      tls: false,
      directory: fresh.path,
      settings: { SYMBOLON_APPLY: apply, SYMBOLON_LOG_LEVEL: 'debug' },
    })
    await service.stop()
    const output = service.output()
    const lines = (await readFile(secretsFile, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, string>>)
    assert.equal(lines.length, known)
    assert.equal((await stat(secretsFile)).mode & 0o777, 0o600)
    for (const { clientId = '', clientSecret = '', token: made = '' } of lines) {
      assert.ok(clientSecret.length >= 32 || made.length >= 32)
      for (const secret of [clientSecret, made].filter((each) => each !== '')) assert.ok(!output.includes(secret))
      if (clientId !== '' && seen.length === 0) assert.ok(output.includes(clientId))
    }
    seen.push(output)
  }
  assert.match(seen[0] ?? '', /\nGenerated\. The secrets and tokens are in \.symbolon\/generated-secrets\.jsonl:\n/)
  assert.doesNotMatch(seen[1] ?? '', /generated-secrets/)
  assert.match(seen[2] ?? '', /\nGenerated\. The secrets and tokens are in /)
  await fresh.dispose()
})

test('a start whose secrets could not be kept makes none', async () => {
  const fresh = await temporaryDirectory()
  await mkdir(join(fresh.path, 'folder'))
  const settings = {
    SYMBOLON_PORT: String(await freePort()),
    SYMBOLON_APPLY: join(directory.path, 'acme.json'),
    SYMBOLON_APPLY_SECRETS_FILE: 'folder',
  }
  const { code, stderr } = await runSymbolon([], settings, fresh.path)
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^symbolon: folder, where SYMBOLON_APPLY keeps generated secrets, cannot be written: it is not a regular file\. Set SYMBOLON_APPLY_SECRETS_FILE to another file\.\n$/,
  )
  assert.deepEqual(Object.keys(await contentsOf(fresh.path)), [])
  await fresh.dispose()
})

test('with SYMBOLON_APPLY a first start creates what the document says and no default administrator', async () => {
  const fresh = await temporaryDirectory()
  const port = await freePort()
  const server = spawn(process.execPath, [commandProgram()], {
    cwd: fresh.path,
    env: cleanEnvironment({ SYMBOLON_PORT: String(port), SYMBOLON_APPLY: join(directory.path, 'acme.json') }),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    const text = await new Promise<string>((resolve) => server.stdout.setEncoding('utf8').once('data', resolve))
    assert.doesNotMatch(text, /administrator/i)
    assert.match(text, /created/)
  } finally {
    const exit = new Promise((resolve) => server.on('exit', resolve))
    server.kill('SIGTERM')
    await exit
    await fresh.dispose()
  }
})
