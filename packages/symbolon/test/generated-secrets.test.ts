// The file for what SYMBOLON_APPLY generates.
import type { ApplyEntry } from '@symbolon/provisioning'
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { keepSecrets } from '../src/generated-secrets.ts'

const entry = (
  appId: string,
  generated: ApplyEntry['generated'] = { clientId: appId, clientSecret: `secret of ${appId}` },
): ApplyEntry => ({
  path: `orgs[0].apiApps[0]`,
  kind: 'apiApp',
  key: [appId],
  action: 'created',
  ...(generated === undefined ? {} : { generated }),
})

async function withDirectory(work: (directory: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'symbolon-secrets-'))
  await work(directory).finally(() => rm(directory, { recursive: true }))
}

test('every secret is a line with its time, and with the reason if an earlier run generated it', () =>
  withDirectory(async (directory) => {
    const file = join(directory, 'secrets.jsonl')
    assert.equal(await keepSecrets(file, [{ time: 0, entries: [entry('public', { clientId: 'public' })] }]), false)
    assert.equal(await keepSecrets(file, [{ time: 0, entries: [entry('a'), entry('public', { clientId: 'public' })] }]), true)
    assert.equal(await keepSecrets(file, [{ time: 1000, entries: [entry('b')] }], 'why'), true)
    const row = (appId: string, time: string): object => ({
      time,
      kind: 'apiApp',
      key: [appId],
      path: 'orgs[0].apiApps[0]',
      clientId: appId,
      clientSecret: `secret of ${appId}`,
    })
    assert.deepEqual(
      (await readFile(file, 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as unknown),
      [row('a', '1970-01-01T00:00:00.000Z'), { ...row('b', '1970-01-01T00:00:01.000Z'), note: 'why' }],
    )
    assert.equal((await stat(file)).mode & 0o777, 0o600)
  }))

test('a line that was broken off by a kill does not break the next one', () =>
  withDirectory(async (directory) => {
    const file = join(directory, 'secrets.jsonl')
    await writeFile(file, '{"time":"20')
    await keepSecrets(file, [{ time: 0, entries: [entry('a')] }])
    const [broken, whole, end] = (await readFile(file, 'utf8')).split('\n')
    assert.equal(broken, '{"time":"20')
    assert.equal((JSON.parse(whole ?? '') as { readonly clientSecret?: string }).clientSecret, 'secret of a')
    assert.equal(end, '')
  }))

test('a file that cannot be written is named, and so is what becomes of the secrets', () =>
  withDirectory(async (directory) => {
    const file = join(directory, 'secrets.jsonl')
    await mkdir(file)
    await assert.rejects(keepSecrets(file, [{ time: 0, entries: [entry('a')] }]), {
      code: 'file_unwritable',
      message: /cannot be written: .* What was generated is kept in the database, encrypted: the next start writes it\.$/,
    })
  }))
