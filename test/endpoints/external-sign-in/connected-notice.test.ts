// An attacker at an open browser connects an own account at a provider: the owner is notified, and takes it back.
import { loginMail, recovery } from '@symbolon/login'
import type { Mail } from '@symbolon/login'
import { signIn } from '@symbolon/test-kit'
import type { UserAgent } from '@symbolon/test-kit'
import { mailTemplates } from '@symbolon/ui-templates'
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { acmeWith } from '../../support/acme.ts'
import { authorizationUrl } from '../../support/code-flow.ts'
import { answerOf, startFederation } from '../../support/external-sign-in.ts'
import type { Federation } from '../../support/external-sign-in.ts'
import { testHashing } from '../../support/hashing.ts'
import { takeMails } from '../../support/outbox.ts'
import { careful, isSignedIn } from '../../support/second-factor.ts'

const mail = loginMail({ mailer: { send: async () => 'accepted' }, templates: mailTemplates(), changeReports: true })
const own = 'careful@mail.example'

let federation: Federation
afterEach(async () => await federation.close())

async function start(): Promise<void> {
  const user = {
    userName: 'careful',
    password: careful.password,
    email: { email: own, isEmailVerified: true },
    profile: { firstName: 'Care', lastName: 'Ful' },
  }
  federation = await startFederation({
    document: acmeWith({ humanUsers: [{ userId: careful.id, user }] }),
    external: { mail },
    detours: [recovery({ mail, hashing: testHashing })],
  })
}

const linksOf = async (): Promise<number> => (await federation.local.storage.stores.userLinks?.list(careful.id))?.length ?? 0

async function signedIn(): Promise<UserAgent> {
  const userAgent = federation.local.newUserAgent()
  await signIn(userAgent, await userAgent.get(authorizationUrl(federation.local)), careful)
  return userAgent
}

async function connect(userAgent: UserAgent): Promise<void> {
  const left = await userAgent.get(`${federation.local.issuer}/ui/login/external/connect?idp=upstream`)
  const confirm = await userAgent.get(await answerOf(federation, left.redirectedTo ?? assert.fail()))
  await userAgent.submit(confirm)
  assert.equal(await linksOf(), 1)
}

/** Opens the link of a notice, presses its button, and sets a new password. */
async function report({ text }: Mail): Promise<void> {
  const link = /https:\/\/id\.example\/ui\/login\/change-report\S*/.exec(text)?.[0] ?? assert.fail(text)
  const owner = federation.local.newUserAgent()
  const page = await owner.submit(await owner.get(link))
  const newPassword = 'another password of a careful person'
  await owner.submit(page, { newPassword, newPasswordAgain: newPassword })
}

async function signsInElsewhere(): Promise<boolean> {
  const thief = federation.local.newUserAgent()
  const page = await thief.get(authorizationUrl(federation.local))
  const path = /href="(\/ui\/login\/external\?[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? assert.fail()
  const left = await thief.get(`${federation.local.issuer}${path}`)
  return isSignedIn(await thief.get(await answerOf(federation, left.redirectedTo ?? assert.fail())))
}

test('LG-37 the owner is notified of a connected account, and the report disconnects it', async () => {
  await start()
  await connect(await signedIn())
  const [notice, ...others] = await takeMails(federation.local)
  assert.ok(notice !== undefined)
  assert.deepEqual([notice.to.address, others], [own, []])
  assert.equal(notice.subject, 'An external account was connected to your account')
  await report(notice)
  assert.equal(await linksOf(), 0)
  assert.equal(await signsInElsewhere(), false)
})
