// docs/migrate.md: every command in it is run here, against servers, and its tables are those of the code.
// SYMBOLON_UPDATE_GUIDE=1 regenerates the tables.
import { convertV1 } from '@symbolon/migration-v1'
import { v1ExportText } from '@symbolon/test-kit'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { startGcsServer } from '../../packages/object-storage-gcs/test/gcs-server.ts'
import type { GcsServer } from '../../packages/object-storage-gcs/test/gcs-server.ts'
import { s3Credentials, startS3Server } from '../../packages/object-storage-s3/test/s3-server.ts'
import type { S3Server } from '../../packages/object-storage-s3/test/s3-server.ts'
import { twoOrgs } from '../support/full-org.ts'
import { openShell, readGuide } from '../support/guide.ts'
import type { Guide, Shell } from '../support/guide.ts'
import { moverToken, operations } from '../support/mover.ts'
import { reasonsBegin, reasonsEnd, reasonTables } from '../support/reason-tables.ts'
import { root, temporaryDirectory } from '../support/run-command.ts'
import { startTestService } from '../support/service.ts'
import type { TestService } from '../support/service.ts'

const path = 'docs/migrate.md'
const guide: Guide = await readGuide(path)
const ran = new Set<string>()

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let [shell, target, source, s3, gcs] = [] as unknown as [Shell, TestService, TestService, S3Server, GcsServer]
let older: Older
let [targetToken, origin] = ['', '']

/** What stands in the guide for the operator's surroundings. */
const surroundings = (): Readonly<Record<string, string>> => ({
  'https://old.example': origin,
  'https://id.example': target?.issuer ?? '',
  'token of the source': moverToken,
  'token of the target': targetToken,
  'https://s3.eu-central-1.amazonaws.com': s3.endpoint,
  'KEY ID': s3Credentials.accessKeyId,
  '"SECRET"': JSON.stringify(s3Credentials.secretAccessKey),
})

before(async () => {
  directory = await temporaryDirectory()
  s3 = await startS3Server()
  gcs = await startGcsServer()
  older = await startOlder()
  const settings = {
    SYMBOLON_S3_ENDPOINTS: s3.endpoint,
    SYMBOLON_GCS_ENDPOINT: gcs.endpoint,
    SYMBOLON_GCS_TOKEN_ENDPOINT: gcs.tokenEndpoint,
  }
  const home = join(directory.path, 'target')
  await mkdir(home)
  shell = await openShell(directory.path, surroundings, { SYMBOLON_DATABASE_URL: `file:${join(home, 'symbolon.db')}` })
  const [apply = ''] = guide.sections.get('Prepare the target') ?? []
  ran.add(apply)
  targetToken = /token +(\S+)/.exec(await shell.run([apply], home))?.[1] ?? ''
  target = await startTestService({ directory: home, tls: false, settings })
  source = await startTestService({
    document: { orgs: [operations, ...twoOrgs], instanceMembers: [{ userId: 'mover', roles: ['IAM_OWNER'] }] },
    tls: false,
    settings,
  })
})
after(async () => {
  older?.close()
  gcs?.close()
  await source?.stop()
  await target?.stop()
  await s3?.close()
  await directory?.dispose()
})

interface Older {
  readonly url: string
  close(): void
}

/** Instances of other makes: one answers as the first generation does, the other as the second. */
async function startOlder(): Promise<Older> {
  const exported = (orgs: number): { readonly orgs: readonly Record<string, unknown>[] } => {
    const document = JSON.parse(v1ExportText({ orgs, humanUsers: 3 })) as { readonly orgs: readonly Record<string, unknown>[] }
    // The first generation writes no keys.
    return { orgs: document.orgs.map(({ appKeys: _apps, machineKeys: _machines, ...org }) => org) }
  }
  const app = new Hono()
  for (const [generation, document] of [
    ['v1', exported(2)],
    ['v2', { orgs: convertV1(exported(3)).document.orgs?.slice(2) }],
  ] as const) {
    app.post(`/${generation}/admin/v1/export`, async (context) => {
      if (context.req.header('authorization') !== `Bearer ${moverToken}`) return context.json({ code: 16 }, 401)
      const asked = await context.req.json<Record<string, unknown>>()
      return asked['with_passwords'] === true && asked['with_otp'] === true ? context.json(document) : context.json({ code: 3 }, 400)
    })
  }
  const { promise, resolve } = Promise.withResolvers<number>()
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => resolve(port))
  return { url: `http://127.0.0.1:${await promise}`, close: () => void server.close() }
}

async function follow(heading: string, folder: string): Promise<string> {
  const blocks = guide.sections.get(heading) ?? []
  assert.notEqual(blocks.length, 0, `${path} has commands under ${heading}`)
  const [, environment = ''] = guide.sections.get('Prepare the target') ?? []
  for (const block of [environment, ...blocks]) ran.add(block)
  await mkdir(join(directory.path, folder), { recursive: true })
  return await shell.run([environment, ...blocks], join(directory.path, folder))
}

const json = async (file: string): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(directory.path, file), 'utf8')) as Record<string, unknown>

interface ExportedOrg {
  readonly orgId: string
  readonly humanUsers?: readonly { readonly userId: string; readonly user: { readonly hashedPassword?: unknown } }[]
  readonly oidcApps?: readonly { readonly appId: string; readonly clientId: string }[]
}

async function atTarget(): Promise<readonly ExportedOrg[]> {
  const answer = await fetch(`${target.issuer}/admin/v1/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${targetToken}`, 'content-type': 'application/json' },
    body: '{"with_passwords":true}',
  })
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { readonly orgs: readonly ExportedOrg[] }).orgs
}

test('the guide brings organizations from a first-generation instance, with their passwords, and keeps a client id', async () => {
  origin = `${older.url}/v1`
  const said = await follow('From a first-generation instance', 'first')
  assert.equal(said.match(/The dry run is complete/g)?.length, 1, said)
  assert.equal(said.match(/The import is complete/g)?.length, 2, said)
  assert.match(said, /nothing was changed/)
  assert.doesNotMatch(said, /Errors:/)
  const org = (await atTarget()).find(({ orgId }) => orgId === '100000000000000000')
  assert.equal(org?.humanUsers?.length, 3)
  assert.ok(org?.humanUsers?.every(({ user }) => user.hashedPassword !== undefined))
  assert.equal(org?.oidcApps?.[0]?.clientId, '300000000000000009@shop')
  assert.ok(((await json('first/losses.json'))['reasons'] as readonly unknown[]).length > 0)
})

test('the guide brings organizations from a hosted instance, verifies them, and takes one away again', async () => {
  origin = `${older.url}/v2`
  assert.doesNotMatch(await follow('From a hosted instance, or version 2', 'hosted'), /Errors:/)
  assert.ok((await atTarget()).some(({ orgId }) => orgId === '100002000000000000'))
  const verified = await follow('Verify', 'hosted')
  assert.match(verified, /^Objects: \d+ same(, \d+ ignored)?(, \d+ notice)?\.$/m)
  assert.match(verified, /"type":"import_ended"/)
  await follow('Go back', 'hosted')
  const left = (await atTarget()).map(({ orgId }) => orgId)
  assert.ok(!left.includes('100000000000000000') && left.includes('100001000000000000'))
})

test('the guide brings organizations from another Symbolon, and by way of buckets', async () => {
  origin = source.issuer
  assert.doesNotMatch(await follow('Between two Symbolon instances', 'own'), /Errors:/)
  assert.ok((await atTarget()).some(({ orgId }) => orgId === 'north'))
  await writeFile(join(directory.path, 'own/service-account.json'), atob(gcs.serviceAccountJson))
  const said = await follow('Large files, buckets, time', 'own')
  assert.match(said, /"jobId":"move-1","state":"completed"/)
  assert.equal(said.match(/"sha256":"[0-9a-f]{64}"/g)?.length, 2)
  assert.equal((await json('own/report.json'))['state'], 'completed')
  assert.deepEqual([await s3.objects(), [...gcs.objects.keys()]], [['export.json'], ['export.json']])
})

test('the guide converts a file alone', async () => {
  await follow('Only convert a file', 'first')
  assert.ok(Array.isArray((await json('first/v2.json'))['orgs']))
})

test('after the guide has cleaned up, the token opens nothing and no file is left', async () => {
  await follow('Clean up', 'first')
  const answer = await fetch(`${target.issuer}/admin/v1/events`, { headers: { authorization: `Bearer ${targetToken}` } })
  assert.equal(answer.status, 401)
  await assert.rejects(json('first/export.json'), /ENOENT/)
})

test('no command of the guide stands there untried, and its links lead somewhere', async () => {
  assert.deepEqual(
    [...guide.sections.values()].flat().filter((block) => !ran.has(block)),
    [],
  )
  const anchors = new Set(
    [...guide.text.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  )
  const links = [...guide.text.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor)
  assert.deepEqual(
    links.filter((anchor) => !anchors.has(anchor)),
    [],
  )
})

test('the guide explains every reason that a report can give, in the words of the code', async () => {
  const [before = '', rest = ''] = guide.text.split(reasonsBegin)
  const [tables = '', afterwards = ''] = rest.split(reasonsEnd)
  if (process.env['SYMBOLON_UPDATE_GUIDE'] === '1')
    await writeFile(join(root, path), `${before}${reasonsBegin}${reasonTables()}${reasonsEnd}${afterwards}`)
  else assert.equal(tables, reasonTables())
})
