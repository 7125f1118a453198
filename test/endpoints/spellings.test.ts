// A user whose name, address or number is stored in one spelling signs in by every other one, however it was stored; and no other user gets it.
import { canonicalLoginName, endSession, userinfo } from '@symbolon/core-protocol'
import { account, contactSection } from '@symbolon/account'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { emailChange, loginMail, password, recovery, registration } from '@symbolon/login'
import { managementEndpoints } from '@symbolon/management-api'
import type { OrgDocument } from '@symbolon/schema-v2'
import { redirectUri, seededRandom, signIn } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import { accountTemplates, mailTemplates } from '@symbolon/ui-templates'
import { decodeJwt } from 'jose'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { submitTo } from '../support/account.ts'
import { authorizationUrl, authorize, basicHeader, redeem } from '../support/code-flow.ts'
import { testHashing } from '../support/hashing.ts'
import { manage } from '../support/management-request.ts'
import { takeMails } from '../support/outbox.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { generatedPerson, spellingsOfAddress, spellingsOfName, spellingsOfNumber } from '../support/spellings.ts'
import type { GeneratedPerson } from '../support/spellings.ts'

const clientSecret = 'a secret of the application that is long'
const ownerToken = 'symbolon_pat_owner-0123456789-0123456789-0123456789'
const secret = 'horse staple battery'
const seed = Number(process.env['SYMBOLON_TEST_SEED'] ?? 37)
const loginPolicy = { allowUsernamePassword: true, allowRegister: true, allowDomainDiscovery: true, mfaInitSkipLifetime: '3600s' }

const document: OrgDocument = {
  orgs: [
    {
      orgId: 'acme',
      org: { name: 'Acme' },
      domains: [{ domainName: 'acme.example', isVerified: true, isPrimary: true }],
      loginPolicy,
      projects: [{ projectId: 'portal', project: { name: 'Portal' } }],
      oidcApps: [
        {
          appId: 'web',
          clientId: 'web',
          clientSecret,
          app: { projectId: 'portal', name: 'Web', redirectUris: [redirectUri], authMethodType: 'OIDC_AUTH_METHOD_TYPE_BASIC' },
        },
      ],
      machineUsers: [{ userId: 'owner', user: { userName: 'owner', name: 'Owner' } }],
      personalAccessTokens: [{ tokenId: 'owner', userId: 'owner', token: ownerToken }],
    },
    { orgId: 'books', org: { name: 'Books' }, domains: [{ domainName: 'BÜCHER.example', isVerified: true, isPrimary: true }], loginPolicy },
  ],
  instance: { loginPolicy },
  instanceMembers: [{ userId: 'owner', roles: ['IAM_OWNER'] }],
}

let provider: TestProvider
before(async () => {
  const mail = loginMail({ mailer: { send: async () => 'accepted' }, templates: mailTemplates() })
  const hashing = testHashing
  provider = await startTestProvider({
    document,
    grants: [authorizationCode()],
    authenticators: [password({ hashing })],
    steps: [emailChange({ mail })],
    detours: [
      recovery({ mail, hashing, returnTo: '/ui/account', accountPath: '/ui/account' }),
      registration({ mail, hashing, organization: 'acme' }),
    ],
    endpoints: [
      userinfo,
      endSession,
      ...account({ ui: accountTemplates(), sections: [contactSection({ mailedCodes: true })] }),
      ...managementEndpoints({ hashing }),
    ],
  })
})
after(async () => await provider.close())

/** @returns the id of the user who signs in by the name; undefined where no user does */
async function signsIn(loginName: string, scope = 'openid'): Promise<string | undefined> {
  // Refused names count against each other.
  provider.clock.advance(600)
  const page = await authorize(provider, { client_id: 'web', scope }, provider.newUserAgent(), { loginName, password: secret })
  const code = page.redirectedTo?.searchParams.get('code') ?? undefined
  if (code === undefined) return undefined
  const { body } = await redeem(provider, code, {}, { authorization: basicHeader('web', clientSecret) })
  return decodeJwt(String(body['id_token'])).sub
}

async function signsInByAll(userId: string, names: readonly string[]): Promise<void> {
  for (const name of names) assert.equal(await signsIn(name), userId, `${JSON.stringify(name)} SYMBOLON_TEST_SEED=${seed}`)
}

function userOf({ userName, email, phone }: GeneratedPerson): object {
  return {
    userName,
    profile: { firstName: 'Ann', lastName: 'Lee' },
    email: { email, isEmailVerified: true },
    phone: { phone, isPhoneVerified: true },
    password: secret,
  }
}

/** Types a mailed code. */
async function typeCode(userAgent: UserAgent, page: Page): Promise<Page> {
  const codes = (await takeMails(provider)).map(({ text }) => /Your code: ([A-Z2-9]{6})/.exec(text)?.[1] ?? '')
  return await userAgent.submit(page, { code: codes.find((code) => code !== '') ?? '' })
}

/** Registers by an address. @returns the last page */
async function register(email: string): Promise<Page> {
  provider.clock.advance(3600)
  const userAgent = provider.newUserAgent()
  const start = await userAgent.get(authorizationUrl(provider, { client_id: 'web', prompt: 'create' }))
  const asked = await userAgent.submit(start, { email })
  if (asked.status !== 200) return asked
  const names = await typeCode(userAgent, asked)
  const first = await userAgent.submit(names, { firstName: 'Nora', lastName: 'Berg' })
  return await userAgent.submit(first, { newPassword: secret, newPasswordAgain: secret })
}

const random = seededRandom(seed)
const people = (local: string, count: number): readonly GeneratedPerson[] =>
  Array.from({ length: count }, () => generatedPerson(random, local))
const pick = (spellings: readonly [string, ...string[]]): string => random.pick(spellings)

describe('a person signs in by every spelling', () => {
  test('UN-06 UN-07 of what a document stored', async () => {
    for (const [index, person] of people('doc', 6).entries()) {
      const [names, addresses, numbers] = [
        spellingsOfName(person.userName),
        spellingsOfAddress(person.email),
        spellingsOfNumber(person.phone),
      ]
      const userId = `doc-${index}`
      const stored = { userName: pick(names).trim(), email: pick(addresses), phone: pick(numbers) }
      const report = await provider.apply({ orgs: [{ orgId: 'acme', humanUsers: [{ userId, user: userOf(stored) as never }] }] })
      assert.equal(report.entries.find(({ key: [id] }) => id === userId)?.action, 'created', JSON.stringify(stored))
      assert.deepEqual(
        report.entries.filter(({ action }) => action === 'refused' || action === 'notice'),
        [],
        JSON.stringify(stored),
      )
      await signsInByAll(userId, [...names, ...names.map((name) => `${name}@ACME.example`), ...addresses, ...numbers])
      // The same document in other spellings changes no number.
      const again = { ...userOf({ ...stored, phone: pick(numbers) }) } as never
      const second = await provider.apply({ orgs: [{ orgId: 'acme', humanUsers: [{ userId, user: again }] }] })
      assert.equal(second.entries.find(({ key: [id] }) => id === userId)?.action, 'same')
    }
  })

  test('UN-06 UN-07 of what the management API stored', async () => {
    for (const [index, person] of people('api', 4).entries()) {
      const [names, addresses, numbers] = [
        spellingsOfName(person.userName),
        spellingsOfAddress(person.email),
        spellingsOfNumber(person.phone),
      ]
      const stored = { userName: pick(names).trim(), email: pick(addresses), phone: pick(numbers) }
      const answer = await manage(provider, ownerToken, 'PUT', `/orgs/acme/humanUsers/acme%7Capi-${index}`, { user: userOf(stored) })
      assert.equal(answer.status, 201, `${JSON.stringify(stored)} ${await answer.clone().text()}`)
      await signsInByAll(`acme|api-${index}`, [...names, ...addresses, ...numbers])
      const user = await provider.storage.stores.users?.find(`acme|api-${index}`)
      assert.equal(user?.phone?.number, person.phone, 'numbers are shown in one form')
    }
  })

  test('UN-06 of what was typed at the registration', async () => {
    for (const person of people('reg', 4)) {
      const addresses = spellingsOfAddress(person.email)
      const done = await register(pick(addresses))
      assert.ok(done.redirectedTo?.searchParams.has('code'), done.text)
      const [match] = (await provider.storage.stores.users?.findByLoginName(canonicalLoginName(person.email))) ?? []
      assert.ok(match !== undefined, person.email)
      await signsInByAll(match.user.id, addresses)
      // Every other spelling has an account.
      provider.clock.advance(3600)
      const userAgent = provider.newUserAgent()
      const start = await userAgent.get(authorizationUrl(provider, { client_id: 'web', prompt: 'create' }))
      await userAgent.submit(start, { email: pick(addresses) })
      assert.match((await takeMails(provider)).map(({ text }) => text).join(), /already have an account/)
    }
  })

  test('UN-06 UN-07 of what was typed at the account page', async () => {
    for (const [index, person] of people('acc', 3).entries()) {
      const [addresses, numbers] = [spellingsOfAddress(person.email), spellingsOfNumber(person.phone)]
      const userId = `acc-${index}`
      const user = { userName: userId, profile: { firstName: 'Ann', lastName: 'Lee' }, password: secret }
      await provider.apply({ orgs: [{ orgId: 'acme', humanUsers: [{ userId, user }] }] })
      provider.clock.advance(600)
      const userAgent = provider.newUserAgent()
      await signIn(userAgent, await userAgent.get(`${provider.issuer}/ui/account`), { loginName: userId, password: secret })
      const form = await userAgent.get(`${provider.issuer}/ui/account/email`)
      const code = await userAgent.submit(form, { email: pick(addresses) })
      assert.ok(code.text.includes(person.email.split('@')[1] ?? ''), 'the page shows the letters of the domain')
      await typeCode(userAgent, code)
      await submitTo(userAgent, await userAgent.get(`${provider.issuer}/ui/account/phone`), '/ui/account/phone/save', {
        phone: pick(numbers),
      })
      await signsInByAll(userId, addresses)
      assert.deepEqual((await provider.storage.stores.users?.find(userId))?.phone, { number: person.phone, verified: false })
    }
  })
})

describe('a domain is one in every spelling', () => {
  const ascii = 'xn--bcher-kva.example'

  test('UN-06 people of a verified domain register in its organization, whichever way they type it', async () => {
    for (const [index, domain] of ['bücher.example', 'BÜCHER.Example', ascii, 'bu\u0308cher.example'].entries()) {
      const done = await register(`new${index}@${domain}`)
      assert.ok(done.redirectedTo?.searchParams.has('code'), done.text)
      const [match] = (await provider.storage.stores.users?.findByLoginName(`new${index}@${ascii}`)) ?? []
      assert.equal(match?.user.orgId, 'books', domain)
      assert.equal(match?.user.loginName, `new${index}@${ascii}`)
    }
  })

  test('UN-06 no other organization gets it in another spelling, by a document or by the management API', async () => {
    for (const domainName of ['bücher.example', 'BÜCHER.example', ascii, ascii.toUpperCase()]) {
      const report = await provider.apply({ orgs: [{ orgId: 'acme', domains: [{ domainName, isVerified: true }] }] })
      assert.deepEqual(
        report.entries.filter(({ kind }) => kind === 'orgDomain').map(({ action, reason }) => [action, reason]),
        [['refused', 'domain_taken']],
        domainName,
      )
    }
    const path = `/orgs/acme/domains/${encodeURIComponent('bücher.example')}`
    const answer = await manage(provider, ownerToken, 'PUT', path, { isVerified: true })
    assert.equal(answer.status, 409, await answer.text())
  })

  test('an organization finds its domain in every spelling, and has it once', async () => {
    for (const spelled of ['bücher.example', ascii]) {
      const answer = await manage(provider, ownerToken, 'GET', `/orgs/books/domains/${encodeURIComponent(spelled)}`)
      assert.equal(answer.status, 200)
      assert.match(await answer.text(), new RegExp(`"domainName":"${ascii}"`))
    }
    const domains = [{ domainName: 'bücher.example', isVerified: true, isPrimary: true }]
    const report = await provider.apply({ orgs: [{ orgId: 'books', domains }] })
    assert.deepEqual(
      report.entries.filter(({ kind }) => kind === 'orgDomain').map(({ action, key }) => [action, key]),
      [['same', ['books', ascii]]],
    )
  })

  test('UN-06 a scope that demands it means the organization, and completes bare names, in every spelling', async () => {
    const user = { userName: 'zoe', profile: { firstName: 'Zoe', lastName: 'Lee' }, password: secret }
    await provider.apply({
      orgs: [
        { orgId: 'books', humanUsers: [{ userId: 'zoe-books', user }] },
        { orgId: 'acme', humanUsers: [{ userId: 'zoe-acme', user }] },
      ],
    })
    // A scope has no letters outside ASCII. https://www.rfc-editor.org/rfc/rfc6749#section-3.3
    for (const domain of [ascii, ascii.toUpperCase()]) {
      const scope = `openid urn:symbolon:iam:org:domain:primary:${domain}`
      for (const name of ['zoe', `zoe@${domain}`, 'zoe@bücher.example', 'zoe＠BÜCHER.example'])
        assert.equal(await signsIn(name, scope), 'zoe-books', `${name} ${domain}`)
    }
    assert.equal(await signsIn('zoe@bücher.example'), 'zoe-books')
    assert.equal(await signsIn('zoe'), undefined, 'it means two')
  })

  test('UN-06 a domain that looks like it is a different domain', async () => {
    const domainName = 'büсher.example'.replace('с', 'с')
    const report = await provider.apply({ orgs: [{ orgId: 'acme', domains: [{ domainName, isVerified: true }] }] })
    assert.equal(report.entries.find(({ kind }) => kind === 'orgDomain')?.action, 'created')
    assert.equal(await signsIn(`zoe@${domainName}`), 'zoe-acme')
  })
})

describe('an address to which no mail can be sent', () => {
  const unreachable = ['jürgen@shop.example', 'ann@intranet'] as const

  test('is reported where a document or the management API stores it', async () => {
    for (const [index, email] of unreachable.entries()) {
      const user = {
        userName: `mute${index}`,
        profile: { firstName: 'Ann', lastName: 'Lee' },
        email: { email, isEmailVerified: true },
        password: secret,
      }
      const report = await provider.apply({ orgs: [{ orgId: 'acme', humanUsers: [{ userId: `mute${index}`, user }] }] })
      assert.deepEqual(
        report.entries.filter(({ reason }) => reason === 'email_without_mail').map(({ action, key, member }) => [action, key, member]),
        [['notice', [`mute${index}`], 'user.email.email']],
      )
      assert.equal(await signsIn(email), `mute${index}`, 'it is a name to sign in by all the same')
    }
  })

  test('is refused where a person types it', async () => {
    for (const email of unreachable) {
      const page = await register(email)
      assert.match(page.text, /Enter a valid email address|valid address|email address/i)
      assert.deepEqual(await takeMails(provider), [])
    }
  })

  test('is in the log where a recovery would send to it', async () => {
    provider.clock.advance(3600)
    const userAgent = provider.newUserAgent()
    const typed = await userAgent.submit(await userAgent.get(authorizationUrl(provider, { client_id: 'web' })), {
      loginName: unreachable[0],
    })
    const start = await userAgent.get(`${provider.issuer}/ui/login/recovery?request=${typed.url.searchParams.get('request') ?? ''}`)
    await userAgent.submit(start, { loginName: unreachable[0] })
    assert.deepEqual(await takeMails(provider), [])
    const warning = provider.logged.find(({ event }) => event === 'email_without_mail')
    assert.deepEqual([warning?.level, warning?.fields['userId']], ['warn', 'mute0'])
  })
})
