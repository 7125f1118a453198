// The branding of the pages: label policy, privacy policy and login texts of an organization, over those of the instance.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Resource } from '@symbolon/core-protocol'
import { domain, oidcApp, org, project } from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const plain = {
  themeMode: 'auto',
  light: {},
  dark: {},
  images: {},
  hideLoginNameSuffix: false,
  disableWatermark: false,
  links: {},
  texts: {},
}

function orgPolicy(policy: string, content: Resource['content']): Resource {
  return { kind: 'orgPolicy', key: ['o1', policy], orgId: 'o1', content }
}

function instancePolicy(policy: string, content: Resource['content']): Resource {
  return { kind: 'instancePolicy', key: [policy], content }
}

function loginTexts(language: string, content: Resource['content']): Resource {
  return { kind: 'orgText', key: ['o1', 'loginTexts', language], orgId: 'o1', content: { language, ...content } }
}

/** Registers the tests of the branding of pages. @param open opens an empty storage with the named stores */
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

    test('a text of the instance shows where the organization has none, in pages and mails', () =>
      withStores(open, ['directory', 'policies', 'messageTexts'], async ({ directory, policies, messageTexts }) => {
        const ofInstance = (member: string, language: string, content: Resource['content']): Resource => ({
          kind: 'instanceText',
          key: [member, language],
          content: { language, ...content },
        })
        const mail: Resource = { kind: 'orgText', key: ['o1', 'initMessages', 'en'], orgId: 'o1', content: { subject: 'Ours' } }
        const put = [
          org('o1'),
          loginTexts('en', { loginText: { title: 'Ours' } }),
          mail,
          ofInstance('loginTexts', 'en', { loginText: { title: 'All' }, passwordText: { title: 'All' } }),
          ofInstance('loginTexts', 'de', { loginText: { title: 'Alle' } }),
          ofInstance('initMessages', 'en', { subject: 'All', text: 'All' }),
        ]
        await directory.apply({ put, remove: [] }, 1000)
        const of = async (orgId?: string): Promise<unknown> => (await policies.findBranding(orgId)).texts
        const all = { en: { 'loginName.title': 'All', 'password.title': 'All' }, de: { 'loginName.title': 'Alle' } }
        assert.deepEqual(await of(), all)
        assert.deepEqual(await of('o2'), all)
        assert.deepEqual(await of('o1'), { ...all, en: { 'loginName.title': 'Ours', 'password.title': 'All' } })
        assert.deepEqual(await messageTexts.find('o1', 'initMessages', 'en'), { subject: 'Ours', text: 'All' })
        assert.deepEqual(await messageTexts.find('', 'initMessages', 'en'), { subject: 'All', text: 'All' })
        assert.equal(await messageTexts.find('o1', 'initMessages', 'de'), undefined)
        await directory.apply({ put: [], remove: [{ kind: 'instanceText', key: ['loginTexts', 'en'] }] }, 2000)
        assert.deepEqual(await of('o1'), { de: all.de, en: { 'loginName.title': 'Ours' } })
      }))

    test('MA-07 finds the domains that an organization has verified, among those that are asked for', () =>
      withStores(open, ['directory', 'messageTexts'], async ({ directory, messageTexts }) => {
        const domain = (orgId: string, domainName: string, content: object): Resource => ({
          kind: 'orgDomain',
          key: [orgId, domainName],
          orgId,
          content: { domainName, ...content },
        })
        const put = [
          org('o1'),
          org('o2'),
          domain('o1', 'own.example', { isVerified: true }),
          domain('o1', 'unasked.example', { isVerified: true }),
          domain('o1', 'unproven.example', {}),
          domain('o1', 'off.example', { isVerified: true, state: 'STATE_INACTIVE' }),
          domain('o2', 'other.example', { isVerified: true }),
        ]
        await directory.apply({ put, remove: [] }, 1000)
        const among = ['own.example', 'unproven.example', 'off.example', 'other.example', 'absent.example']
        assert.deepEqual(await messageTexts.verifiedDomains('o1', among), ['own.example'])
        assert.deepEqual(await messageTexts.verifiedDomains('o1', []), [])
        assert.deepEqual(await messageTexts.verifiedDomains('', among), [])
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

    test('BR-04 gives each image a name that says whose it is and what is in it', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        const image = (content: string): string => `data:image/svg+xml;base64,${btoa(`<svg>${content}</svg>`)}`
        const other = 'organization with "ü" / ? # in its id'
        await directory.apply(
          {
            put: [
              org('o1'),
              org(other),
              instancePolicy('labelPolicy', { logo: image('instance'), icon: image('icon') }),
              orgPolicy('labelPolicy', { logo: image('org'), logoDark: image('dark') }),
              { ...orgPolicy('labelPolicy', { logo: image('org') }), key: [other, 'labelPolicy'], orgId: other },
            ],
            remove: [],
          },
          1000,
        )
        const ofInstance = (await policies.findBranding(undefined)).images
        const ofOrg = (await policies.findBranding('o1')).images
        const ofOther = (await policies.findBranding(other)).images
        assert.deepEqual(Object.keys(ofInstance), ['logo', 'icon'])
        assert.deepEqual(Object.keys(ofOrg), ['logo', 'logoDark'])
        const names = [ofInstance, ofOrg, ofOther].flatMap((images) => Object.values(images))
        assert.equal(new Set(names).size, names.length, 'also of equal images')
        assert.ok(names.every((name) => /^[\w.-]+$/.test(name)))
        const shown = async (name: string | undefined): Promise<string | undefined> => {
          const found = await policies.findBrandImage(name ?? '')
          return found === undefined ? undefined : `${found.contentType} ${new TextDecoder().decode(found.bytes)}`
        }
        assert.equal(await shown(ofInstance.logo), 'image/svg+xml <svg>instance</svg>')
        assert.equal(await shown(ofInstance.icon), 'image/svg+xml <svg>icon</svg>')
        assert.equal(await shown(ofOrg.logo), 'image/svg+xml <svg>org</svg>')
        assert.equal(await shown(ofOther.logo), 'image/svg+xml <svg>org</svg>')
        const [digest = ''] = ofOrg.logo?.split('.') ?? []
        for (const name of [
          '',
          'logo',
          `${digest}.logo`,
          `${digest}.icon.6f31`,
          `${digest}.constructor.6f31`,
          `${digest}.logo.6f`,
          '../../x',
        ])
          assert.equal(await shown(name), undefined, name)
        await directory.apply({ put: [orgPolicy('labelPolicy', { logo: image('new') })], remove: [] }, 2000)
        assert.equal(await shown(ofOrg.logo), undefined, 'the name of an earlier image')
        assert.notEqual((await policies.findBranding('o1')).images.logo, ofOrg.logo)
      }))

    test('BR-03 serves no content that is not an image', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        const logo = `data:image/png;base64,${btoa('<script>alert(1)</script>')}`
        await directory.apply({ put: [instancePolicy('labelPolicy', { logo })], remove: [] }, 1000)
        const { images } = await policies.findBranding(undefined)
        assert.equal(await policies.findBrandImage(images.logo ?? ''), undefined)
      }))

    test('has the login texts of the organization by language, and none that the pages do not have or that its source shows by itself', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        await directory.apply(
          {
            put: [
              org('o1'),
              loginTexts('en', {
                loginText: { title: 'Welcome', description: 'unused', nextButtonText: 'next' },
                footerText: { tos: 'Terms', help: ' ' },
              }),
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

    test('a client states whose branding its project demands', () =>
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
        const found = await Promise.all(['p1', 'p2', 'p3'].map(async (id) => await clients.find(`app-${id}@client`)))
        assert.deepEqual(
          found.map((client) => client?.privateLabeling),
          ['project_owner', 'user', undefined],
        )
      }))
  })
}
