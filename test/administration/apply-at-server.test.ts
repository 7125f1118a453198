// `symbolon apply FILE --server URL` against a running server.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { commandProgram } from '../support/bundled-command.ts'
import { cleanEnvironment, freePort, runSymbolon, temporaryDirectory } from '../support/run-command.ts'

const token = 'symbolon_pat_owner-0123456789-0123456789-0123456789'
let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let server: ChildProcess
let url: string

before(async () => {
  directory = await temporaryDirectory()
  const owner = {
    orgs: [
      {
        orgId: 'operations',
        org: { name: 'Operations' },
        machineUsers: [{ userId: 'deployer', user: { userName: 'deployer', name: 'Deployer' } }],
        personalAccessTokens: [{ tokenId: 'deployer-token', userId: 'deployer', token }],
      },
    ],
    instanceMembers: [{ userId: 'deployer', roles: ['IAM_OWNER'] }],
  }
  const acme = { orgs: [{ orgId: 'acme', org: { name: 'Acme' }, projects: [{ projectId: 'portal', project: { name: 'Portal' } }] }] }
  await writeFile(join(directory.path, 'owner.json'), JSON.stringify(owner))
  await writeFile(join(directory.path, 'acme.json'), JSON.stringify(acme))
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  server = spawn(process.execPath, [commandProgram()], {
    cwd: directory.path,
    env: cleanEnvironment({ SYMBOLON_PORT: String(port), SYMBOLON_APPLY: 'owner.json' }),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await new Promise((resolve) => server.stdout?.once('data', resolve))
})

after(async () => {
  const exit = new Promise((resolve) => server.on('exit', resolve))
  server.kill('SIGTERM')
  await exit
  await directory.dispose()
})

test('a document is applied through the running server, and the report is for people', async () => {
  const dry = await runSymbolon(['apply', 'acme.json', '--server', url, '--dry-run'], { SYMBOLON_TOKEN: token }, directory.path)
  assert.equal(dry.code, 0, dry.stderr)
  const first = await runSymbolon(['apply', 'acme.json', '--server', url], { SYMBOLON_TOKEN: token }, directory.path)
  assert.equal(first.code, 0, first.stderr)
  assert.match(first.stdout, /created/)
  assert.match(first.stdout, /^project +1/m)
  const second = await runSymbolon(['apply', 'acme.json', '--server', url], { SYMBOLON_TOKEN: token }, directory.path)
  assert.doesNotMatch(second.stdout, /created/)
})

test('what was generated before the database failed is printed, and the command fails', async () => {
  const counts = { created: 1, changed: 0, same: 0, removed: 0, kept: 0, refused: 1, ignored: 0, notice: 0 }
  const entries = [
    { path: 'orgs[0].apiApps[0]', kind: 'apiApp', key: ['a'], action: 'created', generated: { clientSecret: 'made-before-the-failure' } },
    { path: 'orgs[1]', kind: 'org', key: ['b'], action: 'refused', reason: 'storage_failed' },
  ]
  const details = [{ id: 'storage_unavailable', message: 'The database failed.' }]
  const failing = createServer((_, response) => {
    response.writeHead(503, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 14, message: 'The database failed.', details, dryRun: false, entries, counts }))
  })
  await new Promise<void>((resolve) => failing.listen(0, '127.0.0.1', resolve))
  const { port } = failing.address() as AddressInfo
  const { code, stdout, stderr } = await runSymbolon(
    ['apply', 'acme.json', '--server', `http://127.0.0.1:${port}`],
    { SYMBOLON_TOKEN: token },
    directory.path,
  )
  failing.close()
  assert.notEqual(code, 0)
  assert.match(stdout, /made-before-the-failure/)
  assert.match(stderr, /answered 503: The database failed/)
})

test('without a token, with a wrong one, or without a server it says what to do', async () => {
  const run = async (settings: Record<string, string>, server: string) =>
    await runSymbolon(['apply', 'acme.json', '--server', server], settings, directory.path)
  for (const [result, says] of [
    [
      await run({}, url),
      /^symbolon: --server needs a token of a user who holds IAM_OWNER\. Set SYMBOLON_TOKEN, or run `symbolon login [^\n]+\n$/,
    ],
    [await run({ SYMBOLON_TOKEN: 'wrong' }, url), /^symbolon: [^\n]+ answered 401: [^\n]+\n$/],
    [await run({ SYMBOLON_TOKEN: token }, `http://127.0.0.1:${await freePort()}`), /^symbolon: [^\n]+ cannot be reached: [^\n]+\n$/],
    [await run({ SYMBOLON_TOKEN: token }, 'nonsense'), /^symbolon: --server must be the URL[^\n]+\nUsage: symbolon apply FILE [^\n]+\n$/],
  ] as const) {
    assert.equal(result.code, 1)
    assert.match(result.stderr, says)
  }
})
