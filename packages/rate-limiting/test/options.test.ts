// Mistakes in the options are found when the provider is composed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rateLimiting } from '../src/index.ts'

test('the number of keys in memory is a whole number of at least 1', () => {
  for (const maxKeys of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
    assert.throws(() => rateLimiting({ maxKeys }), { name: 'TypeError', code: 'rate_limit_max_keys' }, String(maxKeys))
  assert.ok(rateLimiting({ maxKeys: 1 }))
})

test('a rate has a whole burst of at least 1 and more than 0 requests per minute', () => {
  const refused = [
    { burst: 0, perMinute: 60 },
    { burst: 1.5, perMinute: 60 },
    { burst: 1, perMinute: 0 },
    { burst: 1, perMinute: Number.NaN },
  ]
  for (const token of refused)
    assert.throws(() => rateLimiting({ rates: { token } }), { name: 'TypeError', code: 'rate_limit_rate' }, JSON.stringify(token))
})
