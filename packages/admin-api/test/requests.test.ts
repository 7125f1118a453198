// What export and import requests may contain, and the errors for other content.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readExportRequest } from '../src/requests/export-request.ts'
import { readImportRequest } from '../src/requests/import-request.ts'

const gcs = { bucket: 'exports', path: 'a/b.json', serviceaccount_json: 'e30=' }
const s3 = { bucket: 'exports', path: 'a/b.json', endpoint: 's3.example', access_key_id: 'id', secret_access_key: 'secret' }
const document = new TextEncoder().encode('{"orgs":[]}')

function refusal(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof Error && 'id' in error && error.id === 'envelope_invalid') return error.message
    throw error
  }
  return 'accepted'
}

test('an export without members takes everything to the response, in ten minutes', () => {
  assert.deepEqual(readExportRequest({}), {
    selection: { orgIds: [], excludedOrgIds: [], withPasswords: false, withOtp: false, withCredentials: false },
    timeout: 600_000,
    target: { to: 'response' },
  })
})

test('members are taken in snake case and in camel case', () => {
  const target = { to: 'gcs', object: { bucket: 'exports', path: 'a/b.json', serviceAccountJson: 'e30=' } }
  assert.deepEqual(readExportRequest({ org_ids: ['1'], with_otp: true, timeout: '1m30s', gcs_output: gcs }), {
    selection: { orgIds: ['1'], excludedOrgIds: [], withPasswords: false, withOtp: true, withCredentials: false },
    timeout: 90_000,
    target,
  })
  assert.deepEqual(
    readExportRequest({
      orgIds: ['1'],
      withOtp: true,
      timeout: '90s',
      gcsOutput: { bucket: 'exports', path: 'a/b.json', serviceaccountJson: 'e30=' },
    }),
    {
      selection: { orgIds: ['1'], excludedOrgIds: [], withPasswords: false, withOtp: true, withCredentials: false },
      timeout: 90_000,
      target,
    },
  )
  const camel = {
    dataOrgsv1S3: { bucket: 'exports', path: 'p', endpoint: 'h', accessKeyId: 'i', secretAccessKey: 's', ssl: true },
    dryRun: true,
    jobId: 'j',
  }
  assert.deepEqual(readImportRequest(camel), {
    source: {
      format: 'v1',
      from: 's3',
      object: { bucket: 'exports', path: 'p', endpoint: 'h', accessKeyId: 'i', secretAccessKey: 's', ssl: true },
    },
    options: { dryRun: true, update: false, withCredentials: false },
    timeout: 600_000,
    jobId: 'j',
  })
})

test('null means absent, and a false response_output names no target', () => {
  assert.deepEqual(readExportRequest({ gcs_output: null, response_output: false, timeout: null }).target, { to: 'response' })
  assert.deepEqual(readExportRequest({ local_output: null, s3_output: null }).target, { to: 'response' })
  assert.deepEqual(
    ['', '0.5s', '500ms', '1ms'].map((timeout) => readExportRequest({ timeout }).timeout),
    [600_000, 500, 500, 1],
  )
  assert.equal(readExportRequest({ gcs_output: gcs, response_output: false }).target.to, 'gcs')
})

test('every source of an import is read with its format', () => {
  for (const [member, format, from] of [
    ['data_orgs', 'v2', 'request'],
    ['data_orgsv1', 'v1', 'request'],
    ['data_orgs_gcs', 'v2', 'gcs'],
    ['data_orgsv1_gcs', 'v1', 'gcs'],
    ['data_orgs_s3', 'v2', 's3'],
    ['data_orgsv1_s3', 'v1', 's3'],
  ] as const) {
    const { source } = readImportRequest({ [member]: from === 'request' ? document : from === 'gcs' ? gcs : s3 })
    assert.deepEqual([source.format, source.from], [format, from], member)
  }
  for (const given of ['{"orgs":[]}', { orgs: [] }, 1, true])
    assert.match(
      refusal(() => readImportRequest({ data_orgsv1: given })),
      /^data_orgsv1 must be the document/,
    )
})

test("what does not fit is refused with the member's name and without its value", () => {
  const secret = 'this-must-not-be-echoed'
  for (const [body, expected] of [
    [{ with_password: true }, 'The body holds with_password, which is not a member of it.'],
    [{ gcs_output: { ...gcs, prefix: secret } }, 'gcs_output holds prefix, which is not a member of it.'],
    [{ org_ids: [], orgIds: [] }, 'The body holds org_ids twice.'],
    [{ with_otp: 'true' }, 'with_otp must be true or false.'],
    [{ org_ids: 'acme' }, 'org_ids must be a list of ids.'],
    [{ org_ids: ['acme', ''] }, 'org_ids.1 must have 1 to 200 characters without control characters.'],
    [{ gcs_output: { bucket: 'exports', path: 'p' } }, 'gcs_output.serviceaccount_json is missing.'],
    [{ ['__proto__x']: 1 }, 'The body holds __proto__x, which is not a member of it.'],
    [JSON.parse('{"__proto__":{"with_otp":true}}'), 'The body holds __proto__, which is not a member of it.'],
    [{ 'a\nb': 1 }, 'The body holds "a\\nb", which is not a member of it.'],
    [[], 'The body must be an object.'],
    [null, 'The body must be an object.'],
    [{ gcs_output: [] }, 'gcs_output must be an object.'],
  ] as const) {
    assert.equal(
      refusal(() => readExportRequest(body)),
      expected,
    )
  }
})

test('IM-06 two targets, two sources and no source are refused', () => {
  assert.match(
    refusal(() => readExportRequest({ response_output: true, gcs_output: gcs })),
    /more than one target/,
  )
  assert.match(
    refusal(() => readExportRequest({ s3_output: s3, gcs_output: gcs })),
    /more than one target/,
  )
  assert.match(
    refusal(() => readImportRequest({ data_orgsv1: document, data_orgsv1_gcs: gcs })),
    /more than one source/,
  )
  assert.match(
    refusal(() => readImportRequest({ data_orgsv1: document, data_orgs: document })),
    /more than one source/,
  )
  assert.match(
    refusal(() => readImportRequest({})),
    /no source/,
  )
  assert.match(
    refusal(() => readImportRequest({ data_orgs_http: {} })),
    /data_orgs_http, which is not a member/,
  )
})

test('IM-07 a file of the server is neither a source nor a target', () => {
  for (const member of ['data_orgs_local', 'dataOrgsLocal', 'data_orgsv1_local']) {
    assert.equal(
      refusal(() => readImportRequest({ [member]: { path: '/etc/passwd' } })),
      `The body holds ${member}, which is not a member of it.`,
    )
  }
  assert.equal(
    refusal(() => readExportRequest({ local_output: { path: '/tmp/x' } })),
    'The body holds local_output, which is not a member of it.',
  )
})

test('IM-11 a timeout is a Go duration from one second to a day', () => {
  for (const [text, milliseconds] of [
    ['1s', 1000],
    ['24h', 86_400_000],
    ['1h1h', 7_200_000],
    ['1500ms', 1500],
    ['1.5s', 1500],
    ['1000000000ns', 1000],
  ] as const) {
    assert.equal(readExportRequest({ timeout: text }).timeout, milliseconds, text)
  }
  for (const text of [
    '5',
    '-1s',
    '1ns',
    '999us',
    '24h1ns',
    '9999999h',
    '1e3s',
    '0',
    ' 1s',
    '1d',
    'x'.repeat(1_000_000),
    `1${'0'.repeat(1_000_000)}s`,
    5,
    {},
  ]) {
    assert.match(
      refusal(() => readExportRequest({ timeout: text })),
      /^timeout must be a duration from 1ms to 24h/,
    )
  }
})

test('SS-09 the name of a bucket is strict', () => {
  const names = [
    'a/../b',
    'a?x',
    'a#b',
    'evil.tld',
    'UPPER',
    '192.168.5.4',
    'x'.repeat(300),
    'ab',
    '-ab',
    'ab-',
    'a b',
    'a%2fb',
    'a\u0000b',
    'a:b',
    'a@b',
    '',
  ]
  for (const bucket of names) {
    assert.match(
      refusal(() => readExportRequest({ gcs_output: { ...gcs, bucket } })),
      /^gcs_output\.bucket must be the name of a bucket/,
      bucket,
    )
    assert.match(
      refusal(() => readExportRequest({ s3_output: { ...s3, bucket } })),
      /^s3_output\.bucket must be the name of a bucket/,
      bucket,
    )
  }
  for (const bucket of ['abc', 'my-exports-2026', 'x'.repeat(63)])
    assert.equal(
      refusal(() => readExportRequest({ gcs_output: { ...gcs, bucket } })),
      'accepted',
    )
})

test('SS-10 the name of an object is opaque, short and no path of a machine', () => {
  const wrong = [
    '../x',
    'a/../x',
    './x',
    '..',
    '/x',
    'a//b',
    'a/',
    '',
    'a\u0000b',
    'a\r\nb',
    'a\u0085b',
    'gs://b/x',
    's3://b/x',
    'file:///etc/passwd',
    'x'.repeat(1025),
    'ü'.repeat(513),
    '\ud800',
  ]
  for (const path of wrong) {
    assert.match(
      refusal(() => readImportRequest({ data_orgs_s3: { ...s3, path } })),
      /^data_orgs_s3\.path must be the name of an object/,
      JSON.stringify(path),
    )
    assert.match(
      refusal(() => readImportRequest({ data_orgs_gcs: { ...gcs, path } })),
      /^data_orgs_gcs\.path must be the name of an object/,
      JSON.stringify(path),
    )
  }
  for (const path of ['%2e%2e/x', 'a b', 'a?b#c', 'ü'.repeat(512), '...', 'C:\\x', 'a+b&c=d']) {
    assert.equal(
      refusal(() => readImportRequest({ data_orgs_s3: { ...s3, path } })),
      'accepted',
      path,
    )
  }
})

test('SS-13 a region is a word', () => {
  for (const region of ['x.evil.tld/#', '', 'EU', 'a'.repeat(33), 'a b']) {
    assert.match(
      refusal(() => readImportRequest({ data_orgs_s3: { ...s3, region } })),
      /^data_orgs_s3\.region must be the name of a region/,
    )
  }
  assert.equal(
    refusal(() => readImportRequest({ data_orgs_s3: { ...s3, region: 'eu-central-1' } })),
    'accepted',
  )
})

test('SS-06 empty credentials are refused: the server has no default credentials', () => {
  for (const body of [
    { gcs_output: { ...gcs, serviceaccount_json: '' } },
    { s3_output: { ...s3, access_key_id: '' } },
    { s3_output: { ...s3, secret_access_key: '' } },
    { gcs_output: { ...gcs, serviceaccount_json: 'A'.repeat(10_000_000) } },
  ])
    assert.match(
      refusal(() => readExportRequest(body)),
      /visible ASCII characters/,
    )
})
