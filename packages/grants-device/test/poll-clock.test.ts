// How often a device may poll. https://www.rfc-editor.org/rfc/rfc8628#section-3.5
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pollClock } from '../src/poll-clock.ts'

test('a device may poll every five seconds, and each early poll adds five seconds to all that follow', () => {
  const clock = pollClock()
  const polls = [0, 5000, 9000, 14_000, 29_000, 44_000, 58_000].map((at) => clock.mayPoll('a', at))
  assert.deepEqual(polls, [true, true, false, false, true, true, false])
  assert.equal(clock.mayPoll('b', 58_000), true, 'another device')
})

test('the interval grows to a minute and no further', () => {
  const clock = pollClock()
  for (let count = 0; count < 100; count++) clock.mayPoll('a', 0)
  assert.equal(clock.mayPoll('a', 60_000), true)
})

test('a clock that was set back does not keep a device out', () => {
  const clock = pollClock()
  clock.mayPoll('a', 1_000_000)
  assert.equal(clock.mayPoll('a', 10), true)
})

test('the device that polled longest ago is forgotten first', () => {
  const clock = pollClock()
  clock.mayPoll('first', 0)
  for (let count = 0; count < 10_000; count++) clock.mayPoll(`device ${count}`, 0)
  assert.equal(clock.mayPoll('first', 1), true)
  assert.equal(clock.mayPoll('device 9999', 1), false)
})
