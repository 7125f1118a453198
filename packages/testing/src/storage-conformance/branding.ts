// The looks of the pages: label policy, privacy policy and login texts of an organization, over those of the instance.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Resource } from '@symbolon/core-protocol'
import { domain, oidcApp, org, project } from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const plain = { themeMode: 'auto', light: {}, dark: {}, hideLoginNameSuffix: false, disableWatermark: false, links: {}, texts: {} }

function orgPolicy(policy: string, content: Resource['content']): Resource {
  return { kind: 'orgPolicy', key: ['o1', policy], orgId: 'o1', content }
}

function instancePolicy(policy: string, content: Resource['content']): Resource {
  return { kind: 'instancePolicy', key: [policy], content }
}

function loginTexts(language: string, content: Resource['content']): Resource {
  return { kind: 'orgText', key: ['o1', 'loginTexts', language], orgId: 'o1', content: { language, ...content } }
}

/** Registers the tests of the looks of pages. @param open opens an empty storage with the named stores */
export function brandingTests(open: OpenFresh): void {
  describe('branding', () => {
    test('is that of the user interface without policies', () =>
      withStores(open, ['policies'], async ({ policies }) => {
        for (const orgId of [undefined, 'o1']) assert.deepEqual(await policies.findBranding(orgId), plain)
        assert.deepEqual(await policies.findBrandingOfDomain('unknown.example'), plain)
      }))

    test('each policy of the organization replaces that of the instance as a whole', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        await directory.apply(
          {
            put: [
              org('o1'),
              org('o2'),
              domain('o1', 'one.example'),
              instancePolicy('labelPolicy', { primaryColor: '#111111', warnColor: '#222', disableWatermark: true }),
              instancePolicy('privacyPolicy', { tosLink: 'https://instance.example/{{.Lang}}/tos', supportEmail: 'help@instance.example' }),
              instancePolicy('loginPolicy', { defaultRedirectUri: 'https://home.example/' }),
              orgPolicy('labelPolicy', {
                primaryColor: '#aBcDeF',
                backgroundColorDark: '#000',
                fontColorDark: '#fff',
                themeMode: 'THEME_MODE_DARK',
                hideLoginNameSuffix: true,
              }),
            ],
            remove: [],
          },
          1000,
        )
        const ofInstance = {
          ...plain,
          light: { primary: '#111111', warn: '#222' },
          disableWatermark: true,
          links: { terms: 'https://instance.example/{{.Lang}}/tos', support: 'help@instance.example' },
          homeUri: 'https://home.example/',
        }
        const ofOrg = {
          ...ofInstance,
          themeMode: 'dark',
          light: { primary: '#aBcDeF' },
          dark: { background: '#000', font: '#fff' },
          hideLoginNameSuffix: true,
          disableWatermark: false,
        }
        assert.deepEqual(await policies.findBranding(undefined), ofInstance)
        assert.deepEqual(await policies.findBranding('o2'), ofInstance)
        assert.deepEqual(await policies.findBranding('o1'), ofOrg)
        assert.deepEqual(await policies.findBrandingOfDomain('one.example'), ofOrg)
        assert.deepEqual(await policies.findBrandingOfDomain('two.example'), ofInstance)
      }))

    test('BR-02 leaves out colours and links that could do more than be shown', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        await directory.apply(
          {
            put: [
              instancePolicy('labelPolicy', {
                primaryColor: 'red;}body{display:none',
                backgroundColor: 'url(//evil.example)',
                fontColor: '#12345',
                warnColor: `#${'1'.repeat(49)}`,
              }),
              instancePolicy('privacyPolicy', {
                tosLink: 'javascript:alert(1)',
                privacyLink: '//evil.example',
                helpLink: 'shop.example/help',
                docsLink: 'https://docs.example/a b',
                supportEmail: 'help@shop.example?bcc=spy@evil.example',
                customLink: 'https://more.example',
              }),
              instancePolicy('loginPolicy', { defaultRedirectUri: 'javascript:alert(1)' }),
            ],
            remove: [],
          },
          1000,
        )
        assert.deepEqual(await policies.findBranding(undefined), plain)
      }))

    test('has the login texts of the organization by language, and none that the pages do not have', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        await directory.apply(
          {
            put: [
              org('o1'),
              loginTexts('en', { loginText: { title: 'Welcome', description: 'unused' }, footerText: { tos: 'Terms', help: ' ' } }),
              loginTexts('de', { passwordText: { passwordLabel: 'Kennwort' } }),
            ],
            remove: [],
          },
          1000,
        )
        const texts = { en: { 'loginName.title': 'Welcome', 'footer.terms': 'Terms' }, de: { 'password.label': 'Kennwort' } }
        assert.deepEqual(await policies.findBranding('o1'), { ...plain, texts })
        assert.deepEqual(await policies.findBranding(undefined), plain)
      }))

    test('a client says whose looks its project demands', () =>
      withStores(open, ['directory', 'clients'], async ({ directory, clients }) => {
        const setting = (value: string): Resource['content'] => ({ privateLabelingSetting: `PRIVATE_LABELING_SETTING_${value}` })
        await directory.apply(
          {
            put: [
              org('o1'),
              project('o1', 'p1', setting('ENFORCE_PROJECT_RESOURCE_OWNER_POLICY')),
              project('o1', 'p2', setting('ALLOW_LOGIN_USER_RESOURCE_OWNER_POLICY')),
              project('o1', 'p3'),
              ...['p1', 'p2', 'p3'].map((projectId) => oidcApp('o1', projectId, `app-${projectId}`)),
            ],
            remove: [],
          },
          1000,
        )
        const found = await Promise.all(['p1', 'p2', 'p3'].map((id) => clients.find(`app-${id}@client`)))
        assert.deepEqual(
          found.map((client) => client?.privateLabeling),
          ['project_owner', 'user', undefined],
        )
      }))
  })
}
