// The processor time of the pages of a sign-in, hashing left out.
import { loginMail, password, recovery, recoveryCodes, totp } from '@symbolon/login'
import { mailTemplates } from '@symbolon/ui-templates'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authorizationUrl } from '../support/code-flow.ts'
import { testHashing } from '../support/hashing.ts'
import { leastOf, processorTime } from '../support/processor-time.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { careful, documentWithApps, toCode } from '../support/second-factor.ts'

const requests = 200
/** Milliseconds. */
const bound = 5

let provider: TestProvider
before(async () => {
  const mail = loginMail({ mailer: { send: async () => 'accepted' }, templates: mailTemplates() })
  provider = await startTestProvider({
    document: documentWithApps(),
    authenticators: [password({ hashing: testHashing }), totp(), recoveryCodes()],
    detours: [recovery({ mail, hashing: testHashing })],
  })
})
after(async () => await provider.close())

/** Milliseconds of processor time of one request, all threads included, in the mean after a warm-up. */
async function timeOf(address: URL, cookies: readonly { readonly name: string; readonly value: string }[]): Promise<number> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const get = async (): Promise<void> => {
    const response = await provider.fetch(new Request(address, { headers: { cookie } }))
    assert.equal(response.status, 200)
    await response.arrayBuffer()
  }
  const all = async (): Promise<void> => {
    for (let count = 0; count < requests; count++) await get()
  }
  await all()
  return await leastOf(async () => (await processorTime(all)) / requests, bound, 3)
}

test(`every page of a sign-in takes less than ${bound} ms of processor time`, async (t) => {
  const typing = provider.newUserAgent()
  const name = await typing.get(authorizationUrl(provider))
  const measured = new Map<string, number>()
  const measure = async (page: string, address: URL, { cookies }: Pick<typeof typing, 'cookies'>): Promise<void> =>
    void measured.set(page, await timeOf(address, cookies.list()))
  await measure('login name', name.url, typing)
  const typed = await typing.submit(name, { loginName: careful.loginName })
  await measure('password', typed.url, typing)
  await measure('recovery', new URL(`/ui/login/recovery${typed.url.search}`, typed.url), typing)
  const { userAgent, page } = await toCode(provider)
  await measure('code of an app', page.url, userAgent)
  for (const [shown, milliseconds] of measured) {
    t.diagnostic(`${shown}: ${milliseconds.toFixed(2)} ms`)
    assert.ok(milliseconds < bound, `the page ${shown} took ${milliseconds.toFixed(2)} ms`)
  }
})
