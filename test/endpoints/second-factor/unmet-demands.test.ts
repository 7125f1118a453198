// What a document demands of a sign-in and no step here gives: the sign-in is refused, never let through without it.
import { documentOrgSchema, readFitting } from '@symbolon/schema-v2'
import { alice, signIn } from '@symbolon/test-kit'
import type { Page } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acmeWith } from '../../support/acme.ts'
import { authorizationUrl, authorize } from '../../support/code-flow.ts'
import { startTestProvider } from '../../support/provider.ts'
import type { TestProvider } from '../../support/provider.ts'
import { careful, codeAt, documentWithApps, isSignedIn } from '../../support/second-factor.ts'

async function withProvider(document: ReturnType<typeof acmeWith>, run: (provider: TestProvider) => Promise<void>): Promise<void> {
  const provider = await startTestProvider({ document })
  try {
    await run(provider)
  } finally {
    await provider.close()
  }
}

function assertRefused(page: Page, says: RegExp): void {
  assert.equal(page.status, 403)
  assert.equal(page.redirectedTo, undefined)
  assert.match(page.text, says)
}

test('a user who has to change the password is not signed in with the old one, and has no usable session', async () => {
  const waiting = { loginName: 'waiting@acme.example', password: 'a password that another user chose' }
  const user = { userName: 'waiting', password: waiting.password, passwordChangeRequired: true, profile: { firstName: 'W', lastName: 'W' } }
  await withProvider(acmeWith({ humanUsers: [{ userId: 'waiting', user }] }), async (provider) => {
    const userAgent = provider.newUserAgent()
    assertRefused(await signIn(userAgent, await userAgent.get(authorizationUrl(provider)), waiting), /New password required/)
    assertRefused(await userAgent.get(authorizationUrl(provider)), /New password required/)
    const silent = await userAgent.get(authorizationUrl(provider, { prompt: 'none' }))
    assert.equal(silent.redirectedTo?.searchParams.get('error'), 'interaction_required')
    assert.ok(isSignedIn(await authorize(provider, {}, provider.newUserAgent(), alice)), 'no other user is affected')
  })
})

test('where a policy demands a second factor of a kind that is not checked here, a code does not take its place', async () => {
  const loginPolicy = { allowUsernamePassword: true, forceMfa: true, secondFactors: ['SECOND_FACTOR_TYPE_U2F'] as const }
  await withProvider(documentWithApps([careful.id], { loginPolicy }), async (provider) => {
    const userAgent = provider.newUserAgent()
    const page = await authorize(provider, {}, userAgent, { ...careful, code: () => codeAt(provider) })
    assertRefused(page, /Two-step verification is not available/)
    assertRefused(await userAgent.get(authorizationUrl(provider)), /Two-step verification is not available/)
  })
  const both = { ...loginPolicy, secondFactors: ['SECOND_FACTOR_TYPE_U2F', 'SECOND_FACTOR_TYPE_OTP'] as const }
  await withProvider(documentWithApps([careful.id], { loginPolicy: both }), async (provider) => {
    assert.ok(isSignedIn(await authorize(provider, {}, provider.newUserAgent(), { ...careful, code: () => codeAt(provider) })))
  })
})

test('unreadable factors of an imported policy do not allow every factor', async () => {
  const lists = [
    { secondFactors: 'SECOND_FACTOR_TYPE_U2F' },
    { secondFactors: ['U2F'] },
    { multiFactors: [{ type: 1 }] },
    { second_factors: 2 },
  ]
  for (const factors of lists) {
    const { read, misfits } = readFitting(documentOrgSchema, {
      orgId: 'acme',
      loginPolicy: { allowUsernamePassword: true, forceMfa: true, ...factors },
    })
    assert.deepEqual(
      misfits.map(({ stricter }) => stricter),
      [true],
    )
    const { loginPolicy } = read?.value ?? {}
    if (loginPolicy === undefined) throw new Error('no policy')
    await withProvider(documentWithApps([careful.id], { loginPolicy }), async (provider) => {
      const page = await authorize(provider, {}, provider.newUserAgent(), { ...careful, code: () => codeAt(provider) })
      assertRefused(page, /Two-step verification is not available/)
    })
  }
})
