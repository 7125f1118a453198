// Steps of a host's own: what is refused when they are declared, and how they take part in a sign-in.
import { fromRequest, identifyUserAgent, interaction, isAuthorizationRequest } from '@symbolon/core-protocol'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineOwnStep, login, password } from '../src/index.ts'
import type { LoginUi, OwnStepSubject, Page } from '../src/index.ts'
import { dispatcherOf, issuer, openProvider, resumeOf, ui } from './provider.ts'
import type { Browser } from './provider.ts'

const knowing = (...ownPages: readonly string[]): LoginUi => ({ ...ui, ownPages })

/** A step that asks for a nickname, and keeps it here. */
function nickname(due: 'required' | 'offered', kept: Map<string, string>, skipped: string[] = []) {
  return defineOwnStep({
    name: 'nickname',
    stores: ['userMetadata'],
    proof: 'session',
    refusals: ['missing', 'taken'],
    facts: async ({ user }) => ({ name: kept.get(user.id), taken: [...kept.values()] }),
    due: ({ name }) => (name === undefined ? due : undefined),
    page: ({ taken }, { user }) => ({ hint: user.displayName, taken: taken.length }),
    async submit({ fields: { nickname: typed = '' }, facts: { taken }, user }) {
      if (typed === '') return 'missing'
      if (taken.includes(typed)) return 'taken'
      kept.set(user.id, typed)
      return undefined
    },
    skipped: async ({ user }: OwnStepSubject) => void skipped.push(user.id),
  })
}

async function pageOf(browser: Browser, id: string): Promise<Page> {
  return (await browser.get(dispatcherOf(id))).page
}

test('the page of a required step stands in the way, with its model, and its form ends it', async () => {
  const kept = new Map([['bob', 'B']])
  const step = nickname('required', kept)
  const provider = await openProvider(undefined, { ui: knowing('nickname'), steps: [step] })
  try {
    const browser = provider.browser()
    const id = await browser.begin()
    const { page } = await browser.signIn(id, 'ann', 'right')
    assert.ok(step.shows(page))
    // The types of model and error are those of the declaration.
    const { hint, taken }: { hint: string; taken: number } = page.model
    const error: 'missing' | 'taken' | undefined = page.error
    assert.deepEqual({ hint, taken, error }, { hint: 'ann Lee', taken: 1, error: undefined })
    assert.equal(page.skip, undefined)
    assert.equal(provider.audited.filter(({ type }) => type === 'login_succeeded').length, 0)

    const refused = await browser.submit(id, { nickname: 'B' })
    assert.ok(step.shows(refused.page))
    assert.equal(refused.page.error, 'taken')
    for (const foreign of ['missing', 'other.missing', 'nickname.other', 'nickname.', 'user_not_active.missing']) {
      const { page: shown } = await browser.get(`${dispatcherOf(id)}&error=${foreign}`)
      assert.ok(step.shows(shown) && shown.error === undefined, foreign)
    }
    assert.equal((await browser.submit(id, { nickname: 'A' })).location, resumeOf(id))
    assert.deepEqual([...kept], [['bob', 'B'], ['ann', 'A']]) // prettier-ignore
    assert.equal(provider.audited.filter(({ type }) => type === 'login_succeeded').length, 1)
  } finally {
    await provider.close()
  }
})

test('an offered step can be skipped, which the step remembers', async () => {
  const [kept, skipped] = [new Map<string, string>(), [] as string[]]
  const provider = await openProvider(undefined, { ui: knowing('nickname'), steps: [nickname('offered', kept, skipped)] })
  try {
    const browser = provider.browser()
    const id = await browser.begin()
    const { page } = await browser.signIn(id, 'ann', 'right')
    assert.ok(page.kind === 'own' && page.skip !== undefined)
    const { action, step } = page.skip
    assert.equal((await browser.post(action, { request: id, csrf: page.csrf, step })).location, resumeOf(id))
    assert.deepEqual(skipped, ['ann'])
    const late = await browser.post(page.action, { request: id, csrf: page.csrf, nickname: 'A' })
    assert.equal(late.location, dispatcherOf(id), 'the form comes after the skip')
    assert.equal(kept.size, 0)
  } finally {
    await provider.close()
  }
})

test('two own steps are taken in the order of the list, and none knows the other', async () => {
  const taken: string[] = []
  const step = (name: string) =>
    defineOwnStep({
      name,
      stores: [],
      proof: 'session',
      refusals: [],
      facts: async () => taken.includes(name),
      due: (isTaken) => (isTaken ? undefined : 'required'),
      page: () => name,
      submit: async () => void taken.push(name),
    })
  const provider = await openProvider(undefined, { ui: knowing('one', 'two'), steps: [step('one'), step('two')] })
  try {
    const browser = provider.browser()
    const id = await browser.begin()
    await browser.signIn(id, 'ann', 'right')
    const first = await pageOf(browser, id)
    assert.ok(first.kind === 'own' && first.step === 'one')
    const second = (await browser.submit(id, {})).page
    assert.ok(second.kind === 'own' && second.step === 'two')
    // The page of the first one was still open in another tab.
    await browser.post(first.action, { request: id, csrf: first.csrf })
    assert.deepEqual(taken, ['one'])
    assert.equal((await browser.submit(id, {})).location, resumeOf(id))
    assert.deepEqual(taken, ['one', 'two'])
  } finally {
    await provider.close()
  }
})

const plain = {
  stores: [],
  proof: 'session',
  refusals: [],
  facts: async () => 0,
  due: () => undefined,
  page: () => 0,
  submit: async () => undefined,
} as const

/** A step that asks for consent to a scope, once for each application and scope. */
function consent(decisions: Map<string, 'yes' | 'no'>, seen: OwnStepSubject['purpose'][] = []) {
  return defineOwnStep({
    name: 'consent',
    stores: [],
    proof: 'session',
    refusals: [],
    facts: async ({ user, purpose }) => {
      seen.push(purpose)
      const scope = purpose === undefined || 'returnTo' in purpose.request ? undefined : purpose.request.scope.join(' ')
      return { decision: decisions.get(`${user.id} ${purpose?.client?.clientId} ${scope}`), asks: scope !== undefined }
    },
    due: ({ decision, asks }) => {
      if (decision === 'no') return 'denied'
      return asks && decision === undefined ? 'consent_required' : undefined
    },
    page: (_facts, { purpose }) => ({ application: purpose?.client?.name }),
    async submit({ fields, user, purpose }) {
      if (purpose !== undefined && !('returnTo' in purpose.request))
        decisions.set(`${user.id} ${purpose.client?.clientId} ${purpose.request.scope.join(' ')}`, fields['allow'] === 'yes' ? 'yes' : 'no')
      return undefined
    },
  })
}

test('a step sees the request with its prompt, the client, and the id of the stored request', async () => {
  const seen: OwnStepSubject['purpose'][] = []
  const step = consent(new Map(), seen)
  const provider = await openProvider(undefined, { ui: knowing('consent'), steps: [step] })
  try {
    const browser = provider.browser()
    const id = await browser.begin({ prompt: ['consent'], scope: ['openid', 'email'] })
    const { page } = await browser.signIn(id, 'ann', 'right')
    assert.ok(step.shows(page))
    assert.deepEqual(page.model, { application: 'Shop' })
    for (const purpose of seen) {
      assert.deepEqual(purpose?.request.prompt, ['consent'])
      assert.ok(purpose !== undefined && !('returnTo' in purpose.request))
      assert.deepEqual(purpose.request.scope, ['openid', 'email'])
      assert.deepEqual([purpose.client?.clientId, purpose.id], ['client-1', id])
    }
    assert.equal((await browser.submit(id, { allow: 'yes' })).location, resumeOf(id))
  } finally {
    await provider.close()
  }
})

/** What the authorization endpoint decides for the browser. */
async function decisionOf(provider: Awaited<ReturnType<typeof openProvider>>, browser: Browser, id: string, prompt: 'none' | undefined) {
  const { stores, context } = provider
  const pending = await stores.authorizationRequests.find(id, context.now())
  assert.ok(pending !== undefined && isAuthorizationRequest(pending))
  const request = { ...pending.request, prompt: prompt === undefined ? [] : [prompt] }
  const header = (name: string): string | undefined =>
    name === 'cookie' ? [...browser.cookies].map((pair) => pair.join('=')).join('; ') : undefined
  const client = await stores.clients.find('client-1')
  const purpose = { ...pending, request, client }
  const { candidates } = await identifyUserAgent(
    { ...fromRequest(new Request(issuer)), header },
    context,
    async (session, user) => await provider.part.due(session, user, purpose, context),
  )
  return interaction(request, candidates, { requestedAt: pending.createdAt, now: context.now(), chosenSessionId: undefined })
}

test('a step that asks for consent answers prompt=none with consent_required, and a step that is merely required with interaction_required', async () => {
  for (const [step, error] of [
    [consent(new Map()), 'consent_required'],
    [nickname('required', new Map()), 'interaction_required'],
  ] as const) {
    const provider = await openProvider(undefined, { ui: knowing('consent', 'nickname'), steps: [step] })
    try {
      const browser = provider.browser()
      const id = await browser.begin()
      await browser.signIn(id, 'ann', 'right')
      const decision = await decisionOf(provider, browser, id, 'none')
      assert.equal(decision.kind === 'error' ? decision.error : decision.kind, error)
      assert.equal((await decisionOf(provider, browser, id, undefined)).kind, 'authenticate')
    } finally {
      await provider.close()
    }
  }
})

test('a step that denies answers the application with access_denied, without a page', async () => {
  const decisions = new Map<string, 'yes' | 'no'>()
  const provider = await openProvider(undefined, {
    ui: knowing('consent', 'nickname'),
    steps: [nickname('required', new Map()), consent(decisions)],
  })
  try {
    decisions.set('ann client-1 openid', 'no')
    const browser = provider.browser()
    const id = await browser.begin()
    assert.equal((await browser.signIn(id, 'ann', 'right')).location, resumeOf(id), 'no page of another step is shown')
    for (const prompt of ['none', undefined] as const) {
      const decision = await decisionOf(provider, browser, id, prompt)
      assert.equal(decision.kind === 'error' ? decision.error : decision.kind, 'access_denied')
    }
    decisions.delete('ann client-1 openid')
    assert.equal((await decisionOf(provider, browser, id, undefined)).kind, 'authenticate')
  } finally {
    await provider.close()
  }
})

test('a form that makes a step deny ends the request with access_denied', async () => {
  const provider = await openProvider(undefined, { ui: knowing('consent'), steps: [consent(new Map())] })
  try {
    const browser = provider.browser()
    const id = await browser.begin()
    await browser.signIn(id, 'ann', 'right')
    assert.equal((await browser.submit(id, { allow: 'no' })).location, resumeOf(id))
    const decision = await decisionOf(provider, browser, id, undefined)
    assert.equal(decision.kind === 'error' ? decision.error : decision.kind, 'access_denied')
  } finally {
    await provider.close()
  }
})

test('a step that denies a sign-in to a page of this server shows why, and never leads back to the page', async () => {
  const denying = defineOwnStep({ ...plain, name: 'closed', due: () => 'denied' })
  const provider = await openProvider(undefined, { ui: knowing('closed'), steps: [denying] })
  try {
    const browser = provider.browser()
    const answer = await provider.part.signIn(
      { returnTo: '/ui/account' },
      fromRequest(new Request(issuer)),
      provider.context,
      provider.context,
    )
    const [cookie = ''] = answer.cookies ?? []
    const [pair = ''] = cookie.split(';')
    browser.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    const id = new URL(answer.fields['location'] ?? '', issuer).searchParams.get('request') ?? ''
    await browser.signIn(id, 'ann', 'right')
    const shown = await browser.get(dispatcherOf(id))
    assert.equal(shown.status, 403)
    assert.ok(shown.page.kind === 'error' && shown.page.code === 'user_not_admitted' && shown.page.otherUserPath !== undefined)
  } finally {
    await provider.close()
  }
})

for (const name of ['first_factor', 'second_factor', 'factor_setup', 'password_change', 'Terms', 'a/b', '', 'a'.repeat(41)]) {
  test(`a step cannot be named ${JSON.stringify(name)}`, () => {
    assert.throws(() => defineOwnStep({ ...plain, name }), { code: 'invalid_own_step' })
  })
}

test('a login is refused whose user interface has no page for an own step', () => {
  const hashing = { inspect: () => ({ supported: false, reason: 'malformed' }) as const, verify: never, verifyAbsent: never, hash: never }
  const compose = (given: LoginUi) =>
    login({ ui: given, authenticators: [password({ hashing })], steps: [defineOwnStep({ ...plain, name: 'terms' })] })
  assert.throws(() => compose(ui), { code: 'login_page_missing' })
  assert.throws(() => compose(knowing('other')), { code: 'login_page_missing' })
  assert.equal(compose(knowing('terms')).endpoints.filter(({ path }) => path === '/ui/login/own/terms').length, 1)
})

test('a step has the stores that it declares, and no others', () => {
  defineOwnStep({
    ...plain,
    name: 'terms',
    stores: ['userMetadata'],
    facts: async ({ user }, { stores }) => await stores.userMetadata.list(user.id),
  })
  defineOwnStep({
    ...plain,
    name: 'terms',
    stores: ['userMetadata'],
    // @ts-expect-error no step of a login is given the tokens
    facts: async (_, { stores }) => stores.accessTokens,
  })
})

async function never(): Promise<never> {
  throw new Error('unused')
}
