// An operator's first ten commands: the real command against a running server, each with what it prints and what it did. No JSON is written.
// Then common mistakes, and the error messages of the command.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { administrativeRoles } from '../../packages/management-command/src/forms/rights.ts'
import { roleNames } from '../../packages/permissions/src/roles.ts'
import { runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import type { Finished } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { memberToken, ownedDocument, ownerToken } from '../support/signing-keys.ts'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let service: TestService
before(async () => {
  directory = await temporaryDirectory()
  service = await startTestService({ tls: false, document: ownedDocument() })
})
after(async () => {
  await service.stop()
  await directory.dispose()
})

async function symbolon(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const own = { SYMBOLON_ISSUER: service.issuer, SYMBOLON_TOKEN: ownerToken }
  return await runSymbolon(args, { ...own, ...settings }, directory.path)
}

/** @returns what the command printed, which has succeeded */
async function done(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await symbolon(args)
  assert.equal(code, 0, `${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

const fact = (text: string, name: string): string =>
  new RegExp(`^${name} {2,}(.*)$`, 'm').exec(text)?.[1] ?? assert.fail(`${name} in ${text}`)

test('an operator does the first ten things, and sees each of them', async () => {
  // 1. An organization.
  assert.match(await done('orgs', 'add', 'Acme', '--id', 'shops', '--domain', 'ten.example'), /^Added the organization Acme\.$/m)
  assert.match(await done('orgs', 'list', '--search', 'sho'), /^shops {2,}Acme {2,}active /m)

  // 2. A colleague, who is invited.
  const person = ['--email', 'kim@mail.example', '--first-name', 'Kim', '--last-name', 'Oh', '--org', 'shops']
  const invited = await done('users', 'add', 'kim', ...person, '--invite')
  assert.match(invited, /^Added the user kim\.$/m)
  assert.match(invited, /^A link was mailed to kim@mail\.example\. It works once, until 20\d\d-/m)

  // 3. A web application, with its secret.
  const web = await done('apps', 'add', 'Shop', '--web', '--redirect-uri', 'https://shop.acme.example/callback', '--org', 'shops')
  const [clientId, secret] = [fact(web, 'client id'), fact(web, 'client secret')]
  assert.equal(fact(web, 'issuer'), service.issuer)
  assert.match(secret, /^[A-Za-z0-9_-]{43}$/)

  // 4. An owner of the organization.
  assert.match(await done('members', 'add', 'kim', 'ORG_OWNER', '--org', 'shops'), /^roles {2,}ORG_OWNER$/m)
  assert.match(await done('members', 'list', '--org', 'shops'), / {2}ORG_OWNER {2}/)

  // 5. A role of the project.
  await done('roles', 'add', 'Shop', 'reader', '--org', 'shops')
  assert.match(await done('grants', 'add', 'kim@ten.example', 'Shop', 'reader', '--org', 'shops'), /^Added the roles of kim in Shop\.$/m)
  assert.match(await done('grants', 'list', '--user', 'kim', '--org', 'shops'), / {2}reader {2}active$/m)

  // 6. What happened.
  assert.match(
    await done('events', 'sign-ins', '--org', 'shops', '--days', '2'),
    /^DAY \(UTC\) +SIGNED IN +FAILED\n(\d{4}-\d\d-\d\d +\d+ +\d+\n){2}$/,
  )
  const events = await done('events', 'list', '--user', 'kim', '--org', 'shops')
  for (const type of ['resource_created', 'user_link_issued']) assert.match(events, new RegExp(` ${type} `))
  // Names, not ids.
  assert.match(events, / resource_created {2,}owner {2,}humanUser Kim Oh /)

  // 7. Sign a user out.
  assert.equal(await done('sessions', 'list', 'kim', '--org', 'shops'), 'No sessions.\n')
  assert.equal(await done('sessions', 'remove', 'kim', '--org', 'shops', '--yes'), 'Signed kim out everywhere.\n')

  // 8. Lock and unlock.
  assert.equal(await done('users', 'lock', 'kim', '--org', 'shops', '--yes'), 'Locked kim.\n')
  assert.match(await done('users', 'list', '--org', 'shops', '--state', 'locked'), /^kim .* locked /m)
  assert.equal(await done('users', 'unlock', 'kim', '--org', 'shops'), 'Unlocked kim.\n')

  // 9. A new password. The address is unverified, so the link is printed and not mailed.
  const reset = await done('users', 'reset', 'kim', '--org', 'shops', '--server', service.issuer)
  assert.match(reset, /^Give this link to kim only\. .*:\n\n {2}http:\/\/localhost:\d+\/ui\/login\/\S+\n$/)

  // 10. A new secret.
  const rotated = await done('apps', 'secret', clientId, '--org', 'shops', '--yes')
  assert.equal(fact(rotated, 'client id'), clientId)
  assert.notEqual(fact(rotated, 'client secret'), secret)
})

test('members without an option are set by the names of the API, together with options', async () => {
  await done('orgs', 'add', 'Members', '--id', 'members')
  await done('projects', 'add', 'Store', '--org', 'members')
  await done('apps', 'add', 'Till', '--spa', '--redirect-uri', 'https://till.example/callback', '--project', 'Store', '--org', 'members')
  await done('users', 'add', 'robot', '--service', '--org', 'members')
  const shown = async (...args: readonly string[]): Promise<{ readonly entry: Readonly<Record<string, object>> }> =>
    JSON.parse(await done(...args, '--org', 'members', '--json')) as { readonly entry: Readonly<Record<string, object>> }

  const changed = await done('apps', 'set', 'Till', 'app.accessTokenType=jwt', 'app.devMode=true', '--name', 'Desk', '--org', 'members')
  assert.match(changed, /^Changed the application Till \(.*app\.accessTokenType.*\)\.$/m)
  const { app } = (await shown('apps', 'show', 'Desk')).entry
  assert.partialDeepStrictEqual(app, { name: 'Desk', accessTokenType: 'OIDC_TOKEN_TYPE_JWT', devMode: true })
  await done('projects', 'set', 'Store', 'project.projectRoleCheck=true', '--org', 'members')
  assert.partialDeepStrictEqual((await shown('projects', 'show', 'Store')).entry['project'], { name: 'Store', projectRoleCheck: true })
  await done('users', 'set', 'robot', 'user.description=Sends invoices', '--org', 'members')
  assert.partialDeepStrictEqual((await shown('users', 'show', 'robot')).entry['user'], { description: 'Sends invoices' })

  const refused = async (...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await symbolon([...args, '--org', 'members'])
    assert.deepEqual([code, stdout], [1, ''], stderr)
    return stderr
  }
  assert.match(await refused('apps', 'set', 'Desk'), /^symbolon: Say what to change: .* or NAME=VALUE\.$/m)
  assert.match(
    await refused('apps', 'set', 'Desk', 'app.accessTokenKind=jwt'),
    /There is no member app\.accessTokenKind\. Members are .*app\.devMode/,
  )
  assert.match(
    await refused('users', 'set', 'robot', `clientSecret=${'canary'.repeat(6)}`),
    /^symbolon: clientSecret is a secret\.[^\n]+$/m,
  )
  assert.doesNotMatch(await refused('users', 'set', 'robot', 'nothing=x'), /clientSecret/)
})

test('an identity provider of the instance is added once, and offered by an organization', async () => {
  await done('orgs', 'add', 'Branch', '--id', 'branch')
  await writeFile(join(directory.path, 'upstream.txt'), 'upstream-secret')
  const upstream = ['--issuer', 'https://upstream.example', '--client-id', 'us', '--client-secret-file', 'upstream.txt', '--instance']
  const added = await done('idps', 'add', 'Upstream', '--id', 'upstream', ...upstream)
  assert.equal(fact(added, 'redirect URI'), `${service.issuer}/ui/login/external/callback/upstream`)
  assert.match(await done('idps', 'set', 'Upstream', 'autoRegister=true', '--instance'), /^Changed the identity provider Upstream /)
  const policy = await symbolon(['policies', 'set', 'loginPolicy', 'forceMfa=true', '--org', 'branch'])
  assert.equal(policy.code, 0, policy.stderr)
  assert.match(
    policy.stderr,
    /^branch had no loginPolicy\. The new one begins as a copy of the built-in policy, and does not follow later changes of it\.$/m,
  )
  assert.match(await done('policies', 'show', 'loginPolicy', '--org', 'branch'), /^allowUsernamePassword {2,}(yes|true)$/m)
  assert.equal(await done('idps', 'offer', 'Upstream', 'on', '--org', 'branch'), 'The sign-in page of branch offers Upstream.\n')
  assert.match(await done('idps', 'list', '--org', 'branch'), /^Upstream {2,}https:\/\/upstream\.example {2,}yes .* the instance /m)
})

test('each typing error gets a message that states what to do next', async () => {
  await done('orgs', 'add', 'Hurry', '--id', 'hurry')
  await done('projects', 'add', 'Desk', '--role', 'clerk', '--org', 'hurry')
  const person = ['--email', 'lee@mail.example', '--first-name', 'Lee', '--last-name', 'Oh', '--org', 'hurry']
  await done('users', 'add', 'lee', ...person)
  await done('users', 'add', 'max', ...person.map((value) => value.replace('lee@', 'max@')))
  await done('users', 'set', 'max', '--state', 'inactive', '--org', 'hurry')
  const noToken = { SYMBOLON_TOKEN: '' }
  const wrongCommands: readonly (readonly [says: RegExp, args: readonly string[], settings?: Readonly<Record<string, string>>])[] = [
    // The user has not signed in, or the sign-in has expired.
    [/You are not signed in to .*\. Run `symbolon login http/, ['orgs', 'list'], noToken],
    [/The token is invalid, expired or revoked\..* Run `symbolon login`/, ['orgs', 'list'], { SYMBOLON_TOKEN: 'over' }],
    // The token of a user with read permissions.
    [/needs the permission org\.create .*`symbolon whoami` shows/, ['orgs', 'add', 'X'], { SYMBOLON_TOKEN: memberToken }],
    // Unlocking is not inviting, and not switching on.
    [/lee has not chosen a password yet\. .*`?symbolon users invite lee/, ['users', 'unlock', 'lee', '--org', 'hurry']],
    [/max is switched off\. .*symbolon users set max --state active/, ['users', 'unlock', 'max', '--org', 'hurry']],
    // Nothing is said, or too little.
    [/^symbolon: orgs add needs a NAME\.\nUsage: symbolon orgs add NAME /, ['orgs', 'add']],
    [/Which organization\? Add --org ORG\. You see /, ['users', 'list']],
    [/A person needs --email, --first-name and --last-name\./, ['users', 'add', 'max', '--org', 'hurry']],
    [/one of --web, --spa, --native, --api and --service/, ['apps', 'add', 'Shop', '--org', 'hurry']],
    [/Say where users return after the sign-in: --redirect-uri URI/, ['apps', 'add', 'Shop', '--web', '--org', 'hurry']],
    [/Say where the private key goes: --file FILE/, ['user-keys', 'add', 'owner', '--org', 'operations']],
    [/then give its id: --client-id ID/, ['idps', 'add', 'Google', '--preset', 'google', '--org', 'hurry']],
    // A slip of the fingers.
    [
      /There is no member primaryColour\. Members are .*primaryColor/,
      ['policies', 'set', 'labelPolicy', 'primaryColour=#123456', '--org', 'hurry'],
    ],
    // What is not there.
    [/There is no organization hury, .* `symbolon orgs list` shows/, ['users', 'list', '--org', 'hury']],
    [
      /There is no user le, .* `symbolon users list --org hurry` shows/,
      ['users', 'reset', 'le', '--org', 'hurry', '--server', service.issuer],
    ],
    [/There is no project Dask, .* `symbolon projects list --org hurry`/, ['roles', 'add', 'Dask', 'clerk', '--org', 'hurry']],
    [/Desk has no such role\. `symbolon roles list Desk --org hurry`/, ['grants', 'add', 'lee', 'Desk', 'clark', '--org', 'hurry']],
    [/`symbolon tokens list --org operations` shows/, ['tokens', 'remove', 'none', '--org', 'operations']],
    [/`symbolon metadata list lee --org hurry` shows/, ['metadata', 'show', 'lee', 'none', '--org', 'hurry']],
    // What is there already, or is something else.
    [/There is one with this id already\./, ['orgs', 'add', 'Again', '--id', 'hurry']],
    [/Another user of the organization has this user name\. Choose another user name\.$/m, ['users', 'add', 'lee', ...person]],
    [/lee is a person, .* symbolon users add NAME --service --org hurry/, ['tokens', 'add', 'lee', '--org', 'hurry']],
    [/is not in the future/, ['tokens', 'add', 'owner', '--expires', '2020-01-31', '--org', 'operations']],
    // No terminal is there to confirm it.
    [/Add --yes\./, ['users', 'remove', 'lee', '--org', 'hurry']],
    // Another server, or none.
    [/Use https:\/\/id\.example\./, ['orgs', 'list', '--server', 'http://id.example']],
    [/cannot be reached/, ['orgs', 'list', '--server', 'http://127.0.0.1:1']],
  ]
  const finished = await inTurns(wrongCommands, async ([, args, settings]) => await symbolon(args, settings))
  for (const [index, { code, stdout, stderr }] of finished.entries()) {
    const [says, args] = wrongCommands[index] ?? assert.fail()
    assert.equal(code, 1, `${args.join(' ')}\n${stdout}`)
    assert.match(stderr, says, args.join(' '))
    assert.match(stderr, /^symbolon: /)
    // One message, not the trace of an exception.
    assert.doesNotMatch(stderr, /^\s+at /m)
    assert.equal(stdout, '')
  }
  assert.match(await done('users', 'show', 'lee', '--org', 'hurry'), /^state {2,}initial$/m)
})

/** Works on all, a few at a time. */
async function inTurns<T, U>(all: readonly T[], work: (each: T) => Promise<U>): Promise<readonly U[]> {
  const results: U[] = []
  for (let index = 0; index < all.length; index += 3) results.push(...(await Promise.all(all.slice(index, index + 3).map(work))))
  return results
}

test('the command knows the roles that the server knows', () => {
  assert.deepEqual(administrativeRoles.toSorted(), roleNames.toSorted())
})
