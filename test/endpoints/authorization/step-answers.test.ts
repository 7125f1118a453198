// A step of the login decides how a request is answered: it asks for consent, or denies. https://openid.net/specs/openid-connect-core-1_0.html#AuthError
import { defineOwnStep } from '@symbolon/login'
import { ownPage, templates } from '@symbolon/ui-templates'
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { authorizationUrl, authorize, codeOf, redeem } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'

/** What users decided, by user, client and scope. */
const decisions = new Map<string, string>()

const consent = defineOwnStep({
  name: 'consent',
  stores: [],
  proof: 'session',
  refusals: [],
  facts: async ({ user, purpose }) => {
    if (purpose?.client === undefined || 'returnTo' in purpose.request) return undefined
    const { scope, prompt } = purpose.request
    const key = `${user.id} ${purpose.client.clientId} ${scope.join(' ')}`
    // A decision about this very request is in force even if it asks for consent each time.
    const decision = decisions.get(`${key} ${purpose.id}`) ?? (prompt.includes('consent') ? undefined : decisions.get(key))
    return { key, id: purpose.id, name: purpose.client.name, decision }
  },
  due: (facts) => {
    if (facts === undefined || facts.decision === 'allow') return undefined
    return facts.decision === 'deny' ? 'denied' : 'consent_required'
  },
  page: (facts) => ({ name: facts?.name ?? '' }),
  async submit({ facts, fields }) {
    if (facts === undefined) return undefined
    const decision = fields['decision'] ?? 'deny'
    for (const key of [facts.key, `${facts.key} ${facts.id}`]) decisions.set(key, decision)
    return undefined
  },
})

const pages = [
  ownPage(consent, ({ name }) => ({
    title: `Share data with ${name}?`,
    fields: [{ name: 'decision', label: 'Decision' }],
    submit: 'Go on',
    refusals: {},
  })),
]

let provider: TestProvider
beforeEach(async () => {
  decisions.clear()
  provider = await startTestProvider({ ui: templates({ pages }), steps: [consent] })
})
afterEach(async () => await provider.close())

const errorOf = (url: URL | undefined): string | null | undefined => url?.searchParams.get('error')

test('consent is asked for once, and then no more', async () => {
  const userAgent = provider.newUserAgent()
  const page = await authorize(provider, {}, userAgent)
  assert.match(page.text, /<h1>Share data with [^<]+\?<\/h1>/)
  const answered = await userAgent.submit(page, { decision: 'allow' })
  assert.equal((await redeem(provider, codeOf(answered))).status, 200)
  assert.match(codeOf(await userAgent.get(authorizationUrl(provider, { prompt: 'none' }))), /^\S{20,}$/)
  const more = await userAgent.get(authorizationUrl(provider, { scope: 'openid email' }))
  assert.match(more.text, /Share data with/, 'another scope')
})

test('with prompt=none the lack of consent is consent_required', async () => {
  const userAgent = provider.newUserAgent()
  await authorize(provider, {}, userAgent)
  const { redirectedTo } = await userAgent.get(authorizationUrl(provider, { prompt: 'none' }))
  assert.equal(errorOf(redirectedTo), 'consent_required')
  assert.equal(redirectedTo?.searchParams.get('state'), 'the-state')
})

test('prompt=consent asks again, once for each request', async () => {
  const userAgent = provider.newUserAgent()
  await userAgent.submit(await authorize(provider, {}, userAgent), { decision: 'allow' })
  const again = await userAgent.get(authorizationUrl(provider, { prompt: 'consent' }))
  assert.match(again.text, /Share data with/)
  assert.match(codeOf(await userAgent.submit(again, { decision: 'allow' })), /^\S{20,}$/)
})

test('a user who denies is brought back to the application with access_denied, and is asked again only for another scope', async () => {
  const userAgent = provider.newUserAgent()
  const { redirectedTo } = await userAgent.submit(await authorize(provider, {}, userAgent), { decision: 'deny' })
  assert.equal(errorOf(redirectedTo), 'access_denied')
  for (const prompt of ['none', undefined])
    assert.equal(errorOf((await userAgent.get(authorizationUrl(provider, { prompt }))).redirectedTo), 'access_denied')
  assert.match((await userAgent.get(authorizationUrl(provider, { scope: 'openid email' }))).text, /Share data with/)
})
