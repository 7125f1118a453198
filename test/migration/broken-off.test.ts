// A response that cannot be completed is broken off on every runtime, so that no client mistakes a part of a document for the whole.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { libsql } from '@symbolon/storage-libsql'
import { twoOrgs } from '../support/full-org.ts'
import { startMover } from '../support/mover.ts'
import { runtimes } from '../support/runtimes.ts'

/** Whether the framing of the answer says that it is whole (https://www.rfc-editor.org/rfc/rfc9112#section-8). */
async function isWhole(port: number): Promise<boolean> {
  return await new Promise((resolve) => {
    request({ port, host: '127.0.0.1' }, (response) => {
      response.on('data', () => undefined)
      response.on('error', () => undefined)
      response.on('close', () => resolve(response.complete))
      // Bun resets the connection, at times before the head of the answer has left.
    })
      .on('error', () => resolve(false))
      .end()
  })
}

for (const { name, command } of runtimes) {
  test(`IM-16 a response that fails in the middle is incomplete for its client, on ${name}`, async () => {
    const [binary, ...args] = command('test/migration/programs/break-off.ts', '/tmp')
    const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
      assert.equal(await isWhole(Number(line)), false)
    } finally {
      child.kill('SIGKILL')
    }
  })
}

test('IM-16 an export that fails before its first byte is an error, and one that fails later is broken off', async () => {
  const mover = await startMover({ orgs: twoOrgs })
  const { directory } = mover.provider.storage.stores
  // The seed was sealed under another key, and does not open.
  const user = (userId: string, index = 0): object => ({
    kind: 'humanUser',
    key: [userId],
    orgId: 'south',
    content: { userId, user: { userName: `${userId}${index}`, profile: { firstName: 'S', lastName: 'x'.repeat(190) } } },
  })
  await directory?.apply({ put: [{ ...user('sue'), secrets: { sealedOtpSecret: 'v1.broken' } }] as never, remove: [] }, 0)
  const early = await mover.export({ org_ids: ['south'], with_otp: true })
  assert.equal(early.status, 500)
  assert.equal(early.headers.get('content-disposition'), null)
  const many = Array.from({ length: 1000 }, (_, index) => user(`a${index}`, index))
  await directory?.apply({ put: many as never, remove: [] }, 0)
  const late = await mover.export({ org_ids: ['south'], with_otp: true })
  assert.equal(late.status, 200)
  await assert.rejects(late.text())
  const outcomes = ((await mover.provider.storage.stores.auditEvents?.list({ limit: 10 })) ?? []).filter(
    ({ type }) => type === 'export_ended',
  )
  assert.deepEqual(
    outcomes.map(({ details }) => details?.['outcome']),
    ['broken_off', 'broken_off'],
  )
  await mover.close()
})

test('an export whose client stops reading does not keep the provider from closing', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-unread-'))
  const mover = await startMover({ orgs: twoOrgs, storage: libsql({ url: `file:${join(directory, 'unread.db')}` }) })
  const answer = await mover.export({ org_ids: ['south'] })
  assert.equal(answer.status, 200)
  // The snapshot is open, and its reader has gone away without a word.
  await mover.close()
  await assert.rejects(answer.text())
  await rm(directory, { recursive: true })
})
