// A user interface of one's own, as in examples/custom-ui: its pages are shown and take part in a sign-in.
import { alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { harbourUi } from '../../examples/custom-ui/ui.ts'
import { authorizationUrl, authorize, codeOf } from '../support/code-flow.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

let provider: TestProvider
before(async () => void (provider = await startTestProvider({ ui: harbourUi })))
after(async () => await provider.close())

test('people sign in on the pages of the example', async () => {
  const page = await authorize(provider, {}, provider.newUserAgent(), alice)
  assert.match(codeOf(page), /^\S{20,}$/)
})

test('the example shows its own pages, with the error of a refused form', async () => {
  const userAgent = provider.newUserAgent()
  const first = await userAgent.get(authorizationUrl(provider, {}))
  assert.match(first.text, /<h1>Welcome aboard<\/h1>/)
  const second = await userAgent.submit(first, { loginName: '"><b>alice' })
  assert.match(second.text, /<h1>Your password<\/h1>/)
  assert.ok(second.text.includes('value="&quot;&gt;&lt;b&gt;alice"'), 'what people type is escaped')
  const third = await userAgent.submit(second, { password: 'wrong' })
  assert.match(third.text, /<p role="alert">That name and password do not go together\.<\/p>/)
})

test('the files of the example are served, and other pages are the built-in ones', async () => {
  const userAgent = provider.newUserAgent()
  const style = await userAgent.get(`${provider.issuer}/ui/login/assets/harbour.css`)
  assert.equal(style.status, 200)
  assert.match(style.text, /color-scheme/)
  const error = await userAgent.get(authorizationUrl(provider, { client_id: 'unknown' }))
  assert.equal(error.status, 400)
  assert.match(error.text, /Harbour ID/)
})
