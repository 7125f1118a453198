// The branding of the pages, and that a typed login name never decides it.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { DisplayedError, fromRequest, StorageUnavailable } from '@symbolon/core-protocol'
import type { Answer, Resource } from '@symbolon/core-protocol'
import type { Branding } from '@symbolon/schema-v2'
import { login, password } from '../src/index.ts'
import { brandedOrganization } from '../src/visit/branding.ts'
import { countingHashing, dispatcherOf, human, issuer, openProvider, org, origin, ui } from './provider.ts'
import type { Provider } from './provider.ts'

describe('the branding is that of', () => {
  const ofScope = { orgId: 'of-scope' }
  const user = { orgId: 'of-user' }
  const enforced = { privateLabeling: 'project_owner', orgId: 'of-project' } as const
  const allowed = { privateLabeling: 'user', orgId: 'of-project' } as const
  for (const [title, client, shown, proven, expected] of [
    ['the instance', { orgId: 'of-project' }, undefined, user, undefined],
    ['the owner of a project that demands it, whatever the scope says', enforced, ofScope, user, { orgId: 'of-project' }],
    ['the organization in the scope', { orgId: 'of-project' }, ofScope, user, { orgId: 'of-scope' }],
    ['the organization in the scope rather than that of the user', allowed, ofScope, user, { orgId: 'of-scope' }],
    ['the organization of the user where the project allows it', allowed, undefined, user, { orgId: 'of-user' }],
    ['the instance until the user is authenticated', allowed, undefined, undefined, undefined],
  ] as const) {
    test(title, () => assert.deepEqual(brandedOrganization(client, shown, proven), expected))
  }
})

describe('a page', () => {
  let provider: Provider
  let shown: (Branding | undefined)[]

  beforeEach(async () => {
    shown = []
    provider = await openProvider(undefined, {
      ui: {
        ...ui,
        render(page, locale, branding) {
          shown.push(branding)
          return ui.render(page, locale)
        },
        theme: (name) => (name === 'known.css' ? { contentType: 'text/css; charset=utf-8', body: ':root{}' } : undefined),
      },
    })
    await provider.put(
      ...org('org-2', 'two.example'),
      human('bob', 'new:right', undefined, 'org-2'),
      { kind: 'instancePolicy', key: ['labelPolicy'], content: { primaryColor: '#000000' } },
      labelOf('org-1', '#111111'),
      labelOf('org-2', '#222222'),
    )
  })
  afterEach(async () => await provider.close())

  const labelOf = (orgId: string, primaryColor: string): Resource => ({
    kind: 'orgPolicy',
    key: [orgId, 'labelPolicy'],
    orgId,
    content: { primaryColor, hideLoginNameSuffix: orgId === 'org-1' },
  })
  const labelling = (setting: string): Resource => ({
    kind: 'project',
    key: ['project-1'],
    orgId: 'org-1',
    content: { projectId: 'project-1', project: { name: 'Shop', privateLabelingSetting: `PRIVATE_LABELING_SETTING_${setting}` } },
  })
  const colours = (): readonly (string | undefined)[] => shown.map((branding) => branding?.light.primary)

  test('BR-01 has the same branding for every typed login name, with and without a user', async () => {
    for (const setting of ['UNSPECIFIED', 'ALLOW_LOGIN_USER_RESOURCE_OWNER_POLICY']) {
      await provider.put(labelling(setting))
      const brandings = []
      for (const loginName of ['ann@org.example', 'bob@two.example', 'unknown@two.example', 'unknown']) {
        shown = []
        const browser = provider.browser()
        const id = await browser.begin()
        await browser.submit(id, { loginName })
        await browser.submit(id, { password: 'wrong' })
        brandings.push(shown)
      }
      for (const each of brandings) assert.deepEqual(each, brandings[0])
      assert.deepEqual(new Set(brandings.flat().map((branding) => branding?.light.primary)), new Set(['#000000']))
    }
  })

  test('has the branding of the user’s organization after the password, where the project allows it', async () => {
    await provider.put(labelling('ALLOW_LOGIN_USER_RESOURCE_OWNER_POLICY'), {
      kind: 'instancePolicy',
      key: ['loginPolicy'],
      content: { allowUsernamePassword: true, forceMfa: true },
    })
    const browser = provider.browser()
    const id = await browser.begin()
    await browser.signIn(id, 'bob@two.example', 'right')
    assert.deepEqual(colours().slice(0, 2), ['#000000', '#000000'])
    assert.equal(colours().at(-1), '#222222')
  })

  test('has the branding of the project’s owner, where the project demands it', async () => {
    await provider.put(labelling('ENFORCE_PROJECT_RESOURCE_OWNER_POLICY'))
    const browser = provider.browser()
    await browser.get(dispatcherOf(await browser.begin()))
    assert.deepEqual(colours(), ['#111111'])
  })

  test('has the branding of the organization in the scope, and names the domain that completes user names', async () => {
    const browser = provider.browser()
    const of = async (domain: string): Promise<unknown> => {
      const { page } = await browser.get(dispatcherOf(await browser.begin({ organization: { ids: [], primaryDomains: [domain] } })))
      return page.kind === 'login_name' && page.domain
    }
    assert.equal(await of('two.example'), 'two.example')
    assert.equal(await of('org.example'), undefined, 'its label policy hides it')
    assert.equal(await of('unknown.example'), 'unknown.example')
    // Nothing relates the application of the one organization to the other one.
    assert.deepEqual(colours(), ['#000000', '#111111', '#000000'])
  })

  test('BR-09 has the branding of another organization only for applications that a project grant or the instance relates to it', async () => {
    const browser = provider.browser()
    const of = async (organization: { readonly ids: readonly string[]; readonly primaryDomains: readonly string[] }): Promise<unknown> => {
      await browser.get(dispatcherOf(await browser.begin({ organization })))
      return colours().at(-1)
    }
    const [byId, byDomain] = [
      { ids: ['org-2'], primaryDomains: [] },
      { ids: [], primaryDomains: ['two.example'] },
    ]
    const grant = (more: object = {}): Resource => ({
      kind: 'projectGrant',
      key: ['to-two'],
      orgId: 'org-1',
      content: { grantId: 'to-two', projectGrant: { projectId: 'project-1', grantedOrgId: 'org-2', roleKeys: [] }, ...more },
    })
    assert.deepEqual([await of(byId), await of(byDomain)], ['#000000', '#000000'])
    await provider.put(grant())
    assert.deepEqual([await of(byId), await of(byDomain)], ['#222222', '#222222'])
    await provider.put(grant({ state: 'STATE_INACTIVE' }))
    assert.equal(await of(byId), '#000000')
    await provider.put({ kind: 'instancePolicy', key: ['boundaryPolicy'], content: { trustedOrganizations: ['org-1'] } })
    assert.deepEqual([await of(byId), await of(byDomain)], ['#222222', '#222222'])
  })

  test('that ends a sign-in leads back to the web site of the application, in the language of the request', async () => {
    await provider.put(human('ann', 'new:right', 'USER_STATE_INACTIVE'))
    const browser = provider.browser()
    const id = await browser.begin({ uiLocales: ['de'], organization: { ids: ['org-1'], primaryDomains: [] } })
    const { page, locale, status } = await browser.signIn(id, 'ann@org.example', 'right')
    assert.equal(status, 403)
    assert.equal(locale, 'de')
    assert.ok(page.kind === 'error')
    assert.deepEqual(page.application, { name: 'Shop', address: 'https://app.example/' })
    assert.equal(colours().at(-1), '#111111')
  })

  test('for an unavailable storage has the default branding', async () => {
    const unavailable = async (): Promise<never> => {
      throw new StorageUnavailable('away')
    }
    const { part, context } = provider
    const stores = { ...context.stores, policies: { ...context.stores.policies, findBranding: unavailable } }
    const answer = await part.displayError(new DisplayedError('temporarily_unavailable', 'Away.'), fromRequest(new Request(issuer)), {
      ...context,
      stores,
    })
    assert.equal(answer.status, 503)
    assert.deepEqual(shown, [undefined])
  })

  test('BR-04 links to themes that are served for ever, each at a separate address', async () => {
    const endpoint = provider.part.endpoints.find(({ path }) => path.includes('/themes/'))
    assert.ok(endpoint !== undefined)
    const get = async (name: string): Promise<Answer> =>
      await endpoint.handle(fromRequest(new Request(`${issuer}/ui/login/assets/themes/${name}`)), provider.context, origin)
    assert.deepEqual(await get('known.css'), {
      status: 200,
      fields: {
        'content-type': 'text/css; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      },
      body: ':root{}',
    })
    assert.equal((await get('other.css')).status, 404)
  })

  test('BR-03 links to images that are served for ever, and that do nothing when they are opened', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    await provider.put({ kind: 'instancePolicy', key: ['labelPolicy'], content: { logo: `data:image/svg+xml;base64,${btoa(svg)}` } })
    const browser = provider.browser()
    await browser.get(dispatcherOf(await browser.begin()))
    const name = shown.at(-1)?.images.logo ?? ''
    const endpoint = provider.part.endpoints.find(({ path }) => path.includes('/images/'))
    assert.ok(endpoint !== undefined)
    const get = async (asked: string): Promise<Answer> =>
      await endpoint.handle(fromRequest(new Request(`${issuer}/ui/login/assets/images/${asked}`)), provider.context, origin)
    assert.deepEqual(await get(name), {
      status: 200,
      fields: {
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'x-content-type-options': 'nosniff',
      },
      body: new TextEncoder().encode(svg),
    })
    const { status, fields } = await get(`${name}x`)
    assert.deepEqual([status, fields['cache-control']], [404, 'no-store'])
  })

  test('without themes has no endpoint for them', () => {
    const { theme: _theme, ...plain } = { ...ui, theme: undefined }
    const part = login({ ui: plain, authenticators: [password({ hashing: countingHashing() })] })
    assert.ok(part.endpoints.every(({ path }) => !path.includes('/themes/')))
  })
})
