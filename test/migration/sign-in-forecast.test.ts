// The forecast of an import is true: for each shape of an organization, every person tries to sign in, and the forecast of the dry run and of the
// import counts exactly the users who succeed, by their method, and names the reasons for the others.
import { exportEndpoint } from '@symbolon/admin-api'
import { password, totp, totpSetup } from '@symbolon/login'
import { external } from '@symbolon/login-external'
import { passkey, passkeyDocumentRules } from '@symbolon/login-passkey'
import { convertV1 } from '@symbolon/migration-v1'
import type { OrgDocument } from '@symbolon/schema-v2'
import { acmeDocument, alice, clientSecret, createClock, redirectUri, signIn } from '@symbolon/test-kit'
import type { SoftwareAuthenticator, SoftwareCredential } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { authorizationUrl } from '../support/code-flow.ts'
import { ownCallbackPath, outgoingTo, signInThere, withDownstream } from '../support/external-sign-in.ts'
import { testHashing } from '../support/hashing.ts'
import { moverToken, operations, reportOf, startMover } from '../support/mover.ts'
import type { ImportAnswer, Mover } from '../support/mover.ts'
import { answer, newPasskey, optionsOf, startWithPasskeys } from '../support/passkeys.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'

type Org = NonNullable<OrgDocument['orgs']>[number]
type Person = NonNullable<Org['humanUsers']>[number]

const typed = 'correct horse battery staple'
const hash = '$argon2id$v=19$m=19456,t=2,p=1$HKvLI+MsCwSyLrAlYNLWIA$cH4ug34areGy0Kw3MQ41140rAShrWCj3GedSWqR3X8w'

/** One shape of an organization, and what the forecast says about it. */
interface Shape {
  readonly says: string
  readonly org: Partial<Org>
  readonly by?: Readonly<Record<string, number>>
  readonly reasons?: Readonly<Record<string, number>>
  readonly withCredentials?: boolean
  /** Who has a passkey, and how it differs from one that suffices alone. */
  readonly passkey?: { readonly userId: string; readonly change?: object }
}

/** A passkey that a user has created at another instance, and the entry of its export. */
interface ExportedPasskey {
  readonly authenticator: SoftwareAuthenticator
  readonly credential: SoftwareCredential
  readonly exported: object
}

const person = (userId: string, user: object = {}, more: object = {}): Person =>
  ({ userId, user: { userName: userId, profile: { firstName: 'F', lastName: 'L' }, ...user }, ...more }) as Person
const withPassword = { hashedPassword: { value: hash } }
const provider = (idpId: string, secret: string | undefined = clientSecret): NonNullable<Org['oidcIdps']>[number] =>
  ({
    idpId,
    idp: {
      name: 'Upstream',
      clientId: 'downstream',
      ...(secret === undefined ? {} : { clientSecret: secret }),
      issuer: 'https://upstream.example',
      scopes: ['openid'],
    },
  }) as NonNullable<Org['oidcIdps']>[number]
const linked = (userId: string, idpId: string): NonNullable<Org['userLinks']>[number] => ({ userId, idpId, providedUserId: alice.id })
const admits = (idpId: string, more: object = {}): NonNullable<Org['loginPolicy']> =>
  ({ allowUsernamePassword: true, allowExternalIdp: true, idps: [{ idpId }], ...more }) as NonNullable<Org['loginPolicy']>

const shapes: readonly Shape[] = [
  { says: 'passwords', org: { humanUsers: [person('a1', withPassword), person('a2', { password: typed })] }, by: { password: 2 } },
  {
    says: 'people without anything, and with a hash that cannot be verified',
    org: { humanUsers: [person('b1'), person('b2', { hashedPassword: { value: '{CRYPT}unknown' } }), person('b3', withPassword)] },
    by: { password: 1 },
    reasons: { sign_in_without_credentials: 1, sign_in_password_refused: 1 },
  },
  {
    says: 'states',
    org: {
      humanUsers: [
        person('c1', withPassword, { state: 'USER_STATE_INITIAL' }),
        person('c2', withPassword, { state: 'USER_STATE_LOCKED' }),
        person('c3', withPassword, { state: 'USER_STATE_INACTIVE' }),
        person('c4', withPassword, { state: 'USER_STATE_ACTIVE' }),
      ],
    },
    by: { password: 1 },
    reasons: { sign_in_user_initial: 1, sign_in_user_inactive: 2 },
  },
  {
    says: 'an inactive organization',
    org: { orgState: 'ORG_STATE_INACTIVE', humanUsers: [person('d1', withPassword)] },
    reasons: { sign_in_org_inactive: 1 },
  },
  {
    says: 'an empty login policy',
    org: { loginPolicy: {}, humanUsers: [person('e1', withPassword), person('e2')] },
    reasons: { sign_in_password_not_allowed: 1, sign_in_without_credentials: 1 },
  },
  {
    says: 'a policy with passkeys alone',
    org: { loginPolicy: { passwordlessType: 'PASSWORDLESS_TYPE_ALLOWED' }, humanUsers: [person('f1', withPassword)] },
    reasons: { sign_in_password_not_allowed: 1 },
  },
  {
    says: 'a provider of the document, with its secret',
    org: { loginPolicy: admits('g-idp'), oidcIdps: [provider('g-idp')], humanUsers: [person('g1')], userLinks: [linked('g1', 'g-idp')] },
    by: { provider: 1 },
    withCredentials: true,
  },
  {
    says: 'a provider whose secret the import leaves out',
    org: { loginPolicy: admits('h-idp'), oidcIdps: [provider('h-idp')], humanUsers: [person('h1')], userLinks: [linked('h1', 'h-idp')] },
    reasons: { sign_in_provider_without_secret: 1 },
  },
  {
    says: 'links that name nothing, in both members, and a policy that lists nothing else',
    org: {
      loginPolicy: admits('i-gone', { allowUsernamePassword: false }),
      humanUsers: [person('i1', { idps: [{ configId: 'i-gone', externalUserId: 'x' }] }), person('i2', withPassword)],
      userLinks: [linked('i2', 'i-other')],
    },
    reasons: { sign_in_provider_missing: 1, sign_in_password_not_allowed: 1 },
  },
  {
    says: 'a provider that the policy does not list, and one that it turns off',
    org: {
      loginPolicy: { allowUsernamePassword: true, allowExternalIdp: true },
      oidcIdps: [provider('j-idp')],
      humanUsers: [person('j1'), person('j2', withPassword)],
      userLinks: [linked('j1', 'j-idp')],
    },
    by: { password: 1 },
    reasons: { sign_in_provider_not_allowed: 1 },
    withCredentials: true,
  },
  {
    says: 'a provider that sends JWTs alone',
    org: {
      loginPolicy: admits('k-idp', { allowUsernamePassword: false }),
      jwtIdps: [
        {
          idpId: 'k-idp',
          idp: {
            name: 'JWT',
            jwtEndpoint: 'https://upstream.example/jwt',
            issuer: 'https://upstream.example',
            keysEndpoint: 'https://upstream.example/keys',
            headerName: 'x',
          },
        },
      ],
      humanUsers: [person('k1')],
      userLinks: [linked('k1', 'k-idp')],
    } as Partial<Org>,
    reasons: { sign_in_provider_not_usable: 1 },
  },
  {
    says: 'a second factor that no user can have',
    org: {
      loginPolicy: { allowUsernamePassword: true, forceMfa: true, secondFactors: ['SECOND_FACTOR_TYPE_OTP_EMAIL'] },
      humanUsers: [person('l1', withPassword), person('l2')],
    },
    reasons: { sign_in_second_factor_impossible: 1, sign_in_without_credentials: 1 },
  },
  {
    says: 'a second factor that can be set up',
    org: { loginPolicy: { allowUsernamePassword: true, forceMfa: true }, humanUsers: [person('m1', withPassword)] },
    by: { password: 1 },
  },
  {
    says: 'a passkey as the only way in',
    org: { humanUsers: [person('p1'), person('p2')] },
    by: { passkey: 1 },
    reasons: { sign_in_without_credentials: 1 },
    withCredentials: true,
    passkey: { userId: 'p1' },
  },
  {
    says: 'a passkey under a policy without passkeys, next to a password',
    org: { loginPolicy: { allowUsernamePassword: true }, humanUsers: [person('q1'), person('q2', withPassword)] },
    by: { password: 1 },
    reasons: { sign_in_passkey_not_allowed: 1 },
    withCredentials: true,
    passkey: { userId: 'q1' },
  },
  {
    says: 'a passkey that has not verified the user, which is a second factor alone',
    org: { humanUsers: [person('r1')] },
    reasons: { sign_in_without_credentials: 1 },
    withCredentials: true,
    passkey: { userId: 'r1', change: { uvInitialized: false } },
  },
  {
    says: 'a passkey whose import leaves it out',
    org: { humanUsers: [person('s1')] },
    reasons: { sign_in_without_credentials: 1 },
    passkey: { userId: 's1' },
  },
  { says: 'no people', org: {} },
]

let [mover, upstream] = [] as unknown as [Mover, TestProvider]
const passkeys = passkeyDocumentRules('https://id.example')
/** By the place of the shape. */
const credentials = new Map<number, ExportedPasskey>()
const idps = ['g-idp', 'h-idp', 'i-gone', 'i-other', 'j-idp', 'k-idp']

before(async () => {
  const clock = createClock()
  const callbacks = idps.map((id) => `https://id.example${ownCallbackPath(id)}`)
  upstream = await startTestProvider({ issuer: 'https://upstream.example', clock, document: withDownstream(acmeDocument(), callbacks) })
  mover = await startMover({
    clock,
    authenticators: [password({ hashing: testHashing }), totp(), passkey(), external({ outgoing: outgoingTo(upstream) })],
    steps: [totpSetup()],
    passkeyRules: passkeys,
    moving: { passkeys },
  })
  for (const [place, shape] of shapes.entries()) if (shape.passkey !== undefined) credentials.set(place, await newCredential())
})
after(async () => {
  await mover.close()
  await upstream.close()
})

async function newCredential(): Promise<ExportedPasskey> {
  const source = await startWithPasskeys({
    document: { orgs: [operations, ...(acmeDocument().orgs ?? [])], instanceMembers: [{ userId: 'mover', roles: ['IAM_OWNER'] }] },
    passkeyRules: passkeys,
    endpoints: [exportEndpoint()],
  })
  try {
    const credential = await newPasskey(source)
    const response = await source.fetch(
      new Request(`${source.issuer}/admin/v1/export`, {
        method: 'POST',
        headers: { authorization: `Bearer ${moverToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ with_credentials: true }),
      }),
    )
    const { orgs } = (await response.json()) as OrgDocument
    const exported = orgs?.flatMap((org) => org.passkeys ?? []).find(({ credentialId }) => credentialId === credential.id)
    assert.ok(exported !== undefined)
    return { authenticator: source.authenticator, credential, exported }
  } finally {
    await source.close()
  }
}

/** A whole organization with its own application. */
function documentOf({ org, passkey: owned }: Shape, place: number): { readonly orgs: readonly Org[] } {
  const orgId = `org-${place}`
  const app = {
    projectId: `project-${place}`,
    name: 'Web',
    redirectUris: [redirectUri],
    responseTypes: ['OIDC_RESPONSE_TYPE_CODE'],
    grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE'],
    authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
  }
  const whole = {
    orgId,
    org: { name: `Org ${place}` },
    projects: [{ projectId: `project-${place}`, project: { name: 'P' } }],
    oidcApps: [{ appId: `app-${place}`, clientId: `client-${place}`, app }],
    ...(owned === undefined ? {} : { passkeys: [{ ...credentials.get(place)?.exported, userId: owned.userId, ...owned.change }] }),
    ...org,
  }
  return { orgs: [whole as Org] }
}

/** Whether the browser is back at the application, or at the page on which the person sets up the second factor that the policy demands. */
function hasPassed({ redirectedTo, text }: { readonly redirectedTo?: URL | undefined; readonly text: string }): boolean {
  return redirectedTo?.searchParams.has('code') === true || text.includes('/ui/login/totp-setup')
}

async function signsInBy(way: string, userId: string, place: number): Promise<boolean> {
  const { provider: local } = mover
  // The limits on failed sign-ins of the whole instance are not the subject here.
  local.clock.advance(3600)
  const fields = {
    client_id: `client-${place}`,
    scope: `openid urn:symbolon:iam:org:id:org-${place}`,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }
  const userAgent = local.newUserAgent()
  const user = await local.storage.stores.users?.find(userId)
  try {
    if (way === 'provider') return hasPassed(await signInThere({ local, upstream }, userAgent, fields))
    const page = await userAgent.get(authorizationUrl(local, fields))
    if (way === 'passkey') {
      const held = credentials.get(place)
      if (held === undefined || shapes[place]?.passkey?.userId !== userId) return false
      return hasPassed(await answer(userAgent, page, held.authenticator.get(optionsOf(page), held.credential)))
    }
    const typedIn = { loginName: user?.loginName ?? '', password: userId.endsWith('2') && place === 0 ? typed : alice.password }
    return hasPassed(await signIn(userAgent, page, typedIn))
  } catch {
    // No page offers this way.
    return false
  }
}

for (const [place, shape] of shapes.entries()) {
  test(`the forecast is true: ${shape.says}`, async () => {
    const document = documentOf(shape, place)
    const { by = {}, reasons = {}, withCredentials = false } = shape
    const body = { data_orgs: document, with_credentials: withCredentials }
    // Exports of v1 hold no passkeys. The forecast of the converter is that of an import with credentials.
    if (shape.passkey === undefined) {
      const ofFile: ImportAnswer = await reportOf(await mover.import({ data_orgsv1: document, with_credentials: true, dry_run: true }))
      assert.deepEqual(convertV1(document).report.signIns, ofFile.signIns ?? [])
    }
    const dry: ImportAnswer = await reportOf(await mover.import({ ...body, dry_run: true }))
    const real: ImportAnswer = await reportOf(await mover.import(body))
    const again: ImportAnswer = await reportOf(await mover.import(body))
    const people = shape.org.humanUsers ?? []
    const unable = Object.values(reasons).reduce((sum, count) => sum + count, 0)
    const expected = { orgId: `org-${place}`, people: people.length, able: people.length - unable, unable, by, reasons }
    for (const report of [dry, real, again]) {
      assert.deepEqual(report.signIns, people.length === 0 ? undefined : [expected])
      for (const [reason, count] of Object.entries(reasons)) {
        const row = report.ledger?.find((each) => each.reason === reason)
        assert.deepEqual([row?.path, row?.count], ['orgs[0]', count], reason)
      }
    }

    const found: Record<string, number> = {}
    let able = 0
    for (const { userId } of people) {
      const ways = []
      for (const way of ['password', 'passkey', 'provider']) if (await signsInBy(way, userId, place)) ways.push(way)
      for (const way of ways) found[way] = (found[way] ?? 0) + 1
      if (ways.length > 0) able += 1
    }
    assert.deepEqual([found, able], [by, expected.able])
  })
}

test('what names no identity provider is a row, whatever member names it', async () => {
  const missing: ImportAnswer = await reportOf(await mover.import({ data_orgs: documentOf(shapes[8] as Shape, 8), dry_run: true }))
  assert.deepEqual(
    missing.ledger
      ?.filter(({ reason }) => reason === 'idp_missing')
      .map(({ path }) => path)
      .toSorted(),
    ['orgs[0].humanUsers[0].user.idps[0].configId', 'orgs[0].loginPolicy.idps[0].idpId', 'orgs[0].userLinks[0].idpId'],
  )
  const present: ImportAnswer = await reportOf(await mover.import({ data_orgs: documentOf(shapes[6] as Shape, 6), dry_run: true }))
  assert.deepEqual(
    present.ledger?.filter(({ reason }) => reason === 'idp_missing'),
    [],
  )
})

test('a forecast counts people who were there before, with the policy that the document brings', async () => {
  const orgId = 'org-0'
  const loginPolicy = { allowUsernamePassword: false }
  const humanUsers = [person('n1', withPassword)]
  const body = { data_orgs: { orgs: [{ orgId, loginPolicy, humanUsers }] }, update: true }
  const expected = [{ orgId, people: 3, able: 0, unable: 3, by: {}, reasons: { sign_in_password_not_allowed: 3 } }]
  assert.deepEqual((await reportOf(await mover.import({ ...body, dry_run: true }))).signIns, expected)
  assert.deepEqual((await reportOf(await mover.import(body))).signIns, expected)
})

test('the dry run counts what a document takes away from people who are there', async () => {
  const place = shapes.findIndex(({ says }) => says === 'a passkey whose import leaves it out')
  const owned = { ...credentials.get(place)?.exported, userId: 't2' }
  const orgId = 'taking'
  const idp = provider('t-idp')
  const links = ['t1', 't3'].map((userId) => ({ userId, idpId: 't-idp', providedUserId: `of-${userId}` }))
  const whole = {
    orgId,
    org: { name: 'Taking' },
    loginPolicy: admits('t-idp', { passwordlessType: 'PASSWORDLESS_TYPE_ALLOWED' }),
    humanUsers: [person('t1'), person('t2'), person('t3')],
    passkeys: [owned],
  }
  // The provider comes later, so that the links have no issuer.
  await mover.import({ data_orgs: { orgs: [{ ...whole, userLinks: links }] }, with_credentials: true })
  const forecastAfter = async (taking: object): Promise<unknown> => {
    const body = { data_orgs: { orgs: [{ orgId, ...taking }] }, with_credentials: true, update: true }
    const dry: ImportAnswer = await reportOf(await mover.import({ ...body, dry_run: true }))
    const real: ImportAnswer = await reportOf(await mover.import(body))
    assert.deepEqual(dry.signIns, real.signIns)
    const [{ by, reasons } = { by: {}, reasons: {} }] = (real.signIns ?? []) as { by: object; reasons: object }[]
    return [by, reasons]
  }
  assert.deepEqual(await forecastAfter({ oidcIdps: [idp] }), [{ passkey: 1, provider: 2 }, {}])
  assert.deepEqual(await forecastAfter({ userLinks: links.slice(1).map((link) => ({ ...link, state: 'STATE_REMOVED' })) }), [
    { passkey: 1, provider: 1 },
    { sign_in_without_credentials: 1 },
  ])
  assert.deepEqual(await forecastAfter({ passkeys: [{ ...owned, state: 'STATE_REMOVED' }] }), [
    { provider: 1 },
    { sign_in_without_credentials: 2 },
  ])
  const moved = { ...idp, idp: { ...idp.idp, issuer: 'https://another.example' } }
  assert.deepEqual(await forecastAfter({ oidcIdps: [moved] }), [{}, { sign_in_without_credentials: 2, sign_in_provider_not_usable: 1 }])
  assert.deepEqual(await forecastAfter({ oidcIdps: [{ ...moved, state: 'STATE_REMOVED' }] }), [{}, { sign_in_without_credentials: 3 }])
})
