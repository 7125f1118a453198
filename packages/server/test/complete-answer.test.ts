// Headers of every answer: the same whether an endpoint gave plain data or a response.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toResponse } from '@symbolon/core-protocol'
import type { Answer } from '@symbolon/core-protocol'
import { completeAnswer } from '../src/complete-answer.ts'
import type { HeaderList } from '../src/complete-answer.ts'

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
const added: HeaderList = [
  ['access-control-allow-origin', 'https://app.example'],
  ['vary', 'origin'],
]

for (const issuer of ['https://id.example', 'http://localhost:8080']) {
  for (const more of [[], added]) {
    test(`${issuer}: plain answers and responses get the same headers${more.length > 0 ? ', with those of CORS' : ''}`, async () => {
      const complete = completeAnswer(issuer)
      for (const answer of answers) {
        const plain = complete(answer, more)
        const made = complete(toResponse(answer), more)
        assert.deepEqual(new Map(plain.headers), new Map(made.headers))
        assert.equal(plain.status, answer.status)
        assert.equal(await plain.text(), await made.text())
        assert.equal(plain.headers.get('x-content-type-options'), 'nosniff')
        assert.equal(plain.headers.get('strict-transport-security')?.startsWith('max-age=31536000') ?? false, issuer.startsWith('https:'))
        assert.equal(plain.headers.get('cache-control'), answer.fields['cache-control'] ?? 'no-store')
      }
    })
  }
}
