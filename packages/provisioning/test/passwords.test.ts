// Passwords in documents: which ones the policy refuses, and what a repeated document does to a password that its user has replaced.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { person } from './full-document.ts'
import { hashing, instances, lines } from './instance.ts'

const openInstance = instances()

const given = 'kettledrum lighthouse'
const chosen = 'vineyard locomotive'

const documentOf = (password: string, org: object = {}, instance?: object): object => ({
  ...(instance === undefined ? {} : { instance }),
  orgs: [{ orgId: 'o', org: { name: 'O' }, ...org, humanUsers: [person('u', 'ursula', { password })] }],
})

test('PW-11 a password that the policy refuses is left out, with the name of each rule', async () => {
  const everything = { minLength: '12', hasUppercase: true, hasLowercase: true, hasNumber: true, hasSymbol: true }
  for (const [password, org, reasons] of [
    ['gK7#vQ2', {}, ['password_too_short']],
    ['password1234567', {}, ['password_common']],
    ['ursulaAnnLee#2026', {}, ['password_personal']],
    ['abcdefghijklmnop', {}, ['password_predictable']],
    [
      'kettledrums',
      { passwordComplexityPolicy: everything },
      ['password_too_short', 'password_without_uppercase', 'password_without_digit', 'password_without_symbol'],
    ],
    ['KETTLEDRUMS 8', { passwordComplexityPolicy: everything }, ['password_without_lowercase']],
  ] as const) {
    for (const dryRun of [true, false]) {
      const instance = await openInstance()
      const report = await instance.apply(documentOf(password, org), { dryRun })
      assert.deepEqual(
        lines(report, 'ignored'),
        reasons.map((reason) => `ignored orgs[0].humanUsers[0].user.password ${reason}`),
        password,
      )
      assert.equal(await instance.stores.passwords.find('u'), undefined)
      if (!dryRun) assert.equal((await instance.stores.users.find('u'))?.userName, 'ursula', 'the user exists without a password')
    }
  }
})

test('the policies of the document hold for its passwords, those of the instance too, and stored ones where it has none', async () => {
  const instance = await openInstance()
  const isSet = async (password: string, org?: object, ofInstance?: object): Promise<boolean> =>
    lines(await instance.apply(documentOf(password, org, ofInstance)), 'ignored').length === 0
  assert.ok(!(await isSet('kettledrum')))
  assert.ok(
    await isSet('kettledrum', { loginPolicy: { allowUsernamePassword: true, forceMfa: true } }),
    '8 where a second factor is forced',
  )
  assert.ok(await isSet('xk29vnq', { passwordComplexityPolicy: { minLength: '7' } }))
  assert.ok(await isSet('9qnv92k'), 'the stored policy')
  const fresh = await openInstance()
  await fresh.apply(documentOf('xk29vnq', {}, { passwordComplexityPolicy: { minLength: '7' } }))
  assert.ok((await fresh.stores.passwords.find('u')) !== undefined, 'the policy of the instance, which is applied last')
  await fresh.apply(documentOf('9qnv92k', { passwordComplexityPolicy: { minLength: '9' } }), { update: false })
  assert.ok((await hashing.verify('xk29vnq', (await fresh.stores.passwords.find('u'))?.hash ?? '')).valid)
})

test('a stored password stays when the policy becomes stricter, and a hash is never checked', async () => {
  const instance = await openInstance()
  await instance.apply(documentOf('xk29vnq', { passwordComplexityPolicy: { minLength: '7' } }))
  const report = await instance.apply(documentOf('xk29vnq', { passwordComplexityPolicy: { minLength: '20' } }))
  assert.deepEqual(lines(report, 'ignored'), [])
  assert.ok((await hashing.verify('xk29vnq', (await instance.stores.passwords.find('u'))?.hash ?? '')).valid)
})

test('the demand for a new password comes with a hash, too, and is not repeated once its user has met it', async () => {
  const instance = await openInstance()
  const hash = await hashing.hash(given)
  const user = (passwordChangeRequired: boolean): object => ({
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        humanUsers: [
          person('u', 'ursula', { hashedPassword: { value: hash }, ...(passwordChangeRequired ? { passwordChangeRequired } : {}) }),
        ],
      },
    ],
  })
  await instance.apply(user(false))
  const { passwords, users } = instance.stores
  assert.equal((await users.find('u'))?.passwordChangeRequired, undefined)
  assert.equal((await instance.apply(user(true))).counts.changed, 1)
  assert.equal((await users.find('u'))?.passwordChangeRequired, true)
  assert.equal((await instance.apply(user(true))).counts.changed, 0)
  await passwords.set({ userId: 'u', hash: await hashing.hash(chosen), replaces: 'any', seen: 'any', now: 1 })
  assert.equal((await instance.apply(user(true))).counts.changed, 0)
  assert.equal((await users.find('u'))?.passwordChangeRequired, undefined)
})

test('a document that is applied again neither brings back a password that its user has replaced, nor demands a new password', async () => {
  const instance = await openInstance()
  const document = {
    orgs: [{ orgId: 'o', org: { name: 'O' }, humanUsers: [person('u', 'ursula', { password: given, passwordChangeRequired: true })] }],
  }
  await instance.apply(document)
  const { passwords, users } = instance.stores
  assert.equal((await users.find('u'))?.passwordChangeRequired, true)
  assert.equal((await instance.apply(document)).counts.changed, 0)
  // The sign-in replaces an outdated hash before the user changes the password.
  const { hash = '' } = (await passwords.find('u')) ?? {}
  await passwords.replaceHash('u', hash, await hashing.hash(given))
  for (const password of [chosen, 'harbour xylophone']) {
    await passwords.set({ userId: 'u', hash: await hashing.hash(password), replaces: 'any', seen: 'any', now: 1 })
    const before = await passwords.find('u')
    const report = await instance.apply(document)
    assert.deepEqual([report.counts.changed, report.counts.same], [0, report.entries.length])
    assert.deepEqual(await passwords.find('u'), before)
    assert.equal((await users.find('u'))?.passwordChangeRequired, undefined)
  }

  const another = {
    orgs: [
      {
        orgId: 'o',
        org: { name: 'O' },
        humanUsers: [person('u', 'ursula', { password: 'a third one of ours', passwordChangeRequired: true })],
      },
    ],
  }
  assert.equal((await instance.apply(another)).counts.changed, 1, 'an operator still sets a new one')
  assert.ok((await hashing.verify('a third one of ours', (await passwords.find('u'))?.hash ?? '')).valid)
  assert.equal((await users.find('u'))?.passwordChangeRequired, true)
})
