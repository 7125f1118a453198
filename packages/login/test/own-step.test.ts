// Steps of a host's own: what is refused when they are declared, and how they take part in a sign-in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineOwnStep, login, password } from '../src/index.ts'
import type { LoginUi, OwnStepSubject, Page } from '../src/index.ts'
import { dispatcherOf, openProvider, resumeOf, ui } from './provider.ts'
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
