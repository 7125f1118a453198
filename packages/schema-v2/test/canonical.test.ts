// One spelling for documents that mean the same.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalJson, canonicalize, orgResourceLists, readDocument } from '../src/index.ts'
import { fullDocument } from './full-document.ts'
import { mapObjects } from './walk.ts'

test('the canonical form does not depend on the order of members', () => {
  const reversed = mapObjects(fullDocument, (members) => members.reverse())
  assert.notEqual(JSON.stringify(reversed), JSON.stringify(fullDocument))
  assert.equal(canonicalJson(readDocument(reversed).document), canonicalJson(fullDocument))
})

test('the canonical form is JSON of the same value', () => {
  assert.deepEqual(JSON.parse(canonicalJson(fullDocument)), fullDocument)
})

test('members are sorted by UTF-16 code units, undefined members are left out, lists keep their order', () => {
  assert.equal(
    canonicalJson({
      b: [2, 1, { z: 1, a: undefined }],
      a: 'é"\n',
      '10': null,
      '9': true,
      B: {},
      '\u20AC': 1,
      '\uD83D\uDE00': 2,
      '\uFB33': 3,
    }),
    '{"10":null,"9":true,"B":{},"a":"é\\"\\n","b":[2,1,{"z":1}],"€":1,"😀":2,"\uFB33":3}',
  )
})

test('a value without a JSON form raises a TypeError', () => {
  for (const value of [undefined, Number.NaN, Infinity, 1n, Symbol('x'), () => 1, [undefined]]) {
    assert.throws(() => canonicalJson(value), TypeError)
  }
})

test('a document that a program built is brought to the form that reading gives', () => {
  const built = canonicalize({
    orgs: [
      {
        orgId: '1',
        projects: [],
        oidcApps: [{ appId: 'a', app: { projectId: 'p', name: 'n', appType: 'OIDC_APP_TYPE_WEB', devMode: false, clockSkew: '0s' } }],
        machineKeys: [{ keyId: 'k', userId: 'm', publicKey: '-_8', expirationDate: '2030-01-01T00:00:00.0+00:00' }],
      },
    ],
  })
  assert.deepEqual(built, {
    orgs: [
      {
        orgId: '1',
        oidcApps: [{ appId: 'a', app: { projectId: 'p', name: 'n' } }],
        machineKeys: [{ keyId: 'k', userId: 'm', publicKey: '+/8=', expirationDate: '2030-01-01T00:00:00Z' }],
      },
    ],
  })
  assert.deepEqual(canonicalize(built), built)
})

test('the table of resource lists names every list of an org once, and members that every entry has', () => {
  const [org] = fullDocument.orgs ?? []
  assert(org !== undefined)
  const lists = Object.entries(org)
    .filter(([, value]) => Array.isArray(value))
    .map(([name]) => name)
  assert.deepEqual(orgResourceLists.map(({ member }) => member as string).sort(), lists.sort())
  for (const { member, id } of orgResourceLists) {
    const entry: object = org[member]?.[0] ?? {}
    for (const name of id) assert.equal(typeof Reflect.get(entry, name), 'string', `${member}[].${name}`)
  }
})
