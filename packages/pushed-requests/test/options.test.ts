// The options of the parts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pushedRequests } from '../src/index.ts'

test('the lifetime is a whole number of seconds from 5 to 599', () => {
  for (const lifetime of [5, 90, 599]) assert.equal(pushedRequests({ lifetime }).length, 2)
  for (const lifetime of [0, 4, 600, 60.5, Number.NaN, -90, Infinity])
    assert.throws(() => pushedRequests({ lifetime }), { code: 'pushed_request_lifetime' }, String(lifetime))
})

test('a misspelt option is refused', () => {
  assert.throws(() => pushedRequests({ lifetimes: 90 } as object), { code: 'unknown_option', message: /Did you mean 'lifetime'/ })
})

test('discovery says that pushed requests are required only where they are', () => {
  const members = (options: Parameters<typeof pushedRequests>[0]) => pushedRequests(options).map(({ metadata }) => metadata)
  assert.deepEqual(members({}), [undefined, undefined])
  assert.deepEqual(members({ required: true }), [{ require_pushed_authorization_requests: true }, undefined])
})
