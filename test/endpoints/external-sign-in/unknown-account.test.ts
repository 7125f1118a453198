// What happens to an account that no user is connected to: a user is created, or an existing user connects it after a proof.
import { acmeDocument, alice, bob, signIn } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { acmeWith } from '../../support/acme.ts'
import { authorizationUrl, codeOf } from '../../support/code-flow.ts'
import { answerOf, signInThere, startFederation, withDownstream } from '../../support/external-sign-in.ts'
import type { Federation, FederationOptions } from '../../support/external-sign-in.ts'

let federation: Federation
async function start(options: FederationOptions = {}): Promise<Federation> {
  federation = await startFederation(options)
  return federation
}
afterEach(async () => await federation.close())

const open = { allowUsernamePassword: true, allowExternalIdp: true, allowRegister: true }
const openDocument: OrgDocument = { ...acmeWith({}), instance: { loginPolicy: open } }
/** The person of the upstream provider whose address is not verified there. */
const unverified = { loginName: bob.loginName, password: bob.password }

const users = (): NonNullable<Federation['local']['storage']['stores']['users']> => federation.local.storage.stores.users!
const linksOf = async (userId: string): Promise<readonly string[]> =>
  ((await federation.local.storage.stores.userLinks?.list(userId)) ?? []).map(({ externalId }) => externalId)
const fieldsOf = (page: Page): Readonly<Record<string, string>> => page.forms[0]?.fields ?? {}
const hrefOf = (page: Page, part: string): string => {
  const found = [...page.text.matchAll(/href="([^"]*)"/g)]
    .map(([, href = '']) => href.replaceAll('&amp;', '&'))
    .find((href) => href.includes(part))
  return `${federation.local.issuer}${found ?? assert.fail(`${part} is not on the page`)}`
}
/** A document whose users have no address of the upstream provider. */
const otherAddresses = (document: OrgDocument = openDocument): OrgDocument => ({
  ...document,
  orgs: document.orgs!.map((org) => ({
    ...org,
    humanUsers: org.humanUsers!.map((each) => ({
      ...each,
      user: { ...each.user, email: { email: `${each.userId}@other.example`, isEmailVerified: true } },
    })),
  })),
})
/** A document in which no user has the user name of a user of the upstream provider. */
const withoutNames = (document: OrgDocument): OrgDocument => ({
  ...document,
  orgs: document.orgs!.map((org) => ({
    ...org,
    humanUsers: org.humanUsers!.map((each) => ({ ...each, user: { ...each.user, userName: `local-${each.userId}` } })),
  })),
})

test('the registration form is filled in, and creates a user with the link and the proven address', async () => {
  const { local } = await start({ document: otherAddresses() })
  const userAgent = local.newUserAgent()
  const page = await signInThere(federation, userAgent)
  assert.match(page.text, /Account not connected/)
  const { firstName, lastName, userName, email } = fieldsOf(page)
  assert.deepEqual([firstName, lastName, userName, email], ['Alice', 'Liddell', 'alice', 'alice@mail.example'])
  const taken = await userAgent.submit(page, { userName: 'alice' })
  assert.match(taken.text, /This user name is taken/)
  for (const [fields, text] of [
    [{ firstName: ' ' }, /Enter your first and last name/],
    [{ userName: 'a\u200bb' }, /Enter a different user name/],
    // None may identify another person: the whole login name of a user here, the address of another user, or an address that is not proven.
    [{ userName: 'alice@acme.example' }, /This user name is taken/],
    [{ userName: 'alice@\uff41cme.example' }, /This user name is taken/],
    [{ userName: 'unknown@mail.example' }, /Enter a different user name/],
    [{ userName: `${bob.id}@other.example` }, /Enter a different user name/],
    [{ userName: `${bob.id}\uff20other.example` }, /Enter a different user name/],
  ] as const) {
    assert.match((await userAgent.submit(page, fields)).text, text)
  }
  codeOf(await userAgent.submit(page, { userName: 'alice-2', email: 'victim@acme.example' }))
  const [match] = await users().findByLoginName('alice-2@acme.example')
  assert.deepEqual(match?.user.email, { address: 'alice@mail.example', verified: true })
  assert.equal(match?.user.orgId, 'acme')
  assert.deepEqual(await linksOf(match?.user.id ?? ''), [alice.id])
  assert.ok(codeOf(await signInThere(federation, local.newUserAgent())), 'the next sign-in needs no form')
})

for (const userLoginMustBeDomain of [true, false]) {
  const outcome = userLoginMustBeDomain ? 'free where login names end in a domain' : 'taken where it signs in alone'
  test(`the user name of a user of another organization is ${outcome}`, async () => {
    const other = {
      orgId: 'other',
      org: { name: 'Other' },
      domains: [{ orgId: 'other', domainName: 'elsewhere.example', isVerified: true, isPrimary: true }],
      humanUsers: [{ userId: 'other-user', user: { userName: 'shared', profile: { firstName: 'Otto', lastName: 'Other' } } }],
    }
    const document = otherAddresses()
    const { local } = await start({
      document: {
        ...document,
        instance: { ...document.instance, domainPolicy: { userLoginMustBeDomain } },
        orgs: [...document.orgs!, other],
      },
    })
    const userAgent = local.newUserAgent()
    const answer = await userAgent.submit(await signInThere(federation, userAgent), { userName: 'shared' })
    if (!userLoginMustBeDomain) return assert.match(answer.text, /This user name is taken/)
    codeOf(answer)
    assert.equal((await users().findByLoginName('shared@acme.example'))[0]?.user.orgId, 'acme')
  })
}

test('an address that the identity provider has not proven is not stored', async () => {
  const { local } = await start({ document: otherAddresses() })
  const userAgent = local.newUserAgent()
  const page = await signInThere(federation, userAgent, {}, unverified)
  assert.equal(fieldsOf(page)['email'], undefined)
  codeOf(await userAgent.submit(page, { userName: 'builder' }))
  const [match] = await users().findByLoginName('builder')
  assert.equal(match?.user.email, undefined)
})

test('of 5 concurrent registrations of one account one creates a user', async () => {
  const { local } = await start({ document: otherAddresses() })
  const userAgent = local.newUserAgent()
  const page = await signInThere(federation, userAgent)
  const cookie = userAgent.cookies.header(page.url, { crossSite: false, method: 'POST' }) ?? ''
  const post = async (index: number): Promise<number> => {
    const body = new URLSearchParams({ ...fieldsOf(page), userName: `alice-${index}` })
    const headers = { cookie, origin: local.issuer, 'content-type': 'application/x-www-form-urlencoded' }
    return (await local.fetch(new Request(`${local.issuer}/ui/login/external/account`, { method: 'POST', headers, body }))).status
  }
  await Promise.all([1, 2, 3, 4, 5].map(post))
  const found = await Promise.all([1, 2, 3, 4, 5].map(async (index) => await users().findByLoginName(`alice-${index}`)))
  assert.equal(found.flat().length, 1)
})

test('a registration that the policy does not allow is refused, also when its form is posted', async () => {
  const { local } = await start({ document: otherAddresses() })
  const userAgent = local.newUserAgent()
  const page = await signInThere(federation, userAgent)
  await local.apply({ instance: { loginPolicy: { ...open, allowRegister: false } } })
  const refused = await userAgent.submit(page, { userName: 'alice-2' })
  assert.equal(refused.redirectedTo, undefined)
  assert.deepEqual(await users().findByLoginName('alice-2'), [])
  const closed = await signInThere(federation, local.newUserAgent())
  assert.equal(closed.forms.length, 0)
  assert.match(closed.text, /Sign in and connect an existing account/)
})

test('autoCreation creates the user without a form, and names that are missing are asked for', async () => {
  const upstreamDocument = withDownstream(acmeDocument())
  const { local } = await start({ document: withoutNames(otherAddresses()), upstreamDocument, provider: { rules: { autoCreation: true } } })
  codeOf(await signInThere(federation, local.newUserAgent()))
  const [match] = await users().findByLoginName('alice@acme.example@acme.example')
  const found = match ?? (await users().findByLoginName('alice@mail.example'))[0]
  assert.deepEqual(await linksOf(found?.user.id ?? ''), [alice.id])
})

test('autoCreation takes no name that is the login name of a user here', async () => {
  const { local } = await start({ document: otherAddresses(), provider: { rules: { autoCreation: true } } })
  const page = await signInThere(federation, local.newUserAgent())
  assert.match(page.text, /Account not connected/)
  assert.deepEqual(
    (await users().findByLoginName('alice@acme.example')).map(({ user }) => user.id),
    [alice.id],
  )
})

test('XI-04 an address that both sides have proven leads to the proof of its owner, and connects nothing by itself', async () => {
  const { local } = await start({ document: openDocument, provider: { rules: { autoCreation: true } } })
  const page = await signInThere(federation, local.newUserAgent())
  assert.match(page.text, /Account not connected/)
  assert.equal(page.forms.length, 0, 'no second user is created')
  assert.match(page.text, /Sign in and connect an existing account/)
  assert.deepEqual(await linksOf(alice.id), [])
})

test('XI-04 an address that only one side has proven connects nothing, and its owner here stays apart', async () => {
  const { local } = await start({ document: openDocument })
  const userAgent = local.newUserAgent()
  // Bob's address is verified on neither side; the page does not say that a user here has it.
  const page = await signInThere(federation, userAgent, {}, unverified)
  assert.notEqual(page.forms.length, 0)
  codeOf(await userAgent.submit(page, { userName: 'builder' }))
  assert.deepEqual(await linksOf(bob.id), [])
  const [match] = await users().findByLoginName('builder')
  assert.notEqual(match?.user.id, bob.id)
})

async function proveAndConfirm(userAgent: UserAgent, page: Page, credentials = alice): Promise<Page> {
  const asked = await userAgent.get(hrefOf(page, '/ui/login/external/sign-in'))
  return await signIn(userAgent, asked, credentials)
}

test('a user who signs in here connects the account, after a page that names both', async () => {
  const { local } = await start({ document: openDocument })
  const userAgent = local.newUserAgent()
  const confirm = await proveAndConfirm(userAgent, await signInThere(federation, userAgent))
  assert.match(confirm.text, /Connect this account\?/)
  assert.match(confirm.text, /alice@acme\.example/)
  assert.deepEqual(await linksOf(alice.id), [], 'a page connects nothing')
  codeOf(await userAgent.submit(confirm))
  assert.deepEqual(await linksOf(alice.id), [alice.id])
  assert.ok(codeOf(await signInThere(federation, local.newUserAgent())))
})

test('a user who does not confirm is not signed in by the account', async () => {
  const { local } = await start({ document: openDocument })
  const userAgent = local.newUserAgent()
  await proveAndConfirm(userAgent, await signInThere(federation, userAgent))
  assert.deepEqual(await linksOf(alice.id), [])
  assert.match((await signInThere(federation, local.newUserAgent())).text, /Account not connected/)
})

test('XI-07 an earlier session is not a proof, and a confirmation is refused in another browser and without its token', async () => {
  const { local, clock } = await start({ document: openDocument })
  const userAgent = local.newUserAgent()
  codeOf(await signIn(userAgent, await userAgent.get(authorizationUrl(local)), alice))
  clock.advance(1)
  const fields = { prompt: 'login' }
  const page = await signInThere(federation, userAgent, fields)
  const request = new URL(hrefOf(page, '/ui/login/external/sign-in')).searchParams.get('request') ?? ''
  const early = await userAgent.get(`${local.issuer}/ui/login/external/link?request=${request}`)
  assert.equal(early.status, 403)
  const confirm = await proveAndConfirm(userAgent, page)
  const { action, fields: form } = confirm.forms[0]!
  const stranger = await local.newUserAgent().post(`${local.issuer}${action}`, form, { headers: { origin: local.issuer } })
  assert.equal(stranger.status, 403)
  assert.equal((await userAgent.submit(confirm, { csrf: 'x' })).status, 403)
  const foreign = await userAgent.post(`${local.issuer}${action}`, form, { headers: { origin: 'https://evil.example' } })
  assert.equal(foreign.status, 403)
  assert.deepEqual(await linksOf(alice.id), [])
})

test('a user who is signed in connects an account from the account page, after a fresh proof', async () => {
  const { local, clock } = await start({ document: openDocument })
  const userAgent = local.newUserAgent()
  codeOf(await signIn(userAgent, await userAgent.get(authorizationUrl(local)), bob))
  clock.advance(601)
  const connect = `${local.issuer}/ui/login/external/connect?idp=upstream`
  const asked = await userAgent.get(connect)
  assert.match(asked.text, /password/i, 'the proof is older than ten minutes')
  const left = await signIn(userAgent, asked, bob)
  const back = await userAgent.get(await answerOf(federation, left.redirectedTo ?? assert.fail('no redirect'), alice))
  assert.match(back.text, /Connect this account\?/)
  const done = await userAgent.submit(back)
  assert.equal(done.url.pathname, '/ui/account')
  assert.deepEqual(await linksOf(bob.id), [alice.id])
})

test('XI-11 an update at sign-in changes names, and never the address, the user name or the organization', async () => {
  const document = acmeWith({ userLinks: [{ userId: bob.id, idpId: 'upstream', providedUserId: alice.id }] })
  const { local } = await start({ document, provider: { rules: { autoUpdate: true } } })
  const before = await users().find(bob.id)
  codeOf(await signInThere(federation, local.newUserAgent()))
  const after = await users().find(bob.id)
  assert.deepEqual([after?.firstName, after?.lastName, after?.displayName], ['Alice', 'Liddell', 'Alice Liddell'])
  assert.deepEqual([after?.email, after?.userName, after?.orgId], [before?.email, before?.userName, before?.orgId])
})

test('XI-12 a user name that an identity provider suggests is never an unproven address', async () => {
  const upstreamDocument = withDownstream(acmeDocument())
  const domains = [{ orgId: 'acme', domainName: 'local.example', isVerified: true, isPrimary: true }]
  const document = withoutNames(otherAddresses())
  const { local } = await start({
    document: { ...document, orgs: document.orgs!.map((org) => ({ ...org, domains })) },
    upstreamDocument,
    provider: { rules: { autoCreation: true } },
  })
  // At the provider, the name is `alice@acme.example`, and the proven address differs from it.
  codeOf(await signInThere(federation, local.newUserAgent()))
  const [match] = await users().findByLoginName('alice@mail.example')
  assert.deepEqual([match?.by, match?.user.userName, match?.user.loginName], ['email', 'alice', 'alice@local.example'])
  assert.deepEqual(await users().findByLoginName('alice@acme.example'), [])
})

test('DS-44 no user is created in an organization that has as many as the instance allows', async () => {
  const full = otherAddresses()
  const count = full.orgs?.[0]?.humanUsers?.length ?? 0
  const policy = { boundaryPolicy: { maxUsersOfOrganization: count } }
  const { local } = await start({ document: { ...full, instance: { ...full.instance, ...policy } } })
  const userAgent = local.newUserAgent()
  const page = await userAgent.submit(await signInThere(federation, userAgent), { userName: 'alice-2' })
  assert.equal(page.status, 403)
  assert.match(page.text, /You cannot create an account here/)
  assert.deepEqual(await users().findByLoginName('alice-2@acme.example'), [])
})
