// A passkey that was created at one instance goes to another instance of the same host name with an export, and signs in there.
import { alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openStage } from '../support/browser/stage.ts'
import type { Stage } from '../support/browser/stage.ts'
import { answerAt, button, headed, signIn } from '../support/browser/steps.ts'
import { addAuthenticator } from '../support/browser/virtual-authenticator.ts'
import { moverToken, operations } from '../support/mover.ts'

const { machineUsers = [], personalAccessTokens = [] } = operations
const stages: Stage[] = []
before(async () => {
  const options = {
    offers: true,
    org: { machineUsers, personalAccessTokens },
    instanceMembers: [{ userId: 'mover', roles: ['IAM_OWNER'] }],
  }
  for (const _ of ['source', 'target']) stages.push(await openStage(options))
})
after(async () => {
  for (const stage of stages) await stage.close()
})

async function call(stage: Stage, path: string, body: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${moverToken}`, 'content-type': 'application/json' }
  const answer = await fetch(`${stage.issuer}/admin/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  assert.equal(answer.status, 200)
  return await answer.json()
}

test('a passkey signs in at another instance of the same host name after an export and an import', async () => {
  const [source, target] = stages
  assert.ok(source !== undefined && target !== undefined)
  const { page, leave } = await source.newVisitor()
  await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, { getClientCapabilities: async () => ({ conditionalCreate: false }) })
  })
  const authenticator = await addAuthenticator(page)
  await authenticator.answers(false)
  await page.goto(source.authorizationUrl())
  await signIn(page, alice)
  await headed(page, 'Create a passkey')
  await authenticator.answers(true)
  await button(page, 'Create a passkey').click()
  await answerAt(page)
  const [credential] = await authenticator.credentials()
  await leave()

  const document = await call(source, 'export', { org_ids: ['acme'], with_credentials: true })
  assert.match(JSON.stringify(await call(target, 'import', { data_orgs: document, with_credentials: true })), /"passkeys":\[/)
  const visitor = await target.newVisitor()
  const moved = await addAuthenticator(visitor.page)
  await moved.answers(false)
  assert.ok(credential !== undefined)
  await moved.add({ ...credential, signCount: credential.signCount + 100 })
  await visitor.page.goto(target.authorizationUrl())
  await button(visitor.page, 'Sign in with a passkey').waitFor()
  await moved.answers(true)
  await button(visitor.page, 'Sign in with a passkey').click()
  const { sub, acr } = await target.redeem((await answerAt(visitor.page))['code'])
  assert.deepEqual([sub, acr], [alice.id, '2'])
  await visitor.leave()
})
