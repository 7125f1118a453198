// A step of the login decides about the application of a device as it does about an application in the browser.
import { defineOwnStep } from '@symbolon/login'
import { ownPage, templates } from '@symbolon/ui-templates'
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { begin, openRequest, poll, startDeviceProvider, titleOf } from '../../support/device.ts'
import type { TestProvider } from '../../support/provider.ts'
import { assertError } from '../../support/signed-in.ts'

/** What alice decided, by client and scope. */
const decisions = new Map<string, string>()

const consent = defineOwnStep({
  name: 'consent',
  stores: [],
  proof: 'session',
  refusals: [],
  facts: async ({ purpose }) => {
    if (purpose?.client === undefined) return undefined
    const key = `${purpose.client.clientId} ${purpose.request.scope?.join(' ')}`
    return { key, name: purpose.client.name, decision: decisions.get(key) }
  },
  due: (facts) => {
    if (facts === undefined || facts.decision === 'allow') return undefined
    return facts.decision === 'deny' ? 'denied' : 'consent_required'
  },
  page: (facts) => ({ name: facts?.name ?? '' }),
  async submit({ facts, fields }) {
    if (facts !== undefined) decisions.set(facts.key, fields['choice'] ?? 'deny')
    return undefined
  },
})

const pages = [
  ownPage(consent, ({ name }) => ({
    title: `Share data with ${name}?`,
    fields: [{ name: 'choice', label: 'Decision' }],
    submit: 'Go on',
    refusals: {},
  })),
]

let provider: TestProvider
afterEach(async () => {
  decisions.clear()
  await provider.close()
})
const withConsent = async (): Promise<TestProvider> => await startDeviceProvider({ ui: templates({ pages }), steps: [consent] })

test('DV-14 a step that asks for consent is due before a device is approved, with the client and the scope of the device', async () => {
  provider = await withConsent()
  const begun = await begin(provider, { scope: 'openid email' })
  const { userAgent, page } = await openRequest(provider, begun)
  assert.equal(titleOf(page), 'Share data with Television?')
  const form = { user_code: begun.userCode, decision: 'allow' }
  const shown = await userAgent.submit(page, { choice: 'allow' })
  assert.deepEqual([...decisions], [['tv openid email', 'allow']])
  assert.equal(titleOf(shown), 'Allow access?')
  decisions.clear()
  assert.notEqual(titleOf(await userAgent.submit(shown, form)), 'Device connected', 'the consent was withdrawn')
  assertError(await poll(provider, begun.deviceCode), 400, 'authorization_pending')
  decisions.set('tv openid email', 'allow')
  assert.equal(titleOf(await userAgent.submit(shown, form)), 'Device connected')
  assert.equal((await poll(provider, begun.deviceCode)).status, 200)
})

test('DV-14 a step that denies the client denies the device, and another client goes on', async () => {
  provider = await withConsent()
  decisions.set('tv openid', 'deny').set('tv openid email', 'allow')
  const begun = await begin(provider)
  const { userAgent, page } = await openRequest(provider, begun)
  assert.equal(titleOf(page), 'Access denied')
  assertError(await poll(provider, begun.deviceCode), 400, 'access_denied')
  const other = await begin(provider, { scope: 'openid email' })
  assert.equal(titleOf((await openRequest(provider, other, userAgent)).page), 'Allow access?')
})

test('DV-14 a user who denies on the page of a step denies the device', async () => {
  provider = await withConsent()
  const begun = await begin(provider)
  const { userAgent, page } = await openRequest(provider, begun)
  assert.equal(titleOf(await userAgent.submit(page, { choice: 'deny' })), 'Access denied')
  assertError(await poll(provider, begun.deviceCode), 400, 'access_denied')
})

test('DV-14 a step that denies the client between the page and the decision denies the device', async () => {
  provider = await withConsent()
  decisions.set('tv openid', 'allow')
  const begun = await begin(provider)
  const { userAgent, page } = await openRequest(provider, begun)
  decisions.set('tv openid', 'deny')
  assert.equal(titleOf(await userAgent.submit(page, { decision: 'allow' })), 'Access denied')
  assertError(await poll(provider, begun.deviceCode), 400, 'access_denied')
})
