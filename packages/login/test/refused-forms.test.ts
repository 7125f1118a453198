// A refused form redirects to its page, so that a reload shows the page again and sends no form.
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { dispatcherOf, formOf, human, openProvider, resumeOf, start } from './provider.ts'
import type { Provider } from './provider.ts'

let provider: Provider
beforeEach(async () => {
  provider = await openProvider()
})
afterEach(async () => {
  await provider.close()
})

test('an empty form leads back to its page with an error, and a reload shows the same', async () => {
  const browser = provider.browser()
  const id = await browser.begin()
  const named = await browser.submit(id, { loginName: '  ' })
  assert.ok(named.page.kind === 'login_name' && named.page.error === 'missing_login_name')
  await browser.submit(id, { loginName: 'ann' })
  const typed = await browser.submit(id, {})
  assert.ok(typed.page.kind === 'password' && typed.page.error === 'missing_password')
  const other = await browser.get(`/ui/login/other-user?request=${id}`)
  assert.ok(other.page.kind === 'login_name')
  const { status, location } = await browser.post(other.page.action, { request: id, csrf: other.page.csrf, loginName: '' })
  assert.equal(status, 303)
  for (let reload = 0; reload < 2; reload++) {
    const { page } = await browser.get(location ?? '')
    assert.ok(page.kind === 'login_name' && page.error === 'missing_login_name')
  }
})

test('a refused form redirects to its page, which shows the error and the time to wait until the wait is over', async () => {
  const browser = provider.browser()
  const id = await browser.begin()
  await browser.submit(id, { loginName: 'ann' })
  const { action, csrf } = await formOf(browser, id)
  const send = async (password: string): Promise<string> => {
    const { status, location, body } = await browser.post(action, { request: id, csrf, password })
    assert.deepEqual([status, body], [303, ''])
    return location ?? ''
  }
  for (let attempts = 0; attempts < 8; attempts++) {
    const wrong = await browser.get(await send('wrong'))
    assert.equal(wrong.status, 200)
    assert.ok(wrong.page.kind === 'password' && wrong.page.error === 'invalid_credentials')
    if (attempts >= 4 && attempts < 7) provider.wait(1000 * 2 ** (attempts - 4))
  }
  const address = await send('right')
  const waits = async (): Promise<unknown> => {
    const { page, status, headers } = await browser.get(address)
    assert.ok(page.kind === 'password')
    return [page.error, page.retryAfter, status, headers.get('retry-after')]
  }
  assert.deepEqual(await waits(), ['too_many_attempts', 8, 429, '8'])
  provider.wait(3000)
  assert.deepEqual(await waits(), ['too_many_attempts', 5, 429, '5'])
  provider.wait(5000)
  assert.deepEqual(await waits(), [undefined, undefined, 200, null])
  assert.equal((await browser.submit(id, { password: 'right' })).location, resumeOf(id))
  assert.equal((await browser.get(address)).page.kind, 'leaving', 'going back leads on to the application')
})

test('a page ignores errors and waits in its query that are not its own', async () => {
  const browser = provider.browser()
  const id = await browser.begin()
  for (const query of [
    '&error=invalid_credentials',
    '&error=<b>',
    '&error=missing_login_name&until=1',
    '&error=__proto__',
    '&error=busy&until=99999999999999999',
    `&error=missing_login_name&until=${start + 86_400_000}`,
    '&until=x',
  ]) {
    const { page, status } = await browser.get(`${dispatcherOf(id)}${query}`)
    assert.equal(status, 200)
    assert.ok(page.kind === 'login_name' && page.error === undefined && page.retryAfter === undefined, query)
  }
})

test('a GET of a form’s path redirects to the dispatcher, and without a request id shows an error page', async () => {
  const browser = provider.browser()
  const id = await browser.begin()
  for (const path of ['/ui/login/login-name', '/ui/login/password']) {
    assert.equal((await browser.get(`${path}?request=${id}`)).location, dispatcherOf(id))
    for (const query of ['', '?request=', '?request=//elsewhere.example']) {
      const { status, page } = await browser.get(`${path}${query}`)
      assert.equal(status, 400)
      assert.ok(page.kind === 'error' && page.code === 'expired_request')
    }
  }
})

test('the right password of an inactive user redirects to an error page, so that a reload sends no password', async () => {
  await provider.put(human('off', 'new:right', 'USER_STATE_INACTIVE'))
  const browser = provider.browser()
  const id = await browser.begin()
  await browser.submit(id, { loginName: 'off' })
  const { action, csrf } = await formOf(browser, id)
  const { status, location } = await browser.post(action, { request: id, csrf, password: 'right' })
  assert.equal(status, 303)
  for (let reload = 0; reload < 2; reload++) {
    const { status: shown, page } = await browser.get(location ?? '')
    assert.equal(shown, 403)
    assert.ok(page.kind === 'error' && page.code === 'user_not_active')
    assert.equal(page.otherUserPath, `/ui/login/other-user?request=${id}`)
  }
})
