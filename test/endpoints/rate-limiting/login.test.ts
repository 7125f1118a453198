// Wrong passwords from one source are slowed down whatever users they are for; people elsewhere sign in.
import { rateLimiting } from '@symbolon/rate-limiting'
import { alice, bob } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { authorizationUrl, authorize, codeOf } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'

const guesser = '203.0.113.9'
const other = '198.51.100.7'

describe('with limits', () => {
  let provider: TestProvider

  before(async () => {
    provider = await startTestProvider({
      limits: [rateLimiting({ rates: { login: { burst: 10, perMinute: 30 }, sign_in: { burst: 60, perMinute: 600 } } })],
    })
  })
  beforeEach(() => provider.clock.advance(3600))
  after(async () => await provider.close())

  async function passwordPage(userAgent: UserAgent, loginName: string): Promise<Page> {
    return await userAgent.submit(await userAgent.get(authorizationUrl(provider)), { loginName })
  }

  /** @returns the answers to wrong passwords */
  async function guess(userAgent: UserAgent, loginName: string, tries: number): Promise<Page[]> {
    const form = await passwordPage(userAgent, loginName)
    const answers: Page[] = []
    for (let count = 0; count < tries; count++) answers.push(await userAgent.submit(form, { password: `guess ${count}` }))
    return answers
  }

  test('PW-06 wrong passwords of one source get 429 with Retry-After, for every user; the owner signs in elsewhere', async () => {
    const another = provider.newUserAgent(guesser)
    const ofAlice = await passwordPage(another, alice.loginName)
    const answers = await guess(provider.newUserAgent(guesser), 'unknown', 30)
    const responses = answers.map(({ text }) => /Too many requests|is incorrect|Too many attempts/.exec(text)?.[0])
    const expected = [
      ['is incorrect', 5],
      ['Too many attempts', 5],
      ['Too many requests', 20],
    ] as const
    assert.deepEqual(
      responses,
      expected.flatMap(([what, count]) => Array.from({ length: count }, () => what)),
    )
    assert.equal(answers.at(-1)?.headers.get('retry-after'), '2')
    assert.equal((await another.submit(ofAlice, { password: 'guess' })).status, 429)
    assert.notEqual(codeOf(await authorize(provider, {}, provider.newUserAgent(other), alice)), '')
  })

  test('PW-06 sources of one IPv6 /48 share a limit of wrong passwords; a neighbour with another /48 signs in', async () => {
    const sites = await startTestProvider({
      limits: [rateLimiting({ rates: { login: { burst: 10, perMinute: 30 }, login_site: { burst: 20, perMinute: 60 } } })],
    })
    try {
      const tryFrom = async (address: string): Promise<number> => {
        const userAgent = sites.newUserAgent(address)
        const form = await userAgent.submit(await userAgent.get(authorizationUrl(sites)), { loginName: `name of ${address}` })
        if (form.status === 429) return form.status
        return (await userAgent.submit(form, { password: 'the same password for all' })).status
      }
      const statuses: number[] = []
      for (let subnet = 0; subnet < 30; subnet += 1) statuses.push(await tryFrom(`2001:db8:1:${subnet.toString(16)}::1`))
      assert.equal(statuses.filter((status) => status === 429).length, 10)
      assert.notEqual(await tryFrom('2001:db8:2::1'), 429)
      assert.notEqual(codeOf(await authorize(sites, {}, sites.newUserAgent('2001:db8:2::1'), alice)), '')
    } finally {
      await sites.close()
    }
  })

  test('the refusal is a page in the language of the browser that says what to do, and nothing of it is kept', async () => {
    const page = (await guess(provider.newUserAgent(guesser), 'unknown', 11)).at(-1)
    assert.equal(page?.status, 429)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.equal(page.headers.get('cache-control'), 'no-store')
    assert.match(page.text, /Too many requests/)
  })

  test('who signs in uses up nothing of what wrong passwords may', async () => {
    for (let count = 0; count < 12; count++) {
      provider.clock.advance(60)
      assert.notEqual(codeOf(await authorize(provider, {}, provider.newUserAgent(other), bob)), '')
    }
  })

  test('after Retry-After the right password signs in', async () => {
    const userAgent = provider.newUserAgent(guesser)
    const form = await passwordPage(userAgent, bob.loginName)
    await guess(provider.newUserAgent(guesser), 'unknown', 12)
    assert.equal((await userAgent.submit(form, { password: bob.password })).status, 429)
    provider.clock.advance(2)
    assert.notEqual(codeOf(await userAgent.submit(form, { password: bob.password })), '')
  })

  test('a flood of authorization requests from one source is stopped before it is stored', async () => {
    const answers = []
    for (let count = 0; count < 80; count++) {
      const request = new Request(authorizationUrl(provider), { headers: { accept: 'text/html' } })
      answers.push((await provider.fetch(request, guesser)).status)
    }
    assert.equal(answers.filter((status) => status === 303).length, 60)
    assert.equal(answers.filter((status) => status === 429).length, 20)
    assert.notEqual(codeOf(await authorize(provider, {}, provider.newUserAgent(other), alice)), '')
  })

  test('the style sheet of the page that says so is not refused', async () => {
    const userAgent = provider.newUserAgent(guesser)
    let page = await userAgent.get(authorizationUrl(provider))
    const sheet = /href="([^"]+\.css[^"]*)"/.exec(page.text)?.[1] ?? ''
    for (let count = 0; count < 80; count++) page = await userAgent.get(authorizationUrl(provider), { follow: false })
    assert.equal(page.status, 429)
    assert.equal((await userAgent.get(new URL(sheet, provider.issuer))).status, 200)
  })
})
