// The whole service under an issuer with a path, on https: clients that others wrote, the pages, the console, and the typed client.
import { createClient } from '@symbolon/client'
import { alice, signIn } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { begin, checkTokens, discover, redeem } from '../support/openid-client.ts'
import { createRelyingParties, relyingPartyDocument, signedOutUri } from '../support/relying-parties.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const ownerToken = 'symbolon_pat_owner-0123456789-0123456789-0123456789'
const [basic, ...others] = await createRelyingParties()
assert.ok(basic !== undefined)
const document = relyingPartyDocument([basic, ...others])
const [org] = document.orgs ?? []
assert.ok(org !== undefined)
let service: TestService
let origin: string

before(async () => {
  service = await startTestService({
    issuerPath: '/tenants/acme',
    document: {
      orgs: [
        {
          ...org,
          machineUsers: [{ userId: 'owner', user: { userName: 'owner', name: 'Owner' } }],
          personalAccessTokens: [{ tokenId: 'owner-token', userId: 'owner', token: ownerToken }],
        },
      ],
      instanceMembers: [alice.id, 'owner'].map((userId) => ({ userId, roles: ['IAM_OWNER'] })),
    },
  })
  origin = new URL(service.issuer).origin
})
after(async () => await service.stop())

/** The paths that a page leads to, loads, or sends a form to. */
function pathsOf({ text }: Page): readonly { readonly path: string; readonly ofForm: boolean }[] {
  const found = text.matchAll(/\s(href|src|action|formaction|data-preview)="(\/[^"]*)"|content="0;url=(\/[^"]*)"/g)
  return [...found].map(([, name = '', path, next]) => ({
    path: (path ?? next ?? '').replaceAll('&amp;', '&'),
    ofForm: /action$|^data-/.test(name),
  }))
}

/** Opens every page that a page leads to, and every page that those lead to. */
async function crawl(userAgent: UserAgent, first: string, limit: number): Promise<readonly string[]> {
  const found = [first]
  for (const address of found) {
    const page = await userAgent.get(address)
    assert.ok(page.status < 400, `${address} answers ${page.status}`)
    for (const { path, ofForm } of pathsOf(page)) {
      assert.ok(path.startsWith('/tenants/acme/'), `${address} leads to ${path}`)
      const next = origin + path
      if (!ofForm && found.length < limit && !found.includes(next)) found.push(next)
    }
  }
  return found
}

describe('an issuer with a path', () => {
  test('openid-client finds it, signs Alice in, refreshes, asks userinfo and signs her out', async () => {
    const configuration = await discover(service, basic)
    const metadata = configuration.serverMetadata()
    assert.equal(metadata.issuer, `${origin}/tenants/acme`)
    for (const [member, value] of Object.entries(metadata)) {
      if (/_endpoint$|_uri$/.test(member)) assert.ok(String(value).startsWith(`${service.issuer}/`), `${member}: ${String(value)}`)
    }
    const userAgent = service.newUserAgent()
    const tokens = await redeem(configuration, await begin(configuration, userAgent, { scope: 'openid email offline_access' }))
    await checkTokens(configuration, tokens)
    await checkTokens(configuration, await openid.refreshTokenGrant(configuration, tokens.refresh_token ?? ''))

    const signedOut = await userAgent.get(
      openid.buildEndSessionUrl(configuration, { id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: signedOutUri }),
    )
    assert.equal(signedOut.redirectedTo?.href, signedOutUri)
    const again = await begin(configuration, userAgent, { prompt: 'none' })
    await assert.rejects(async () => await redeem(configuration, again), { error: 'login_required' })
  })

  test('the metadata of RFC 8414 is at the well-known location of the host, as oauth4webapi asks for it', async () => {
    const issuer = new URL(service.issuer)
    const response = await oauth.discoveryRequest(issuer, {
      algorithm: 'oauth2',
      [oauth.customFetch]: service.fetch as (url: string, init: object) => Promise<Response>,
    })
    const server = await oauth.processDiscoveryResponse(issuer, response)
    assert.equal(server.token_endpoint, `${service.issuer}/oauth/v2/token`)
  })

  test('nothing responds outside of the path, and the home page is at the issuer', async () => {
    const status = async (path: string): Promise<number> => (await service.fetch(new Request(origin + path))).status
    for (const path of [
      '/',
      '/oauth/v2/keys',
      '/.well-known/openid-configuration',
      '/tenants/acme2/oauth/v2/keys',
      '/tenants',
      '/ui/login',
    ]) {
      assert.equal(await status(path), 404, path)
    }
    for (const path of ['/tenants/acme/oauth/v2/keys', '/.well-known/change-password']) assert.ok((await status(path)) < 400, path)
    const home = await service.newUserAgent().get(service.issuer)
    assert.equal(home.status, 200)
    assert.ok(pathsOf(home).some(({ path }) => path === '/tenants/acme/ui/account'))
  })

  test('LG-28 cookies are bound to the host, and their names hold the path of the issuer', async () => {
    const userAgent = service.newUserAgent()
    const configuration = await discover(service, basic)
    await begin(configuration, userAgent)
    const names = userAgent.cookies.list().map(({ name }) => name)
    assert.ok(names.length > 0)
    for (const name of names) assert.match(name, /^__Host-symbolon-(?:session|browser)-[\w-]{12}$/)
  })

  test('people sign in to the console and the account page, and every link of the console leads to a page below the issuer', async () => {
    const userAgent = service.newUserAgent()
    const console = await signIn(userAgent, await userAgent.get(`${service.issuer}/ui/console`), alice)
    assert.equal(console.url.pathname, '/tenants/acme/ui/console', console.text.slice(0, 400))
    assert.equal((await crawl(userAgent, console.url.href, 60)).length, 60)
    assert.ok((await crawl(userAgent, `${service.issuer}/ui/account`, 12)).length > 5)
    const signOut = console.forms.findIndex(({ action }) => action.endsWith('/sign-out'))
    const out = await userAgent.submit(console, {}, signOut)
    assert.ok(out.url.pathname.startsWith('/tenants/acme/'), out.url.href)
  })

  test('the typed client calls the management API there', async () => {
    const client = createClient({ issuer: service.issuer, token: ownerToken, fetch: service.fetch })
    const me = await client.me()
    assert.equal(me.userId, 'owner')
  })
})
