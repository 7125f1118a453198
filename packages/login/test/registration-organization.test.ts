// The organization of a person who registers, and the user name that it demands.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FirstPasswordPage, RegistrationNamesPage } from '../src/index.ts'
import { takeMails } from './mails.ts'
import { dispatcherOf, human, org } from './provider.ts'
import { begin, both, findByName, names, open, orgPolicy, pageOf, post, prove, register, withRegistration } from './registering.ts'

describe('the organization of a new user', () => {
  const acme = [...org('acme', 'acme.example'), orgPolicy('acme', 'loginPolicy', { ...open, allowDomainDiscovery: true })]

  test('is the one that the scope demands', () =>
    withRegistration(
      async (provider, browser) => {
        await provider.put(...acme)
        for (const organization of [
          { ids: ['acme'], primaryDomains: [] },
          { ids: ['acme'], primaryDomains: ['Acme.example'] },
        ]) {
          const email = `n${organization.primaryDomains.length}@new.example`
          assert.equal((await register(provider, browser, email, { organization })).page.kind, 'leaving')
          assert.deepEqual(
            (await findByName(provider, email)).map(({ orgId }) => orgId),
            ['acme'],
          )
        }
        for (const organization of [
          { ids: ['acme', 'org-1'], primaryDomains: [] },
          { ids: ['acme'], primaryDomains: ['org.example'] },
          { ids: ['unknown'], primaryDomains: [] },
          { ids: ['org-1'], primaryDomains: [] },
        ]) {
          const request = await browser.begin({ organization })
          const { page } = await browser.get(dispatcherOf(request))
          assert.ok(page.kind === 'login_name')
          assert.equal(page.ways?.registration, undefined, JSON.stringify(organization))
        }
      },
      { loginPolicy: { allowUsernamePassword: true } },
    ))

  test('DS-44 an organization with as many users as the instance allows gets no further one, and the page says so', () =>
    withRegistration(async (provider, browser) => {
      const limited = { kind: 'instancePolicy', key: ['boundaryPolicy'], content: { maxUsersOfOrganization: 1 } } as const
      await provider.put(...acme, limited)
      const organization = { ids: ['acme'], primaryDomains: [] }
      assert.equal((await register(provider, browser, 'first@new.example', { organization })).page.kind, 'leaving')
      const last = await register(provider, provider.browser(), 'second@new.example', { organization })
      assert.equal(last.status, 403)
      assert.ok(last.page.kind === 'error')
      assert.equal(last.page.code, 'registration_closed')
      assert.deepEqual(await findByName(provider, 'second@new.example'), [])
    }))

  test('a person of another organization registers where the scope demands an organization', () =>
    withRegistration(async (provider, browser) => {
      await provider.put(...acme)
      const email = 'nora@mail.example'
      assert.equal((await register(provider, browser, email)).page.kind, 'leaving')
      const organization = { ids: ['acme'], primaryDomains: [] }
      // An account gets few mails in a short time.
      const later = (): void => provider.wait(3_600_000)
      later()
      // Without the demand the person has an account.
      await begin(provider.browser(), email)
      assert.deepEqual(
        (await takeMails(provider)).map(({ message }) => message.kind),
        ['registration_existing'],
      )
      later()
      assert.equal((await register(provider, provider.browser(), email, { organization })).page.kind, 'leaving')
      later()
      // In the organization she has one now.
      await begin(provider.browser(), email, { organization })
      assert.deepEqual(
        (await takeMails(provider)).map(({ message }) => message.kind),
        ['registration_existing'],
      )
      const { users } = provider.stores
      for (const orgId of ['acme', 'org-1']) {
        const found = await users.findByLoginName(email, { ids: [orgId], primaryDomains: [] })
        assert.deepEqual(
          found.map(({ user }) => user.orgId),
          [orgId],
        )
      }
    }))

  test('BO-32 a demanded organization gives no login name that is the proven address of a user of another organization', () =>
    withRegistration(async (provider, browser) => {
      const policy = orgPolicy('acme', 'domainPolicy', { userLoginMustBeDomain: true })
      const email = { email: 'nora@acme.example', isEmailVerified: true }
      const user = { userName: 'nora-of-org', profile: { firstName: 'Nora', lastName: 'Berg' }, email }
      await provider.put(...acme, policy, { ...human('nora', 'new:right'), content: { userId: 'nora', user } })
      const organization = { ids: ['acme'], primaryDomains: [] }
      const asked = await prove(provider, browser, 'stranger@new.example', { organization })
      const typed = await post(browser, await post(browser, asked, { ...names, userName: 'nora' }), both)
      assert.equal(pageOf<RegistrationNamesPage>(typed, 'registration_names').error, 'user_name_taken')
      assert.deepEqual(
        (await findByName(provider, 'nora@acme.example')).map(({ id }) => id),
        ['nora'],
      )
      // The owner of the address may have the name.
      provider.wait(3_600_000)
      const another = provider.browser()
      const own = await prove(provider, another, 'nora@acme.example', { organization })
      const done = await post(another, await post(another, own, { ...names, userName: 'nora' }), both)
      assert.equal(done.page.kind, 'leaving')
    }))

  test('is the one that holds the domain and lets people register', () =>
    withRegistration(async (provider, browser) => {
      await provider.put(...acme)
      assert.equal((await register(provider, browser, 'nora@acme.example')).page.kind, 'leaving')
      const [user] = await findByName(provider, 'nora@acme.example')
      assert.equal(user?.orgId, 'acme')
      assert.equal(user?.loginName, 'nora@acme.example')
    }))

  test('is not the default one for an address in the domain of an organization that does not allow registration', () =>
    withRegistration(async (provider, browser) => {
      for (const policy of [{ allowUsernamePassword: true, allowDomainDiscovery: true }, open]) {
        await provider.put(...org('acme', 'acme.example'), orgPolicy('acme', 'loginPolicy', policy))
        const refused = await begin(browser, 'nora@acme.example')
        assert.equal(refused.status, 403)
        assert.ok(refused.page.kind === 'error')
        assert.equal(refused.page.code, 'registration_closed')
      }
      assert.deepEqual(await takeMails(provider), [])
    }))

  test('asks for a user name in its domain where the domain policy demands one', () =>
    withRegistration(async (provider, browser) => {
      await provider.put(orgPolicy('org-1', 'domainPolicy', { userLoginMustBeDomain: true }))
      const shown = await prove(provider, browser, 'nora@new.example')
      assert.deepEqual(pageOf<RegistrationNamesPage>(shown, 'registration_names').userName, { domain: 'org.example' })
      for (const userName of ['', 'nora@new.example', 'nora\uff20new.example', 'ann\uff20org.example', 'nora\u200B', 'pаypal']) {
        const refused = pageOf<RegistrationNamesPage>(await post(browser, shown, { ...names, userName }), 'registration_names')
        assert.equal(refused.error, 'invalid_user_name', userName)
      }
      const taken = await post(browser, await post(browser, shown, { ...names, userName: 'ann' }), both)
      assert.equal(pageOf<RegistrationNamesPage>(taken, 'registration_names').error, 'user_name_taken')
      const next = await post(browser, taken, { ...names, userName: 'Nora@Org.example' })
      assert.equal(pageOf<FirstPasswordPage>(next, 'first_password').loginName, 'Nora@org.example')
      assert.equal((await post(browser, next, both)).page.kind, 'leaving')
      const [user] = await findByName(provider, 'nora@org.example')
      assert.equal(user?.userName, 'Nora')
      assert.deepEqual(user?.email, { address: 'nora@new.example', verified: true })
    }))
})
