// A page of a part: it has the branding, the languages and the headers of the provider, is shown to a signed-in user, and its form acts only for the
// user of the session in which it was shown.
import { define, identifyVisitor, pageVisitorStores, readPageForm, redirect, requireLogin } from '@symbolon/core-protocol'
import type { AnyEndpoint, PageContent } from '@symbolon/core-protocol'
import { acmeDocument, alice, bob, signIn } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { authorize } from '../support/code-flow.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { assertSecurityHeaders } from '../support/security-headers.ts'

const path = '/acme/badge'
const badges: string[] = []

function contentOf(locale: string, userName: string, action: string): PageContent {
  return {
    title: locale === 'de' ? 'Ausweis' : 'Badge',
    lead: `${userName} <script>`,
    facts: [{ name: 'Door', value: 'North' }],
    form: {
      action,
      hidden: { door: 'north' },
      fields: [{ name: 'number', label: 'Number', kind: 'code' }],
      buttons: [
        { text: 'Allow', name: 'decision', value: 'allow' },
        { text: 'Deny', name: 'decision', value: 'deny' },
      ],
    },
  }
}

const badge: AnyEndpoint = define({
  kind: 'endpoint',
  name: 'badge page',
  takes: 'form',
  path,
  methods: ['GET', 'POST'],
  cors: 'none',
  stores: pageVisitorStores,
  async handle(request, context, origin) {
    const visiting = await identifyVisitor({ returnTo: path, maxAge: 600 }, request, { ...context, ...origin })
    if ('answer' in visiting) return visiting.answer
    const { user } = visiting.visitor
    if (request.method === 'POST') {
      const fields = await readPageForm(request, context)
      if (fields === undefined) return redirect(visiting.path)
      badges.push(`${user.userName} ${fields['door']} ${fields['number']} ${fields['decision']}`)
    }
    const content = (locale: string): PageContent => contentOf(locale, user.userName, visiting.path)
    return await requireLogin(context).page({ locales: ['en', 'de'], content, user }, request)
  },
})

const page = `https://id.example${path}`
let provider: TestProvider
before(async () => {
  const document = acmeDocument()
  provider = await startTestProvider({ endpoints: [badge], document })
})
beforeEach(() => void badges.splice(0))
after(async () => await provider.close())

test('the page leads a user without a session through the sign-in and back, and its form is read', async () => {
  const userAgent = provider.newUserAgent()
  const shown = await signIn(userAgent, await userAgent.get(page), alice)
  assert.equal(shown.url.pathname, path)
  assert.match(shown.text, /<h1>Badge<\/h1>/)
  assert.ok(shown.text.includes('alice &lt;script&gt;'))
  assert.equal((await userAgent.submit(shown, { number: '7', decision: 'deny' })).status, 200)
  assert.deepEqual(badges, ['alice north 7 deny'])
})

test('the page has the headers of a page with a form, and the style sheet of the provider', async () => {
  const userAgent = provider.newUserAgent()
  const shown = await signIn(userAgent, await userAgent.get(page), alice)
  const cookie = userAgent.cookies.header(shown.url, { crossSite: false, method: 'GET' }) ?? ''
  const response = await provider.fetch(new Request(page, { headers: { cookie } }))
  assertSecurityHeaders(response, 'page of a part')
  assert.match(response.headers.get('content-security-policy') ?? '', /form-action 'self'/)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  assert.match(await response.text(), /\/ui\/login\/assets\/style\.css/)
})

for (const [accepted, title] of [
  ['de-AT,en', 'Ausweis'],
  ['en', 'Badge'],
  ['fr', 'Badge'],
  ['fr,de;q=0.5', 'Ausweis'],
] as const) {
  test(`the page is in a language that the part has: ${accepted}`, async () => {
    const userAgent = provider.newUserAgent()
    await signIn(userAgent, await userAgent.get(page), alice)
    const shown = await userAgent.get(page, { headers: { 'accept-language': accepted } })
    assert.ok(shown.text.includes(`<h1>${title}</h1>`))
    assert.ok(shown.text.includes(title === 'Badge' ? '<html lang="en"' : '<html lang="de"'))
  })
}

test('LG-04 a form from another site, or with the token of another session, does nothing', async () => {
  const userAgent = provider.newUserAgent()
  const shown = await signIn(userAgent, await userAgent.get(page), alice)
  const fields: Readonly<Record<string, string>> = { ...shown.forms[0]?.fields, decision: 'allow' }
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }])
    assert.equal((await userAgent.submit(shown, { decision: 'allow' }, 0, { headers })).status, 403)
  const other = provider.newUserAgent()
  await signIn(other, await other.get(page), bob)
  for (const csrf of [fields['csrf'] ?? '', ''])
    assert.match((await other.post(page, { ...fields, csrf }, { headers: { origin: 'https://id.example' } })).text, /<h1>Badge<\/h1>/)
  assert.deepEqual(badges, [])
})

test('of several users of the browser the chosen one is the user of the page', async () => {
  const userAgent = provider.newUserAgent()
  for (const user of [alice, bob]) await authorize(provider, { prompt: 'login' }, userAgent, user)
  const accounts = await userAgent.get(page)
  assert.equal(accounts.forms.length, 2, accounts.text)
  const shown: string[] = []
  for (const index of [0, 1]) {
    const chosen = await userAgent.submit(await userAgent.get(page), {}, index)
    assert.equal(chosen.url.pathname, path)
    assert.match(chosen.url.search, /^\?account=/)
    shown.push(/class="lead">(\w+)/.exec(chosen.text)?.[1] ?? '')
    await userAgent.submit(chosen, { number: '7', decision: 'allow' })
  }
  assert.deepEqual(
    badges,
    shown.map((userName) => `${userName} north 7 allow`),
  )
  assert.deepEqual(shown.sort(), ['alice', 'bob'])
  assert.equal((await userAgent.get(`${page}?account=unknown`)).forms.length, 2, 'an unknown user is ignored')
})

test('a session that is too old for the page has to be proved again', async () => {
  const userAgent = provider.newUserAgent()
  await signIn(userAgent, await userAgent.get(page), alice)
  provider.clock.advance(601)
  const asked = await userAgent.get(page)
  assert.ok('password' in (asked.forms[0]?.fields ?? {}), asked.text)
  assert.match((await signIn(userAgent, asked, alice)).text, /<h1>Badge<\/h1>/)
})
