// What the commands that administrate a server say when something is wrong, with which token they speak, and what they load.
import type { OrgDocument } from '@symbolon/schema-v2'
import { generateClientKey } from '@symbolon/test-kit'
import { exportPKCS8 } from 'jose'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { recording } from '../composition/modules-of.ts'
import { cleanEnvironment, root, runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import type { Finished } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { memberToken, ownedDocument, ownerToken } from '../support/signing-keys.ts'

const key = await generateClientKey('owner-key', 'RS256')

function document(): OrgDocument {
  const { orgs = [], ...rest } = ownedDocument()
  const machineKeys = [{ keyId: key.id, userId: 'owner', type: 'KEY_TYPE_JSON' as const, publicKey: key.publicKey }]
  return { ...rest, orgs: orgs.map((org) => (org.orgId === 'operations' ? { ...org, machineKeys } : org)) }
}

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let service: TestService
before(async () => {
  directory = await temporaryDirectory()
  service = await startTestService({ tls: false, document: document() })
})
after(async () => {
  await service.stop()
  await directory.dispose()
})

const withToken = async (token: string, ...args: readonly string[]): Promise<Finished> =>
  await runSymbolon(args, { SYMBOLON_ISSUER: service.issuer, SYMBOLON_TOKEN: token }, directory.path)

/** @returns the error document of a command, whose exit code is 1 */
function errorIn({ code, stdout }: Finished): {
  readonly code: string
  readonly message: string
  readonly fieldViolations?: readonly object[]
} {
  assert.equal(code, 1)
  return (JSON.parse(stdout) as { readonly error: ReturnType<typeof errorIn> }).error
}

test('a wrong token, a missing permission, a missing object and a refused entry have different errors, also as JSON', async () => {
  const wrong = await withToken('wrong', 'orgs', 'list', '--json')
  assert.equal(errorIn(wrong).code, 'unauthenticated')
  assert.match(wrong.stderr, /Run `symbolon login`, or set SYMBOLON_TOKEN\.$/m)

  const viewer = await withToken(memberToken, 'orgs', 'add', 'New', '--json')
  assert.equal(errorIn(viewer).code, 'permission_denied')
  assert.match(viewer.stderr, /`symbolon whoami` shows the roles that you have\.$/m)

  const missing = await withToken(ownerToken, 'users', 'show', 'absent', '--org', 'operations', '--json')
  assert.equal(errorIn(missing).code, 'not_found')
  assert.match(missing.stderr, /There is no user absent, .*`symbolon users list --org operations`/)

  const entry = ['apps', 'add', 'Bad', '--web', '--redirect-uri', 'javascript:alert(1)', '--org', 'operations']
  const refused = errorIn(await withToken(ownerToken, ...entry, '--json'))
  assert.equal(refused.code, 'entry_invalid')
  assert.deepEqual(refused.fieldViolations?.length, 1)
  const left = await withToken(ownerToken, 'projects', 'list', '--org', 'operations')
  assert.equal(left.stdout, 'No projects.\n', 'the project that was made for the application is gone')

  assert.equal(errorIn(await withToken(ownerToken, 'users', 'list', '--limit', 'x', '--json')).code, 'usage')
  const unconfirmed = await withToken(ownerToken, 'users', 'remove', 'member', '--org', 'operations', '--json')
  assert.equal(errorIn(unconfirmed).code, 'confirmation_needed')
  assert.equal((await withToken(ownerToken, 'users', 'show', 'member', '--org', 'operations')).code, 0)
})

test('a dry run says what would change, and changes nothing', async () => {
  const planned = await withToken(ownerToken, 'users', 'remove', 'member', '--org', 'operations', '--dry-run')
  assert.deepEqual([planned.code, planned.stdout], [0, 'Would remove the user member.\n'])
  const added = await withToken(ownerToken, 'orgs', 'add', 'Planned', '--id', 'planned', '--dry-run')
  assert.match(added.stdout, /^Would add the organization Planned\.$/m)
  assert.equal((await withToken(ownerToken, 'orgs', 'show', 'planned')).code, 1)
})

test('a list ends at its limit and says so, and --all has everything', async () => {
  const first = await withToken(ownerToken, 'orgs', 'list', '--limit', '1')
  assert.equal(first.stdout.trimEnd().split('\n').length, 2)
  assert.match(first.stderr, /^These are the first 1\. --all shows all of them, --limit NUMBER more\.$/m)
  const read = (finished: Finished) => JSON.parse(finished.stdout) as { readonly items: readonly object[]; readonly more: boolean }
  assert.equal(read(await withToken(ownerToken, 'orgs', 'list', '--limit', '1', '--json')).more, true)
  const all = read(await withToken(ownerToken, 'orgs', 'list', '--all', '--json'))
  assert.ok(all.items.length > 1 && !all.more)
})

test('a service user speaks with the key of a key file', async () => {
  const file = join(directory.path, 'key.json')
  await writeFile(file, JSON.stringify({ type: 'serviceaccount', keyId: key.id, key: await exportPKCS8(key.privateKey), userId: 'owner' }))
  const settings = { SYMBOLON_ISSUER: service.issuer, SYMBOLON_KEY_FILE: file }
  const me = await runSymbolon(['whoami'], settings, directory.path)
  assert.equal(me.code, 0, me.stderr)
  assert.match(me.stdout, /^IAM_OWNER {2,}instance$/m)
  await writeFile(file, JSON.stringify({ type: 'serviceaccount', keyId: key.id, key: 'canary', userId: 'owner' }))
  const broken = await runSymbolon(['whoami'], settings, directory.path)
  assert.match(broken.stderr, /key\.json is not a key file of a service user: its key is not a private key in PEM\.$/m)
  assert.doesNotMatch(broken.stderr, /canary/)
})

test('AD-24 a server of another product is named, and a server that redirects gets no second request', async () => {
  let asked = 0
  const other = createServer((request, response) => {
    asked++
    response
      .writeHead(request.url?.startsWith('/manage') === true ? 302 : 200, { location: `${service.issuer}/manage/v1/me` })
      .end('<h1>Hello</h1>')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const address = other.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  try {
    const settings = { SYMBOLON_TOKEN: ownerToken }
    const redirected = await runSymbolon(['whoami', '--server', issuer], settings, directory.path)
    assert.equal(redirected.code, 1)
    assert.equal(asked, 1)
    assert.match(redirected.stderr, /cannot be reached/)
    const login = await runSymbolon(['login', issuer], {}, directory.path)
    assert.equal(login.code, 1)
  } finally {
    other.close()
  }
})

test('a command that speaks to a server loads nothing of the service', () => {
  const program = join(root, 'packages/symbolon/src/command.ts')
  const { stdout } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', recording, program, 'users', 'list', '--org', 'operations'],
    { encoding: 'utf8', env: cleanEnvironment({ XDG_CONFIG_HOME: directory.path }), maxBuffer: 10_000_000 },
  )
  const loaded = (JSON.parse(stdout) as readonly string[]).filter((url) => url.startsWith('file:'))
  assert.ok(loaded.some((url) => url.includes('/management-command/src/commands/users.ts')))
  const allowed = /\/(?:packages|@symbolon)\/(?:symbolon|management-command|command-line|client)\//
  assert.deepEqual(
    loaded.filter((url) => !allowed.test(url)),
    [],
  )
})
