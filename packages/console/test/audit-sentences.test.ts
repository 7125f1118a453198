// The sentences of the audit log: who acts on whom, which policy, and which application.
import type { StoredAuditEvent } from '@symbolon/core-protocol'
import type { EventNames } from '@symbolon/management-api'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '../src/texts/en.ts'
import { sentence } from '../src/trail/event-row.ts'

const people: Readonly<Record<string, string>> = { yuki: 'Yuki Test', noa: 'Noa Lager' }

const names: EventNames = {
  user: (id) => people[id ?? ''],
  subject: ({ id }) => people[id] ?? id,
  client: () => undefined,
  org: () => undefined,
}

/** @returns the sentence as text */
function read(event: Pick<StoredAuditEvent, 'type'> & Partial<StoredAuditEvent>): string {
  const markup = sentence({ id: '1', at: 0, ...event }, { texts: en(), declared: new Map(), names, vendor: 'acme' })
  return String(markup).replace(/<[^>]*>/g, '')
}

const policy = { kind: 'instancePolicy', id: 'loginPolicy' } as const

const cases: readonly (readonly [string, Parameters<typeof read>[0]])[] = [
  ['Yuki Test changed their password', { type: 'password_changed', actorId: 'yuki', subject: { kind: 'user', id: 'yuki' } }],
  ['Noa Lager changed the password of Yuki Test', { type: 'password_changed', actorId: 'noa', subject: { kind: 'user', id: 'yuki' } }],
  ['Yuki Test changed their password', { type: 'password_changed', actorId: 'yuki' }],
  ['Yuki Test signed in to the console', { type: 'login_succeeded', actorId: 'yuki', clientId: 'acme-console' }],
  ['Yuki Test signed in to travel', { type: 'login_succeeded', actorId: 'yuki', clientId: 'travel' }],
  ['Noa Lager set the default sign-in policy', { type: 'resource_created', actorId: 'noa', subject: policy }],
  [
    'Noa Lager changed the default sign-in policy (Require two-step verification, Sign in with email address)',
    { type: 'resource_changed', actorId: 'noa', subject: policy, details: { changed: 'forceMfa, disableLoginWithEmail' } },
  ],
  [
    'The server changed the branding (logo)',
    { type: 'resource_changed', subject: { kind: 'orgPolicy', id: 'labelPolicy' }, details: { changed: 'logo' } },
  ],
  ['failed two-step verification', { type: 'second_factor_failed' }],
  ['Yuki Test failed two-step verification', { type: 'second_factor_failed', subject: { kind: 'user', id: 'yuki' } }],
]

for (const [expected, event] of cases) {
  test(`${event.type} of ${event.subject?.id ?? 'no subject'}: ${expected}`, () => assert.equal(read(event), expected))
}
