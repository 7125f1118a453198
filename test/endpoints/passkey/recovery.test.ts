// The recovery of a password by a user whose second factor is a passkey or a security key.
import { loginMail, recovery } from '@symbolon/login'
import { acmeDocument, alice } from '@symbolon/test-kit'
import type { Page, UserAgent } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizationUrl } from '../../support/code-flow.ts'
import { testHashing } from '../../support/hashing.ts'
import { answer, create, optionsOf, startWithPasskeys, toOffer, use, withPolicy } from '../../support/passkeys.ts'
import type { PasskeyProvider } from '../../support/passkeys.ts'

const newPassword = 'horse staple battery'
const keysOnly = { passwordlessType: 'PASSWORDLESS_TYPE_NOT_ALLOWED', forceMfa: true, secondFactors: ['SECOND_FACTOR_TYPE_U2F'] }

/** Runs with a provider that asks Alice for a security key. @param lastCode the code that was mailed last */
async function withKey(run: (provider: PasskeyProvider, lastCode: () => string) => Promise<void>): Promise<void> {
  let sent = ''
  const write = (message: { readonly code?: string }): { subject: string; text: string; html: string } => {
    sent = message.code ?? sent
    return { subject: 'A code', text: 'A code', html: '<p>A code</p>' }
  }
  const mail = loginMail({ mailer: { send: async () => 'accepted' }, templates: { locales: ['en'], write } })
  const provider = await startWithPasskeys({
    document: withPolicy(acmeDocument(), keysOnly),
    detours: [recovery({ mail, hashing: testHashing })],
  })
  try {
    await run(provider, () => sent)
  } finally {
    await provider.close()
  }
}

/** Recovers the password of Alice up to the page of the second factor. */
async function toFactor(provider: PasskeyProvider, userAgent: UserAgent, lastCode: () => string): Promise<Page> {
  const name = await userAgent.get(authorizationUrl(provider))
  const typed = await userAgent.submit(name, { loginName: alice.loginName })
  const request = typed.url.searchParams.get('request') ?? ''
  const start = await userAgent.get(`${provider.issuer}/ui/login/recovery?request=${request}`)
  const asked = await userAgent.submit(start, { loginName: alice.loginName })
  return await userAgent.submit(asked, { code: lastCode() })
}

test('a user with a security key uses it before the new password, and again at the sign-in', () =>
  withKey(async (provider, lastCode) => {
    const { userAgent: first, page: offer } = await toOffer(provider)
    const traits = { userVerified: false, discoverable: false }
    const { credential, page: created } = await create(provider, first, offer, traits)
    assert.ok((await use(provider, first, created, credential, { userVerified: false })).redirectedTo)

    const userAgent = provider.newUserAgent()
    const asked = await toFactor(provider, userAgent, lastCode)
    assert.equal(asked.url.pathname, '/ui/login/recovery/second-factor')
    assert.match(asked.text, /If none of these options works, contact your administrator/)
    const refused = await answer(userAgent, asked, '{}')
    assert.equal(refused.url.pathname, '/ui/login/recovery/second-factor')
    assert.match(refused.text, /Try again, or choose another way/)

    const response = provider.authenticator.get(optionsOf(asked), credential, { userVerified: false })
    const next = await answer(userAgent, asked, response)
    assert.equal(next.url.pathname, '/ui/login/recovery/password')
    const signedIn = await userAgent.submit(next, { newPassword, newPasswordAgain: newPassword })
    const again = await userAgent.submit(signedIn, { password: newPassword })
    assert.equal(again.redirectedTo, undefined)
    assert.ok((await use(provider, userAgent, again, credential, { userVerified: false })).redirectedTo)
  }))

test('WA-01 the answer that proved a recovery is refused at the sign-in that follows', () =>
  withKey(async (provider, lastCode) => {
    const { userAgent: first, page: offer } = await toOffer(provider)
    const traits = { userVerified: false, discoverable: false }
    const { credential, page: created } = await create(provider, first, offer, traits)
    await use(provider, first, created, credential, { userVerified: false })

    const userAgent = provider.newUserAgent()
    const asked = await toFactor(provider, userAgent, lastCode)
    const response = provider.authenticator.get(optionsOf(asked), credential, { userVerified: false })
    const next = await answer(userAgent, asked, response)
    const signedIn = await userAgent.submit(next, { newPassword, newPasswordAgain: newPassword })
    const page = await userAgent.submit(signedIn, { password: newPassword })
    assert.match((await answer(userAgent, page, response)).url.pathname, /^\/ui\/login/)
    assert.equal(provider.audited.at(-1)?.details?.['reason'], 'challenge_used')
    assert.ok((await use(provider, userAgent, page, credential, { userVerified: false })).redirectedTo)
  }))
