// Which new passwords are refused, and by which rule.
import type { PasswordPolicy } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brokenPasswordRules, longestPassword, passwordRuleCodes, personalWords } from '../src/index.ts'

const anyOf = (minLength: number): PasswordPolicy => ({ minLength, requires: [] })
const everything: PasswordPolicy = { minLength: 8, requires: ['lowercase', 'uppercase', 'digit', 'symbol'] }

describe('length', () => {
  test('PW-17 counts code points, neither bytes nor UTF-16 units', () => {
    assert.deepEqual(brokenPasswordRules('äöüß', anyOf(8)), ['min_length'])
    assert.deepEqual(brokenPasswordRules('🐎🔋🧷🪣🎻🛶🧭', anyOf(8)), ['min_length'])
    assert.deepEqual(brokenPasswordRules('🐎🔋🧷🪣🎻🛶🧭🪁', anyOf(8)), [])
  })

  test('PW-17 is bounded in bytes, as the work of hashing is', () => {
    const long = 'horse-battery-🧷'
    const repeated = (bytes: number): string => `${'🐎🔋'.repeat(bytes / 8)}`
    assert.equal(new TextEncoder().encode(repeated(longestPassword)).byteLength, longestPassword)
    assert.deepEqual(brokenPasswordRules(`${repeated(1000)}${long}`, anyOf(15)), [])
    assert.deepEqual(brokenPasswordRules(`${repeated(longestPassword)}x`, anyOf(15)), ['max_length'])
    assert.deepEqual(brokenPasswordRules('x'.repeat(10_000_000), anyOf(15)), ['max_length'])
  })

  test('a passphrase needs no classes of characters', () => {
    for (const password of ['correct horse battery staple', '正しい馬の電池ステープルを使う人々', 'vogelnest am alten brunnen'])
      assert.deepEqual(brokenPasswordRules(password, anyOf(15)), [], password)
  })
})

test('a policy may demand classes of characters; letters beyond ASCII are symbols', () => {
  assert.deepEqual(brokenPasswordRules('kettledrum', everything), ['uppercase', 'digit', 'symbol'])
  assert.deepEqual(brokenPasswordRules('KETTLEDRUM 8', everything), ['lowercase'])
  assert.deepEqual(brokenPasswordRules('Kettledrüm8', everything), [])
})

test('each rule has its own code', () => {
  assert.deepEqual(passwordRuleCodes, {
    min_length: 'password_too_short',
    max_length: 'password_too_long',
    lowercase: 'password_without_lowercase',
    uppercase: 'password_without_uppercase',
    digit: 'password_without_digit',
    symbol: 'password_without_symbol',
    common: 'password_common',
    personal: 'password_personal',
    predictable: 'password_predictable',
  })
})

describe('common passwords', () => {
  test('PW-16 are refused in capitals, in full width, with digits for letters, with digits and symbols around them', () => {
    for (const password of [
      'password',
      'PASSWORD',
      'PassWord',
      'ｐａｓｓｗｏｒｄ',
      'p4$$w0rd',
      'P@55w0rd!',
      'password1234',
      '2026password!!',
      'Sunshine#1',
      'iloveyou1234',
      'passwordpassword',
      'trustno1',
    ])
      assert.deepEqual(brokenPasswordRules(password, anyOf(8)), ['common'], password)
  })

  test('are allowed as part of a longer password', () => {
    for (const password of ['password-of-the-lighthouse', 'sunshine on kettledrums', 'monkey82713946'])
      assert.deepEqual(brokenPasswordRules(password, anyOf(8)), [], password)
  })

  test('are rarely seen in what is random', () => {
    const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
    const random = (): string => Array.from(crypto.getRandomValues(new Uint8Array(15)), (byte) => alphabet[byte % 36]).join('')
    const refused = Array.from({ length: 2000 }, random).filter((password) => brokenPasswordRules(password, anyOf(15)).length > 0)
    assert.ok(refused.length <= 3, refused.join(' '))
  })
})

describe('predictable passwords', () => {
  test('are sequences of letters, digits and keys, and repetitions', () => {
    for (const password of [
      'abcdefghijklmnop',
      'nmbvcxzlkjhgfdsa',
      '9876543210987654',
      'aaaaaaaabbbbbbbb',
      'xk7-xk7-xk7-xk7-',
      'zxcvbnm,fghjkl;',
    ])
      assert.ok(brokenPasswordRules(password, anyOf(8)).includes('predictable'), password)
  })

  test('allow a sequence next to enough other characters', () => {
    for (const password of ['abc kettledrum 123', 'kettle-99999-drum', 'xk29!vnqpLd'])
      assert.deepEqual(brokenPasswordRules(password, anyOf(8)), [], password)
  })

  test('a policy of few characters still allows short passwords', () => {
    assert.deepEqual(brokenPasswordRules('k7#q', anyOf(4)), [])
    assert.ok(brokenPasswordRules('7777', anyOf(4)).includes('predictable'))
  })
})

describe('personal words', () => {
  const words = personalWords({
    loginName: 'k.vandermeulen@weidehof.example',
    firstName: 'Katelijne',
    lastName: 'van der Meulen',
    email: { address: 'kvdm@postbus.example' },
    orgName: 'Weidehof B.V.',
    host: 'id.kruispunt.example',
    product: 'Symbolon',
  })

  test('are names, parts of addresses, the organization, the host and the product', () => {
    for (const word of ['vandermeulen', 'katelijne', 'meulen', 'kvdm', 'postbus', 'weidehof', 'kruispunt', 'symbolon'])
      assert.ok(words.includes(word), word)
    for (const word of ['example', 'k', 'id', 'b', '']) assert.ok(!words.includes(word), word)
  })

  test('alone, repeated, with little around them, or written otherwise are refused', () => {
    for (const password of [
      'vanderMeulen2026',
      'KATELIJNE!!!!!!',
      'katelijnevandermeulen',
      'K4t3l1jn3-1990',
      'weidehofweidehof',
      'Symbolon#2026!!',
      'ｋｒｕｉｓｐｕｎｔ12',
    ])
      assert.ok(brokenPasswordRules(password, anyOf(8), words).includes('personal'), password)
  })

  test('are allowed next to five other characters, but not next to four', () => {
    assert.deepEqual(brokenPasswordRules('katelijne7x#qm', anyOf(8), words), [])
    assert.deepEqual(brokenPasswordRules('katelijne7x#q', anyOf(8), words), ['personal'])
  })

  test('are allowed next to enough other characters', () => {
    for (const password of ['katelijne plays the kettledrum', 'weidehof lighthouse'])
      assert.deepEqual(brokenPasswordRules(password, anyOf(8), words), [], password)
    assert.deepEqual(brokenPasswordRules('kettledrum-weidehof', anyOf(8)), [], 'of others')
  })
})
