// The step of the example in a sign-in: it stands in the way of every token, once for each version of the terms.
import { createUserAgent, signIn } from '@symbolon/test-client'
import type { Page, UserAgent } from '@symbolon/test-client'
import type { Provider } from '@symbolon/server'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { openAcceptances } from '../acceptances.ts'
import { startProvider } from '../provider.ts'

const issuer = 'http://localhost:8080'
const verifier = 'a-verifier-of-at-least-43-characters-as-pkce-demands'

async function ask(userAgent: UserAgent, parameters: Readonly<Record<string, string>> = {}): Promise<Page> {
  const query = new URLSearchParams({
    client_id: 'notes',
    redirect_uri: 'http://localhost:5173/callback',
    response_type: 'code',
    scope: 'openid',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  })
  return await userAgent.get(`${issuer}/oauth/v2/authorize?${query}`)
}

const agentOf = (provider: Provider): UserAgent => createUserAgent(async (request) => await provider.fetch(request))
const credentials = { loginName: 'ada', password: 'the difference engine' }

test('a person accepts the terms once for each version, and gets no answer before', async () => {
  const acceptances = openAcceptances(':memory:')
  const provider = await startProvider(issuer, acceptances, 2)
  try {
    const browser = agentOf(provider)
    const page = await signIn(browser, await ask(browser), credentials)
    assert.match(page.text, /<h1>Terms of service<\/h1>/)
    assert.match(page.text, /<a href="\/terms\/2">/)
    assert.equal(page.redirectedTo, undefined)

    const silent = (await ask(browser, { prompt: 'none' })).redirectedTo
    assert.equal(silent?.searchParams.get('error'), 'interaction_required')
    assert.equal(acceptances.latest('1815'), undefined)

    const refused = await browser.submit(page)
    assert.match(refused.text, /role="alert"[^>]*>You can go on when you have accepted/)
    assert.match(refused.text, /<title>[^<]*Terms of service/)
    const outdated = await browser.submit(refused, { accept: 'on', version: '1' })
    assert.match(outdated.text, /have changed meanwhile/)

    // The box is sent only if it is ticked.
    const { forms } = outdated
    assert.ok(forms[0] !== undefined && 'accept' in forms[0].fields)
    const accepted = await browser.submit(outdated, { accept: 'on' })
    assert.match(accepted.redirectedTo?.searchParams.get('code') ?? '', /^\S{20,}$/)
    assert.equal(acceptances.latest('1815'), 2)

    assert.match((await ask(browser)).redirectedTo?.searchParams.get('code') ?? '', /^\S{20,}$/, 'no user is asked twice')
    const other = agentOf(provider)
    const elsewhere = await signIn(other, await ask(other), credentials)
    assert.match(elsewhere.redirectedTo?.searchParams.get('code') ?? '', /^\S{20,}$/, 'nor in another browser')
  } finally {
    await provider.close()
  }
  const later = await startProvider(issuer, acceptances, 3)
  try {
    const browser = agentOf(later)
    const page = await signIn(browser, await ask(browser, { ui_locales: 'de' }), credentials)
    assert.match(page.text, /Die Nutzungsbedingungen haben sich geändert\./)
  } finally {
    await later.close()
    acceptances.close()
  }
})

test('the form of the step counts from its own page alone, and changes nothing while the step is not due', async () => {
  const acceptances = openAcceptances(':memory:')
  const provider = await startProvider(issuer, acceptances, 1)
  try {
    const browser = agentOf(provider)
    const first = await ask(browser)
    const [form] = first.forms
    assert.ok(form !== undefined)
    const early = await browser.post(
      `${issuer}/ui/login/own/terms_of_service`,
      { ...form.fields, accept: 'on', version: '1' },
      { headers: { origin: issuer, 'sec-fetch-site': 'same-origin' } },
    )
    assert.match(early.text, /name="loginName"/, 'no user has signed in')
    const page = await signIn(browser, early, credentials)
    const forged = await browser.submit(page, { accept: 'on', csrf: 'x'.repeat(43) })
    assert.equal(forged.status, 403)
    const foreign = await browser.submit(page, { accept: 'on' }, 0, { headers: { origin: 'https://evil.example' } })
    assert.equal(foreign.status, 403)
    assert.equal(acceptances.latest('1815'), undefined)
  } finally {
    await provider.close()
    acceptances.close()
  }
})

test('a table that cannot be read stops the sign-in, and no user gets around the step', async () => {
  const acceptances = openAcceptances(':memory:')
  const provider = await startProvider(issuer, acceptances, 1)
  try {
    const browser = agentOf(provider)
    const page = await signIn(browser, await ask(browser), credentials)
    acceptances.close()
    const answer = await browser.submit(page, { accept: 'on' })
    assert.equal(answer.status, 503)
    assert.equal(answer.redirectedTo, undefined)
    assert.equal((await ask(browser, { prompt: 'none' })).redirectedTo?.searchParams.get('error'), 'temporarily_unavailable')
  } finally {
    await provider.close()
  }
})
