// The header fields of every answer.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '@symbolon/core-protocol'
import { addFields, completeAnswer } from '../src/complete-answer.ts'

const answers: readonly Answer[] = [
  { status: 200, fields: { 'content-type': 'application/json' }, body: '{}' },
  {
    status: 200,
    fields: { 'cache-control': 'public, max-age=1', 'content-security-policy': "default-src 'self'", vary: 'accept' },
    body: 'x',
  },
  { status: 304, fields: { etag: '"x"' }, body: null },
  { status: 401, fields: { 'www-authenticate': 'Bearer', 'strict-transport-security': 'max-age=0' }, body: '{}' },
]

for (const issuer of ['https://id.example', 'http://localhost:8080']) {
  test(`${issuer}: an answer keeps its own fields, and gets those that it lacks`, () => {
    for (const answer of answers) {
      const { status, body, fields } = completeAnswer(issuer)(answer)
      assert.equal(status, answer.status)
      assert.equal(body, answer.body)
      assert.equal(fields['x-content-type-options'], 'nosniff')
      assert.equal(fields['strict-transport-security']?.startsWith('max-age=31536000') ?? false, issuer.startsWith('https:'))
      assert.equal(fields['cache-control'], answer.fields['cache-control'] ?? 'no-store')
      assert.equal(fields['content-security-policy'] === "default-src 'self'", 'vary' in answer.fields)
      for (const name of ['content-type', 'etag', 'vary', 'www-authenticate']) assert.equal(fields[name], answer.fields[name])
    }
  })
}

test('an added field stands next to the value of the response', () => {
  const [plain, varying] = answers
  const added = [
    ['access-control-allow-origin', 'https://app.example'],
    ['vary', 'origin'],
  ] as const
  assert.ok(plain !== undefined && varying !== undefined)
  assert.equal(addFields(plain, added).fields['vary'], 'origin')
  assert.equal(addFields(varying, added).fields['vary'], 'accept, origin')
  assert.equal(addFields(varying, added).fields['access-control-allow-origin'], 'https://app.example')
  assert.deepEqual(varying, answers[1])
})
