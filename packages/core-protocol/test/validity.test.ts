// Holders: the users, clients and personal access tokens that an issued token depends on.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ofClient, ofPersonalAccessToken, ofUser, stillHeldBy, uniteHolders, validityOf } from '../src/tokens/validity.ts'

const ann = { id: 'ann', createdAt: 1, timesEnded: 2 }
const portal = { clientId: 'portal', createdAt: 3, timesEnded: 0 }

test('united holders are those of all, whatever their order', () => {
  const token = { id: 'token', createdAt: 4, timesEnded: 0 }
  const united = uniteHolders(ofUser(ann), ofClient(portal), ofPersonalAccessToken(token))
  assert.deepEqual(Object.keys(united), ['user ann', 'client portal', 'personal access token token'])
  assert.equal(validityOf(united), validityOf(uniteHolders(ofPersonalAccessToken(token), ofClient(portal), ofUser(ann))))
  assert.deepEqual(uniteHolders({}, ofUser(ann), {}), ofUser(ann))
})

test('of a holder that was read twice the earlier state stays, so that an end between the two readings counts', () => {
  const later = { ...ann, timesEnded: 3 }
  for (const united of [uniteHolders(ofUser(ann), ofUser(later)), uniteHolders(ofUser(later), ofUser(ann))]) {
    assert.deepEqual(united, ofUser(ann))
    assert.equal(stillHeldBy(ofUser(later), { validity: validityOf(united), issuedAt: 5 }), false)
  }
})

test('an end, and a holder that was created again, change the validity', () => {
  const issued = { validity: validityOf(ofUser(ann)), issuedAt: 5 }
  assert.equal(stillHeldBy(ofUser({ ...ann }), issued), true)
  assert.equal(stillHeldBy(ofUser({ ...ann, timesEnded: 3 }), issued), false)
  assert.equal(stillHeldBy(ofUser({ ...ann, createdAt: 2 }), issued), false)
})

test('what an earlier release issued without a validity ends with the first end, and with a holder that is younger', () => {
  const held = ofUser({ ...ann, timesEnded: 0, createdAt: 5 })
  assert.equal(stillHeldBy(held, { issuedAt: 5 }), true)
  assert.equal(stillHeldBy(held, { issuedAt: 4 }), false)
  assert.equal(stillHeldBy(ofUser(ann), { issuedAt: 5 }), false)
})
