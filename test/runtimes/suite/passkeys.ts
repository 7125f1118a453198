// A passkey that was made while one runtime ran the service signs in while another runtime does: the algorithms are the same everywhere.
import type { OrgDocument } from '@symbolon/schema-v2'
import { acmeDocument, alice, bob, createSoftwareAuthenticator } from '@symbolon/test-kit'
import type { CoseAlgorithm, Credentials, Page, SoftwareAuthenticator, SoftwareCredential, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answer, optionsOf } from '../../support/passkeys.ts'
import { freePort, temporaryDirectory } from '../../support/run-command.ts'
import { bun, deno, node } from '../../support/runtimes.ts'
import type { TestService } from '../../support/service.ts'
import { withService } from '../with-service.ts'

/** Who creates a passkey, and where. */
const creations = [
  { runtime: node, person: alice, algorithm: -257 },
  { runtime: bun, person: bob, algorithm: -8 },
  { runtime: deno },
  { runtime: node },
] as const

export function passkeySuite(): void {
  test('WA-20 a passkey that was made on one runtime signs in on the others', async () => {
    const directory = await temporaryDirectory()
    const where = { directory: directory.path, port: await freePort() }
    const authenticator = createSoftwareAuthenticator(`https://localhost:${where.port}`)
    const credentials: SoftwareCredential[] = []
    for (const [count, { runtime, ...creation }] of creations.entries()) {
      await withService({ ...where, runtime, ...(count === 0 ? { document: withVerifiedAddresses() } : {}) }, async (service) => {
        for (const credential of credentials) await signIn(service, authenticator, credential)
        if ('person' in creation) credentials.push(await create(service, authenticator, creation.person, creation.algorithm))
        await service.stop()
      })
    }
    assert.equal(credentials.length, 2)
    await directory.dispose()
  })
}

/** No user is offered to confirm an address, so the offer is that of a passkey. */
function withVerifiedAddresses(): OrgDocument {
  const { orgs = [] } = acmeDocument()
  return {
    orgs: orgs.map((org) => ({
      ...org,
      humanUsers: (org.humanUsers ?? []).map((person) => ({
        ...person,
        user: { ...person.user, ...(person.user.email === undefined ? {} : { email: { ...person.user.email, isEmailVerified: true } }) },
      })),
    })),
  }
}

/** Opens a page that needs a session. */
async function begin({ issuer, newUserAgent }: TestService): Promise<{ readonly userAgent: UserAgent; readonly page: Page }> {
  const userAgent = newUserAgent()
  return { userAgent, page: await userAgent.get(`${issuer}/ui/account`) }
}

function assertSignedIn(page: Page): void {
  assert.equal(page.status, 200)
  assert.equal(page.url.pathname, '/ui/account', page.text)
}

async function create(
  service: TestService,
  authenticator: SoftwareAuthenticator,
  { loginName, password }: Credentials,
  algorithm: CoseAlgorithm,
): Promise<SoftwareCredential> {
  const { userAgent, page } = await begin(service)
  const asked = await userAgent.submit(page, { loginName })
  const offer = await userAgent.submit(asked, { password })
  const { credential, response } = authenticator.create(optionsOf(offer), { algorithm })
  assertSignedIn(await answer(userAgent, offer, response))
  return credential
}

async function signIn(service: TestService, authenticator: SoftwareAuthenticator, credential: SoftwareCredential): Promise<void> {
  const { userAgent, page } = await begin(service)
  assertSignedIn(await answer(userAgent, page, authenticator.get(optionsOf(page), credential)))
}
