// `symbolon users invite|reset USER`: through a running server, which mails the link, or prints it where it cannot; else on the database
// itself. Without factors, it is an owner's first aid.
import { mailServer } from '@symbolon/test-kit'
import type { MailServer } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { join } from 'node:path'
import { runSymbolon, temporaryDirectory } from '../support/run-command.ts'
import type { Finished } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'
import { memberToken, ownedDocument, ownerToken } from '../support/signing-keys.ts'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let mails: MailServer
before(async () => {
  directory = await temporaryDirectory()
  mails = await mailServer()
})
after(async () => {
  await mails.close()
  await directory.dispose()
})

const document = {
  ...ownedDocument(),
  orgs: [
    ...(ownedDocument().orgs ?? []),
    {
      orgId: 'acme',
      org: { name: 'Acme' },
      domains: [{ domainName: 'acme.example', isVerified: true, isPrimary: true }],
      humanUsers: [
        {
          userId: 'kim',
          user: {
            userName: 'kim',
            profile: { firstName: 'Kim', lastName: 'Oh' },
            email: { email: 'kim@mail.example', isEmailVerified: true },
            otpCode: 'JBSWY3DPEHPK3PXP',
          },
        },
        {
          userId: 'eve',
          state: 'USER_STATE_INITIAL' as const,
          user: { userName: 'eve', profile: { firstName: 'Eve', lastName: 'Lee' }, email: { email: 'eve@mail.example' } },
        },
      ],
    },
  ],
}

async function users(args: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Finished> {
  const database = { SYMBOLON_DATABASE_URL: `file:${join(directory.path, 'symbolon.db')}` }
  return await runSymbolon(['users', ...args], { ...database, ...settings }, directory.path)
}

const linkIn = ({ stdout, stderr }: Finished): URL => new URL(/^ {2}(https?:\S+)$/m.exec(stdout)?.[1] ?? `none:${stderr}`)

test('a running server mails the link to the user alone, and the owner gets the one that removes every factor', async () => {
  const settings = { SYMBOLON_SMTP_URL: mails.url, SYMBOLON_MAIL_FROM: 'Acme <id@acme.example>' }
  const service = await startTestService({ directory: directory.path, tls: false, document, settings })
  try {
    const through = async (args: readonly string[], token = ownerToken): Promise<Finished> =>
      await users([...args, '--server', service.issuer], { SYMBOLON_TOKEN: token })
    const ofAcme = ['eve@acme.example', '--org', 'acme']
    const invited = await through(['invite', ...ofAcme])
    assert.equal(invited.code, 0, invited.stderr)
    assert.match(invited.stdout, /^A link was mailed to eve@mail\.example\. It works once, until 20.*\n$/, 'only the user gets it')

    const mail = await mails.next()
    assert.deepEqual(mail.recipients, ['eve@mail.example'])
    assert.equal(mail.subject, 'Your new account')
    const mailed = new URL(/https?:\/\/\S+\/ui\/login\/\S+/.exec(mail.text ?? '')?.[0] ?? '')
    for (const method of ['HEAD', 'GET', 'GET']) {
      const page = await service.fetch(new Request(mailed, { method }))
      assert.equal(page.status, 200)
      assert.equal(page.headers.get('cache-control'), 'no-store')
      if (method === 'GET') assert.match(await page.text(), /Set up your account/)
    }

    const refused = await through(['reset', ...ofAcme])
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /Invite the user again/)
    assert.match((await through(['invite', 'absent', '--org', 'acme'])).stderr, /There is no user absent.*`symbolon users list --org acme`/)
    assert.match((await through(['invite', 'eve@acme.example'])).stderr, /Which organization\? Add --org ORG\. You see acme, /)
    const byViewer = await through(['invite', ...ofAcme, '--json'], memberToken)
    assert.equal(byViewer.code, 1)
    assert.equal((JSON.parse(byViewer.stdout) as { readonly error: { readonly code: string } }).error.code, 'permission_denied')
    assert.match(byViewer.stderr, /`symbolon whoami` shows the roles that you have\.$/m)

    const link = async (body: object, token = ownerToken): Promise<Response> =>
      await service.fetch(
        new Request(`${service.issuer}/admin/v1/users/link`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
    const reset = { loginName: 'kim@acme.example', kind: 'reset', withoutFactors: true }
    const lost = await through(['reset', 'kim@acme.example', '--without-factors'])
    assert.equal(lost.code, 0, lost.stderr)
    assert.doesNotMatch(lost.stdout, /by mail/, 'access to the mailbox must not give access to the account')
    assert.equal(linkIn(lost).origin, service.issuer)
    const open = async (): Promise<string> => await (await service.fetch(new Request(linkIn(lost)))).text()
    assert.match(await open(), /Reset your password/)
    assert.equal((await link(reset)).status, 200)
    assert.match(await open(), /This link no longer works/, 'a newer one was issued')
    assert.equal((await link(reset, memberToken)).status, 403)
    assert.equal((await link({ ...reset, kind: 'invite' })).status, 400)
    assert.equal((await link({ ...reset, withoutFactors: 'yes' })).status, 400)
    assert.match((await through(['invite', 'eve@acme.example', '--without-factors'])).stderr, /no option --without-factors/)
    assert.doesNotMatch(service.stderr(), /eve@mail|flow=|code=/, 'the log holds no address and no link')
  } finally {
    await service.stop()
  }
})

test('without a server the command works on the database', async () => {
  const invited = await users(['invite', 'eve'], { SYMBOLON_ISSUER: 'https://id.example' })
  assert.equal(invited.code, 0, invited.stderr)
  assert.equal(linkIn(invited).origin, 'https://id.example')
  assert.doesNotMatch(invited.stdout, /by mail/, 'there is no mail server')
  assert.equal((await users(['invite', 'absent'])).code, 1)
})
