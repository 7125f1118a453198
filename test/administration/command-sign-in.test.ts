// `symbolon login`, `whoami` and `logout`: the real command, a browser, and a running server.
import { createUserAgent, signIn } from '@symbolon/test-kit'
import type { Page } from '@symbolon/test-kit'
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { cleanEnvironment, runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import type { Finished } from '../support/run-command.ts'
import { bundled, serviceProgram } from '../support/runtimes.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const password = 'a long password of Kim'

const person = (userId: string, firstName: string) => ({
  userId,
  user: {
    userName: userId,
    profile: { firstName, lastName: 'Oh' },
    email: { email: `${userId}@mail.example`, isEmailVerified: true },
    password,
  },
})

const document: OrgDocument = {
  orgs: [
    {
      orgId: 'acme',
      org: { name: 'Acme' },
      domains: [{ domainName: 'acme.example', isVerified: true, isPrimary: true }],
      humanUsers: [person('kim', 'Kim'), person('eve', 'Eve'), person('root', 'Root')],
      orgMembers: [{ userId: 'kim', roles: ['ORG_OWNER'] }],
    },
  ],
  instanceMembers: [{ userId: 'root', roles: ['IAM_OWNER'] }],
}

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let service: TestService
before(async () => {
  directory = await temporaryDirectory()
  // An access token that has to be replaced at its first use.
  service = await startTestService({ tls: false, document, heldClock: true, settings: { SYMBOLON_ACCESS_TOKEN_LIFETIME: '1s' } })
})
after(async () => {
  await service.stop()
  await directory.dispose()
})

const symbolon = async (...args: readonly string[]): Promise<Finished> => await runSymbolon(args, {}, directory.path)

interface Login {
  /** The address that the command printed. */
  readonly address: Promise<string>
  readonly finished: Promise<Finished>
}

/** Runs `symbolon login ISSUER`. */
function login(...args: readonly string[]): Login {
  const [binary, ...programArgs] = bundled.command(serviceProgram, directory.path)
  const child = spawn(binary, [...programArgs, 'login', ...args], {
    cwd: directory.path,
    env: cleanEnvironment({ XDG_CONFIG_HOME: directory.path }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  const { promise: address, resolve, reject } = Promise.withResolvers<string>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    const [, printed] = /^ {2}(http\S+)$/m.exec(stderr) ?? []
    if (printed !== undefined) resolve(printed)
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), 120_000)
  const finished = new Promise<Finished>((ended) =>
    child.on('close', (code) => {
      clearTimeout(timer)
      reject(new Error(`No address was printed:\n${stderr}`))
      ended({ code, stdout, stderr })
    }),
  )
  return { address, finished }
}

/** Signs a user in at the address. @returns the page, which leads back to the command */
async function signInAt(address: string, loginName: string): Promise<Page> {
  const userAgent = createUserAgent(service.fetch)
  return await signIn(userAgent, await userAgent.get(address), { loginName, password })
}

const credentials = (): string => join(directory.path, 'symbolon', 'credentials.json')

test('AD-21 AD-22 the user signs in in the browser, and the command stores the sign-in where no other user can read it', async () => {
  const { address, finished } = login(service.issuer)
  const asked = new URL(await address)
  assert.equal(asked.searchParams.get('code_challenge_method'), 'S256')
  const back = (await signInAt(asked.href, 'kim@acme.example')).redirectedTo ?? assert.fail('not sent back')
  assert.equal(back.hostname, '127.0.0.1')
  assert.equal(back.searchParams.get('iss'), service.issuer)

  // A request that another page makes the browser send is not accepted as the response: its state or its issuer is wrong.
  for (const [name, value] of [
    ['state', 'guessed'],
    ['iss', 'https://evil.example'],
  ] as const) {
    const forged = new URL(back)
    forged.searchParams.set(name, value)
    assert.equal((await fetch(forged)).status, 404)
  }
  assert.match(await (await fetch(back)).text(), /You are signed in/)

  const { code, stdout, stderr } = await finished
  assert.equal(code, 0, stderr)
  assert.equal(stdout, `Signed in to ${service.issuer} as kim@acme.example.\n`)
  assert.equal((await stat(credentials())).mode & 0o777, 0o600)
  const kept = await readFile(credentials(), 'utf8')
  assert.doesNotMatch(kept, /id_token|password/)
})

test('the sign-in is used and refreshed, and the only organization needs no name', async () => {
  const before = await readFile(credentials(), 'utf8')
  const me = await symbolon('whoami')
  assert.equal(me.code, 0, me.stderr)
  assert.match(me.stdout, /^user {2,}kim@acme\.example$/m)
  assert.match(me.stdout, /^ORG_OWNER {2,}organization {2,}acme$/m)
  assert.notEqual(await readFile(credentials(), 'utf8'), before, 'the access token had ended')
  const listed = await symbolon('users', 'list', '--json')
  assert.equal(listed.code, 0, listed.stderr)
  const { items, more } = JSON.parse(listed.stdout) as {
    readonly items: readonly { readonly entry: { readonly userId: string } }[]
    more: boolean
  }
  assert.deepEqual([items.map(({ entry }) => entry.userId), more], [['eve', 'kim', 'root'], false])
  const refused = await symbolon('features', 'list')
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /`symbolon whoami` shows the roles that you have\./)
})

test('users invite and reset go through the server to which the user is signed in', async () => {
  const reset = await symbolon('users', 'reset', 'eve')
  assert.equal(reset.code, 0, reset.stderr)
  assert.match(reset.stdout, /^A link was mailed to eve@mail\.example\./)
})

test('what gives rights needs a fresh sign-in, and the command says so', async () => {
  await service.advance(600)
  const stale = await symbolon('members', 'add', 'eve', 'ORG_OWNER_VIEWER', '--json')
  assert.equal(stale.code, 1)
  assert.equal((JSON.parse(stale.stdout) as { readonly error: { readonly code: string } }).error.code, 'insufficient_user_authentication')
  assert.match(stale.stderr, /Run `symbolon login` to sign in again, then run the command again\.$/m)
  const { address, finished } = login(service.issuer)
  await fetch((await signInAt(await address, 'kim')).redirectedTo ?? assert.fail('not sent back'))
  assert.equal((await finished).code, 0)
  const added = await symbolon('members', 'add', 'eve', 'ORG_OWNER_VIEWER', '--dry-run')
  assert.equal(added.code, 0, added.stderr)
})

test('AD-20 a browser that is signed in answers no request of the command by itself', async () => {
  const { address, finished } = login(service.issuer)
  const asked = new URL(await address)
  const userAgent = createUserAgent(service.fetch)
  const first = await signIn(userAgent, await userAgent.get(asked), { loginName: 'kim', password })
  assert.ok(first.redirectedTo !== undefined)
  const again = await userAgent.get(asked)
  assert.equal(again.redirectedTo, undefined)
  assert.ok('loginName' in (again.forms[0]?.fields ?? {}), again.text)
  const silent = new URL(asked)
  silent.searchParams.set('prompt', 'none')
  assert.equal((await userAgent.get(silent)).redirectedTo?.searchParams.get('error'), 'login_required')
  await fetch(first.redirectedTo)
  assert.equal((await finished).code, 0)
})

test('a user without an administrative role gets an error that says so, and nothing is stored', async () => {
  const before = await readFile(credentials(), 'utf8')
  const { address, finished } = login(service.issuer, '--json')
  await fetch((await signInAt(await address, 'eve')).redirectedTo ?? assert.fail('not sent back'))
  const { code, stdout, stderr } = await finished
  assert.equal(code, 1)
  assert.match(stderr, /You do not have an administrative role on this server/)
  assert.equal((JSON.parse(stdout) as { readonly error: { readonly code: string } }).error.code, 'permission_denied')
  assert.equal(await readFile(credentials(), 'utf8'), before)
})

test('keys, exports and imports go through the server that an owner of the instance is signed in to', async () => {
  const at = ['--server', service.issuer] as const
  assert.match((await symbolon('keys', 'list', ...at)).stderr, /answered 403: /)
  const { address, finished } = login(service.issuer)
  await fetch((await signInAt(await address, 'root')).redirectedTo ?? assert.fail('not sent back'))
  assert.equal((await finished).code, 0)
  const done = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await symbolon(...args, ...at)
    assert.equal(code, 0, stderr)
    return stdout
  }
  assert.match(await done('keys', 'list'), /active/)
  await done('export', 'acme.json', '--with-passwords')
  const exported = await readFile(join(directory.path, 'acme.json'), 'utf8')
  assert.match(exported, /kim@mail\.example/)
  await writeFile(join(directory.path, 'acme.json'), exported.replaceAll('"Acme"', '"Acme Inc."'))
  assert.match(await done('import', 'acme.json', '--update'), /\bchanged\b/)
  assert.match(await done('orgs', 'list'), /Acme Inc\./)
  // What was proved is too long ago for what carries everybody's password hashes away.
  await service.advance(600)
  const stale = await symbolon('export', 'again.json', ...at)
  assert.equal(stale.code, 1)
  assert.match(stale.stderr, /answered 401: .* Run `symbolon login http:\/\/localhost:\d+`, then run the command again\.$/m)
})

test('AD-22 a file that others may read is not used', async () => {
  await chmod(credentials(), 0o644)
  const refused = await symbolon('whoami')
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /Others may read .*credentials\.json.*chmod 600/)
  await chmod(credentials(), 0o600)
})

test('AD-22 the sign-in is revoked and forgotten', async () => {
  const kept = await readFile(credentials(), 'utf8')
  assert.equal((await symbolon('logout')).stdout, `Signed out of ${service.issuer}.\n`)
  assert.doesNotMatch(await readFile(credentials(), 'utf8'), /Token/)
  const without = await symbolon('whoami')
  assert.equal(without.code, 1)
  assert.match(without.stderr, /You are not signed in\. Run `symbolon login ISSUER`, or set SYMBOLON_ISSUER and SYMBOLON_TOKEN\./)
  assert.equal((await symbolon('logout')).stdout, 'You are not signed in.\n')

  // A copy of the file is useless.
  await writeFile(credentials(), kept)
  const revoked = await symbolon('whoami')
  assert.equal(revoked.code, 1)
  assert.match(revoked.stderr, /not signed in to http:\/\/localhost:\d+, or not any more/)
})

test('AD-24 an unreachable server and a malformed address have different errors', async () => {
  const unreachable = await symbolon('login', 'http://127.0.0.1:1')
  assert.match(
    unreachable.stderr,
    /^symbolon: http:\/\/127\.0\.0\.1:1 cannot be reached: .*Check the address, and whether the server runs\.$/m,
  )
  const other = await symbolon('login', service.issuer.replace('localhost', '127.0.0.1'))
  assert.match(other.stderr, /says that its issuer is http:\/\/localhost:\d+\. Use that address, if you trust it\./)
  assert.match((await symbolon('login', 'http://id.example')).stderr, /Use https:\/\/id\.example\. Plain http is for this machine alone/)
  assert.match((await symbolon('login', 'id.example')).stderr, /id\.example is not the address of a server/)
})
