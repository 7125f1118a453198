// An operator's first ten commands: the real command against a running server, each with what it prints and what it did. No JSON is written.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import type { Finished } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'
import { ownedDocument, ownerToken } from '../support/signing-keys.ts'

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
  const events = await done('events', 'list', '--user', 'kim', '--org', 'shops')
  for (const type of ['resource_created', 'user_link_issued']) assert.match(events, new RegExp(` ${type} `))

  // 7. Sign somebody out.
  assert.equal(await done('sessions', 'list', 'kim', '--org', 'shops'), 'No sessions.\n')
  assert.equal(await done('sessions', 'remove', 'kim', '--org', 'shops', '--yes'), 'Signed kim out everywhere.\n')

  // 8. Lock and unlock.
  assert.equal(await done('users', 'lock', 'kim', '--org', 'shops', '--yes'), 'Locked kim.\n')
  assert.match(await done('users', 'list', '--org', 'shops', '--state', 'locked'), /^kim .* locked /m)
  assert.equal(await done('users', 'unlock', 'kim', '--org', 'shops'), 'Unlocked kim.\n')

  // 9. A new password. Nobody has verified the address, so the link is printed and not mailed.
  const reset = await done('users', 'reset', 'kim', '--org', 'shops', '--server', service.issuer)
  assert.match(reset, /^Give this link to kim and nobody else\. .*:\n\n {2}http:\/\/localhost:\d+\/ui\/login\/\S+\n$/)

  // 10. A new secret.
  const rotated = await done('apps', 'secret', clientId, '--org', 'shops', '--yes')
  assert.equal(fact(rotated, 'client id'), clientId)
  assert.notEqual(fact(rotated, 'client secret'), secret)
})
