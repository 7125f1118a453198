// The console in the hands of a hostile administrator of one organization, and of a hostile page in the browser of an administrator.
import { managementConsole } from '@symbolon/console'
import { acmeDocument, alice, bob, signIn } from '@symbolon/test-kit'
import type { UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { twoOrgs } from '../support/full-org.ts'
import { testHashing } from '../support/hashing.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

const parts = managementConsole({ hashing: testHashing, storages: {}, sendLink: () => Promise.reject(new Error('not sent')) })

/** What runs or loads something where it becomes markup. */
const hostile = `"><img src=x onerror=alert(1)><script>alert(1)</script>'{{constructor}}`

let provider: TestProvider
/** Alice owns the organization acme, bob the instance. */
let [asAlice, asBob]: UserAgent[] = []

before(async () => {
  const [acme, ...others] = acmeDocument().orgs ?? []
  const people = {
    orgs: [
      { ...acme, orgId: 'acme', orgMembers: [{ userId: alice.id, roles: ['ORG_OWNER'] }] },
      ...others,
      ...twoOrgs,
      {
        orgId: 'hostile',
        org: { name: hostile },
        humanUsers: [
          { userId: 'mallory', user: { userName: 'mallory', profile: { firstName: hostile, lastName: hostile, nickName: hostile } } },
        ],
        machineUsers: [{ userId: 'bot', user: { userName: 'bot', name: hostile, description: hostile } }],
        projects: [{ projectId: 'lure', project: { name: hostile } }],
        projectRoles: [{ projectId: 'lure', roleKey: hostile, displayName: hostile, group: hostile }],
        oidcApps: [
          { appId: 'lure-app', clientId: 'lure@app', app: { projectId: 'lure', name: hostile, redirectUris: ['https://lure.example/cb'] } },
        ],
        oidcIdps: [
          {
            idpId: 'lure-idp',
            idp: { name: hostile, clientId: hostile, clientSecret: 'the secret of it', issuer: 'https://lure.example', scopes: [hostile] },
          },
        ],
        loginTexts: [{ language: 'en', loginText: { title: hostile } }],
        initMessages: [{ language: 'en', subject: hostile, text: hostile }],
        labelPolicy: { primaryColor: '#123456' },
      },
    ],
    instanceMembers: [{ userId: bob.id, roles: ['IAM_OWNER'] }],
  }
  provider = await startTestProvider({ document: people, endpoints: [...parts.endpoints], clients: parts.clients })
  asAlice = provider.newUserAgent()
  asBob = provider.newUserAgent()
  await signIn(asAlice, await asAlice.get(consoleUrl()), alice)
  await signIn(asBob, await asBob.get(consoleUrl()), bob)
})
after(async () => await provider.close())

const consoleUrl = (path = ''): string => `${provider.issuer}/ui/console${path}`

const browserOf = (name: 'alice' | 'bob'): UserAgent => {
  const found = name === 'alice' ? asAlice : asBob
  assert.ok(found !== undefined)
  return found
}

async function tokenOf(name: 'alice' | 'bob'): Promise<string> {
  const { text } = await browserOf(name).get(consoleUrl())
  return /name="csrf" value="([^"]*)"/.exec(text)?.[1] ?? ''
}

/** Ids of objects that belong to the organization north. */
const ofNorth: Readonly<Record<string, string>> = {
  userId: 'ann',
  appId: 'web',
  projectId: 'shop',
  roleKey: 'reader',
  idpId: 'idp',
  grantId: 'grant',
  list: 'loginTexts',
  language: 'en',
}

const ownPage = (): Readonly<Record<string, string>> => ({ origin: provider.issuer, 'sec-fetch-site': 'same-origin' })

test('AD-36 no page and no form of the console reaches an object of another organization, whatever its address names', async () => {
  const csrf = await tokenOf('alice')
  let tried = 0
  for (const { path, methods } of parts.endpoints) {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
    if (!names.includes('orgId')) continue
    // Texts are named by kind and language, which every organization has.
    const isForeignBelow = names.some((name) => !['orgId', 'list', 'language'].includes(name))
    for (const orgId of isForeignBelow ? ['north', 'acme'] : ['north']) {
      const address = `${provider.issuer}${path.replaceAll(/:(\w+)/g, (_, name: string) => (name === 'orgId' ? orgId : (ofNorth[name] ?? 'x')))}`
      const shown = await browserOf('alice').get(address)
      assert.equal(shown.status, 404, address)
      tried += 1
      if (!methods.includes('POST')) continue
      for (const act of ['save', 'remove', 'make', 'add', 'reset', 'deactivate', 'end']) {
        const fields = {
          csrf,
          act,
          name: 'Web',
          'app.name': 'Mine',
          'project.name': 'Mine',
          displayName: 'Mine',
          roles: 'ORG_OWNER',
          etag: '*',
        }
        const { status } = await browserOf('alice').post(address, fields, { headers: ownPage() })
        assert.ok(status === 404 || status === 403, `POST ${act} ${address}: ${status}`)
      }
    }
  }
  assert.ok(tried > 50, String(tried))
  // Ids in queries and in fields.
  const chosen = await browserOf('alice').get(consoleUrl('/orgs/acme/selected-users?act=remove&user=ann'))
  assert.ok(!chosen.text.includes('north.example'))
  const registered = await browserOf('alice').post(
    consoleUrl('/orgs/acme/new-app'),
    { csrf, kind: 'api', appId: 'stolen', newProjectId: 'p', project: 'shop', 'app.name': 'Stolen' },
    { headers: ownPage() },
  )
  assert.ok([404, 422].includes(registered.status), String(registered.status))
  const ofBob = await browserOf('bob').get(consoleUrl('/orgs/north/apps'))
  assert.ok(!ofBob.text.includes('Stolen'))
  assert.ok(ofBob.text.includes('web@shop'))
})

test('AD-36 AD-37 a form is accepted with the token of its session, from a page of this server, by POST, and once', async () => {
  const [own, other] = [await tokenOf('alice'), await tokenOf('bob')]
  const late = own.replace(/^[^.]*/, 'late')
  const create = async (csrf: string, name: string, headers: Readonly<Record<string, string>>): Promise<number> =>
    (await browserOf('alice').post(consoleUrl('/orgs/acme/new-project'), { csrf, 'project.name': name }, { headers, follow: false })).status
  assert.equal(await create(other, 'Other', ownPage()), 403)
  assert.equal(await create('', 'None', ownPage()), 403)
  assert.equal(await create(own, 'Foreign', { origin: 'https://attacker.example' }), 403)
  assert.equal(await create(own, 'Sandboxed', { origin: 'null' }), 403)
  assert.equal(await create(own, 'Site', { 'sec-fetch-site': 'same-site' }), 403)
  // Typed values are returned to a page of this server alone: another site could prefill a form for the user to send.
  assert.equal(await create(late, 'Late', ownPage()), 422)
  assert.equal(await create(late, 'Late', {}), 403)
  assert.equal(await create(late, 'Late', { origin: 'https://attacker.example' }), 403)
  assert.equal(await create(`late.${other.split('.')[1] ?? ''}`, 'Late', ownPage()), 403)
  const cookie = browserOf('alice').cookies.header(new URL(consoleUrl()), { crossSite: false, method: 'GET' }) ?? ''
  const override = `${consoleUrl('/orgs/acme/new-project')}?${new URLSearchParams({ csrf: own, 'project.name': 'Override', _method: 'POST' }).toString()}`
  const got = await provider.fetch(new Request(override, { headers: { cookie, 'x-http-method-override': 'POST' } }))
  assert.equal(got.status, 200)
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const { status } = await provider.fetch(new Request(consoleUrl('/orgs/acme/new-project'), { method, headers: { cookie } }))
    assert.ok([404, 405].includes(status), `${method}: ${status}`)
  }
  const register = async (): Promise<number> =>
    (
      await browserOf('alice').post(
        consoleUrl('/orgs/acme/new-app'),
        { csrf: own, kind: 'api', appId: 'once', newProjectId: 'once-project', project: '', 'app.name': 'Once' },
        { headers: ownPage(), follow: false },
      )
    ).status
  const answers = await Promise.all([register(), register()])
  assert.equal(answers.filter((status) => status === 200).length, 1, String(answers))
  const { text } = await browserOf('alice').get(consoleUrl('/orgs/acme/projects'))
  for (const name of ['Other', 'None', 'Foreign', 'Sandboxed', 'Site', 'Late', 'Override']) assert.ok(!text.includes(`>${name}<`), name)
  assert.equal(text.split('>Once<').length - 1, 1)
})

test('a sign-in leads back into the console, whatever the address was', async () => {
  for (const path of [
    '/search?q=//attacker.example',
    '/search?q=%5C%5Cattacker.example',
    '/search?undo=https://attacker.example',
    '?/../..//attacker.example',
  ]) {
    const agent = provider.newUserAgent()
    const back = await signIn(agent, await agent.get(consoleUrl(path)), alice)
    assert.equal(back.redirectedTo, undefined, path)
    assert.equal(back.url.origin, new URL(provider.issuer).origin)
    assert.ok(back.url.pathname.startsWith('/ui/console'), back.url.href)
  }
})

test('names, texts and scopes of others are text on every page', async () => {
  const queue = ['', '/orgs', '/orgs/hostile', '/search?q=img', '/orgs/hostile/users/mallory/new-grant?project=lure'].map(consoleUrl)
  const seen = new Set<string>()
  let showing = 0
  for (let address = queue.shift(); address !== undefined && seen.size < 120; address = queue.shift()) {
    const { pathname } = new URL(address)
    if (seen.has(pathname) || /\/(?:download|sign-out)$/.test(pathname)) continue
    seen.add(pathname)
    const { status, text, headers } = await browserOf('bob').get(address)
    assert.ok(status === 200 || status === 404, `${address}: ${status}`)
    assert.ok(!/<img src=x|<script>|onerror=alert\(1\)>(?!&)/.test(text), address)
    const policy = headers.get('content-security-policy') ?? ''
    const isPreview = pathname.endsWith('/preview')
    assert.ok(policy.includes(isPreview ? "frame-ancestors 'self'" : "frame-ancestors 'none'"), `${address}: ${policy}`)
    assert.ok(!policy.includes('script-src') || /script-src 'self'(?:;|$)/.test(policy), policy)
    if (text.includes('&lt;img')) showing += 1
    const links = [...text.matchAll(/(?:href|src)="(\/ui\/console[^"#]*)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'))
    queue.push(
      ...links
        .filter((link) => /hostile|instance|\/orgs$/.test(link) && !link.includes('/assets/'))
        .map((link) => `${provider.issuer}${link}`),
    )
  }
  assert.ok(showing > 15, String(showing))
})

test('a role that was taken while the page was open does nothing any more', async () => {
  const csrf = await tokenOf('alice')
  const open = await browserOf('alice').get(consoleUrl('/orgs/acme/new-project'))
  assert.equal(open.status, 200)
  await provider.apply({ orgs: [{ orgId: 'acme', orgMembers: [{ userId: alice.id, roles: [], state: 'STATE_REMOVED' }] }] })
  const { status } = await browserOf('alice').post(
    consoleUrl('/orgs/acme/new-project'),
    { csrf, 'project.name': 'Too late' },
    { headers: ownPage() },
  )
  assert.equal(status, 404)
  assert.ok(!(await browserOf('bob').get(consoleUrl('/orgs/acme/projects'))).text.includes('Too late'))
})

test('AD-36 no application takes the place of the client of the console, not even one that is stored with its id', async () => {
  const begun = await provider.fetch(new Request(`${provider.issuer}/ui/console`))
  const authorization = new URL(begun.headers.get('location') ?? assert.fail('no sign-in'), provider.issuer)
  const clientId = authorization.searchParams.get('client_id') ?? assert.fail()
  const redirectUri = 'https://evil.example/cb'
  const app = { projectId: 'lure', name: 'Console', redirectUris: [redirectUri] }
  await provider.storage.stores.directory?.apply(
    { put: [{ kind: 'oidcApp', key: ['evil'], orgId: 'hostile', content: { appId: 'evil', clientId, app } }], remove: [] },
    provider.clock.now(),
  )
  const forged = new URL(authorization)
  forged.searchParams.set('redirect_uri', redirectUri)
  const refused = await provider.fetch(new Request(forged))
  assert.equal(refused.status, 400)
  assert.equal(refused.headers.get('location'), null)
  const own = await provider.fetch(new Request(authorization))
  assert.ok(own.status < 400, String(own.status))
  await provider.storage.stores.directory?.apply({ put: [], remove: [{ kind: 'oidcApp', key: ['evil'] }] }, provider.clock.now())
})
