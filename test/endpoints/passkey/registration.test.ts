// A registration that ends in a passkey, with or without a password.
import { loginMail, registration } from '@symbolon/login'
import { firstPasskey, passkey } from '@symbolon/login-passkey'
import { acmeDocument } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { authorizationUrl } from '../../support/code-flow.ts'
import { testHashing } from '../../support/hashing.ts'
import { answer, create, hasPasskeyForm, optionsOf, startWithPasskeys, use, withPolicy } from '../../support/passkeys.ts'
import type { PasskeyProvider } from '../../support/passkeys.ts'
import type { TestProviderOptions } from '../../support/provider.ts'

const open = { allowRegister: true }
const passwordPath = '/ui/login/registration/password'
const passkeyPath = '/ui/login/registration/passkey'
const nora = 'nora@mail.example'

interface Setting extends Pick<TestProviderOptions, 'authenticators' | 'steps'> {
  readonly policy?: Readonly<Record<string, unknown>>
  readonly hashing?: typeof testHashing | undefined
}

/** Runs with an organization that people may register in. @param lastCode the code that was mailed last */
async function withRegistration(
  run: (provider: PasskeyProvider, lastCode: () => string) => Promise<void>,
  { policy = open, hashing = testHashing, ...login }: Setting = {},
): Promise<void> {
  let sent = ''
  const write = (message: { readonly code?: string }): { subject: string; text: string; html: string } => {
    sent = message.code ?? sent
    return { subject: 'A code', text: 'A code', html: '<p>A code</p>' }
  }
  const mail = loginMail({ mailer: { send: async () => 'accepted' }, templates: { locales: ['en'], write } })
  const provider = await startWithPasskeys({
    document: withPolicy(acmeDocument(), policy),
    detours: [registration({ mail, ...(hashing === testHashing ? { hashing } : {}), passkey: firstPasskey(), organization: 'acme' })],
    ...login,
  })
  try {
    await run(provider, () => sent)
  } finally {
    await provider.close()
  }
}

/** Registers up to the page of the first credential. */
async function toCredential(provider: PasskeyProvider, userAgent: UserAgent, lastCode: () => string, email = nora): Promise<Page> {
  const start = await userAgent.get(authorizationUrl(provider, { prompt: 'create' }))
  const code = await userAgent.submit(start, { email })
  const names = await userAgent.submit(code, { code: lastCode() })
  return await userAgent.submit(names, { firstName: 'Nora', lastName: 'Berg' })
}

const usersOf = async ({ storage }: PasskeyProvider, email = nora) => (await storage.stores.users?.findByLoginName(email)) ?? []

describe('a registration that ends in a passkey', () => {
  test('RG-01 the passkey is offered next to the password, signs the new user in, and signs in again', () =>
    withRegistration(async (provider, lastCode) => {
      const userAgent = provider.newUserAgent()
      const page = await toCredential(provider, userAgent, lastCode)
      assert.equal(page.url.pathname, passwordPath)
      assert.match(page.text, /name="newPassword"/)
      assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self'/)
      const user = optionsOf(page)['user'] as { readonly id: string; readonly name: string; readonly displayName: string }
      assert.deepEqual([user.name, user.displayName], [nora, 'Nora Berg'])
      assert.deepEqual(await usersOf(provider), [], 'nothing is stored before')
      const { page: done, credential } = await create(provider, userAgent, page)
      assert.ok(done.redirectedTo?.searchParams.get('code'), done.text)

      const [match] = await usersOf(provider)
      assert.ok(match !== undefined)
      assert.equal(await provider.storage.stores.passwords?.find(match.user.id), undefined)
      const [stored, ...others] = (await provider.storage.stores.passkeys?.list(match.user.id)) ?? []
      assert.deepEqual([stored?.credentialId, stored?.userHandle, others], [credential.id, user.id, []])
      const other = provider.newUserAgent()
      const signedIn = await use(provider, other, await other.get(authorizationUrl(provider)), credential)
      assert.ok(signedIn.redirectedTo?.searchParams.get('code'), signedIn.text)
    }))

  test('RG-01 the form with the password works as before', () =>
    withRegistration(async (provider, lastCode) => {
      const userAgent = provider.newUserAgent()
      const page = await toCredential(provider, userAgent, lastCode)
      const newPassword = 'horse staple battery'
      const index = page.forms.findIndex(({ action }) => action === passwordPath)
      const next = await userAgent.submit(page, { newPassword, newPasswordAgain: newPassword }, index)
      const [match] = await usersOf(provider)
      assert.ok(match !== undefined, next.text)
      assert.notEqual(await provider.storage.stores.passwords?.find(match.user.id), undefined)
      assert.deepEqual(await provider.storage.stores.passkeys?.list(match.user.id), [])
    }))

  test('without passwords in the composition the page asks for a passkey alone, and no form takes a password', () =>
    withRegistration(
      async (provider, lastCode) => {
        const userAgent = provider.newUserAgent()
        const page = await toCredential(provider, userAgent, lastCode)
        assert.doesNotMatch(page.text, /name="newPassword"/)
        const newPassword = 'horse staple battery'
        const { fields = {} } = page.forms.find(({ action }) => action === passkeyPath) ?? {}
        const headers = { origin: provider.issuer, 'sec-fetch-site': 'same-origin' }
        const posted = { ...fields, newPassword, newPasswordAgain: newPassword }
        const refused = await userAgent.post(`${provider.issuer}${passwordPath}`, posted, { headers })
        assert.equal(refused.status, 403)
        assert.deepEqual(await usersOf(provider), [])
        const { page: done } = await create(provider, userAgent, page)
        assert.ok(done.redirectedTo?.searchParams.get('code'), done.text)
      },
      { authenticators: [passkey()], steps: [], hashing: undefined, policy: { ...open, allowUsernamePassword: false } },
    ))

  test('RG-03 where the policy allows no passkey alone, none is offered and none is taken', () =>
    withRegistration(async (provider, lastCode) => {
      const userAgent = provider.newUserAgent()
      const page = await toCredential(provider, userAgent, lastCode)
      assert.equal(hasPasskeyForm(page), true)
      await provider.apply(withPolicy(acmeDocument(), { ...open, passwordlessType: 'PASSWORDLESS_TYPE_NOT_ALLOWED' }))
      assert.equal(hasPasskeyForm(await userAgent.get(page.url.href)), false)
      assert.equal((await create(provider, userAgent, page)).page.status, 403)
      assert.deepEqual(await usersOf(provider), [])
    }))

  test('a key that did not verify its user, and a response to another registration or browser, create no user', () =>
    withRegistration(async (provider, lastCode) => {
      const userAgent = provider.newUserAgent()
      const page = await toCredential(provider, userAgent, lastCode)
      const { page: refused } = await create(provider, userAgent, page, { userVerified: false })
      assert.equal(refused.url.pathname, passwordPath)
      assert.match(refused.text, /The passkey was not created\. Try again\./)
      const stranger = provider.newUserAgent()
      const others = await toCredential(provider, stranger, lastCode, 'olga@mail.example')
      const { response } = provider.authenticator.create(optionsOf(others))
      assert.equal((await answer(userAgent, page, response)).url.pathname, passwordPath)
      assert.deepEqual(await usersOf(provider), [])
    }))

  test('WA-19 of two responses to one page only one creates the user, and a credential of another user creates none', () =>
    withRegistration(async (provider, lastCode) => {
      const userAgent = provider.newUserAgent()
      const page = await toCredential(provider, userAgent, lastCode)
      const credentialId = new Uint8Array(32).fill(7)
      const { response } = provider.authenticator.create(optionsOf(page), { credentialId })
      const answers = await Promise.all([answer(userAgent, page, response), answer(userAgent, page, response)])
      assert.ok(answers.some(({ redirectedTo }) => redirectedTo !== undefined))
      assert.equal((await usersOf(provider)).length, 1)
      const stranger = provider.newUserAgent()
      const other = await toCredential(provider, stranger, lastCode, 'olga@mail.example')
      const { page: refused } = await create(provider, stranger, other, { credentialId })
      assert.equal(refused.url.pathname, passwordPath)
      assert.deepEqual(await usersOf(provider, 'olga@mail.example'), [])
    }))
})

test('a registration needs passwords or passkeys', () => {
  const mail = loginMail({ mailer: { send: async () => 'accepted' }, templates: { locales: ['en'], write: () => assert.fail() } })
  assert.throws(() => registration({ mail }), { code: 'registration_without_credential' })
})
