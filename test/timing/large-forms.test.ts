// What a form with very many fields costs before it is refused.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { leastBusyTime } from '../support/processor-time.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

/** Milliseconds. */
const limit = 50

let provider: TestProvider
before(async () => {
  provider = await startTestProvider()
})
after(async () => await provider.close())

test('DS-03 a form of 100,000 fields is refused in less than 50 ms', async () => {
  const many = Array.from({ length: 100_000 }, (_, index) => `a${index}=1`).join('&')
  const few = 'a=&'.repeat(20_000)
  for (const path of ['/oauth/v2/token', '/oauth/v2/authorize', '/oidc/v1/userinfo', '/ui/login/password']) {
    for (const body of [many, few]) {
      const milliseconds = await leastBusyTime(async () => {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const { status } = await provider.fetch(new Request(provider.issuer + path, { method: 'POST', headers, body }))
        assert.ok([400, 413].includes(status), `${path} ${status}`)
      }, limit)
      assert.ok(milliseconds < limit, `${path} took ${milliseconds} ms`)
    }
  }
})
