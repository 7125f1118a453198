// What is composed into a login: steps that are required or offered, detours, and sign-ins that a page of this server asks for.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginInternalSignIn, defineAuthenticator, defineDetour, defineFormStep, defineSignInStep } from '../src/index.ts'
import type { AnySignInStep, PageRequest, Pages, StepFacts } from '../src/index.ts'
import { digest, fromRequest } from '@symbolon/core-protocol'
import { createPages, formOf } from '../src/visit/pages.ts'
import type { SignInClient } from '../src/visit/visit.ts'
import { dispatcherOf, issuer, openProvider, resumeOf, sessionCookie, start, ui } from './provider.ts'
import type { Browser, Provider } from './provider.ts'

const skipPath = '/ui/login/skip'

interface StepOptions {
  readonly proof?: AnySignInStep['proof']
  readonly due: (facts: StepFacts) => 'required' | 'offered' | undefined
  readonly onSkip?: (userId: string) => void
}

/** A step whose page shows its name in place of a login name. */
function step(name: string, { proof = 'session', due, onSkip }: StepOptions): AnySignInStep {
  return defineSignInStep({
    name,
    stores: ['policies'],
    proof,
    due: async (facts) => due(facts),
    page: async ({ form, skip }: PageRequest & { readonly skip?: { readonly action: string } }) => ({
      ...form,
      kind: 'one_time_code',
      action: skip?.action ?? '/ui/login/nowhere',
      loginName: name,
    }),
    skipped: async ({ user }) => onSkip?.(user.id),
    endpoints: () => [],
  })
}

async function signedIn(provider: Provider, run: (browser: Browser, id: string, provider: Provider) => Promise<void>): Promise<void> {
  try {
    const browser = provider.browser()
    const id = await browser.begin()
    await browser.signIn(id, 'ann', 'right')
    await run(browser, id, provider)
  } finally {
    await provider.close()
  }
}

async function shownStep(browser: Browser, id: string): Promise<string> {
  const { page } = await browser.get(dispatcherOf(id))
  return 'loginName' in page ? (page.loginName ?? '') : page.kind
}

async function skip(browser: Browser, id: string, name: string): Promise<string | undefined> {
  const { page } = await browser.get(dispatcherOf(id))
  const csrf = 'csrf' in page ? page.csrf : ''
  return (await browser.post(skipPath, { request: id, csrf, step: name })).location
}

test('the first offered step is shown, and who skips it is offered nothing else in this sign-in', async () => {
  const skipped: string[] = []
  const steps = [
    step('first', { due: () => 'offered', onSkip: (userId) => skipped.push(`first ${userId}`) }),
    step('never', { due: () => undefined }),
    step('second', { due: () => 'offered' }),
  ]
  await signedIn(await openProvider(undefined, { steps }), async (browser, id) => {
    assert.equal(await shownStep(browser, id), 'first')
    assert.equal(await skip(browser, id, 'second'), dispatcherOf(id), 'only the step that is shown can be skipped')
    assert.equal(await shownStep(browser, id), 'first')
    assert.equal(await skip(browser, id, 'first'), resumeOf(id))
    assert.equal(await shownStep(browser, id), 'leaving')
    assert.deepEqual(skipped, ['first ann'])
  })
})

test('a required step comes before offered ones, and is not skipped', async () => {
  const skipped: string[] = []
  const steps = [step('offer', { due: () => 'offered' }), step('duty', { due: () => 'required', onSkip: (userId) => skipped.push(userId) })]
  await signedIn(await openProvider(undefined, { steps }), async (browser, id, { stores }) => {
    assert.equal(await shownStep(browser, id), 'duty')
    assert.equal(await skip(browser, id, 'duty'), dispatcherOf(id))
    assert.equal(await shownStep(browser, id), 'duty')
    assert.deepEqual(skipped, [])
    assert.equal((await stores.authorizationRequests.find(id, Date.UTC(2026, 0, 1)))?.skipped, undefined)
  })
})

for (const due of ['required', 'offered'] as const) {
  test(`OT-06 a step that is ${due} comes after a fresh proof, unless it declares that the session is enough`, async () => {
    const undeclared = { ...step('undeclared', { due: () => due }), proof: undefined } as unknown as AnySignInStep
    for (const [each, page] of [
      [step('fresh', { proof: 'fresh', due: () => due }), 'password'],
      [undeclared, 'password'],
      [step('lenient', { due: () => due }), 'one_time_code'],
      [step('asking', { proof: 'own', due: () => due }), 'one_time_code'],
    ] as const) {
      const provider = await openProvider(undefined, { steps: [each] })
      await signedIn(provider, async (browser, id) => {
        assert.equal(await shownStep(browser, id), each.name)
        provider.wait(300_000)
        assert.equal((await browser.get(dispatcherOf(id))).page.kind, page, each.name)
        if (page !== 'password') return
        await browser.submit(id, { password: 'right' })
        assert.equal(await shownStep(browser, id), each.name)
      })
    }
  })
}

test('an offer is skipped without a fresh proof, and a required step is not', async () => {
  for (const due of ['required', 'offered'] as const) {
    const provider = await openProvider(undefined, { steps: [step('setup', { proof: 'fresh', due: () => due })] })
    await signedIn(provider, async (browser, id) => {
      provider.wait(300_000)
      assert.equal(await skip(browser, id, 'setup'), due === 'offered' ? resumeOf(id) : dispatcherOf(id))
    })
  }
})

test('OT-06 a login refuses a step that names a store of credentials and declares that the session is enough', async () => {
  const compose = async (store: 'passkeys' | 'passwords', proof: AnySignInStep['proof']): Promise<Provider> =>
    await openProvider(undefined, { steps: [{ ...step('setup', { proof, due: () => undefined }), stores: [store] }] })
  for (const store of ['passkeys', 'passwords'] as const) {
    await assert.rejects(compose(store, 'session'), { code: 'login_step_without_proof' })
    await (await compose(store, 'fresh')).close()
  }
  const endpoint = defineFormStep({} as Pages, {
    name: 'hidden',
    path: '/ui/login/hidden',
    stores: ['userLinks'],
    handle: async () => ({ status: 200, fields: {}, body: '' }),
  })
  const hidden = { ...step('setup', { due: () => undefined }), endpoints: () => [endpoint] }
  await assert.rejects(openProvider(undefined, { steps: [hidden] }), { code: 'login_step_without_proof' })
})

test('the facts of a step say who signed in, by which policy, and with which factors', async () => {
  const seen: StepFacts[] = []
  const watch = step('watch', {
    due: (facts) => {
      seen.push(facts)
      return undefined
    },
  })
  await signedIn(await openProvider(undefined, { steps: [watch] }), async (browser, id) => {
    assert.equal(await shownStep(browser, id), 'leaving')
    const facts = seen.at(-1)
    assert.equal(facts?.user.id, 'ann')
    assert.deepEqual(facts?.enrolled, [{ method: 'pwd', since: start - 86_400_000 }])
    assert.equal(facts?.policy.allowUsernamePassword, true)
    assert.equal(facts?.lacking, undefined)
    assert.equal(facts?.session.userId, 'ann')
  })
})

test('the sign-in methods of authenticators and detours are shown next to the fields of the login name and the password', async () => {
  const providers = [{ name: 'Elsewhere', path: '/ui/login/elsewhere' }]
  const outside = defineAuthenticator({
    name: 'outside',
    step: 'first_factor',
    stores: [],
    enrolled: async () => [],
    ways: async () => ({ providers }),
    endpoints: () => [],
  })
  const help = defineDetour({
    name: 'help',
    stores: [],
    ways: async (_visit, loginName) => (loginName === undefined ? {} : { recovery: { path: '/ui/login/help' } }),
    endpoints: () => [],
  })
  const only = await openProvider(() => [outside], { detours: [help] })
  try {
    const browser = only.browser()
    const id = await browser.begin()
    const first = await browser.get(dispatcherOf(id))
    assert.deepEqual('ways' in first.page ? first.page.ways : undefined, { providers })
    const second = await browser.submit(id, { loginName: 'unknown' })
    assert.equal(second.page.kind, 'first_factor')
    assert.deepEqual('ways' in second.page ? second.page.ways : undefined, { providers, recovery: { path: '/ui/login/help' } })
  } finally {
    await only.close()
  }
})

test('a sign-in that a page of this server asks for returns there, with a session', async () => {
  const provider = await openProvider()
  try {
    const { context, stores } = provider
    const answer = await beginInternalSignIn({ returnTo: '/ui/account', uiLocales: ['de'] }, fromRequest(new Request(issuer)), context)
    const location = String(answer.fields?.['location'])
    const id = new URL(location, issuer).searchParams.get('request') ?? ''
    const browser = provider.browser()
    for (const cookie of answer.cookies ?? []) {
      const [pair = ''] = cookie.split(';')
      browser.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const first = await browser.get(location)
    assert.equal(first.locale, 'de')
    assert.equal('applicationName' in first.page ? first.page.applicationName : '', 'id.example')
    const last = await browser.signIn(id, 'ann', 'right')
    assert.deepEqual(last.page, { kind: 'leaving', target: '/ui/account', applicationName: 'id.example' })
    const [session] = await stores.sessions.list(digest(browser.cookies.get(sessionCookie) ?? ''), context.now())
    assert.equal(session?.userId, 'ann')
    assert.ok(provider.audited.some(({ type, clientId }) => type === 'login_succeeded' && clientId === undefined))
  } finally {
    await provider.close()
  }
})

for (const returnTo of ['https://evil.example/', '//evil.example', '/\\evil.example', 'account', '/a\nb', '/a b', '/a"b']) {
  test(`a sign-in never returns to ${JSON.stringify(returnTo)}`, async () => {
    const provider = await openProvider()
    try {
      await assert.rejects(beginInternalSignIn({ returnTo }, fromRequest(new Request(issuer)), provider.context), TypeError)
    } finally {
      await provider.close()
    }
  })
}

test('the user interface names the product in a sign-in to a page of this server, and the application in others', () => {
  const named = createPages({ ...ui, productName: 'Harbour ID' }, 'en')
  const pages: readonly (readonly [client: SignInClient, shown: string])[] = [
    [{ name: 'id.example' }, 'Harbour ID'],
    [{ clientId: 'client-1', name: 'Shop' }, 'Shop'],
  ]
  const branding = {
    themeMode: 'auto',
    light: {},
    dark: {},
    hideLoginNameSuffix: false,
    disableWatermark: false,
    images: {},
    links: {},
    texts: {},
  } as const
  for (const [client, shown] of pages) {
    const request = fromRequest(new Request(issuer))
    const pending = { id: 'r', request: { prompt: [], uiLocales: [], returnTo: '/ui/account' }, createdAt: 0, expiresAt: 1 }
    const visit = {
      request,
      pending,
      client,
      purpose: { ...pending, client: undefined },
      csrf: 'c',
      userAgent: { digest: undefined, candidates: [] },
      eligible: [],
      organization: undefined,
      now: 0,
      branding,
    }
    const { body } = named.form({ ...formOf(visit), kind: 'login_name', action: '/ui/login/login-name' }, visit)
    assert.equal(JSON.parse(String(body)).page.applicationName, shown)
  }
})
