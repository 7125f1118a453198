// The list of paths to credentials is complete: it has every file that the code shows, and each path with a demand has a test of it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { credentialPaths } from './credential-paths.ts'
import { credentialPorts, directWriters, filesThatWriteCredentials, methodsOf } from './credential-writes.ts'
import { packageSources, root, sourceOf } from './sources.ts'

const files = filesThatWriteCredentials()
const folders = Object.keys(credentialPaths).filter((path) => path.endsWith('/'))
const isListed = (file: string): boolean => Object.hasOwn(credentialPaths, file) || folders.some((folder) => file.startsWith(folder))

test('AC-06 every file that adds, replaces or removes a credential is in the list', () => {
  assert.deepEqual(
    files.filter((file) => !isListed(file)),
    [],
  )
})

test('AC-06 every entry of the list is a path to a credential', () => {
  const stale = Object.keys(credentialPaths).filter(
    (path) => !files.some((file) => (path.endsWith('/') ? file.startsWith(path) : file === path)),
  )
  assert.deepEqual(stale, [])
})

test('AC-06 a folder in the list calls no store of credentials itself', () => {
  const direct = directWriters().filter((file) => !Object.hasOwn(credentialPaths, file))
  assert.deepEqual(direct, [])
})

test('AC-06 every demand has a test', () => {
  for (const [path, entry] of Object.entries(credentialPaths)) {
    if (!('demand' in entry)) continue
    const [file, title] = entry.shownBy
    const titles = [...readFileSync(join(root, file), 'utf8').matchAll(/\b(?:test|it|describe)\(\s*(['`])(.*?)\1/g)].map(
      ([, , each = '']) => each,
    )
    assert.ok(
      titles.some((each) => each.includes(title)),
      `${path}: no test of ${file} has the title "${title}"`,
    )
  }
})

test('AC-06 every store is a store of credentials or known not to be one', () => {
  const withoutCredentials = [
    'accessTokens',
    'assertionIds',
    'auditEvents',
    'authorizationCodes',
    'authorizationRequests',
    'consoleSessions',
    'externalSignIns',
    'features',
    'hostKnownBrowsers',
    'identityProviders',
    'importJobs',
    'instance',
    'issuance',
    'knownBrowsers',
    'mailOutbox',
    'mailedCodes',
    'memberships',
    'messageTexts',
    'organizations',
    'policies',
    'refreshTokens',
    'revocations',
    'sessions',
    'signInAttempts',
    'signingKeys',
    'skippedOffers',
    'pendingSecrets',
    'userGrants',
    'userMetadata',
    'users',
  ]
  assert.deepEqual([...methodsOf('BuiltInStores')].sort(), [...withoutCredentials, ...Object.keys(credentialPorts)].sort())
  for (const [store, { port, harmless }] of Object.entries(credentialPorts)) {
    assert.deepEqual(
      harmless.filter((method) => !methodsOf(port).includes(method)),
      [],
      store,
    )
  }
})

test('AC-06 a new path is found: one that calls a store, and one that uses a function of another file', () => {
  const sources = [
    ...packageSources,
    sourceOf('packages/account/src/new/direct.ts', 'export async function f({ stores }) { await stores.passkeys.insert({}) }'),
    sourceOf(
      'packages/account/src/new/indirect.ts',
      "import { setPassword as s } from '@symbolon/login'\nexport const g = async () => await s()",
    ),
    sourceOf('packages/account/src/new/reader.ts', 'export async function h({ stores }) { await stores.passkeys.list("a") }'),
  ]
  const found = filesThatWriteCredentials(sources).filter((file) => !files.includes(file))
  assert.deepEqual(found, ['account/src/new/direct.ts', 'account/src/new/indirect.ts'])
})
