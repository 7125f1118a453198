// Parameters are read strictly: https://www.rfc-editor.org/rfc/rfc6749#section-3.1
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formLimit, OAuthError, parseParameters, readForm, readQuery } from '../src/index.ts'
import { checkLength } from '../src/http/parameters.ts'
import { fromRequest } from '../src/http/request.ts'
import type { HttpRequest } from '../src/http/request.ts'

const invalidRequest = (error: unknown): boolean => error instanceof OAuthError && error.error === 'invalid_request'

test('names and values are decoded as a form encodes them', () => {
  const { parameters, repeated, pairs } = parseParameters('a=1&b=x+y%20z&%63=%C3%BC%F0%9F%98%80&d=&e&f=g=h&i=%2B%26%3D')
  assert.deepEqual({ ...parameters }, { a: '1', b: 'x y z', c: 'ü😀', d: '', e: '', f: 'g=h', i: '+&=' })
  assert.deepEqual(repeated, [])
  assert.equal(pairs.length, 7)
})

test('empty text and empty pairs are not parameters', () => {
  for (const text of ['', '&', '&&&']) assert.deepEqual({ ...parseParameters(text).parameters }, {})
  assert.deepEqual({ ...parseParameters('&a=1&').parameters }, { a: '1' })
})

test('a repeated name is reported once, its first value stands, and every pair is kept in order', () => {
  const { parameters, repeated, pairs } = parseParameters('a=1&b=2&a=3&%61=4')
  assert.deepEqual([parameters['a'], repeated], ['1', ['a']])
  assert.deepEqual(pairs, [
    ['a', '1'],
    ['b', '2'],
    ['a', '3'],
    ['a', '4'],
  ])
  assert.deepEqual(parseParameters('a&a=').repeated, ['a'], 'also without a value')
})

test('names of object members are names like any other', () => {
  const { parameters, repeated } = parseParameters('__proto__=x&constructor=y&toString=z&hasOwnProperty=w')
  assert.deepEqual(Object.entries(parameters), [
    ['__proto__', 'x'],
    ['constructor', 'y'],
    ['toString', 'z'],
    ['hasOwnProperty', 'w'],
  ])
  assert.deepEqual(repeated, [])
  assert.equal(parseParameters('a=1').parameters['toString'], undefined)
  assert.deepEqual(parseParameters('__proto__=x&__proto__=y').repeated, ['__proto__'])
})

test('what is not percent-encoded UTF-8 is refused', () => {
  for (const text of ['a=%', 'a=%f', 'a=%zz', 'a=%ff', 'a=%c3', 'a=%ed%a0%80', 'a=%c0%80', '%ff=a'])
    assert.throws(() => parseParameters(text), invalidRequest, text)
})

test('more than 64 KiB, or more than a thousand parameters, are refused', () => {
  assert.equal(parseParameters(`a=${'x'.repeat(formLimit - 2)}`).parameters['a']?.length, formLimit - 2)
  assert.throws(() => parseParameters(`a=${'x'.repeat(formLimit - 1)}`), invalidRequest)
  assert.equal(parseParameters(Array.from({ length: 1000 }, (_, i) => `p${i}`).join('&')).pairs.length, 1000)
  assert.throws(() => parseParameters(Array.from({ length: 1001 }, (_, i) => `p${i}`).join('&')), invalidRequest)
})

test('each parameter has a length', () => {
  for (const [name, limit] of [
    ['client_id', 255],
    ['redirect_uri', 2048],
    ['login_hint', 320],
    ['code_verifier', 128],
    ['id_token_hint', 16_384],
    ['assertion', 16_384],
    ['state', 8192],
    ['toString', 8192],
  ] as const) {
    checkLength(name, 'x'.repeat(limit))
    assert.throws(() => checkLength(name, 'x'.repeat(limit + 1)), invalidRequest, name)
  }
})

test('the query is read as it was sent', () => {
  const { parameters } = readQuery(fromRequest(new Request('https://id.example/?a=%3F&b=?&c=%23#d=e')))
  assert.deepEqual({ ...parameters }, { a: '?', b: '?', c: '#' })
})

function post(body: BodyInit, contentType: string | undefined = 'application/x-www-form-urlencoded'): HttpRequest {
  const request = new Request('https://id.example/', { method: 'POST', body })
  request.headers.delete('content-type')
  if (contentType !== undefined) request.headers.set('content-type', contentType)
  return fromRequest(request)
}

test('a form is a form by its content type, whatever charset that names, in UTF-8', async () => {
  for (const type of [
    'application/x-www-form-urlencoded',
    'APPLICATION/x-www-form-urlencoded; charset=UTF-8',
    'application/x-www-form-urlencoded;charset="utf-8"',
    // Apache HttpClient 5
    'application/x-www-form-urlencoded; charset=ISO-8859-1',
    'application/x-www-form-urlencoded;charset=us-ascii',
    'application/x-www-form-urlencoded ; boundary=x',
  ]) {
    assert.equal((await readForm(post('a=%C3%BC', type))).parameters['a'], 'ü')
  }
  for (const type of ['application/json', 'text/plain', 'multipart/form-data', 'application/x-www-form-urlencodedx', '']) {
    await assert.rejects(readForm(post('a=1', type)), invalidRequest, type)
  }
  await assert.rejects(readForm(post(new Uint8Array([0x61, 0x3d, 0xff]))), invalidRequest)
})

test('a body over 64 KiB is not read to its end', async () => {
  let pulled = 0
  const body = new ReadableStream({
    pull: (controller) => {
      pulled += 1
      controller.enqueue(new Uint8Array(16 * 1024).fill(0x61))
    },
  })
  const init: RequestInit & { readonly duplex: 'half' } = {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    duplex: 'half',
  }
  const request = new Request('https://id.example/', init)
  await assert.rejects(readForm(fromRequest(request)), invalidRequest)
  assert.ok(pulled < 10, String(pulled))
})
