// The registration of new people: by a mailed code, and against squatting, probing and floods.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FirstPasswordPage, MailedCodePage, RegistrationNamesPage } from '../src/index.ts'
import { registrationNamesPath, registrationPasswordPath } from '../src/registration/flow.ts'
import { takeMails } from './mails.ts'
import { dispatcherOf, human, instancePolicy } from './provider.ts'
import type { Answer, Browser, Provider } from './provider.ts'
import {
  begin,
  both,
  findByName,
  names,
  newPassword,
  oneMail,
  open,
  pageOf,
  post,
  prove,
  register,
  startPath,
  withRegistration,
} from './registering.ts'
import { askAgain } from './verifying.ts'

describe('a registration', () => {
  test('LG-32 another code that the limit does not allow leaves the one that arrived', () =>
    withRegistration(async (provider, browser) => {
      const page = await begin(browser, 'nora@new.example')
      const { code = '' } = (await oneMail(provider)).message
      provider.wait(61_000)
      await begin(provider.browser(), 'nora@new.example')
      await takeMails(provider)
      provider.wait(5000)
      const again = await askAgain(browser, page)
      assert.deepEqual(await takeMails(provider), [])
      pageOf<RegistrationNamesPage>(await post(browser, again, { code }), 'registration_names')
    }))

  test('leads back to the names while they are missing', () =>
    withRegistration(async (provider, browser) => {
      const shown = await prove(provider, browser, 'nora@new.example')
      const { flow, requestId } = pageOf<RegistrationNamesPage>(shown, 'registration_names')
      const skipped = await browser.get(`${registrationPasswordPath}?${new URLSearchParams({ request: requestId, flow })}`)
      assert.equal(skipped.status, 303)
      assert.equal(skipped.location?.split('?')[0], registrationNamesPath)
      assert.equal((await browser.get(skipped.location ?? '')).page.kind, 'registration_names')
    }))

  test('leads from an address by code, names and password to a sign-in', () =>
    withRegistration(async (provider, browser) => {
      const request = await browser.begin()
      const signIn = await browser.get(dispatcherOf(request))
      assert.ok(signIn.page.kind === 'login_name')
      assert.deepEqual(signIn.page.ways?.registration, { path: `${startPath}?request=${request}` })
      const start = await browser.get(`${startPath}?request=${request}`)
      assert.equal(start.page.kind, 'registration')
      const asked = await post(browser, start, { email: ' Nora@New.example ' })
      assert.equal(pageOf<MailedCodePage>(asked, 'mailed_code').sentTo, 'Nora@new.example')
      const sent = await oneMail(provider)
      assert.equal(sent.to, 'Nora@new.example')
      assert.equal(sent.message.kind, 'registration')
      assert.equal(sent.message.applicationName, 'Shop')
      assert.equal(sent.message.link, undefined)

      const wrong = await post(browser, asked, { code: 'AAAAAA' })
      assert.equal(pageOf<MailedCodePage>(wrong, 'mailed_code').error, 'invalid_mailed_code')
      const shown = await post(browser, wrong, { code: sent.message.code ?? '' })
      const page = pageOf<RegistrationNamesPage>(shown, 'registration_names')
      assert.equal(page.email, 'Nora@new.example')
      assert.equal(page.userName, undefined)
      const next = await post(browser, shown, names)
      const first = pageOf<FirstPasswordPage>(next, 'first_password')
      assert.equal(first.purpose, 'registration')
      assert.equal(first.loginName, 'Nora@new.example')
      assert.deepEqual(first.rules, { minLength: 15, requires: [] })
      assert.deepEqual(await findByName(provider, 'nora@new.example'), [], 'no user exists before the password')
      assert.equal((await post(browser, next, both)).page.kind, 'leaving')

      const [user, ...others] = await findByName(provider, 'nora@new.example')
      assert.deepEqual(others, [])
      assert.ok(user !== undefined)
      assert.equal(user.orgId, 'org-1')
      assert.equal(user.userName, 'Nora@new.example')
      assert.equal(user.displayName, 'Nora Berg')
      assert.equal(user.state, 'active')
      assert.deepEqual(user.email, { address: 'Nora@new.example', verified: true })
      const created = provider.audited.find(({ type }) => type === 'resource_created')
      assert.deepEqual(created?.subject, { kind: 'humanUser', id: user.id })
      assert.deepEqual(created?.details, { by: 'registration' })

      const later = provider.browser()
      const again = await later.begin()
      await later.submit(again, { loginName: 'nora@new.example' })
      assert.equal((await later.submit(again, { password: newPassword })).page.kind, 'leaving')
    }))

  test('prompt=create leads to it, and its way back to the login name', () =>
    withRegistration(async (_provider, browser) => {
      const request = await browser.begin({ prompt: ['create'], loginHint: 'nora@new.example' })
      const { location, status } = await browser.get(dispatcherOf(request))
      assert.equal(status, 303)
      assert.equal(location, `${startPath}?request=${request}`)
      const { page } = await browser.get(location ?? '')
      assert.ok(page.kind === 'registration')
      assert.equal(page.email, 'nora@new.example')
      assert.equal((await browser.get(page.backToSignIn.path)).page.kind, 'login_name')
    }))

  test('prompt=create responds with the new user, next to another user who is signed in', () =>
    withRegistration(async (provider, browser) => {
      await browser.signIn(await browser.begin(), 'ann', 'right')
      assert.equal((await register(provider, browser, 'nora@new.example', { prompt: ['create'] })).page.kind, 'leaving')
    }))

  test('required steps follow', () =>
    withRegistration(
      async (provider, browser) => {
        const answer = await register(provider, browser, 'nora@new.example')
        assert.equal(answer.page.kind, 'error', 'this login cannot set up the factor that the policy requires')
        assert.equal((await findByName(provider, 'nora@new.example')).length, 1)
      },
      { loginPolicy: { ...open, forceMfa: true } },
    ))

  test('what was typed is kept when it is refused', () =>
    withRegistration(async (provider, browser) => {
      const shown = await prove(provider, browser, 'nora@new.example')
      const refused = pageOf<RegistrationNamesPage>(await post(browser, shown, { firstName: 'Nora', lastName: ' ' }), 'registration_names')
      assert.equal(refused.error, 'missing_name')
      assert.equal(refused.firstName, 'Nora')
      const next = await post(browser, shown, names)
      for (const [typed, error] of [
        ['', 'missing_new_password'],
        ['short', 'password_too_short'],
        ['nora berg nora berg', 'password_personal'],
      ] as const) {
        const page = pageOf<FirstPasswordPage>(await post(browser, next, { newPassword: typed, newPasswordAgain: typed }), 'first_password')
        assert.equal(page.error, error)
      }
      assert.equal((await post(browser, next, both)).page.kind, 'leaving')
    }))

  test('text that is not the address of one mailbox is refused on its page', () =>
    withRegistration(async (provider, browser) => {
      for (const email of [
        '',
        'nora',
        'a@b',
        'a@x.example,b@x.example',
        `${'n'.repeat(64)}@${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.example`,
      ]) {
        const refused = await begin(browser, email)
        assert.ok(refused.page.kind === 'registration', email)
        assert.equal(refused.page.error, 'invalid_email')
      }
      assert.deepEqual(await takeMails(provider), [])
    }))

  test('a form that is posted twice creates one user and ends signed in', () =>
    withRegistration(async (provider, browser) => {
      const next = await post(browser, await prove(provider, browser, 'nora@new.example'), names)
      await post(browser, next, both)
      assert.equal((await post(browser, next, both)).page.kind, 'leaving')
      assert.equal((await findByName(provider, 'nora@new.example')).length, 1)
    }))
})

describe('RG-01 an address', () => {
  test('belongs to no user before its mailbox is proven', () =>
    withRegistration(async (provider, browser) => {
      const asked = await begin(browser, 'victim@new.example')
      await takeMails(provider)
      const { requestId, csrf, flow } = pageOf<MailedCodePage>(asked, 'mailed_code')
      for (const path of ['names', 'password']) {
        assert.equal((await browser.get(`${startPath}/${path}?request=${requestId}&flow=${flow}`)).status, 400)
        await browser.post(`${startPath}/${path}`, { request: requestId, csrf, flow, ...names, ...both })
      }
      assert.deepEqual(await findByName(provider, 'victim@new.example'), [])
      provider.wait(61_000)
      assert.equal((await register(provider, provider.browser(), 'victim@new.example')).page.kind, 'leaving', 'its owner gets it')
    }))

  test('that another user got meanwhile is not assigned twice', () =>
    withRegistration(async (provider, browser) => {
      const next = await post(browser, await prove(provider, browser, 'nora@new.example'), names)
      await provider.put(human('early', undefined))
      await provider.put({
        kind: 'humanUser',
        key: ['early'],
        orgId: 'org-1',
        content: { userId: 'early', user: { userName: 'early', profile: names, email: { email: 'Nora@new.example' } } },
      })
      const refused = await post(browser, next, both)
      assert.equal(refused.status, 409)
      assert.ok(refused.page.kind === 'error')
      assert.equal(refused.page.code, 'registration_taken')
    }))
})

describe('RG-02 a registration does not reveal who has an account', () => {
  test('a taken, a free and a given-up address lead to the same pages and rows', () =>
    withRegistration(async (provider) => {
      await provider.put(human('bob', 'new:right'), human('gone', 'new:right'))
      await provider.stores.directory.apply({ put: [], remove: [{ kind: 'humanUser', key: ['gone'] }] }, provider.context.now())
      const addresses = ['ann@mail.example', 'bob@org.example', 'free@mail.example', 'gone@mail.example', 'ANN@mail.example']
      const seen = new Set<string>()
      for (const email of addresses) {
        const browser = provider.browser()
        const { page, status, headers } = await begin(browser, email)
        const {
          csrf: _csrf,
          requestId: _id,
          flow: _flow,
          sentTo: _to,
          resend: _resend,
          backToSignIn: _back,
          ...shown
        } = page as MailedCodePage
        const wrong = await post(browser, { page } as Answer, { code: 'AAAAAA' })
        seen.add(JSON.stringify([shown, status, [...headers.keys()], (wrong.page as MailedCodePage).error, wrong.status]))
        provider.wait(61_000)
      }
      assert.equal(seen.size, 1, [...seen].join('\n'))
      const kinds = (await takeMails(provider)).map(({ to, message: { kind, code } }) => [to, kind, code !== undefined])
      assert.deepEqual(kinds, [
        ['ann@mail.example', 'registration_existing', false],
        ['bob@org.example', 'registration_existing', false],
        ['free@mail.example', 'registration', true],
        ['gone@mail.example', 'registration', true],
        ['ANN@mail.example', 'registration_existing', false],
      ])
    }))

  test('the mail to a taken address names the account only to its proven owner', () =>
    withRegistration(async (provider, browser) => {
      await begin(browser, 'ann@mail.example')
      assert.equal((await oneMail(provider)).message.placeholders['PreferredLoginName'], 'ann@org.example')
      await provider.put({
        kind: 'humanUser',
        key: ['typo'],
        orgId: 'org-1',
        content: { userId: 'typo', user: { userName: 'secret-name', profile: names, email: { email: 'stranger@mail.example' } } },
      })
      await begin(browser, 'stranger@mail.example')
      const { message } = await oneMail(provider)
      assert.equal(message.kind, 'registration_existing')
      assert.equal(message.placeholders['PreferredLoginName'], 'stranger@mail.example')
      assert.ok(!JSON.stringify(message).includes('secret-name'))
    }))
})

describe('RG-03 a registration that is closed', () => {
  const isClosed = async (provider: Provider, browser: Browser): Promise<void> => {
    const request = await browser.begin({ prompt: ['create'] })
    const { page } = await browser.get(dispatcherOf(request))
    assert.ok(page.kind === 'login_name')
    assert.equal(page.ways?.registration, undefined)
    assert.equal((await browser.get(`${startPath}?request=${request}`)).location, dispatcherOf(request))
    const refused = await browser.post(startPath, { request, csrf: page.csrf, email: 'nora@new.example' })
    assert.equal(refused.status, 403)
    assert.ok(refused.page.kind === 'error')
    assert.equal(refused.page.code, 'registration_closed')
    assert.deepEqual(await takeMails(provider), [])
  }

  test('has no link, and takes no form', async () => {
    for (const loginPolicy of [{ allowUsernamePassword: true }, { allowRegister: true }]) await withRegistration(isClosed, { loginPolicy })
  })

  test('is closed where the default organization is missing or switched off, for addresses of no organization', async () => {
    for (const organization of ['', 'unknown']) {
      await withRegistration(
        async (provider, browser) => {
          const refused = await begin(browser, 'nora@new.example')
          assert.equal(refused.status, 403)
          assert.deepEqual(await takeMails(provider), [])
        },
        { organization },
      )
    }
  })

  test('a request that demands a user has no registration', () =>
    withRegistration(async (_provider, browser) => {
      const { page } = await browser.get(dispatcherOf(await browser.begin({ subject: 'ann' })))
      assert.ok(page.kind === 'login_name')
      assert.equal(page.ways?.registration, undefined)
    }))

  test('it closes for drafts as well, and no draft moves to another browser or sign-in', () =>
    withRegistration(async (provider, browser) => {
      const shown = await prove(provider, browser, 'nora@new.example')
      const { flow, requestId } = pageOf<RegistrationNamesPage>(shown, 'registration_names')
      const thief = provider.browser()
      assert.equal((await thief.get(`${startPath}/names?request=${requestId}&flow=${flow}`)).status, 400)
      const other = await begin(thief, 'thief@new.example')
      await takeMails(provider)
      for (const path of ['names', 'password', 'code']) {
        const { requestId: own, csrf } = other.page as MailedCodePage
        assert.equal((await thief.get(`${startPath}/${path}?request=${own}&flow=${flow}`)).status, 400, path)
        await thief.post(`${startPath}/${path}`, { request: own, csrf, flow, ...names, ...both, code: 'AAAAAA' })
      }
      const next = await post(browser, shown, names)
      await provider.put(instancePolicy('loginPolicy', { allowUsernamePassword: true }))
      assert.equal((await post(browser, next, both)).status, 403)
      assert.deepEqual(await findByName(provider, 'nora@new.example'), [])
    }))
})

test('RG-05 names are stored as they were typed, but for control characters and what is too long', () =>
  withRegistration(async (provider, browser) => {
    const typed = { firstName: '<b>http://evil.example</b>', lastName: `\u202Egreb\n${'x'.repeat(10_000)}` }
    const next = await post(browser, await prove(provider, browser, 'nora@new.example'), typed)
    assert.equal((await post(browser, next, both)).page.kind, 'leaving')
    const [user] = await findByName(provider, 'nora@new.example')
    assert.equal(user?.firstName, typed.firstName)
    assert.equal(user?.lastName, `\u202Egreb ${'x'.repeat(194)}`)
  }))

describe('RG-06 a flood of registrations', () => {
  test('sends ten mails an hour for a network, and leaves nothing behind', () =>
    withRegistration(async (provider, browser) => {
      let refusals = 0
      for (let count = 0; count < 60; count++) {
        const { page } = await begin(browser, `n${count}@new.example`)
        if (page.kind === 'registration' && page.error === 'too_many_attempts') refusals++
      }
      assert.equal(refusals, 50)
      assert.equal((await takeMails(provider)).length, 10)
      provider.wait(3_600_001)
      const { mailedCodes, mailOutbox } = provider.stores
      assert.ok((await mailedCodes.deleteExpired(provider.context.now(), 1000)) >= 10)
      assert.equal(await mailedCodes.deleteExpired(provider.context.now(), 1000), 0)
      assert.equal(await mailOutbox.deleteExpired(provider.context.now(), 1000), 0)
    }))

  test('sends five mails an hour to one address', () =>
    withRegistration(async (provider) => {
      for (let count = 0; count < 8; count++) {
        await begin(provider.browser(), 'nora@new.example')
        provider.wait(61_000)
      }
      assert.equal((await takeMails(provider)).length, 5)
    }))
})
