// Every method of a store that returns a list has a limit, a list of what is asked for, or a bound that docs/reference/limits.md names. A list without
// one grows with what a tenant creates, and is read on the thread that answers everybody.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../../', import.meta.url)
const folder = 'packages/core-protocol/src/ports/'

/** What bounds the lists of these methods, as the table in docs/reference/limits.md says. */
const bounded: Readonly<Record<string, string>> = {
  'client.ts listClientIds': 'applications of an organization',
  'client.ts listKeys': 'public keys of an application or a service user',
  'directory.ts list': 'kinds of which an instance or an organization has few',
  'identity-provider.ts list': 'identity providers of an organization',
  'passkey.ts list': 'passkeys of a user',
  'refresh-token.ts removeOfSubject': 'refresh token families of a user at one application',
  'session.ts list': 'users who are signed in to one browser',
  'signing-key.ts list': 'signing keys',
  'pending-secrets.ts list': 'starts whose secrets were not shown',
  'pending-secrets.ts takeOver': 'starts whose secrets were not shown',
  'user.ts findByLoginName': 'users with one name',
  'user.ts list': 'entries of metadata of a user',
  'user.ts listPending': 'at most 100 of each level',
}

/** Parameters that bound a list: a number, a page, or a list of what is asked for. */
const bound = /\b(?:limit|most|page|query|search)\b|readonly string\[\]|readonly ResourceReference\[\]|DirectoryChange/i

/** The methods that return a list and take nothing that bounds it. */
function unbounded(): readonly string[] {
  const found = new Set<string>()
  for (const file of globSync(`${folder}*.ts`, { cwd: root })) {
    const text = readFileSync(new URL(file, root), 'utf8')
    // Parameters may span lines, and hold parentheses of function types in no port.
    for (const [, name = '', parameters = ''] of text.matchAll(/^ {2}(\w+)\??\(([^)]*)\): (?:Promise|Awaitable)<readonly /gm)) {
      if (!bound.test(parameters)) found.add(`${file.slice(folder.length)} ${name}`)
    }
  }
  return [...found].sort()
}

test('DS-46 every list of a store is bounded by its parameters, or by a limit that is written down', () => {
  assert.deepEqual(unbounded(), Object.keys(bounded).sort())
  const limits = readFileSync(new URL('docs/reference/limits.md', root), 'utf8')
  for (const reason of new Set(Object.values(bounded)))
    assert.ok(limits.includes(reason), `docs/reference/limits.md does not name "${reason}"`)
})

test('whole lists of the directory are read of kinds alone of which there are few', () => {
  const few = ['instanceMember', 'instanceOidcIdp', 'instancePolicy', 'jwtIdp', 'oidcIdp', 'orgDomain']
  const read = new Set<string>()
  for (const file of globSync('packages/*/src/**/*.ts', { cwd: root })) {
    if (file.startsWith('packages/test-kit/')) continue
    const text = readFileSync(new URL(file, root), 'utf8')
    for (const [, kind = ''] of text.matchAll(/\bdirectory\.list\((?:kind|'(\w+)')/g)) if (kind !== '') read.add(kind)
  }
  assert.deepEqual([...read].sort(), few)
})
