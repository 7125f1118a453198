// Every JSON form of a leaf that must be accepted, its one normal form, and what is refused.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { ORG_STATE } from '../src/index.ts'
import { choice, enumeration, lenientEnumeration } from '../src/json/enumeration.ts'
import { bool, bytes, filledBytes, uint32, uint64 } from '../src/json/scalars.ts'
import {
  clearSecret,
  colour,
  filledText,
  identifier,
  lookedUp,
  optionalIdentifier,
  text,
  textOfBytes,
  uri,
  webLink,
} from '../src/json/text.ts'
import { duration, timestamp } from '../src/json/time.ts'

function reads(schema: v.GenericSchema, forms: readonly (readonly [unknown, unknown])[]): void {
  for (const [input, expected] of forms) assert.deepEqual(v.parse(schema, input), expected, `reading ${String(input)}`)
}

function refuses(schema: v.GenericSchema, ...inputs: readonly unknown[]): void {
  for (const input of [...inputs, Symbol('other'), [], {}]) assert(!v.is(schema, input), `accepted ${JSON.stringify(input)}`)
}

test('a boolean is true or false and nothing else', () => {
  reads(bool(), [
    [true, true],
    [false, false],
  ])
  refuses(bool(), 'true', 'false', 1, 0, '')
})

test('a uint32 is read from number or string and becomes a number', () => {
  reads(uint32(), [
    [0, 0],
    [5, 5],
    ['5', 5],
    ['0', 0],
    [4294967295, 4294967295],
    ['4294967295', 4294967295],
  ])
  refuses(uint32(), -1, 1.5, 4294967296, '4294967296', '-1', '1.5', '', ' 5', '0x5', true, Number.NaN, Infinity)
})

test('a uint64 is read from number or string and becomes a decimal string without loss', () => {
  reads(uint64(), [
    [8, '8'],
    ['8', '8'],
    ['008', '8'],
    ['18446744073709551615', '18446744073709551615'],
    [9007199254740991, '9007199254740991'],
  ])
  refuses(uint64(), 9007199254740992, '18446744073709551616', -1, '-1', '1e3', '', true)
})

test('bytes are read from either base64 alphabet, padded or not, and become standard base64 with padding', () => {
  reads(bytes(100), [
    ['', ''],
    ['Z29sZA==', 'Z29sZA=='],
    ['Z29sZA', 'Z29sZA=='],
    ['-_8=', '+/8='],
    ['-_8', '+/8='],
    ['+/8', '+/8='],
    ['Zm9v', 'Zm9v'],
    ['Z29sZB', 'Z29sZA=='],
  ])
  refuses(bytes(100), 'Z', 'Z29sZ', 'Z29sZA=', 'Z29sZA===', 'Z2 9', 'Z29s\n', 'Z=29', '=', 'é', 7)
})

test('the bounds of bytes count the bytes, not the digits', () => {
  reads(filledBytes(3), [
    ['AAAA', 'AAAA'],
    ['AA', 'AA=='],
  ])
  refuses(filledBytes(3), '', 'AAAAAA')
  refuses(filledBytes(4), 'AAAAAAA')
})

test('a duration has 0, 3, 6 or 9 decimals in the normal form', () => {
  reads(duration(), [
    ['0s', '0s'],
    ['10s', '10s'],
    ['010s', '10s'],
    ['1.5s', '1.500s'],
    ['1.500s', '1.500s'],
    ['1.0000s', '1s'],
    ['1.00001s', '1.000010s'],
    ['1.000000001s', '1.000000001s'],
    ['-1.5s', '-1.500s'],
    ['-0s', '0s'],
    ['+3s', '3s'],
    ['864000s', '864000s'],
    ['315576000000s', '315576000000s'],
  ])
  refuses(duration(), '10', '10m', '1h30m', 's', '.5s', '1.s', '1.0000000001s', '1e3s', ' 1s', '315576000001s', 10)
})

test('a duration keeps to its range', () => {
  reads(duration({ min: 0, max: 5 }), [
    ['0s', '0s'],
    ['5s', '5s'],
    ['4.9s', '4.900s'],
  ])
  refuses(duration({ min: 0, max: 5 }), '-1s', '5.001s', '6s')
})

test('a timestamp is read with any offset and becomes UTC without loss of nanoseconds', () => {
  reads(timestamp(), [
    ['2030-01-31T12:00:00Z', '2030-01-31T12:00:00Z'],
    ['2030-01-31T12:00:00.5Z', '2030-01-31T12:00:00.500Z'],
    ['2030-01-31T12:00:00.000000001Z', '2030-01-31T12:00:00.000000001Z'],
    ['2030-01-31T12:00:00.000Z', '2030-01-31T12:00:00Z'],
    ['2030-01-01T01:00:00+02:00', '2029-12-31T23:00:00Z'],
    ['2029-12-31T18:15:00-05:45', '2030-01-01T00:00:00Z'],
    ['2030-01-31T12:00:00+00:00', '2030-01-31T12:00:00Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00Z'],
  ])
  refuses(
    timestamp(),
    '2030-01-31',
    '2030-01-31T12:00:00',
    '2030-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2030-13-01T00:00:00Z',
    '2030-01-01T24:00:00Z',
    '2030-01-01T00:00:60Z',
    '2030-01-01T00:00:00.Z',
    '2030-01-01T00:00:00.0000000001Z',
    '2030-01-01T00:00:00+24:00',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '2030-01-01 00:00:00Z',
    1893456000,
    '',
  )
})

test('an enum is read from name or number and becomes the name', () => {
  reads(enumeration(ORG_STATE), [
    ['ORG_STATE_ACTIVE', 'ORG_STATE_ACTIVE'],
    [2, 'ORG_STATE_INACTIVE'],
    [0, 'ORG_STATE_UNSPECIFIED'],
  ])
  refuses(enumeration(ORG_STATE), 4, -1, '1', 'org_state_active', 'toString', '', true)
})

test('an enum without effect takes any name or number', () => {
  reads(lenientEnumeration(ORG_STATE), [
    ['ORG_STATE_ACTIVE', 'ORG_STATE_ACTIVE'],
    ['ELSE', 'ORG_STATE_UNSPECIFIED'],
    [77, 'ORG_STATE_UNSPECIFIED'],
  ])
  refuses(lenientEnumeration(ORG_STATE), true)
})

test('an enum of an extension takes names only', () => {
  reads(choice('A', 'B'), [['A', 'A']])
  refuses(choice('A', 'B'), 0, 1, 'a', '')
})

test('text counts characters, also those outside the basic plane', () => {
  reads(text(3), [
    ['', ''],
    ['abc', 'abc'],
    ['😀😀😀', '😀😀😀'],
  ])
  refuses(text(3), 'abcd', '😀😀😀😀', 7, true)
  refuses(filledText(3), '')
})

test('text that counts bytes does so in UTF-8', () => {
  reads(textOfBytes(4), [
    ['abcd', 'abcd'],
    ['éé', 'éé'],
    ['😀', '😀'],
  ])
  refuses(textOfBytes(4), 'abcde', 'ééé', '😀a')
})

test('text that is looked up has at most 1000 bytes in canonical form', () => {
  reads(lookedUp(filledText(2000)), [
    ['x'.repeat(1000), 'x'.repeat(1000)],
    ['É'.repeat(500), 'É'.repeat(500)],
  ])
  // U+FDFA becomes 18 letters, which are 33 bytes.
  refuses(lookedUp(filledText(2000)), '', 'x'.repeat(1001), 'É'.repeat(501), '\uFDFA'.repeat(31))
})

test('the host of a URI is no longer than a domain name can be', () => {
  const label = 'x'.repeat(252)
  reads(uri(), [
    [`https://${label}/${'y'.repeat(5000)}`, `https://${label}/${'y'.repeat(5000)}`],
    [`com.example.app:/${'y'.repeat(5000)}`, `com.example.app:/${'y'.repeat(5000)}`],
  ])
  refuses(uri(), `https://${label}xx/`, `https://${'x.'.repeat(4000)}test/cb`)
})

test('text with a lone surrogate or U+0000 is refused', () => {
  for (const schema of [text(), textOfBytes(100), filledText(100), identifier(), uri(), clearSecret()]) {
    refuses(schema, `${'x'.repeat(40)}\uD800`, `${'x'.repeat(40)}\0`)
  }
})

test('an identifier is opaque text without control characters', () => {
  reads(identifier(), [
    ['auth0|abc', 'auth0|abc'],
    ['218446744073709551616', '218446744073709551616'],
    ['é', 'é'],
  ])
  refuses(identifier(), '', 'a\nb', 'a\u007F', 'a\u0085', 'x'.repeat(201), 218446744073709)
  reads(optionalIdentifier(), [['', '']])
  refuses(optionalIdentifier(), '\t')
})

test('BR-02 a colour is three or six hexadecimal digits', () => {
  reads(colour(), [
    ['#1a2B3c', '#1a2B3c'],
    ['#fff', '#fff'],
    ['', ''],
  ])
  refuses(
    colour(),
    'red',
    'fff',
    '#ff',
    '#12345',
    '#1234567',
    '#fff;}body{display:none',
    'url(//evil.example)',
    '#fff\n',
    `#${'f'.repeat(49)}`,
    7,
  )
})

test('a link that pages show is http or https', () => {
  reads(webLink(), [
    ['', ''],
    ['https://a.example/x', 'https://a.example/x'],
    ['http://a.example', 'http://a.example'],
  ])
  refuses(webLink(), 'javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', '//a.example', 'a.example', ' https://a.example\n')
})

test('a secret in clear has at least 32 characters', () => {
  reads(clearSecret(), [['x'.repeat(32), 'x'.repeat(32)]])
  refuses(clearSecret(), '', 'x'.repeat(31), 'x'.repeat(501))
})
