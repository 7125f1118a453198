// Errors in the composition of the account page are raised when it is composed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { account, profileSection, sessionsSection } from '../src/index.ts'
import type { AccountUi } from '../src/index.ts'

const ui: AccountUi = { locales: ['en'], render: (page, locale) => JSON.stringify({ page, locale }) }

test('two sections of one name, and a language without texts, are refused', () => {
  const twice = [sessionsSection(), sessionsSection()]
  assert.throws(() => account({ ui, sections: twice }), { name: 'TypeError', code: 'account_duplicate_section' })
  assert.throws(() => account({ ui, sections: [], defaultLocale: 'de' }), { name: 'TypeError', code: 'account_default_locale' })
})

test('a section that is left out has no route and no store', () => {
  const parts = (sections: Parameters<typeof account>[0]['sections']) => account({ ui, sections })
  assert.deepEqual(
    parts([]).map(({ path }) => path),
    ['/ui/account', '/ui/account/landing'],
  )
  assert.ok(parts([]).every(({ stores }) => !stores.includes('revocations')))
  assert.deepEqual(
    parts([profileSection()]).map(({ path }) => path),
    ['/ui/account', '/ui/account/landing', '/ui/account/profile', '/ui/account/profile/save'],
  )
})
