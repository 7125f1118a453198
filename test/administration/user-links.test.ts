// `symbolon users invite|reset LOGIN`: on the database itself when no server holds it, or through a running server, which mails a link as well.
import { mailServer } from '@symbolon/testing'
import type { MailServer } from '@symbolon/testing'
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

test('the owner gets a link through a running server, the user another one by mail, and each opens a page', async () => {
  const settings = { SYMBOLON_SMTP_URL: mails.url, SYMBOLON_MAIL_FROM: 'Acme <id@acme.example>' }
  const service = await startTestService({ directory: directory.path, tls: false, document, settings })
  try {
    const through = async (args: readonly string[], token = ownerToken): Promise<Finished> =>
      await users([...args, '--server', service.issuer], { SYMBOLON_TOKEN: token })
    const invited = await through(['invite', 'eve@acme.example'])
    assert.equal(invited.code, 0, invited.stderr)
    assert.match(invited.stdout, /^Give this link to eve@acme\.example and nobody else\. It works once, until 20/)
    assert.match(invited.stdout, /^Another link goes to eve@mail\.example by mail\.$/m)
    const printed = linkIn(invited)
    assert.equal(printed.origin, service.issuer)

    const mail = await mails.next()
    assert.deepEqual(mail.recipients, ['eve@mail.example'])
    assert.equal(mail.subject, 'Your new account')
    const mailed = new URL(/https?:\/\/\S+\/ui\/login\/\S+/.exec(mail.text ?? '')?.[0] ?? '')
    assert.notEqual(mailed.searchParams.get('flow'), printed.searchParams.get('flow'))
    for (const link of [printed, mailed]) {
      for (const method of ['HEAD', 'GET', 'GET']) {
        const page = await service.fetch(new Request(link, { method }))
        assert.equal(page.status, 200)
        assert.equal(page.headers.get('cache-control'), 'no-store')
        if (method === 'GET') assert.match(await page.text(), /Set up your account/)
      }
    }

    const refused = await through(['reset', 'eve@acme.example'])
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /Invite the user again/)
    assert.match((await through(['invite', 'nobody'])).stderr, /No user has this login name/)
    assert.equal((await through(['invite', 'eve@acme.example'], memberToken)).code, 1)

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
    assert.doesNotMatch(lost.stdout, /by mail/, 'whoever reads the mails would have the account')
    assert.equal((await link(reset)).status, 200)
    const body = await (await service.fetch(new Request(linkIn(lost)))).text()
    assert.match(body, /Set up your account/)
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
  assert.equal((await users(['invite', 'nobody'])).code, 1)
})
