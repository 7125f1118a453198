// Domain names: the ASCII form in which they compare, and the form for people.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalDomain, readableDomain } from '../src/text/domain-name.ts'

// Pairs of https://www.rfc-editor.org/rfc/rfc3492#section-7.1 and of the IDN test domains of IANA.
const domains: Readonly<Record<string, string>> = {
  'bücher.example': 'xn--bcher-kva.example',
  'straße.example': 'xn--strae-oqa.example',
  'пример.example': 'xn--e1afmkfd.example',
  '例え.テスト': 'xn--r8jz45g.xn--zckzah',
  'مثال.إختبار': 'xn--mgbh0fb.xn--kgbechtv',
  '他们为什么不说中文.example': 'xn--ihqwcrb4cv8a8dqg056pqjye.example',
  '3年b組金八先生.example': 'xn--3b-ww4c5e180e575a65lsy2b.example',
}

test('UN-06 every spelling of a domain has one ASCII form', () => {
  for (const [readable, ascii] of Object.entries(domains)) {
    // The capital of `ß` is two letters, which are another name.
    const capitals = readable.includes('ß') ? readable.replace('str', 'STR') : readable.toUpperCase()
    for (const spelling of [readable, capitals, readable.normalize('NFD'), ` ${readable} `, ascii, ascii.toUpperCase()])
      assert.equal(canonicalDomain(spelling), ascii, spelling)
  }
  assert.equal(canonicalDomain('ＢÜCHER．example'), 'xn--bcher-kva.example')
  assert.equal(canonicalDomain('Shop.Example'), 'shop.example')
})

test('the readable form has the letters of the language, and its canonical form is the same', () => {
  for (const [readable, ascii] of Object.entries(domains)) {
    assert.equal(readableDomain(ascii), readable)
    assert.equal(canonicalDomain(readableDomain(ascii)), ascii)
  }
})

test('UN-06 domains that look alike are different, and stay in ASCII where they mix scripts', () => {
  const imitation = canonicalDomain('аcme.example')
  assert.notEqual(imitation, 'acme.example')
  assert.equal(readableDomain(imitation), imitation)
})

test('text that is not a domain, and Punycode of nothing, stay what they are', () => {
  for (const text of ['', '.', 'a/ü', 'ü@b', 'ü:80', 'ü?', 'a\u00adü.example', '\u200bü.example', 'ü'.repeat(300)])
    assert.equal(canonicalDomain(text), text.toLowerCase().trim(), JSON.stringify(text.slice(0, 20)))
  for (const text of ['xn--', 'xn---', 'xn--a', 'xn--99999999', `xn--${'z'.repeat(59)}`, 'xn--0.xn--', 'xn--bücher', 'xn--bcher-kva-'])
    assert.equal(readableDomain(text), text)
})
