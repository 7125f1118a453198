// UN-01: the canonical form of names, and the names that no user may have.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalLoginName, userNameProblem } from '../src/ports/login-name.ts'

test('UN-01 the canonical form folds width, case, ligatures and compatibility letters', () => {
  const forms: Readonly<Record<string, string>> = {
    ADMIN: 'admin',
    ａｄｍｉｎ: 'admin',
    ＡＤＭＩＮ: 'admin',
    '\u212Aelvin': 'kelvin',
    'o\uFB00ice': 'office',
    ' admin ': 'admin',
    'e\u0301': 'é',
    '①': '1',
    ℋ: 'h',
    Å: 'å',
    'ADMIN＠X.EXAMPLE': 'admin@x.example',
    'Ann@BÜCHER.example': 'ann@xn--bcher-kva.example',
    'ann@bu\u0308cher.example': 'ann@xn--bcher-kva.example',
    'ann@xn--bcher-kva.example': 'ann@xn--bcher-kva.example',
    'a@b@bücher.example': 'a@b@xn--bcher-kva.example',
    '0041 44 668 18 00': '+41446681800',
  }
  for (const [name, canonical] of Object.entries(forms)) assert.equal(canonicalLoginName(name), canonical, JSON.stringify(name))
})

test('UN-01 the canonical form is a fixed point', () => {
  for (const name of [
    'İ',
    'ß',
    'ẞ',
    'ǅ',
    'ΌΣΟΣ',
    'ﬃ',
    '\u1E9B\u0323',
    '㎏',
    '\u3164',
    'a\u0345',
    '\u00a0x\u00a0',
    'ü@ß.example',
    'a@ ü',
    '+41 44',
  ]) {
    const once = canonicalLoginName(name)
    assert.equal(canonicalLoginName(once), once, JSON.stringify(name))
  }
})

test('UN-01 a Cyrillic letter, a zero-width character and a dotted capital stay what they are', () => {
  for (const name of ['аdmin', 'ad\u200bmin', 'admİn']) assert.notEqual(canonicalLoginName(name), 'admin')
})

test('UN-01 names that deceive are refused', () => {
  for (const name of ['', ' ', '\u3000']) assert.ok(userNameProblem(name) !== undefined)
  for (const name of [
    'a\u0000b',
    'a\nb',
    'a\u200bb',
    'a\u200db',
    '\u202eb',
    'a\u00adb',
    'a\ufeff',
    'a\u2028b',
    'a\u00a0b',
    'a\u3000b',
    'a\ue000',
    'a\u{e0041}',
    'a\u115fb',
    'a\u3164b',
    'a\u034fb',
    'a\ufe0fb',
    'a\u2800b',
  ]) {
    assert.equal(userNameProblem(name), 'invisible_character', JSON.stringify(name))
  }
  for (const name of ['аdmin', 'αdmin', 'İx', 'ՕK', 'ᏚA']) assert.equal(userNameProblem(name), 'mixed_script', name)
})

test('UN-01 honest names of many scripts are fine', () => {
  for (const name of [
    'admin',
    'a.b-c_d+e',
    "O'Neil",
    'two words',
    'борис',
    'Ελένη',
    '山田太郎',
    '김철수',
    'عمر',
    'müller',
    'x2',
    'a@b.example',
    '2024',
  ]) {
    assert.equal(userNameProblem(name), undefined, name)
  }
})

test('UN-04 the length is that of the canonical form, which may be longer than what was typed', () => {
  const grows = { ŉ: 2, ﬃ: 3, '㍿': 4, ﷺ: 18 }
  for (const [sign, length] of Object.entries(grows)) {
    assert.equal([...canonicalLoginName(sign)].length, length, sign)
    const fits = Math.floor(200 / length)
    assert.equal(userNameProblem(sign.repeat(fits)), undefined, sign)
    assert.equal(userNameProblem(sign.repeat(fits + 1)), 'too_long', sign)
  }
  for (const name of ['ß', 'a', '山', '\u{1d400}', '\u{20000}']) {
    assert.equal(userNameProblem(name.repeat(200)), undefined, name)
    assert.equal(userNameProblem(name.repeat(201)), 'too_long', name)
  }
})
