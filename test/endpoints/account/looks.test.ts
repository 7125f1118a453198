// The pages of the account have the looks of the organization of the user, as the pages of the login have.
import { acmeDocument, alice } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAccount, startAccountProvider } from '../../support/account.ts'

const themeOf = (html: string): string | undefined => /href="([^"]*\/themes\/[^"]*)"/.exec(html)?.[1]

test('each page of the account loads the theme of the organization, and its footer shows the links of the organization', async () => {
  const document = acmeDocument()
  const [org, ...others] = document.orgs ?? []
  const looks = {
    labelPolicy: { primaryColor: '#0b7a4b', themeMode: 'THEME_MODE_LIGHT' as const, disableWatermark: true },
    privacyPolicy: { helpLink: 'https://acme.example/help' },
  }
  const instance = { ...document.instance, labelPolicy: { primaryColor: '#ffcc00' } }
  const provider = await startAccountProvider({
    document: { ...document, instance, orgs: [{ ...org, orgId: 'acme', ...looks }, ...others] },
  })
  try {
    const userAgent = provider.newUserAgent()
    const before = await userAgent.get(`${provider.issuer}/ui/account`)
    const page = await openAccount(provider, userAgent)
    const theme = themeOf(page.text)
    assert.ok(theme !== undefined && theme !== themeOf(before.text), 'not that of the instance')
    const sheet = await userAgent.get(`${provider.issuer}${theme}`)
    assert.match(sheet.text, /#0b7a4b/)
    for (const path of ['/ui/account/profile', '/ui/account/activity', '/ui/account/delete']) {
      const { text } = await userAgent.get(`${provider.issuer}${path}`)
      assert.equal(themeOf(text), theme, path)
      assert.match(text, /<meta name="color-scheme" content="light">/)
      assert.match(text, /href="https:\/\/acme\.example\/help"/)
      assert.doesNotMatch(text, /<p><bdi>Symbolon<\/bdi><\/p>/)
    }
    assert.equal((await openAccount(provider, userAgent, alice)).status, 200)
  } finally {
    await provider.close()
  }
})
