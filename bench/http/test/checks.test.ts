// The checks of the load generator refuse what a wrong server would send.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkIdToken, checkIntrospection, checkKeySet, checkUserinfo, decodedPayload, member, newTokens } from '../checks.ts'
import { nonce, user } from '../credentials.ts'
import { introspectionRow, nextToken } from '../rows.ts'
import type { Feed } from '../rows.ts'

const wrong = { name: 'TypeError' }

test('an inactive token, and a token of another user, are refused', () => {
  checkIntrospection('{"active":true,"sub":"ada"}', 'ada')
  assert.throws(() => checkIntrospection('{"active":false}', 'ada'), wrong)
  assert.throws(() => checkIntrospection('{"active":true,"sub":"grace"}', 'ada'), wrong)
  assert.throws(() => checkIntrospection('{"active":true,"sub":"ada2"}', 'ada'), wrong)
})

test('the claims of another user are refused', () => {
  checkUserinfo('{"sub":"ada","email":"ada@mail.example"}', 'ada')
  assert.throws(() => checkUserinfo('{"sub":"grace","email":"ada@mail.example"}', 'ada'), wrong)
  assert.throws(() => checkUserinfo('{"sub":"ada","email":"grace@mail.example"}', 'ada'), wrong)
  assert.throws(() => checkUserinfo('{"sub":"ada"}', 'ada'), wrong)
})

test('a key set without the signing key, and one that changes, are refused', () => {
  const check = checkKeySet()
  assert.throws(() => check('{"keys":[]}'), wrong)
  check('{"keys":[{"crv":"P-256","kid":"1"}]}')
  check('{"keys":[{"crv":"P-256","kid":"1"}]}')
  assert.throws(() => check('{"keys":[{"crv":"P-256","kid":"2"}]}'), wrong)
})

test('an ID token of another user, and one without the nonce, are refused', () => {
  const signed = (claims: object): string =>
    `eyJhbGciOiJFUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2lnbmF0dXJl`
  checkIdToken(signed({ sub: user }))
  checkIdToken(signed({ sub: user, nonce }), 'nonce')
  assert.throws(() => checkIdToken(signed({ sub: user }), 'nonce'), wrong)
  assert.throws(() => checkIdToken(signed({ sub: 'grace', nonce }), 'nonce'), wrong)
  assert.throws(() => decodedPayload('eyJhbGciOiJub25lIn0.e30.'), wrong)
  assert.throws(() => decodedPayload('opaque'), wrong)
})

test('a token response without the token is refused', () => {
  assert.equal(member('{"access_token":"abc","scope":"openid"}', 'access_token'), 'abc')
  assert.throws(() => member('{"access_token":""}', 'access_token'), wrong)
  assert.throws(() => member('{"error":"server_error"}', 'access_token'), wrong)
})

test('a token that was issued before is refused, and tokens that differ in one of the last characters are not', () => {
  const isNew = newTokens()
  const start = 'symbolon_at_'
  for (const end of ['00000000', '00000001', '0000000p', 'p0000000', '-_.azAZ0']) isNew(`${start}${end}`)
  assert.throws(() => isNew(`${start}0000000p`), wrong)
})

test('each token is asked for once before any is asked for again, the ones that were issued last', () => {
  const tokens = Array.from({ length: 1000 }, (_, number) => `token-${number}`)
  const announcement = {
    port: 0,
    paths: { token: '/', introspection: '/', userinfo: '/', keys: '/' },
    scope: '',
    refreshTokens: [],
    tokens: { file: '', subjects: ['even', 'odd'] },
  }
  const feed: Feed = { announcement, tokens, codes: [], asked: 0 }
  const asked = Array.from({ length: 300 }, () => nextToken(feed, 300))
  assert.deepEqual(new Set(asked.map(({ token }) => token)), new Set(tokens.slice(700)))
  for (const { token, subject } of asked) assert.equal(subject, Number(token.slice('token-'.length)) % 2 === 0 ? 'even' : 'odd')
  assert.equal(nextToken(feed, 300).token, asked[0]?.token)
})

test('a server without live tokens cannot be asked for them', () => {
  const announcement = { port: 0, paths: { token: '/', introspection: '/', userinfo: '/', keys: '/' }, scope: '', refreshTokens: [] }
  const exchange = introspectionRow('', 10).exchanges({ announcement, tokens: [], codes: [], asked: 0 })(0)
  assert.throws(() => exchange.request(), wrong)
})
