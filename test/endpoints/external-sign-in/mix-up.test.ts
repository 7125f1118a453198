// The mix-up attack: an organization configures a hostile identity provider, which sends the browser of a user on to an honest provider of
// another organization, with the attacker's challenge and nonce. If the provider took the honest response for that of the hostile provider, it
// would send the code to the hostile token endpoint, which redeems it. https://www.rfc-editor.org/rfc/rfc9700#section-4.4
import { clientSecret } from '@symbolon/test-kit'
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { acmeWith } from '../../support/acme.ts'
import { authorizationUrl } from '../../support/code-flow.ts'
import { answerOf, leave, ownCallbackPath, sharedCallbackPath, startFederation } from '../../support/external-sign-in.ts'
import type { Federation } from '../../support/external-sign-in.ts'

/** The id that the upstream provider has the own redirect URI of. */
const honestId = '231000000000000001'
const hostileId = 'hostile'
const hostileIssuer = 'https://hostile.example'

/** Both providers are listed by the instance. */
function document(): OrgDocument {
  const idp = { name: 'Upstream', clientId: 'downstream', clientSecret, issuer: 'https://upstream.example' }
  const hostile = { idpId: hostileId, idp: { ...idp, name: 'Hostile', issuer: hostileIssuer } }
  const loginPolicy = { allowUsernamePassword: true, allowExternalIdp: true, idps: [{ idpId: honestId }, { idpId: hostileId }] }
  const { orgs = [], ...others } = acmeWith({ oidcIdps: [{ idpId: honestId, idp }] })
  return { ...others, orgs: [...orgs, { orgId: 'evil', org: { name: 'Evil' }, oidcIdps: [hostile] }], instance: { loginPolicy } }
}

interface Attack {
  readonly sharedRedirectUri: boolean
  /** Whether the honest provider announces and sends `iss`. */
  readonly honestIss: boolean
  /** Whether the hostile provider says at the start that it sends `iss`, and after that. */
  readonly hostileIss: readonly [atStart: boolean, later: boolean]
}

let federation: Federation
/** Requests to the token endpoint of the hostile provider. */
let codes: string[]
afterEach(async () => await federation.close())

async function start({ sharedRedirectUri, honestIss, hostileIss }: Attack): Promise<Federation> {
  let asked = 0
  codes = []
  federation = await startFederation({
    document: document(),
    providers: [],
    external: { sharedRedirectUri },
    async instead(request) {
      const { origin, pathname } = new URL(request.url)
      const isMetadata = pathname === '/.well-known/openid-configuration'
      if (origin !== hostileIssuer) {
        if (!isMetadata) return undefined
        const metadata = (await (await federation.upstream.fetch(request)).json()) as Readonly<Record<string, unknown>>
        return Response.json({ ...metadata, authorization_response_iss_parameter_supported: honestIss })
      }
      if (!isMetadata) {
        codes.push(await request.text())
        return Response.json({ error: 'invalid_grant' }, { status: 400 })
      }
      const at = (path: string): string => `${hostileIssuer}${path}`
      return Response.json({
        issuer: hostileIssuer,
        authorization_endpoint: at('/authorize'),
        token_endpoint: at('/token'),
        jwks_uri: at('/keys'),
        authorization_response_iss_parameter_supported: hostileIss[asked++ === 0 ? 0 : 1],
      })
    },
  })
  return federation
}

/**
 * The victim goes to the hostile provider, is sent to the honest one and signs in there.
 *
 * @param redirectPath of the redirect URIs of the honest provider, the one that the hostile provider chooses
 * @param iss the answer then says: that of the honest provider, an empty one, or none
 */
async function attack(redirectPath: string, iss: 'kept' | 'empty' | 'none'): Promise<void> {
  const { local, upstream } = federation
  const victim = local.newUserAgent()
  const hostile = await victim.get(authorizationUrl(local))
  const request = await leave(victim, hostile, 'Hostile')
  assert.equal(request.origin, hostileIssuer)
  const url = new URL('https://upstream.example/oauth/v2/authorize')
  url.search = request.search
  url.searchParams.set('redirect_uri', `${local.issuer}${redirectPath}`)
  url.searchParams.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  url.searchParams.set('nonce', 'of the attacker')
  const answer = await answerOf({ local, upstream }, url)
  assert.ok(answer.searchParams.get('code'))
  if (iss === 'none') answer.searchParams.delete('iss')
  if (iss === 'empty') answer.searchParams.set('iss', '')
  const page = await victim.get(answer)
  assert.ok([400, 403, 404].includes(page.status), `status ${page.status}`)
  assert.equal(page.redirectedTo, undefined)
  assert.deepEqual(codes, [], 'the hostile provider gets no code')
}

// What the hostile provider announces decides nothing where the redirect URI is not shared.
const announced = {
  own: [[true, false]],
  shared: [
    [false, false],
    [true, true],
    [true, false],
    [false, true],
  ],
} as const
for (const redirectUris of ['own', 'shared'] as const) {
  for (const honestIss of [true, false]) {
    for (const hostileIss of announced[redirectUris]) {
      const title = `${redirectUris} redirect URIs, honest iss ${honestIss}, hostile iss ${hostileIss.join(' then ')}`
      test(`XI-14 the response of an honest provider is not accepted for a hostile one: ${title}`, async () => {
        await start({ sharedRedirectUri: redirectUris === 'shared', honestIss, hostileIss })
        for (const path of [ownCallbackPath(honestId), sharedCallbackPath]) {
          for (const iss of honestIss ? (['kept'] as const) : (['none', 'empty'] as const)) await attack(path, iss)
        }
      })
    }
  }
}

test('XI-14 each of the two has a separate redirect URI, and the honest one signs in', async () => {
  const { local } = await start({ sharedRedirectUri: false, honestIss: false, hostileIss: [false, false] })
  const userAgent = local.newUserAgent()
  const page = await userAgent.get(authorizationUrl(local))
  const hostile = await leave(userAgent, page, 'Hostile')
  assert.equal(hostile.searchParams.get('redirect_uri'), `${local.issuer}${ownCallbackPath(hostileId)}`)
  const honest = await leave(userAgent, page, 'Upstream')
  assert.equal(honest.searchParams.get('redirect_uri'), `${local.issuer}${ownCallbackPath(honestId)}`)
  const answer = await answerOf(federation, honest)
  answer.searchParams.delete('iss')
  const done = await userAgent.get(answer)
  assert.match(done.text, /Account not connected/)
})
