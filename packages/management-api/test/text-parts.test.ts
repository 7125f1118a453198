// A document in parts: no byte is lost between two of them.
import { RestError } from '@symbolon/rest'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textParts } from '../src/operations/text-parts.ts'

const utf8 = new TextEncoder()

test('the parts joined are the same bytes, whatever stands at their ends', () => {
  const texts = ['', 'a', 'ab🙂', '🙂🙂🙂', 'a🙂b🙂c', '\ufeff{"ä":1}', '日本語']
  for (const text of texts) {
    for (const length of [1, 2, 3, 4, 100]) {
      const parts = textParts(utf8.encode(text), length)
      assert.deepEqual(utf8.encode(parts.join('')), utf8.encode(text))
      assert.ok(
        parts.every((part) => part.isWellFormed()),
        `${text} in parts of ${length}`,
      )
    }
  }
})

test('bytes that are not UTF-8 are refused', () => {
  assert.throws(
    () => textParts(new Uint8Array([0x7b, 0xff, 0x7d])),
    (error) => error instanceof RestError && error.id === 'document_invalid',
  )
})
