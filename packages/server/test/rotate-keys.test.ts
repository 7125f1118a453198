// The rotation of signing keys on schedule, and its audit event.
import { createSealing, defaultKeyPolicy, makeFirstSigningKeys } from '@symbolon/core-protocol'
import type { AuditEvent, SigningKeyContext } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomToken } from '../src/random-token.ts'
import { rotateKeys } from '../src/rotate-keys.ts'
import { recordingLog } from './parts.ts'

test('a rotation records the new key, its algorithm and the key that it follows', async () => {
  const open = await libsql({ url: ':memory:' }).open(['signingKeys'])
  const { signingKeys: store } = open.stores
  assert.ok(store !== undefined)
  let time = 1_800_000_000_000
  const policy = { ...defaultKeyPolicy, rotationInterval: 1000 }
  const context: SigningKeyContext = {
    store,
    sealing: await createSealing(new Uint8Array(32).fill(7)),
    policy,
    now: () => time,
    randomToken,
  }
  await makeFirstSigningKeys(context)
  const [first] = (await store.list()).filter(({ algorithm }) => algorithm === 'RS256')
  time += policy.rotationInterval
  const recorded: AuditEvent[] = []
  await rotateKeys(context, async (...events) => void recorded.push(...events), recordingLog().log).run(new AbortController().signal)
  const event = recorded.find(({ details }) => details?.['algorithm'] === 'RS256')
  const [made] = (await store.list()).filter(({ algorithm }) => algorithm === 'RS256')
  assert.notEqual(made?.kid, first?.kid)
  assert.deepEqual(event, {
    type: 'signing_key_rotated',
    subject: { kind: 'signingKey', id: made?.kid },
    details: { algorithm: 'RS256', after: first?.kid },
  })
  await open.close()
})
