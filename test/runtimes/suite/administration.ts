// Documents are applied through the running service, and the audit trail says who did what from where.
import { alice, redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { runSymbolon, temporaryDirectory } from '../../support/run-command.ts'
import { visit } from '../../support/relying-parties.ts'
import { startTestService } from '../../support/service.ts'
import type { TestService } from '../../support/service.ts'
import type { Stage } from '../stage.ts'

const ownerToken = 'symbolon_pat_owner-0123456789-0123456789-0123456789'
const owner = {
  orgs: [
    {
      orgId: 'operations',
      org: { name: 'Operations' },
      machineUsers: [{ userId: 'deployer', user: { userName: 'deployer', name: 'Deployer' } }],
      personalAccessTokens: [{ tokenId: 'deployer-token', userId: 'deployer', token: ownerToken }],
    },
  ],
  instanceMembers: [{ userId: 'deployer', roles: ['IAM_OWNER'] }],
}
const acme = {
  orgs: [
    {
      orgId: 'acme',
      org: { name: 'Acme' },
      domains: [{ orgId: 'acme', domainName: 'acme.example', isVerified: true, isPrimary: true }],
      humanUsers: [
        {
          userId: alice.id,
          user: { userName: 'alice', password: alice.password, profile: { firstName: 'Alice', lastName: 'Liddell' } },
        },
      ],
      projects: [{ projectId: 'portal', project: { name: 'Portal' } }],
      oidcApps: [{ appId: 'web', clientId: 'web', app: { projectId: 'portal', name: 'Web', redirectUris: [redirectUri] } }],
    },
  ],
}

export function administrationSuite({ runtime, test }: Stage): void {
  describe('administration', () => {
    let directory: Awaited<ReturnType<typeof temporaryDirectory>>
    let service: TestService
    before(async () => {
      directory = await temporaryDirectory()
      await writeFile(join(directory.path, 'acme.json'), JSON.stringify(acme))
      service = await startTestService({ runtime, document: owner, tls: false })
    })
    after(async () => {
      await service.stop()
      await directory.dispose()
    })

    const apply = async (token: string, server: string = service.issuer): ReturnType<typeof runSymbolon> =>
      await runSymbolon(['apply', 'acme.json', '--server', server], { SYMBOLON_TOKEN: token }, directory.path, runtime)

    test('a document is applied through the server once, and the second time changes nothing', async () => {
      const first = await apply(ownerToken)
      assert.equal(first.code, 0, first.stderr)
      assert.match(first.stdout, /^project +1/m)
      const second = await apply(ownerToken)
      assert.equal(second.code, 0, second.stderr)
      assert.doesNotMatch(second.stdout, /created/)
    })

    test('a wrong token, and a server that is away, are one line and exit code 1', async () => {
      const refused = await apply('wrong')
      assert.match(refused.stderr, /^symbolon: [^\n]+ answered 401: [^\n]+\n$/)
      assert.equal(refused.code, 1)
      const away = await apply(ownerToken, 'http://127.0.0.1:1')
      assert.match(away.stderr, /^symbolon: [^\n]+ cannot be reached: [^\n]+\n$/)
      assert.equal(away.code, 1)
    })

    test('who was applied signs in, and the audit trail has the address', async () => {
      const query = new URLSearchParams({ client_id: 'web', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' })
      const page = await visit(service.newUserAgent(), new URL(`/oauth/v2/authorize?${query.toString()}`, service.issuer))
      assert.ok(page.redirectedTo?.searchParams.has('code'), page.text)
      const response = await service.fetch(`${service.issuer}/admin/v1/events`, { headers: { authorization: `Bearer ${ownerToken}` } })
      const { events } = (await response.json()) as { readonly events: readonly Readonly<Record<string, unknown>>[] }
      const [ofAlice] = events.filter(({ userId, actorId }) => userId === alice.id || actorId === alice.id)
      assert.equal(ofAlice?.['remoteAddress'], '127.0.0.1', JSON.stringify(events.slice(0, 3)))
    })
  })
}
