// The timeout of an import: it does not count what is read to find out where the import continues.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TimeLimit } from '../src/jobs/time-limit.ts'

const grace = 5000

test('IM-12 the timeout begins with the first step, and begins again where the document is read for its ids', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const limit = new TimeLimit(100)
  t.mock.timers.tick(3_600_000)
  assert.equal(limit.signal.aborted, false)
  limit.start()
  t.mock.timers.tick(100 + grace - 1)
  assert.equal(limit.signal.aborted, false)
  limit.search()
  t.mock.timers.tick(3_600_000)
  assert.equal(limit.signal.aborted, false, 'nothing can be settled meanwhile')
  limit.progressed()
  assert.equal(limit.signal.aborted, false)
  limit.start()
  t.mock.timers.tick(99)
  assert.equal(limit.signal.aborted, false)
  t.mock.timers.tick(1)
  assert.equal(limit.signal.aborted, true)
  limit.end()
})
