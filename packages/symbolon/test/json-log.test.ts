// Log lines: one JSON object each, whatever stands in the fields.
import type { LogRecord } from '@logtape/logtape'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatForTerminal, formatRecord } from '../src/json-log.ts'

function record(properties: Record<string, unknown>): LogRecord {
  return { category: ['symbolon'], level: 'info', message: ['token_issued'], rawMessage: 'token_issued', timestamp: 0, properties }
}

test('LK-02 a record is one line of JSON, with line breaks and control characters escaped', () => {
  const line = formatRecord(record({ userAgent: 'a\r\n{"level":"fatal"}\u001b[31m\u2028' }))
  assert.equal(line.split(/[\r\n]/).length, 1)
  assert.equal((JSON.parse(line) as { userAgent: string }).userAgent, 'a\r\n{"level":"fatal"}\u001b[31m\u2028')
})

test('a field cannot take the place of the time, the level or the event', () => {
  const parsed = JSON.parse(formatRecord(record({ time: 'x', level: 'x', event: 'x' }))) as Record<string, unknown>
  assert.deepEqual(parsed, { time: '1970-01-01T00:00:00.000Z', level: 'info', event: 'token_issued' })
})

test('on a terminal a record is one line, whose values can neither look like fields nor steer the terminal', () => {
  const line = formatForTerminal(record({ clientId: 'a" level="fatal', userAgent: '\r\n\u001b[31m\u202e\u009b2J', count: 2 }))
  assert.equal(line, '00:00:00 info    token_issued clientId="a\\" level=\\"fatal" userAgent="\\r\\n\\u001b[31m\\u202e\\u009b2J" count=2')
})
