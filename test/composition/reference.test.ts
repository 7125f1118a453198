// The tables of docs/reference are those of the program, and the site is built without a network.
import { userinfo } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { refreshToken } from '@symbolon/grants-refresh-token'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiPages } from '../../docs/site/api.ts'
import { withTables } from '../../docs/site/reference.ts'
import { documentationFiles, readDocumentation } from '../support/documentation.ts'
import { startTestProvider } from '../support/provider.ts'

test('the generated tables are up to date: npm run docs -- --tables', () => {
  const pages = documentationFiles.filter((file) => file.startsWith('docs/reference/') || file === 'docs/threats.md')
  assert.ok(pages.length >= 7)
  assert.deepEqual(
    pages.filter((file) => readDocumentation(file) !== withTables(readDocumentation(file))),
    [],
  )
})

test('the page of claims and scopes names every scope and every claim of discovery', async () => {
  const provider = await startTestProvider({ grants: [authorizationCode(), refreshToken()], endpoints: [userinfo] })
  try {
    const answer = await provider.fetch(new Request(`${provider.issuer}/.well-known/openid-configuration`))
    const { scopes_supported: scopes, claims_supported: claims } = (await answer.json()) as Readonly<Record<string, readonly string[]>>
    const text = readDocumentation('docs/reference/claims-and-scopes.md').replaceAll('<vendor>', 'symbolon')
    const names = [...(scopes ?? []), ...(claims ?? [])]
    assert.ok(names.length > 30)
    assert.deepEqual(
      names.filter((name) => !text.includes(`\`${name}\``)),
      [],
    )
  } finally {
    await provider.close()
  }
})

test('the reference has every export of every published package, with its declaration and its comment', () => {
  const pages = apiPages()
  assert.ok(pages.size > 30)
  assert.match(pages.get('@symbolon/server') ?? '', /## createProvider\n\n\*function\*/)
  assert.match(pages.get('@symbolon/core-protocol') ?? '', /## hostUsers\n\n\*function\*\n\nDeclares the users of the host/)
  assert.doesNotMatch([...pages.values()].join('\n'), /\*(?:function|value|type|class)\*\n\n\n/, 'an export without a comment')
})
