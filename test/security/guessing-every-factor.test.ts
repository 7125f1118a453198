// An attacker guesses every factor of one user at once, from many browsers, at two servers with one database.
import type { AuditEvent } from '@symbolon/core-protocol'
import { define } from '@symbolon/core-protocol'
import { loginMail, password, recovery, recoveryCodes, recoveryCodeSetup, totp } from '@symbolon/login'
import { libsql } from '@symbolon/storage-libsql'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acmeWith } from '../support/acme.ts'
import { authorizationUrl } from '../support/code-flow.ts'
import { testHashing } from '../support/hashing.ts'
import { signedOutCopy } from '../support/known-browser.ts'
import { startTestProvider } from '../support/provider.ts'
import type { TestProvider } from '../support/provider.ts'
import { asksForCode, asksForPassword, careful, codeAt, isSignedIn, otpSecret, toCode, wrongCode } from '../support/second-factor.ts'
import { shared } from '../support/shared-storage.ts'

interface Visit {
  readonly userAgent: UserAgent
  readonly page: Page
}

const limit = 5
const audited: AuditEvent[] = []
let mailedCode = ''
let first: TestProvider
let second: TestProvider
/** Careful has completed a sign-in in this browser. */
let owner: UserAgent
let codes: readonly string[]

before(async () => {
  const write = (message: { readonly code?: string }): { subject: string; text: string; html: string } => {
    mailedCode = message.code ?? mailedCode
    return { subject: 'A code', text: 'A code', html: '<p>A code</p>' }
  }
  const mail = loginMail({ mailer: { send: async () => 'accepted' }, templates: { locales: ['en'], write } })
  const document = acmeWith({
    humanUsers: [
      {
        userId: careful.id,
        user: {
          userName: careful.id,
          password: careful.password,
          otpCode: otpSecret,
          profile: { firstName: 'Careful', lastName: 'Carter' },
          email: { email: 'careful@mail.example', isEmailVerified: true },
        },
      },
    ],
    lockoutPolicy: { maxPasswordAttempts: limit, maxOtpAttempts: limit },
    loginPolicy: { allowUsernamePassword: true, mfaInitSkipLifetime: '3600s' },
  })
  const options = {
    document,
    storage: shared(libsql({ url: ':memory:' })),
    authenticators: [password({ hashing: testHashing }), totp(), recoveryCodes()],
    steps: [recoveryCodeSetup()],
    detours: [recovery({ mail, hashing: testHashing })],
    audit: define({ kind: 'audit', name: 'recording', stores: [], record: async (events) => void audited.push(...events) }),
  }
  first = await startTestProvider(options)
  second = await startTestProvider({ ...options, clock: first.clock })

  const visit = await toCode(first)
  owner = visit.userAgent
  const offer = await owner.submit(visit.page, { code: codeAt(first) })
  const shown = await owner.submit(offer, {})
  codes = shown.text.match(/\b[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}\b/g) ?? []
  assert.equal(codes.length, 10)
  const saved = shown.forms.findIndex(({ action }) => action.endsWith('/saved'))
  assert.ok(isSignedIn(await owner.submit(shown, { saved: 'on' }, saved)))
  first.clock.advance(60)
})
after(async () => {
  await first.close()
  await second.close()
})

/** One of the two servers, in turn. */
const server = (index: number): TestProvider => (index % 2 === 0 ? first : second)

/** As many visits, one after the other: no user types so many right passwords at once. */
async function visits(count: number, begin: (provider: TestProvider) => Promise<Visit>): Promise<readonly Visit[]> {
  const begun = []
  while (begun.length < count) begun.push(await begin(server(begun.length)))
  return begun
}

async function toRecoveryCode(provider: TestProvider): Promise<Visit> {
  const { userAgent, page } = await toCode(provider)
  return { userAgent, page: await userAgent.get(`${page.url.href}&factor=recovery_code`) }
}

async function toPassword(provider: TestProvider): Promise<Visit> {
  const userAgent = provider.newUserAgent()
  const page = await userAgent.submit(await userAgent.get(authorizationUrl(provider)), { loginName: careful.loginName })
  assert.ok(asksForPassword(page))
  return { userAgent, page }
}

/** The page of the mailed code, in the same browser at both servers. */
async function toMailedCode(): Promise<readonly Visit[]> {
  const { userAgent, page } = await toPassword(first)
  const start = await userAgent.get(`${first.issuer}/ui/login/recovery${page.url.search}`)
  const asked = await userAgent.submit(start, { loginName: careful.loginName })
  const other = second.newUserAgent()
  for (const { name, value } of userAgent.cookies.list()) other.cookies.set(name, value, new URL(first.issuer))
  return [
    { userAgent, page: asked },
    { userAgent: other, page: asked },
  ]
}

const countOf = (type: string, reason: string): number =>
  audited.filter((event) => event.type === type && event.details?.['reason'] === reason).length

test('OT-13 PW-07 guesses of every kind at once: each count holds over both servers, and its owner notices nothing', async () => {
  const apps = await visits(8, toCode)
  const recovering = await visits(8, toRecoveryCode)
  const typing = await visits(8, toPassword)
  const mailed = await toMailedCode()
  assert.match(mailedCode, /^[A-Z2-9]{6}$/)
  const wrongMailed = mailedCode === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA'
  const code = wrongCode(first)
  const guesses: Promise<Page>[] = []
  for (let index = 0; index < 8; index++) {
    const guess = ({ userAgent, page }: Visit, fields: Readonly<Record<string, string>>): void =>
      void guesses.push(userAgent.submit(page, fields))
    for (const [from, fields] of [
      [apps[index], { code }],
      [recovering[index], { code: `00000-0000${index}` }],
      [typing[index], { password: `a guess ${index}` }],
      [mailed[index % 2], { code: wrongMailed }],
    ] as const) {
      if (from !== undefined) guess(from, fields)
    }
  }
  const pages = await Promise.all(guesses)
  assert.equal(pages.length, 32)
  assert.ok(pages.every((page) => !isSignedIn(page)))

  const compared = countOf('second_factor_failed', 'wrong_code')
  assert.ok(compared >= 1 && compared <= limit, `${compared} codes were compared`)
  assert.equal(compared + countOf('second_factor_failed', 'too_early'), 16, 'the others were not')
  const verified = countOf('login_failed', 'wrong_password')
  assert.ok(verified >= 1 && verified <= limit, `${verified} passwords were verified`)
  for (const { userAgent, page } of mailed) {
    const dead = await userAgent.submit(page, { code: mailedCode })
    assert.equal(dead.url.pathname, '/ui/login/recovery/code', 'the mailed code is dead after five wrong ones')
  }

  assert.ok(isSignedIn(await owner.get(authorizationUrl(first, { prompt: 'none' }))), 'the session lives on')
  const known = await toCode(second, signedOutCopy(second, owner))
  assert.ok(isSignedIn(await known.userAgent.submit(known.page, { code: codeAt(second) })), 'a known browser is not blocked')
})

test('PW-07 a right password does not end the count of wrong codes', async () => {
  for (let round = 0; round < limit; round++) {
    first.clock.advance(901)
    const { userAgent, page } = await toCode(server(round))
    await userAgent.submit(page, { code: wrongCode(first) })
  }
  const { userAgent, page } = await toCode(first)
  const refused = await userAgent.submit(page, { code: codeAt(first) })
  assert.equal(refused.status, 429)
  assert.ok(asksForCode(refused))
  assert.ok(isSignedIn(await owner.get(authorizationUrl(second, { prompt: 'none' }))))
})

test('OT-12 of 20 parallel uses of one recovery code at two servers one succeeds, and it works in no browser afterwards', async () => {
  const [code = ''] = codes
  first.clock.advance(901)
  const waiting = await visits(20, toRecoveryCode)
  const pages = await Promise.all(waiting.map(async ({ userAgent, page }) => await userAgent.submit(page, { code })))
  assert.equal(pages.filter(isSignedIn).length, 1)
  const { userAgent, page } = await toCode(first, signedOutCopy(first, owner))
  const again = await userAgent.get(`${page.url.href}&factor=recovery_code`)
  assert.ok(!isSignedIn(await userAgent.submit(again, { code })))
})
