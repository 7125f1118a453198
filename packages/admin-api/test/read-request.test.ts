// The body of an import: what is found in it, what is refused, and that a document given as text is unescaped as JSON says, wherever the
// body is cut while it is read.
import { fromRequest } from '@symbolon/core-protocol'
import { RestError } from '@symbolon/rest'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRequest } from '../src/requests/read-request.ts'
import type { RequestBody } from '../src/requests/read-request.ts'

const limit = 8 * 1024 * 1024
/** Bytes after which other requests run. */
const slice = 16 * 1024
const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

async function read(body: string | Uint8Array<ArrayBuffer>): Promise<RequestBody> {
  const request = new Request('https://id.example/', { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  return await readRequest(fromRequest(request), { limit, documents: ['data_orgs', 'data_orgsv1'] })
}

async function documentOf(body: string | Uint8Array<ArrayBuffer>, name = 'data_orgs'): Promise<string | undefined> {
  const found = (await read(body)).documents.get(name)
  return found === undefined ? undefined : new TextDecoder('utf-8', { ignoreBOM: true }).decode(found)
}

async function refusal(body: string | Uint8Array<ArrayBuffer>): Promise<string> {
  try {
    await read(body)
  } catch (error) {
    if (error instanceof RestError) return `${error.id}: ${error.message}`
    throw error
  }
  return 'accepted'
}

/** Bodies in which a slice ends at each byte of what stands in the text. */
function* acrossBorders(inside: string | Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  const bytes = typeof inside === 'string' ? encode(inside) : inside
  const head = encode('{"data_orgs":"')
  for (let at = 0; at <= bytes.length + 1; at++) {
    yield new Uint8Array([...head, ...encode('x'.repeat(slice - head.length - at)), ...bytes, ...encode('y"}')])
  }
}

const characters = {
  'every short escape': String.raw`\"\\\/\b\f\n\r\t`,
  'escaped characters of one to three bytes': String.raw`\u0000\u007f\u0080\u07ff\u0800\uFFFF\ufeff`,
  'escaped pairs': String.raw`\ud800\udc00\uDBFF\uDFFF\ud83d\ude00`,
  'characters of one to four bytes': 'aé€😀\u{10ffff}',
  'both next to each other': String.raw`é\u00e9€\u20ac😀\ud83d\ude00\\u0041`,
}

for (const [what, inside] of Object.entries(characters)) {
  test(`${what} are read as JSON says, wherever the body is cut`, async () => {
    for (const body of acrossBorders(inside)) {
      const { data_orgs: expected } = JSON.parse(new TextDecoder().decode(body)) as { readonly data_orgs: string }
      assert.equal(await documentOf(body), expected)
    }
  })
}

test('every character of the Basic Multilingual Plane is unescaped', async () => {
  let text = ''
  for (let unit = 0; unit < 0x10000; unit++) if (unit < 0xd800 || unit > 0xdfff) text += `\\u${unit.toString(16).padStart(4, '0')}`
  assert.equal(await documentOf(`{"data_orgs":"${text}"}`), JSON.parse(`"${text}"`))
})

const refused: Readonly<Record<string, readonly (readonly [string | Uint8Array, RegExp])[]>> = {
  'escapes that JSON does not know': ['\\x', '\\u12g4', '\\u 123', '\\U0041', '\\0', '\\\n', String.raw`\u12"34`].map(
    (inside) => [inside, /is not JSON/] as const,
  ),
  'control characters': ['\u0000', '\n', '\u001f'].map((inside) => [inside, /is not JSON/] as const),
  'a lone surrogate': [
    '\\ud800',
    '\\udc00',
    '\\ud800x',
    '\\ud800\\n',
    '\\ud800\\u0041',
    '\\ud800\\ud800\\udc00',
    '\\udc00\\ud800',
    '\\ud83d😀',
  ].map((inside) => [inside, /lone surrogate/] as const),
  'bytes that are not UTF-8': [
    [0xff],
    [0x80],
    [0xc3],
    [0xc3, 0x28],
    [0xe2, 0x82],
    [0xc0, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf0, 0x9f, 0x98],
    [0xc3, ...encode('\\u00a9')],
    [...encode('\\u00e9'), 0xa9],
  ].map((bytes) => [new Uint8Array(bytes), /is not UTF-8/] as const),
}

for (const [what, cases] of Object.entries(refused)) {
  test(`${what} are refused in a document given as text, wherever the body is cut`, async () => {
    for (const [inside, expected] of cases) {
      for (const body of acrossBorders(inside)) {
        const answer = await refusal(body)
        assert.match(answer, /^body_malformed: The body is malformed\. data_orgs .+ \(at byte \d+\)\.$/)
        assert.match(answer, expected, String(inside))
      }
    }
  })
}

test('a refusal names the byte where the fault is, also behind a document given as text', async () => {
  assert.match(await refusal('{"data_orgs":"ab\\x"}'), /data_orgs is not JSON \(at byte 17\)/)
  assert.match(await refusal('{"data_orgs":"a\\n\\u0041","dry_run":tru3}'), /\(at byte 38\)/)
  assert.match(await refusal('{"data_orgs":"a\\n\\u0041",1}'), /\(at byte 25\)/)
})

test('a body that ends within a document given as text has been cut off', async () => {
  const whole = `{"data_orgs" : "${'x'.repeat(slice)}\\u00e9\\ud83d\\ude00é"`
  for (const cut of [15, 16, 17, slice, slice + 18, slice + 22, slice + 30, whole.length - 1, whole.length]) {
    assert.match(await refusal(whole.slice(0, cut)), /^body_malformed: .+truncated/, String(cut))
  }
})

test('a document is found as an object and as text, between other members and whatever stands around it', async () => {
  const document = '{"orgs":[{"orgId":"a:\\"b\\""}]}'
  const text = JSON.stringify(document)
  for (const [body, name] of [
    [`{"data_orgs":${document}}`],
    [`{"data_orgs":${text}}`],
    [`{"data_orgs"\n:\t ${text} }`],
    [`{"dry_run":true,"data_orgs":${text},"job_id":"x"}`],
    [`\ufeff{"job_id":"data_orgs:","data_orgs":${text}}`],
    [`{"data_orgs":null,"data_orgsv1":${text}}`, 'data_orgsv1'],
    [`{"gcs":{"data_orgs":"x:"},"data_orgs":${text}}`],
    [`{"data\\u005forgs":${text}}`],
    [`{"data_orgs"${' '.repeat(slice)}:${' '.repeat(2 * slice)}${text}}`],
    [`{"data_orgs":${text},"data_orgsv1":null}`],
  ] as const) {
    assert.equal(await documentOf(body, name), document, body.slice(0, 80))
  }
  const { members } = await read(`{"dry_run":true,"data_orgs":${text},"timeout":"1h","gcs":{"data_orgs":"x:"}}`)
  assert.deepEqual(members, { dry_run: true, timeout: '1h', gcs: { data_orgs: 'x:' } })
  assert.equal(await documentOf('{"data_orgs":""}'), '')
})

test('two documents are both found, so that the request can be refused for it', async () => {
  const padding = ' '.repeat(slice)
  for (const first of ['{"orgs":[]}', '"one"', `"one"${padding}`, `{"orgs":[]}${padding}`]) {
    for (const second of ['"two"', '{"orgs":[]}']) {
      assert.deepEqual([...(await read(`{"data_orgs":${first},"data_orgsv1":${second}}`)).documents.keys()], ['data_orgs', 'data_orgsv1'])
    }
  }
})

test('a document given as text must stand where a value stands', async () => {
  for (const body of [
    '{"data_orgs" "x"}',
    '{"data_orgs"::"x"}',
    '{"data_orgs":"x" "y"}',
    '{"data_orgs":"x":"y"}',
    '{"data_orgs":,"x"}',
    '{"data_orgs":"x"]',
    '{"data_orgs":"x"}}',
    '"x"',
  ]) {
    assert.match(await refusal(body), /^body_malformed: /, body)
  }
  assert.match(await refusal('{"data_orgs":"x","data_orgs":"y"}'), /occurs twice/)
})

test('the part outside a document is bounded, because it becomes values', async () => {
  const more = 'x'.repeat(5 * 1024 * 1024)
  for (const outside of [`"job_id":"${more}"`, `"job_id":[${'[],'.repeat(1_800_000)}[]]`, `"${more}":1`]) {
    for (const body of [`{${outside}}`, `{"data_orgs":"x",${outside}}`, `{${outside},"data_orgs":"x"}`]) {
      assert.equal(await refusal(body), 'body_too_large: The body without the document is larger than 4 MiB.')
    }
  }
  assert.equal((await read(`{"data_orgs":${JSON.stringify(more)}}`)).documents.get('data_orgs')?.length, more.length)
})
