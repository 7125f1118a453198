// A run that is killed at any moment and started again over the same document completes it, once.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { libsql } from '@symbolon/storage-libsql'
import { manyPieces, usersOfEach } from './many-pieces.ts'

const program = fileURLToPath(new URL('programs/import.ts', import.meta.url))

/** @param lifetime milliseconds after the database is open, or until the end */
async function importUntil(url: string, lifetime: number | undefined): Promise<readonly string[]> {
  const child = spawn(process.execPath, [program, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  const ready = Promise.withResolvers<void>()
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    text += data
    ready.resolve()
  })
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
  })
  await Promise.race([ready.promise, ended])
  if (lifetime !== undefined) {
    await Promise.race([sleep(lifetime), ended])
    child.kill('SIGKILL')
  }
  await ended
  // What stands behind the last end of a line was cut off.
  return text.slice(0, text.lastIndexOf('\n')).split('\n').slice(1)
}

test('IM-13 an import that is killed again and again completes without doubling anything', { timeout: 300_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'symbolon-import-'))
  const url = `file:${join(folder, 'import.db')}`
  const created = new Map<string, number>()
  const count = (lines: readonly string[]): void => {
    for (const path of lines.filter((line) => !line.startsWith('done')).flatMap((line) => (line === '' ? [] : line.split(' ')))) {
      created.set(path, (created.get(path) ?? 0) + 1)
    }
  }
  let kills = 0
  for (let run = 0; run < 6; run += 1) {
    const lines = await importUntil(url, 20 + run * 70)
    count(lines)
    if (!lines.some((line) => line.startsWith('done'))) kills += 1
  }
  const last = await importUntil(url, undefined)
  count(last)
  assert.ok(kills >= 3, `only ${kills} runs were killed`)
  assert.match(last.at(-1) ?? '', /^done .*"changed":0,.*"refused":0/)
  assert.deepEqual(
    [...created].filter(([path, times]) => times > 1 && !/^orgs\[[0-9]\]$/.test(path)),
    [],
  )

  const storage = await libsql({ url }).open(['directory'])
  const { directory } = storage.stores
  const lengths = async (orgId: string): Promise<readonly (number | undefined)[]> =>
    Promise.all(
      (['humanUser', 'userMetadata', 'oidcApp', 'projectGrant', 'userGrant', 'orgMember', 'orgDomain'] as const).map(
        async (kind) => (await directory?.list(kind, orgId))?.length,
      ),
    )
  for (const orgId of ['a', 'b', 'c']) assert.deepEqual(await lengths(orgId), [usersOfEach, usersOfEach, 1, 1, 50, 50, 1], orgId)
  await storage.close()

  const again = await importUntil(url, undefined)
  const objects = [...manyPieces()].reduce(
    (sum, { org }) => sum + Object.values(org).reduce<number>((entries, value) => entries + (Array.isArray(value) ? value.length : 0), 0),
    2 * 3,
  )
  // In addition to its entries, each organization is an object, and so is its default domain.
  assert.equal(again.at(-1), `done {"created":0,"changed":0,"same":${objects},"removed":0,"kept":0,"refused":0,"ignored":0,"notice":0}`)
  await rm(folder, { recursive: true })
})
