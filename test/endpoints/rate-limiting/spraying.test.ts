// One password for many users, each attempt from another network: the limits of users and networks do not see it, those of the instance do.
import { rateLimiting } from '@symbolon/rate-limiting'
import { alice, bob } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prometheusMetrics } from 'symbolon'
import { authorizationUrl, authorize, codeOf } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import { valuesOf } from '../../support/scrape.ts'

test('PW-21 one password is verified for 30 of 300 names from 300 networks; other passwords and known browsers sign in throughout', async (t) => {
  const metrics = prometheusMetrics()
  const provider = await startTestProvider({ metrics, limits: [rateLimiting()] })
  t.after(async () => await provider.close())
  const known = provider.newUserAgent('198.51.100.1')
  assert.notEqual(codeOf(await authorize(provider, {}, known, bob)), '')

  const answers: string[] = []
  const spray = async (index: number): Promise<string | undefined> => {
    const userAgent = provider.newUserAgent(`2001:db8:${index.toString(16)}::1`)
    // Every tenth name means a user.
    const loginName = index % 10 === 0 ? alice.loginName : `person-${index}@acme.example`
    const form = await userAgent.submit(await userAgent.get(authorizationUrl(provider)), { loginName })
    return /is incorrect|Too many attempts/.exec((await userAgent.submit(form, { password: bob.password })).text)?.[0]
  }
  for (let index = 1; index <= 300; index += 1) answers.push((await spray(index)) ?? 'something else')
  assert.equal(answers.filter((answer) => answer === 'is incorrect').length, 30)
  assert.equal(answers.filter((answer) => answer === 'Too many attempts').length, 270)
  assert.deepEqual(valuesOf(await metrics.text(), 'symbolon_rate_limited_total'), { 'limit=same_password': 270 })

  const elsewhere = provider.newUserAgent('198.51.100.2')
  const form = await elsewhere.submit(await elsewhere.get(authorizationUrl(provider)), { loginName: bob.loginName })
  assert.match(
    (await elsewhere.submit(form, { password: bob.password })).text,
    /Too many attempts/,
    'the attacker learns nothing about bob',
  )
  assert.notEqual(codeOf(await authorize(provider, { prompt: 'login' }, known, bob)), '', 'a known browser')
  provider.clock.advance(120)
  assert.notEqual(codeOf(await authorize(provider, {}, provider.newUserAgent('198.51.100.3'), bob)), '', 'after the wait')
})
