// Reading a whole document: spellings, absence, unknown members, hostile shapes, places in errors.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import { DocumentError, documentOrgSchema, humanUserSchema, inputPaths, readDocument, readValue } from '../src/index.ts'
import { isListSchema } from '../src/json/list.ts'
import { schemaOf, snakeCase } from '../src/json/message.ts'
import { fullDocument } from './full-document.ts'
import { mapObjects } from './walk.ts'

function refusal(input: unknown): DocumentError {
  try {
    readDocument(input)
  } catch (error) {
    assert(error instanceof DocumentError)
    assert.equal(error.code, 'invalid_document')
    return error
  }
  throw new assert.AssertionError({ message: 'the document was read' })
}

const org = (members: object): object => ({ orgs: [{ orgId: '1', ...members }] })
const person = { userName: 'ann', profile: { firstName: 'Ann', lastName: 'Lee' } }

test('a document in the normal form is read without change and without an unknown member', () => {
  assert.deepEqual(readDocument(structuredClone(fullDocument)), { document: fullDocument, unknownMembers: [], emptyPlaces: [] })
})

test('the full example fills every list of an org', () => {
  const lists = Object.entries(documentOrgSchema.fields)
    .filter(([, field]) => isListSchema(schemaOf(field)))
    .map(([name]) => name)
  const filled = Object.keys(fullDocument.orgs?.[0] ?? {})
  assert.deepEqual(
    lists.filter((name) => !filled.includes(name)),
    [],
  )
})

test('members may be spelled in snake_case, and mixed', () => {
  const snake = mapObjects(fullDocument, (members) => members.map(([name, value]) => [snakeCase(name), value]))
  assert.deepEqual(readDocument(snake), { document: fullDocument, unknownMembers: [], emptyPlaces: [] })
  const mixed = mapObjects(fullDocument, (members) =>
    members.map(([name, value], index) => [index % 2 === 0 ? snakeCase(name) : name, value]),
  )
  assert.deepEqual(readDocument(mixed), { document: fullDocument, unknownMembers: [], emptyPlaces: [] })
})

test('one member in both spellings is refused, unless one of the two is null', () => {
  const error = refusal({ orgs: [{ orgId: '1', org_id: '2' }] })
  assert.equal(error.path, 'orgs[0]')
  assert.match(error.message, /holds both orgId and org_id; keep one/)
  assert.deepEqual(readDocument({ orgs: [{ orgId: null, org_id: '2' }] }).document, { orgs: [{ orgId: '2' }] })
})

test('null means absent, also for unknown members', () => {
  const withNulls = mapObjects(fullDocument, (members) => [...members, ['unknown', null]])
  assert.deepEqual(readDocument(withNulls), { document: fullDocument, unknownMembers: [], emptyPlaces: [] })
  assert.deepEqual(readDocument(org({ projects: null, loginPolicy: null })).document, org({}))
})

test('default values are left out, an empty message that is set is kept', () => {
  const { document } = readDocument(
    org({
      orgState: 'ORG_STATE_UNSPECIFIED',
      projects: [],
      loginPolicy: {
        allowRegister: false,
        defaultRedirectUri: '',
        passwordlessType: 0,
        secondFactors: [],
        passwordCheckLifetime: '0s',
      },
      lockoutPolicy: { maxPasswordAttempts: 0 },
      passwordComplexityPolicy: { minLength: '0' },
      oidcApps: [
        {
          appId: 'a',
          app: { projectId: 'p', name: 'n', version: 'OIDC_VERSION_1_0', clockSkew: '0.000s', loginVersion: { loginV1: {} } },
        },
      ],
    }),
  )
  assert.deepEqual(
    document,
    org({
      loginPolicy: { passwordCheckLifetime: '0s' },
      lockoutPolicy: {},
      passwordComplexityPolicy: {},
      oidcApps: [{ appId: 'a', app: { projectId: 'p', name: 'n', loginVersion: { loginV1: {} } } }],
    }),
  )
})

test('inside a list the zero value is kept', () => {
  const { document } = readDocument(
    org({
      oidcApps: [
        {
          appId: 'a',
          app: { projectId: 'p', name: 'n', responseTypes: [0], grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 2] },
        },
      ],
    }),
  )
  const app = document.orgs?.[0]?.oidcApps?.[0]?.app
  assert.deepEqual(app?.responseTypes, ['OIDC_RESPONSE_TYPE_CODE'])
  assert.deepEqual(app?.grantTypes, ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'])
})

test('empty places in lists are skipped and the places after them keep their index in errors', () => {
  const { document } = readDocument({
    orgs: [null, {}, { orgId: '1', orgMembers: [{}, { userId: 'u', roles: [null, 'ORG_OWNER'] }, null] }],
  })
  assert.deepEqual(document, { orgs: [{ orgId: '1', orgMembers: [{ userId: 'u', roles: ['ORG_OWNER'] }] }] })
  assert.equal(refusal({ orgs: [null, { orgId: '1', orgMembers: [{}, { roles: [] }] }] }).path, 'orgs[1].orgMembers[1].userId')
})

test('unknown members are listed with their path and are not part of the document', () => {
  const { document, unknownMembers } = readDocument({
    version: 2,
    orgs: [
      {
        orgId: '1',
        iamPolicy: { orgId: '1', deep: { deeper: true } },
        humanUsers: [
          {},
          {
            userId: 'u',
            user: { ...person, foo: 'x', hashedPassword: { value: '$2a$', algorithm: 'bcrypt' }, 'odd name\n': 1 },
          },
        ],
      },
    ],
  })
  assert.deepEqual(unknownMembers, [
    { path: 'version' },
    { path: 'orgs[0].iamPolicy' },
    { path: 'orgs[0].humanUsers[1].user.foo' },
    { path: 'orgs[0].humanUsers[1].user.hashedPassword.algorithm' },
    { path: 'orgs[0].humanUsers[1].user["odd name\\n"]' },
  ])
  assert.deepEqual(document, org({ humanUsers: [{ userId: 'u', user: { ...person, hashedPassword: { value: '$2a$' } } }] }))
})

test('members named like parts of every object change no prototype and are listed', () => {
  const input: unknown = JSON.parse(`{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},
    "orgs":[{"orgId":"1","__proto__":{"org":{"name":"x"},"polluted":1},"toString":1}]}`)
  const { document, unknownMembers } = readDocument(input)
  assert.deepEqual(document, org({}))
  assert.deepEqual(
    unknownMembers.map(({ path }) => path),
    ['__proto__', 'constructor', 'orgs[0].__proto__', 'orgs[0].toString'],
  )
  assert.equal(Object.getPrototypeOf(document), Object.prototype)
  assert.equal(Object.getPrototypeOf(document.orgs?.[0]), Object.prototype)
  assert.equal(Reflect.get({}, 'polluted'), undefined)
})

test('a member inherited from a prototype is not read', () => {
  assert.equal(refusal({ orgs: [Object.assign(Object.create({ orgId: '1' }), { org: { name: 'x' } })] }).path, 'orgs[0].orgId')
})

test('32 levels of nesting are read, the 33rd is refused, and 100 000 do not end the process', () => {
  const nested = (levels: number): unknown => {
    let value: unknown = 1
    for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { x: value }
    return value
  }
  assert.deepEqual(readDocument({ deep: nested(31) }).unknownMembers, [{ path: 'deep' }])
  assert.match(refusal({ deep: nested(32) }).message, /nested deeper than 32 levels/)
  assert.match(refusal({ orgs: nested(100_000) }).message, /nested deeper than 32 levels/)
})

test('a value that is not an object is refused as a document', () => {
  for (const input of [undefined, null, 'text', 7, true, [], '{"orgs":[]}']) {
    assert.equal(refusal(input).path, '')
    assert.match(refusal(input).message, /^The document must be an object/)
  }
})

test('an error says where, what was expected and what to do', () => {
  const cases: [object, string, RegExp][] = [
    [org({ humanUsers: [{ user: person }] }), 'orgs[0].humanUsers[0].userId', /userId is missing; add it\.$/],
    [org({ humanUsers: [{ userId: '', user: person }] }), 'orgs[0].humanUsers[0].userId', /must be a string of 1 to 200 characters/],
    [
      org({ humanUsers: [{ userId: 'u'.repeat(201), user: person }] }),
      'orgs[0].humanUsers[0].userId',
      /must be a string of 1 to 200 characters/,
    ],
    [org({ humanUsers: { userId: 'u' } }), 'orgs[0].humanUsers', /must be a list/],
    [org({ humanUsers: ['u'] }), 'orgs[0].humanUsers[0]', /must be an object/],
    [org({ loginPolicy: { forceMfa: 'true' } }), 'orgs[0].loginPolicy.forceMfa', /must be true or false, without quotes/],
    [org({ orgState: 9 }), 'orgs[0].orgState', /must be one of ORG_STATE_UNSPECIFIED, ORG_STATE_ACTIVE/],
    [org({ org: { name: '' } }), 'orgs[0].org.name', /must be a string of 1 to 200 characters/],
    [
      org({ apiApps: [{ appId: 'a', app: { projectId: 'p', name: 'n' }, clientSecret: 'short' }] }),
      'orgs[0].apiApps[0].clientSecret',
      /openssl/,
    ],
    [
      org({ oidcApps: [{ appId: 'a', app: { projectId: 'p', name: 'n', redirectUris: ['https://x/', 'https://x/\r\nSet-Cookie:a'] } }] }),
      'orgs[0].oidcApps[0].app.redirectUris[1]',
      /without control characters/,
    ],
    [
      org({ oidcApps: [{ appId: 'a', app: { projectId: 'p', name: 'n', clockSkew: '6s' } }] }),
      'orgs[0].oidcApps[0].app.clockSkew',
      /from "0s" to "5s"/,
    ],
  ]
  for (const [input, path, message] of cases) {
    const error = refusal(input)
    assert.equal(error.path, path)
    assert.match(error.message, message)
    assert(error.message.startsWith(`${path} `))
  }
})

test('what real files break is read: no email or user name, a phone without +, a role without name, a provider without secret', () => {
  const input = org({
    humanUsers: [{ userId: 'u', user: { profile: person.profile, phone: { phone: '0790000000' } } }],
    projectRoles: [{ projectId: 'p', roleKey: 'r' }],
    oidcIdps: [{ idpId: 'i', idp: { name: 'n', clientId: 'c', issuer: 'https://x.example' } }],
    triggerActions: [{ flowType: '1', triggerType: '1' }],
    machineKeys: [{ keyId: 'k', userId: 'm', publicKey: 'AAAA' }],
  })
  assert.deepEqual(readDocument(input), { document: input, unknownMembers: [], emptyPlaces: [] })
})

test('foreign values of enums without effect are read as absent', () => {
  const { document } = readDocument(
    org({
      userLinks: [{ userId: 'u', idpId: 'i', providedUserId: 'x', idpType: 2 }],
      domains: [{ domainName: 'shop.example', validationType: 'DOMAIN_VALIDATION_TYPE_OTHER' }],
    }),
  )
  assert.deepEqual(
    document,
    org({
      userLinks: [{ userId: 'u', idpId: 'i', providedUserId: 'x' }],
      domains: [{ domainName: 'shop.example' }],
    }),
  )
})

test('one entry of a list can be read alone, and its errors and unknown members name its place in the document', () => {
  const place = ['orgs', 0, 'humanUsers', 3]
  const { value, unknownMembers } = readValue(humanUserSchema, { user_id: 'u', user: { ...person, foo: 1 } }, place)
  assert.deepEqual(value, { userId: 'u', user: person })
  assert.deepEqual(unknownMembers, [{ path: 'orgs[0].humanUsers[3].user.foo' }])
  assert.throws(() => readValue(humanUserSchema, { userId: 'u', user: {} }, place), { path: 'orgs[0].humanUsers[3].user.profile' })
})

test('the schemas are ordinary valibot schemas', () => {
  assert(v.is(humanUserSchema, { userId: 'u', user: person }))
  const input = { user: { user_id: 'u', user: person } }
  assert.deepEqual(v.parse(v.object({ user: humanUserSchema }), input), { user: { userId: 'u', user: person } })
})

test('the place of a value behind empty places is found back, in lists and in lists of them', () => {
  const person = { profile: { firstName: 'A', lastName: 'B' } }
  const { document, emptyPlaces } = readDocument({
    orgs: [
      null,
      {},
      {
        org_id: 'o',
        human_users: [{}, { userId: 'a', user: person }, null, null, { userId: 'b', user: person }],
        oidcApps: [{ appId: 'x', app: { projectId: 'p', name: 'n', redirectUris: ['one', null, 'two'] } }],
      },
      { orgId: 'q' },
    ],
  })
  assert.deepEqual(
    document.orgs?.map(({ orgId }) => orgId),
    ['o', 'q'],
  )
  const places: readonly (readonly [string, string])[] = [
    ['orgs[0]', 'orgs[2]'],
    ['orgs[1]', 'orgs[3]'],
    ['orgs[0].org.name', 'orgs[2].org.name'],
    ['orgs[0].humanUsers[0]', 'orgs[2].humanUsers[1]'],
    ['orgs[0].humanUsers[1].user.userName', 'orgs[2].humanUsers[4].user.userName'],
    ['orgs[0].oidcApps[0].app.redirectUris[1]', 'orgs[2].oidcApps[0].app.redirectUris[2]'],
    ['instance', 'instance'],
  ]
  for (const [read, written] of places) assert.equal(inputPaths(emptyPlaces)(read), written)
  assert.equal(inputPaths([])('orgs[7]'), 'orgs[7]')
})
