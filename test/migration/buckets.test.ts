// Exports into buckets and imports from them: a real S3 server, and a stand-in for Google's with real tokens.
import { gcsStorage } from '@symbolon/object-storage-gcs'
import { s3Storage } from '@symbolon/object-storage-s3'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { after, before, test } from 'node:test'
import { gcsBucket, startGcsServer } from '../../packages/object-storage-gcs/test/gcs-server.ts'
import type { GcsServer } from '../../packages/object-storage-gcs/test/gcs-server.ts'
import { s3Bucket, s3Credentials, startS3Server } from '../../packages/object-storage-s3/test/s3-server.ts'
import type { S3Server } from '../../packages/object-storage-s3/test/s3-server.ts'
import { twoOrgs } from '../support/full-org.ts'
import { reportOf, startMover } from '../support/mover.ts'
import type { Mover } from '../support/mover.ts'

let [gcs, s3, mover, target] = [undefined, undefined, undefined, undefined] as unknown as [GcsServer, S3Server, Mover, Mover]

before(async () => {
  gcs = await startGcsServer()
  s3 = await startS3Server()
  const moving = {
    storages: {
      gcs: gcsStorage({ endpoint: gcs.endpoint, tokenEndpoint: gcs.tokenEndpoint }),
      s3: s3Storage({ endpoints: [s3.endpoint] }),
    },
    storageLimits: { idleLimit: 60_000, objectLimit: 1_000_000 },
  }
  mover = await startMover({ orgs: twoOrgs, moving })
  target = await startMover({ moving })
})
after(async () => {
  await mover?.close()
  await target?.close()
  gcs?.close()
  await s3?.close()
})

const inGcs = (path: string): object => ({ bucket: gcsBucket, path, serviceaccount_json: gcs.serviceAccountJson })
const inS3 = (path: string): object => ({
  bucket: s3Bucket,
  path,
  endpoint: s3.endpoint,
  ssl: false,
  access_key_id: s3Credentials.accessKeyId,
  secret_access_key: s3Credentials.secretAccessKey,
})
const selection = { excluded_org_ids: ['operations'], with_passwords: true, with_otp: true }

for (const [name, output, input, place] of [
  ['Google Cloud Storage', 'gcs_output', 'data_orgs_gcs', inGcs],
  ['S3', 's3_output', 'data_orgs_s3', inS3],
] as const) {
  test(`an export goes to ${name}, and an import comes from there and reports as fully as one in the request`, async () => {
    const text = await (await mover.export(selection)).text()
    const answer = await mover.export({ ...selection, [output]: place(`exports/${name}.json`), timeout: '30s' })
    assert.equal(answer.status, 200)
    const { counts, ...written } = (await answer.json()) as { readonly counts: Readonly<Record<string, number>> }
    const sha256 = createHash('sha256').update(text).digest('hex')
    assert.deepEqual(written, { bucket: s3Bucket, path: `exports/${name}.json`, bytes: Buffer.byteLength(text), sha256 })
    assert.deepEqual([counts['orgs'], counts['humanUsers'], counts['projects']], [2, 3, 1])
    if (name === 'Google Cloud Storage') assert.equal(new TextDecoder().decode(gcs.objects.get(`exports/${name}.json`)?.bytes), text)

    const bucketReport = await reportOf(await target.import({ [input]: place(`exports/${name}.json`), dry_run: true }))
    const { jobId: _job, ...inline } = await reportOf(await target.import({ data_orgs: text, dry_run: true }))
    const { jobId: _other, ...fromBucket } = bucketReport
    assert.deepEqual({ ...fromBucket, source: '' }, { ...inline, source: '' })
    assert.equal(fromBucket.errors, undefined)
    assert.equal(fromBucket.success.orgs?.length, 2)
  })
}

test('a document of the first generation comes from a bucket', async () => {
  const v1 = {
    orgs: [
      {
        orgId: 'first',
        org: { name: 'First' },
        iamPolicy: { orgId: 'first', userLoginMustBeDomain: true },
        projects: [{ projectId: 'fp', project: { name: 'P' } }],
      },
    ],
  }
  gcs.objects.set('v1.json', { bytes: new TextEncoder().encode(JSON.stringify(v1)), generation: 1 })
  const report = await reportOf(await target.import({ data_orgsv1_gcs: inGcs('v1.json') }))
  assert.deepEqual(
    report.success.orgs?.map(({ orgId, projectIds }) => [orgId, projectIds]),
    [['first', ['fp']]],
  )
})

test('a refusal of a bucket is reported with a status and our own message, before and during the work', async () => {
  const s3Answers = async (changed: object): Promise<readonly [number, string]> => {
    const answer = await target.import({ data_orgs_s3: { ...inS3('missing.json'), ...changed } })
    const { message } = (await answer.json()) as { readonly message: string }
    return [answer.status, message.split('.')[0] ?? '']
  }
  assert.deepEqual(await s3Answers({}), [400, 'The bucket has no object of this name'])
  assert.deepEqual(await s3Answers({ bucket: 'nowhere' }), [400, 'No bucket has this name'])
  assert.deepEqual(await s3Answers({ secret_access_key: 'wrong' }), [
    400,
    'The storage refused the access key id and the secret access key',
  ])
  for (const endpoint of ['http://169.254.169.254', '127.0.0.1:22', 'http://[::1]', 'https://evil.tld']) {
    assert.deepEqual(
      await s3Answers({ endpoint, ssl: undefined }),
      [400, 'The operator of this server does not allow this endpoint'],
      endpoint,
    )
  }
  const wrong = await mover.export({
    gcs_output: { bucket: gcsBucket, path: 'x', serviceaccount_json: btoa('{"type":"external_account"}') },
  })
  assert.equal(wrong.status, 400)
  assert.match(await wrong.text(), /serviceaccount_json must be the base64 of the key file of a service account/)
  const away = await startMover({ moving: { storages: { s3: s3Storage({ endpoints: ['http://127.0.0.1:9'] }) } } })
  const answer = await away.import({ data_orgs_s3: { ...inS3('x'), endpoint: 'http://127.0.0.1:9', ssl: false } })
  assert.deepEqual([answer.status, ((await answer.json()) as { readonly code: number }).code], [503, 14])
  assert.equal((await away.export({ gcs_output: inGcs('x') })).status, 400)
  await away.close()
})

test('IM-05 IM-18 an object that is compressed or an archive is refused', async () => {
  for (const bytes of [
    gzipSync(JSON.stringify({ orgs: [] })),
    new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]),
    new Uint8Array(0),
    new TextEncoder().encode('{"orgs":['),
  ]) {
    gcs.objects.set('archive', { bytes, generation: 1 })
    const answer = await target.import({ data_orgs_gcs: inGcs('archive') })
    assert.equal(answer.status, 400)
    assert.equal(((await answer.json()) as { readonly details: readonly { readonly id: string }[] }).details[0]?.id, 'document_invalid')
  }
})

test('SS-14 a storage that gives nothing, too slowly or too much holds no import', async () => {
  let mode: 'silent' | 'dripping' | 'endless' = 'silent'
  const slow = createServer((_, response) => {
    response.writeHead(200, { etag: '"1"', ...(mode === 'endless' ? {} : { 'content-length': '1000000' }) })
    response.write('{"orgs":[')
    const timer = setInterval(() => {
      if (mode === 'dripping') response.write(' ')
      if (mode === 'endless') response.write(' '.repeat(100_000))
    }, 5)
    response.on('close', () => clearInterval(timer))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => slow.once('listening', resolve))
  const endpoint = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`
  const withIdleLimit = async (idleLimit: number): Promise<Mover> =>
    await startMover({
      moving: { storages: { s3: s3Storage({ endpoints: [endpoint] }) }, storageLimits: { idleLimit, objectLimit: 1_000_000 } },
    })
  const [hasty, patient] = [await withIdleLimit(300), await withIdleLimit(60_000)]
  try {
    // Each is ended by another limit, and says which: the other two are too far away.
    for (const [each, by, timeout, status, says] of [
      ['silent', hasty, '10m', 400, /sent no data for 0\.3 seconds/],
      ['dripping', patient, '1s', 504, /stopped at its timeout/],
      ['endless', patient, '10m', 400, /larger than 0 MiB/],
    ] as const) {
      mode = each
      const answer = await by.import({ data_orgs_s3: { ...inS3(each), endpoint, ssl: false }, timeout })
      assert.equal(answer.status, status, each)
      assert.match(await answer.text(), says)
    }
  } finally {
    slow.close().closeAllConnections()
    await hasty.close()
    await patient.close()
  }
})

test('IM-16 an export that fails or runs out of time leaves nothing under the name', async () => {
  const broken = await startMover({ orgs: twoOrgs, moving: { storages: { s3: s3Storage({ endpoints: [s3.endpoint] }) } } })
  const { directory } = broken.provider.storage.stores
  // A user whose seed was sealed under another key cannot be exported: the failure comes in the middle.
  await directory?.apply(
    {
      put: [
        {
          kind: 'humanUser',
          key: ['sue'],
          orgId: 'south',
          content: { userId: 'sue', user: { userName: 'sue', profile: { firstName: 'S', lastName: 'S' } } },
          secrets: { sealedOtpSecret: 'v1.broken' },
        },
      ],
      remove: [],
    },
    0,
  )
  const failed = await broken.export({ with_otp: true, s3_output: inS3('broken.json') })
  assert.equal(failed.status, 500)
  assert.ok(!(await s3.objects()).includes('broken.json'))
  const [ended] = ((await broken.provider.storage.stores.auditEvents?.list({ limit: 5 })) ?? []).filter(
    ({ type }) => type === 'export_ended',
  )
  assert.equal(ended?.details?.['outcome'], 'broken_off')
  await broken.close()
})

test('SS-16 no credential of a bucket is left behind: not in the database, not in the log', async () => {
  await target.import({ data_orgs_s3: inS3('missing.json') })
  await target.import({ data_orgs_gcs: inGcs('missing.json') })
  await target.export({ gcs_output: inGcs('residue.json') })
  const { importJobs, auditEvents } = target.provider.storage.stores
  const kept = JSON.stringify([target.provider.logged, await auditEvents?.list({ limit: 1000 }), await importJobs?.find('x', 0)])
  for (const secret of [gcs.serviceAccountJson, gcs.serviceAccountJson.slice(100, 200), 'PRIVATE KEY', s3Credentials.secretAccessKey])
    assert.ok(!kept.includes(secret))
})
