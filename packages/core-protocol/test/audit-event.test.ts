// Whose activity an event of the audit trail belongs to.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { personOf } from '../src/ports/audit-event.ts'

test('an event belongs to its subject, whichever user acted', () => {
  for (const kind of ['user', 'humanUser', 'userLink']) {
    assert.equal(personOf({ actorId: 'admin', subject: { kind, id: 'ann' } }), 'ann', kind)
    assert.equal(personOf({ subject: { kind, id: 'ann' } }), 'ann', kind)
  }
})

test('an event about a session, or without an object, belongs to the actor', () => {
  assert.equal(personOf({ actorId: 'ann', subject: { kind: 'session', id: 's' } }), 'ann')
  assert.equal(personOf({ actorId: 'ann' }), 'ann')
  assert.equal(personOf({}), undefined)
})

test('an event about another object belongs to no user', () => {
  for (const kind of ['machineUser', 'project', 'org', 'oidcApp'])
    assert.equal(personOf({ actorId: 'ann', subject: { kind, id: 'x' } }), undefined, kind)
})
