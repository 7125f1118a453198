// The command and its documents with wrong values: no message of the command repeats a secret. And none of its secrets stands in a list of processes.
import { DocumentError, readDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { mkdir, readFile, readdir, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { freePort, runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import type { Finished } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'

const secrets = {
  masterKey: btoa('0123456789-canary-master-key-012'),
  shortMasterKey: 'canary-master-key-too-short',
  databaseToken: 'canary-database-token-5f0a-0123456789',
  databasePassword: 'canary-database-password',
  token: 'canary-personal-access-token-2b7c-0123456789',
  spacedToken: 'canary personal access token 2b7c',
  password: 'canary-user-password-81d3',
  clientSecret: 'canary-client-secret-44e9-0123456789-0123456789',
  shortClientSecret: 'canary-client-secret-short',
  otpSecret: 'CANARYOTPSECRET0',
  hash: '$2b$99$canaryhashcanaryhashca.canaryhashcanaryhashcanaryha',
  privateKey: '-----BEGIN PRIVATE KEY-----\nY2FuYXJ5LXByaXZhdGUta2V5\n-----END PRIVATE KEY-----\n',
  mistyped: 'canary-where-a-number-belongs',
}

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
before(async () => void (directory = await temporaryDirectory()))
after(async () => await directory.dispose())

const file = (name: string): string => join(directory.path, name)

function assertSilent({ stdout, stderr }: Pick<Finished, 'stdout' | 'stderr'>, what: string): void {
  const said = stdout + stderr
  for (const [name, secret] of Object.entries(secrets)) {
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), btoa(secret)]) {
      assert.ok(!said.includes(form), `${what}: ${name} in ${said}`)
    }
  }
  assert.doesNotMatch(said, /canary|Y2FuYXJ5/i, what)
}

const org = (members: object): object => ({ orgs: [{ orgId: 'o', org: { name: 'O' }, ...members }] })
const person = (user: object): object => ({ userId: 'u', user: { userName: 'u', profile: { firstName: 'A', lastName: 'B' }, ...user } })

/** Documents with a secret in the place of something else. */
const malformed: Readonly<Record<string, unknown>> = {
  'a secret alone': secrets.token,
  'a secret for a number': org({ lockoutPolicy: { maxPasswordAttempts: secrets.mistyped } }),
  'a secret for an enumeration': org({ orgState: secrets.mistyped }),
  'a secret for a list': org({ projects: secrets.mistyped }),
  'a secret for a time': org({ machineKeys: [{ keyId: 'k', userId: 'm', publicKey: 'x', expirationDate: secrets.mistyped }] }),
  'a short client secret': org({ oidcApps: [{ appId: 'a', clientSecret: secrets.shortClientSecret, app: { projectId: 'p', name: 'A' } }] }),
}

/** A document whose secrets stand next to errors that refuse them. */
const refused = org({
  oidcApps: [{ appId: 'a', clientSecret: secrets.clientSecret, app: { projectId: 'none', name: 'A' } }],
  humanUsers: [
    person({ userName: 'a\u200bb', password: secrets.password, otpCode: secrets.otpSecret }),
    { ...person({ hashedPassword: { value: secrets.hash }, otpCode: `${secrets.otpSecret}!` }), userId: 'v' },
    { ...person({ userName: 'long', password: secrets.password.repeat(100) }), userId: 'w' },
  ],
  machineUsers: [{ userId: 'm', user: { userName: 'm', name: 'M' } }],
  machineKeys: [{ keyId: 'k', userId: 'm', type: 'KEY_TYPE_JSON', publicKey: btoa(secrets.privateKey) }],
})

for (const [name, document] of Object.entries(malformed)) {
  test(`CR-08 a document with ${name} is refused without repeating it`, () => {
    assert.throws(
      () => readDocument(document),
      (error) => {
        assert.ok(error instanceof DocumentError)
        assertSilent({ stdout: error.message, stderr: JSON.stringify(error) }, name)
        return true
      },
    )
  })
}

async function apply(content: string): Promise<Finished> {
  const name = `${crypto.randomUUID()}.json`
  await writeFile(file(name), content)
  const settings = { SYMBOLON_DATABASE_URL: ':memory:', SYMBOLON_MASTER_KEY: secrets.masterKey, SYMBOLON_LOG_LEVEL: 'debug' }
  return await runSymbolon(['apply', name], settings, directory.path)
}

test('CR-08 a file that is not JSON is refused without quoting it', async () => {
  for (const content of [`{"orgs":[{"orgId":"o","clientSecret":"${secrets.clientSecret}"`, `{"orgs":[{"password":${secrets.password}}]}`]) {
    const finished = await apply(content)
    assert.equal(finished.code, 1)
    assertSilent(finished, content)
  }
})

test('CR-08 the report of what was refused repeats none of its secrets', async () => {
  const finished = await apply(JSON.stringify(refused))
  assert.equal(finished.code, 2, finished.stderr)
  for (const advice of ['private key', 'invisible character', 'longer than 1024', 'neither in the document nor stored']) {
    assert.ok(finished.stdout.includes(advice), finished.stdout)
  }
  assertSilent(finished, 'the report')
})

/** Settings and arguments, each with a secret where it went wrong. */
const wrong: readonly (readonly [what: string, args: readonly string[], settings: Readonly<Record<string, string>>])[] = [
  ['a short master key', ['start'], { SYMBOLON_MASTER_KEY: secrets.shortMasterKey }],
  ['a master key for a port', ['start'], { SYMBOLON_PORT: secrets.masterKey }],
  ['a secret for an issuer', ['start'], { SYMBOLON_ISSUER: `https://admin:${secrets.databasePassword}@id.example/` }],
  ['a password in the database URL', ['start'], { SYMBOLON_DATABASE_URL: `postgres://admin:${secrets.databasePassword}@db.example/x` }],
  [
    'a password in the URL of a libSQL server',
    ['start'],
    {
      SYMBOLON_DATABASE_URL: `http://admin:${secrets.databasePassword}@127.0.0.1:1/`,
      SYMBOLON_DATABASE_AUTH_TOKEN: secrets.databaseToken,
    },
  ],
  [
    'a libSQL server that does not answer',
    ['start'],
    { SYMBOLON_DATABASE_URL: 'http://127.0.0.1:1', SYMBOLON_DATABASE_AUTH_TOKEN: secrets.databaseToken },
  ],
  ['a token for a database that is a file', ['start'], { SYMBOLON_DATABASE_AUTH_TOKEN: secrets.databaseToken }],
  ['a token with spaces', ['apply', 'empty.json', '--server', 'http://127.0.0.1:1'], { SYMBOLON_TOKEN: secrets.spacedToken }],
  ['a server that does not answer', ['apply', 'empty.json', '--server', 'http://127.0.0.1:1'], { SYMBOLON_TOKEN: secrets.token }],
  [
    'a password in the server',
    ['apply', 'empty.json', '--server', `http://admin:${secrets.databasePassword}@127.0.0.1:1`],
    { SYMBOLON_TOKEN: secrets.token },
  ],
  ['a misspelt setting', ['start'], { SYMBOLON_MASTERKEY: secrets.masterKey }],
  ['a token as an option', ['apply', 'empty.json', `--token=${secrets.token}`], {}],
  ['a token after an option', ['apply', 'empty.json', '--token', secrets.token], {}],
  ['a token as a command', [secrets.token], {}],
  ['a token as an argument', ['apply', 'empty.json', secrets.token], {}],
]

describe('settings', { concurrency: 3 }, () => {
  for (const [what, args, settings] of wrong) {
    test(`CR-08 ${what} is refused without repeating it`, async () => {
      await writeFile(file('empty.json'), '{"orgs":[]}')
      const finished = await runSymbolon(args, { SYMBOLON_DATABASE_URL: `file:${file('wrong.db')}`, ...settings }, directory.path)
      assert.equal(finished.code, 1, finished.stdout + finished.stderr)
      assert.match(finished.stderr, /^symbolon: [^\n]+\n(Usage: [^\n]+\n|`symbolon --help` describes each of them\.\n)?$/)
      assertSilent(finished, what)
    })
  }
})

test('CR-08 a master key file that cannot be read or holds nonsense is named and not shown', async () => {
  await mkdir(file('keys'))
  await writeFile(file('keys/nonsense'), secrets.shortMasterKey)
  const settings = { SYMBOLON_DATABASE_URL: ':memory:', SYMBOLON_PORT: String(await freePort()) }
  const finished = await runSymbolon(['start'], { ...settings, SYMBOLON_MASTER_KEY_FILE: file('keys/nonsense') }, directory.path)
  assert.equal(finished.code, 1, finished.stderr)
  assertSilent(finished, 'nonsense')
})

test('CR-08 the list of processes shows no secret of a server that runs', async () => {
  await mkdir(file('service'))
  const service = await startTestService({
    tls: false,
    directory: file('service'),
    settings: { SYMBOLON_MASTER_KEY: secrets.masterKey, SYMBOLON_TOKEN: secrets.token },
  })
  try {
    const listed = await commandLinesIn(file('service'))
    assert.match(listed, /symbolon/)
    assertSilent({ stdout: listed, stderr: service.output() }, 'the process')
  } finally {
    await service.stop()
  }
})

/** Of the processes that work in the directory. */
async function commandLinesIn(path: string): Promise<string> {
  const ids = (await readdir('/proc')).filter((name) => /^[0-9]+$/.test(name))
  const lines = await Promise.all(
    ids.map(async (id) =>
      // Most belong to others, and some have ended meanwhile.
      (await readlink(`/proc/${id}/cwd`).catch(() => undefined)) === path ? await readFile(`/proc/${id}/cmdline`, 'utf8') : '',
    ),
  )
  return lines.join('\n')
}
