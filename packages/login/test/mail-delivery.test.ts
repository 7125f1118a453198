// The way of a mail through the outbox: sealed, sent once, sent again after failures, dropped after refusals.
import { createSealing } from '@symbolon/core-protocol'
import type { AuditEvent, MailOutboxStore } from '@symbolon/core-protocol'
import { libsql } from '@symbolon/storage-libsql'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mailAddress, mailDelivery } from '../src/index.ts'
import type { Mail, Mailer } from '../src/index.ts'
import { sealMail } from '../src/mail/outbox.ts'
import type { OutgoingMail } from '../src/mail/outbox.ts'
import { start } from './provider.ts'

const mail: OutgoingMail = {
  to: { name: 'Ann', address: 'ann@acme.example' },
  subject: 'Your code',
  text: 'ABC234',
  html: '<p>ABC234</p>',
  locale: 'en',
  purpose: 'recovery',
}

interface Outbox {
  readonly store: MailOutboxStore
  readonly logged: string[]
  readonly audited: AuditEvent[]
  queue(changes?: Partial<OutgoingMail>, expiresAt?: number): Promise<string>
  /** One run of the task. */
  run(send: Mailer['send'], stopping?: AbortSignal): Promise<void>
  wait(milliseconds: number): void
}

async function withOutbox(test: (outbox: Outbox) => Promise<void>): Promise<void> {
  const open = await libsql({ url: ':memory:' }).open(['mailOutbox', 'policies'])
  const { mailOutbox: store } = open.stores
  assert.ok(store !== undefined)
  const sealing = await createSealing(new Uint8Array(32).fill(7))
  const logged: string[] = []
  const audited: AuditEvent[] = []
  let now = start
  let drawn = 0
  const record = (event: string, fields = {}): void => void logged.push(`${event} ${JSON.stringify(fields)}`)
  const surroundings = {
    issuer: 'https://id.example',
    sealing,
    randomToken: () => `mail-${++drawn}`,
    now: () => now,
    log: { info: record, warn: record, error: record },
    audit: async (...events: readonly AuditEvent[]) => void audited.push(...events),
  }
  try {
    await test({
      store,
      logged,
      audited,
      async queue(changes = {}, expiresAt = start + 86_400_000) {
        const queued = await sealMail({ ...mail, ...changes }, { expiresAt }, surroundings)
        await store.add([queued], now)
        return queued.sealed
      },
      async run(send, stopping = new AbortController().signal) {
        const context = { ...surroundings, stores: open.stores } as unknown as Parameters<ReturnType<typeof mailDelivery>['repeat']>[0]
        await mailDelivery({ send }).repeat(context, stopping)
      },
      wait: (milliseconds) => void (now += milliseconds),
    })
  } finally {
    await open.close()
  }
}

const accepted: Mailer['send'] = async () => 'accepted'
const failing = async (): Promise<never> => {
  throw Object.assign(new Error('no answer from ann@acme.example'), { code: 'ETIMEDOUT' })
}

describe('delivery', () => {
  test('a mail is sent once, as it was queued', () =>
    withOutbox(async ({ queue, run, wait }) => {
      const sent: Mail[] = []
      await queue()
      const send: Mailer['send'] = async (each) => (sent.push(each), 'accepted')
      await run(send)
      wait(3_600_000)
      await run(send)
      assert.deepEqual(sent, [{ ...mail, images: [], id: 'mail-1' }])
    }))

  test('MA-04 the database holds neither the code nor the address', () =>
    withOutbox(async ({ queue }) => {
      const sealed = await queue()
      for (const secret of ['ABC234', 'ann@', 'Your code', btoa('ABC234')]) assert.ok(!sealed.includes(secret))
    }))

  test('a mail without a recipient passes through the outbox, and is not sent', () =>
    withOutbox(async ({ queue, run, store, logged }) => {
      await queue({ to: undefined })
      await run(async () => assert.fail('a mail without a recipient was sent'))
      assert.deepEqual(await store.claim(start + 3_600_000, start + 7_200_000, 10), [])
      assert.deepEqual(logged, [])
    }))

  test('MA-05 a mail that failed is sent again: after one minute, two, four, and so on up to an hour', () =>
    withOutbox(async ({ queue, run, wait }) => {
      await queue()
      const gaps: number[] = []
      for (let gap = 0; gaps.length < 8; gap += 30_000) {
        let tried = false
        await run(async () => {
          tried = true
          return await failing()
        })
        if (tried) {
          gaps.push(gap / 60_000)
          gap = 0
        }
        wait(30_000)
      }
      assert.deepEqual(gaps.slice(1), [1, 2, 4, 8, 16, 32, 60])
    }))

  test('MA-05 a mail that was refused for good is dropped, and recorded where it is for a user', () =>
    withOutbox(async ({ audited, queue, run, wait }) => {
      await queue({ recipient: { userId: 'ann', orgId: 'org' } })
      await queue()
      await run(async () => 'refused')
      assert.deepEqual(audited, [
        { type: 'mail_refused', subject: { kind: 'user', id: 'ann' }, orgId: 'org', details: { purpose: 'recovery' } },
      ])
      wait(7_200_000)
      await run(async () => assert.fail('it was sent again'))
    }))

  test('an expired mail is not sent', () =>
    withOutbox(async ({ queue, run, wait }) => {
      await queue({}, start + 60_000)
      wait(60_000)
      await run(async () => assert.fail('it was sent'))
    }))

  test('one mail that fails does not keep the others waiting', () =>
    withOutbox(async ({ queue, run }) => {
      for (let count = 0; count < 12; count++) await queue({ subject: `${count}` })
      const sent: string[] = []
      await run(async (each) => {
        if (each.subject === '3') return await failing()
        sent.push(each.subject)
        return 'accepted'
      })
      assert.equal(sent.length, 11)
    }))

  test('nothing is sent while the provider closes', () =>
    withOutbox(async ({ queue, run }) => {
      await queue()
      await run(async () => assert.fail('it was sent'), AbortSignal.abort())
      await run(accepted)
    }))

  test('a mail on its way is broken off when the provider closes, and is due at once', () =>
    withOutbox(async ({ queue, run, logged }) => {
      await queue()
      const closing = new AbortController()
      await run(async (_mail, stopping) => {
        closing.abort()
        return await new Promise((_resolve, reject) => stopping.addEventListener('abort', () => reject(stopping.reason)))
      }, closing.signal)
      assert.deepEqual(logged, ['mail_not_sent {"tries":1,"reason":"stopping"}'])
      let sent = 0
      await run(async () => (sent++, 'accepted'))
      assert.equal(sent, 1)
    }))

  test('the log contains the purpose and the error code, but neither address nor content', () =>
    withOutbox(async ({ queue, run, wait, logged }) => {
      await queue()
      await run(failing)
      wait(60_000)
      await run(accepted)
      assert.deepEqual(logged, ['mail_not_sent {"tries":1,"reason":"Error ETIMEDOUT"}', 'mail_sent {"purpose":"recovery","tries":2}'])
    }))
})

describe('MA-02 a mail address is one mailbox', () => {
  for (const [typed, read] of [
    ['ann@acme.example', 'ann@acme.example'],
    ["o'neil+tag@Acme.Example", "o'neil+tag@acme.example"],
    ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
    ['ann@BÜCHER.example', 'ann@xn--bcher-kva.example'],
  ] as const) {
    test(`${typed} is ${read}`, () => assert.equal(mailAddress(typed), read))
  }
  for (const typed of [
    '',
    'ann',
    '@acme.example',
    'ann@',
    'ann@localhost',
    'ann@127.0.0.1',
    'ann@[127.0.0.1]',
    'ann@acme.example, bob@evil.example',
    'ann,bob@acme.example',
    'Ann <ann@acme.example>',
    '"ann b"@acme.example',
    'ann@acme.example\r\nBcc: bob@evil.example',
    'ann\n@acme.example',
    'ann@acme.example/path',
    'ann@acme.example:25',
    'ann@user:pw@acme.example',
    'ann..b@acme.example',
    '.ann@acme.example',
    'ann@-acme.example',
    'ann＠acme.example',
    'änn@acme.example',
    `${'a'.repeat(65)}@acme.example`,
    `ann@${'a.'.repeat(200)}example`,
  ]) {
    test(`${JSON.stringify(typed.slice(0, 40))} is not an address`, () => assert.equal(mailAddress(typed), undefined))
  }
})
