// Input that is refused as a whole, with the place where that is known.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertV1, convertV1Stream, V1InputError } from '../src/index.ts'
import { convertOrg, human, refusal, rowsOf } from './support/convert.ts'

const org = '{"orgs":[{"orgId":"1",'

test('what is not JSON is refused with the byte where it stops being JSON', () => {
  const refused = {
    nope: 'not_json 1',
    '{"orgs":[],}': 'not_json orgs 11',
    '{"orgs":[]} {}': 'not_json 12',
    '{"orgs":[]}]': 'not_json 11',
    '{"orgs" []}': 'not_json orgs 8',
    '{orgs:[]}': 'not_json 1',
    '{"x":01,"orgs":[]}': 'not_json x 6',
    '{"orgs":[{"orgId":"ü\\x"}]}': 'not_json orgs[0].orgId 22',
    '{"orgs":[NaN]}': 'not_json orgs[0] 9',
    "{'orgs':[]}": 'not_json 1',
    '{"orgs":[{"orgId":"a\nb"}]}': 'not_json orgs[0].orgId 20',
  }
  for (const [text, expected] of Object.entries(refused)) assert.equal(refusal(text), expected, text)
})

test('what is cut off is refused as that, wherever it is cut', () => {
  const text = `${org}"humanUsers":[${JSON.stringify(human())}]}]}`
  for (let length = 1; length < text.length; length += 1) assert.match(refusal(text.slice(0, length)), /^truncated /, text.slice(0, length))
  assert.equal(refusal(''), 'truncated 0')
  assert.equal(refusal(' \n'), 'truncated 2')
})

test('IM-02 nesting deeper than 32 levels is refused where it gets too deep, before anything is built of it', () => {
  const nested = (depth: number): string => `${org}"humanUsers":[{"x":${'['.repeat(depth)}${']'.repeat(depth)}}]}]}`
  assert.deepEqual(rowsOf(convertV1(nested(27))), ['orgs[0].humanUsers[0] invalid-entry'])
  assert.equal(refusal(nested(28)), `too_deep orgs[0].humanUsers[0].x${'[0]'.repeat(27)} 68`)
  assert.match(refusal(nested(10_000)), /^too_deep /)
  assert.match(refusal(`${org}"x":${'{"x":'.repeat(5_000_000)}`), /^too_deep /)
  // A parsed value, which holds itself, too.
  const value: Record<string, unknown> = {}
  value['x'] = value
  assert.match(refusal({ orgs: [value] }), /^too_deep orgs\[0\]\.x\.x/)
})

test('IM-03 an object with a member named __proto__ is left out, and no prototype changes', () => {
  for (const parse of [(text: string): unknown => text, (text: string): unknown => JSON.parse(text)]) {
    const users = [
      '{"__proto__":{"polluted":1},"userId":"1","user":{"profile":{"firstName":"A","lastName":"B"}}}',
      '{"userId":"2","user":{"profile":{"firstName":"A","lastName":"B","__proto__":{"polluted":1}}}}',
      '{"userId":"3","user":{"profile":{"firstName":"A","lastName":"B"}},"constructor":{"prototype":{"polluted":1}}}',
      '{"userId":"__proto__","user":{"userName":"constructor","email":{"email":"x"},"profile":{"firstName":"A","lastName":"B"}}}',
    ]
    const converted = convertV1(parse(`${org}"__proto__":{"polluted":1},"humanUsers":[${users.join()}]}]}`))
    assert.deepEqual(
      converted.document.orgs?.[0]?.humanUsers?.map(({ userId }) => userId),
      ['3', '__proto__'],
    )
    assert.deepEqual(rowsOf(converted, 'invalid-entry', 'unknown-member'), [
      'orgs[0].__proto__ unknown-member',
      'orgs[0].humanUsers[0] invalid-entry',
      'orgs[0].humanUsers[1] invalid-entry',
      'orgs[0].humanUsers[2].constructor unknown-member',
    ])
    assert.equal(Reflect.get({}, 'polluted'), undefined)
  }
  assert.equal(refusal(`${org}"humanUsers":[{"__proto__":1,"__proto__":2}]}]}`), 'duplicate_member orgs[0].humanUsers[0].__proto__ 51')
})

test('IM-04 a byte order mark is skipped; what is not UTF-8 is refused', () => {
  const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
    Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)))
  const { document } = convertV1(bytes([0xef, 0xbb, 0xbf], `${org}"org":{"name":"x"}}]}`))
  assert.deepEqual(document, { orgs: [{ orgId: '1', org: { name: 'x' } }] })
  assert.equal(refusal(bytes([0xef, 0xbb, 0xbf], '{"orgs":[],}')), 'not_json orgs 14')
  for (const wrong of [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf5, 0x80, 0x80, 0x80]]) {
    assert.match(refusal(bytes(`${org}"org":{"name":"`, wrong, '"}}]}')), /^not_utf8 orgs\[0\]\.org/)
  }
  assert.equal(refusal(new Uint8Array([0xff, 0xfe, 0x7b, 0])), 'not_utf8 0')
  assert.equal(refusal(new Uint8Array([0xfe, 0xff, 0, 0x7b])), 'not_utf8 0')
  assert.equal(refusal('{"orgs":[{"orgId":"\ud800"}]}'), 'not_utf8')
})

test('IM-04 half characters, U+0000 and numbers out of range cost the object that holds them', () => {
  for (const value of ['"\\ud800"', '"a\\u0000b"', '1e999', '-1e999', '18446744073709551616', '{}', '[]', 'true']) {
    const converted = convertV1(`${org}"projectRoles":[{"projectId":"p","roleKey":${value}},{"projectId":"p","roleKey":"r"}]}]}`)
    assert.deepEqual(converted.document.orgs?.[0]?.projectRoles, [{ projectId: 'p', roleKey: 'r' }])
    assert.deepEqual(rowsOf(converted), ['orgs[0].projectRoles[0] invalid-entry'])
  }
  assert.deepEqual(convertOrg({ userMetadata: [{ id: 'u', key: 'k', value: 'not base64!' }] }).org.userMetadata, undefined)
})

test('IM-04 a repeated member is refused at every level, in both spellings', () => {
  assert.equal(refusal('{"orgs":[],"orgs":[]}'), 'duplicate_member orgs 11')
  assert.equal(refusal(`${org}"orgId":"1"}]}`), 'duplicate_member orgs[0].orgId 22')
  assert.equal(refusal(`${org}"org_id":"1"}]}`), 'duplicate_member orgs[0].org_id 31')
  assert.equal(refusal(`${org}"human_users":[],"humanUsers":[]}]}`), 'duplicate_member orgs[0].humanUsers 52')
  assert.equal(refusal(`${org}"labelPolicy":{"a":1,"\\u0061":2}}]}`), 'duplicate_member orgs[0].labelPolicy.a 43')
  const deep = `${org}"humanUsers":[{},{"user":{"x":[{"y":1,"y":1}]}}]}]}`
  assert.equal(refusal(deep), 'duplicate_member orgs[0].humanUsers[1].user.x[0].y 60')
  // Within an object, two spellings are what the schema refuses: they cost the object.
  const both = convertV1(`${org}"userGrants":[{"userId":"1","user_id":"1","projectId":"p"}]}]}`)
  assert.deepEqual(rowsOf(both), ['orgs[0].userGrants[0] invalid-entry'])
})

test('IM-06 two sources are refused, and no source', () => {
  assert.equal(refusal('{"orgs":[],"data_orgsv1":{}}'), 'several_sources data_orgsv1 25')
  assert.equal(refusal({ data_orgs: '{}', dataOrgsv1: {} }), 'several_sources dataOrgsv1')
  assert.equal(refusal('{"timeout":"10m"}'), 'not_an_export 0')
  assert.equal(refusal({ users: [] }), 'not_an_export')
  assert.deepEqual(convertV1('{"data_orgs":null,"data_orgsv1":{}}').document, {})
})

test('IM-07 a file in another place is never read', () => {
  for (const name of ['data_orgs_local', 'dataOrgsv1Local', 'data_orgsv1_gcs', 'dataOrgsS3']) {
    assert.match(refusal(JSON.stringify({ [name]: { path: '/etc/passwd' } })), new RegExp(`^unsupported_source ${name} `))
    assert.equal(refusal({ [name]: { path: '/etc/passwd' } }), `unsupported_source ${name}`)
  }
})

test('IM-18 archives and compressed files are refused as what they are', () => {
  for (const magic of [
    [0x1f, 0x8b],
    [0x50, 0x4b],
    [0x28, 0xb5],
  ]) {
    assert.throws(() => convertV1(new Uint8Array([...magic, 0, 0])), /compressed or an archive/)
  }
})

test('members of another type than their place has are refused', () => {
  const refused: Readonly<Record<string, string>> = {
    '5': 'wrong_type 0',
    null: 'wrong_type 0',
    '[]': 'wrong_type 0',
    '{"orgs":{}}': 'wrong_type orgs 8',
    '{"orgs":"x"}': 'wrong_type orgs 8',
    '{"orgs":[5]}': 'wrong_type orgs[0] 9',
    '{"orgs":[[]]}': 'wrong_type orgs[0] 9',
    '{"data_orgsv1":5}': 'wrong_type data_orgsv1 15',
    '{"data_orgsv1":{"orgs":5}}': 'wrong_type data_orgsv1.orgs 23',
    '{"data_orgsv1":"[]"}': 'wrong_type data_orgsv1',
  }
  for (const [text, expected] of Object.entries(refused)) {
    assert.equal(refusal(text), expected, text)
    assert.equal(refusal(JSON.parse(text)), expected.replace(/ \d+$/, ''), text)
  }
  const others = [undefined, Symbol('x'), new ArrayBuffer(8), new Map(), Promise.resolve(), new Date(0)]
  for (const value of others) assert.equal(refusal(value), 'wrong_type')
})

test('errors say what to do and never quote the input', () => {
  const texts = [
    '{"secret":"hunter2"',
    '{"orgs":[{"orgId":"hunter2","orgId":1}]}',
    '{"orgs":[{"orgId":"hunter2\n"}]}',
    '{"orgs":"hunter2"}',
    'hunter2',
  ]
  for (const text of texts) {
    assert.throws(
      () => convertV1(text),
      (error) => {
        assert.ok(error instanceof V1InputError)
        assert.doesNotMatch(error.message, /hunter2/)
        assert.match(error.message, /^(?:The input|orgs\S*|secret) .+\.$/)
        return true
      },
    )
  }
})

test('a single value may have 64 MiB', async () => {
  const read = async (bytes: number): Promise<readonly string[]> => {
    const encoder = new TextEncoder()
    const part = new Uint8Array(16 * 1024).fill(0x78)
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield encoder.encode(`${org}"userMetadata":[{"id":"u","key":"`)
      for (let left = bytes; left > 0; left -= part.length) yield part
      yield encoder.encode('"}]}]}')
    }
    const rows: string[] = []
    for await (const _ of convertV1Stream(chunks(), { onRow: ({ path, reason }) => void rows.push(`${path} ${reason}`) }));
    return rows
  }
  const most = 64 * 1024 * 1024
  await assert.rejects(read(most + 16 * 1024), { code: 'too_large', path: 'orgs[0].userMetadata[0].key' })
  assert.ok((await read(most - 16 * 1024)).includes('orgs[0].userMetadata[0] invalid-entry'))
})

test('a source inside a document does not count as a source, and half a character refuses a document that is a string', async () => {
  const inside = convertV1('{"data_orgsv1":{"orgs":[],"data_orgs":"{}","dataOrgsv1Gcs":{}}}')
  assert.deepEqual(rowsOf(inside), ['data_orgsv1.data_orgs outside-of-orgs', 'data_orgsv1.dataOrgsv1Gcs outside-of-orgs'])
  const half = `{"data_orgsv1":${JSON.stringify(`${org}"org":{"name":"x"}}]}`).replace('x', String.raw`\ud800`)}}`
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(half)
  }
  await assert.rejects(
    async () => {
      for await (const _ of convertV1Stream(chunks(), { onRow: () => {} }));
    },
    { code: 'not_utf8', path: 'data_orgsv1' },
  )
})

test('rows name the place in the input: of a factor that is not an object, and of an identity provider after an empty place', () => {
  assert.deepEqual(rowsOf(convertOrg({ loginPolicy: { forceMfa: true }, secondFactors: ['otp', 5] }), 'stricter-value', 'unknown-member'), [
    'orgs[0].secondFactors[0] stricter-value',
    'orgs[0].secondFactors[1] stricter-value',
  ])
  const idps = [null, { idpId: '1', ownerType: 'IDP_OWNER_TYPE_ORG' }, {}, { idpId: '1' }]
  assert.deepEqual(rowsOf(convertOrg({ loginPolicy: { idps } }), 'owner-type', 'duplicate'), [
    'orgs[0].loginPolicy.idps[1].ownerType owner-type',
    'orgs[0].loginPolicy.idps[3] duplicate',
  ])
})
