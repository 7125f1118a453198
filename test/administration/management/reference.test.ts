// `/manage/v1/reference`: pages that show the whole OpenAPI document, are small, and load nothing.
import { managementEndpoints } from '@symbolon/management-api'
import type { OpenApiDocument } from '@symbolon/management-api'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { testHashing } from '../../support/hashing.ts'
import type { TestProvider } from '../../support/provider.ts'
import { startWholeProvider } from '../../support/whole-provider.ts'

let provider: TestProvider
before(async () => void (provider = await startWholeProvider({ endpoints: managementEndpoints({ hashing: testHashing }) })))
after(async () => await provider.close())

const read = async (path: string): Promise<Response> => await provider.fetch(new Request(`${provider.issuer}${path}`))

/** The overview, and every page that it links to. */
async function pages(): Promise<ReadonlyMap<string, string>> {
  const overview = await (await read('/manage/v1/reference')).text()
  const links = [...overview.matchAll(/href="(\/manage\/v1\/reference\/[^"]+)"/g)].map(([, path = '']) => path)
  const texts = await Promise.all(
    links.map(async (path) => {
      const response = await read(path)
      assert.equal(response.status, 200, path)
      return [path, await response.text()] as const
    }),
  )
  return new Map([['/manage/v1/reference', overview], ...texts])
}

test('every operation and every entry of the document is on a page', async () => {
  const document = (await (await read('/manage/v1/openapi.json')).json()) as OpenApiDocument
  const whole = [...(await pages()).values()].join('\n')
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item)) {
      if ('operationId' in operation)
        assert.ok(whole.includes(`<section id="${String(operation.operationId)}">`), String(operation.operationId))
    }
  }
  const entries = Object.keys(document.components.schemas).filter((name) => `${name}Resource` in document.components.schemas)
  assert.ok(entries.length > 30)
  for (const name of entries) assert.ok(whole.includes(`<section id="${name}">`), name)
  assert.match(whole, /<code>app\.redirectUris<\/code>/)
})

test('every link of a page leads somewhere', async () => {
  const all = await pages()
  for (const [path, text] of all) {
    for (const [, target = ''] of text.matchAll(/href="([^"]+)"/g)) {
      if (target.startsWith('#')) assert.ok(text.includes(`id="${target.slice(1)}"`), `${path}: ${target}`)
      else assert.ok(all.has(target) || (await read(target)).status === 200, `${path}: ${target}`)
    }
  }
})

test('no page is larger than 60 kB, has a script or loads anything but the style sheet', async () => {
  for (const [path, text] of await pages()) {
    assert.ok(new TextEncoder().encode(text).length < 60_000, `${path}: ${text.length}`)
    assert.doesNotMatch(text, /<script|<style|<img| style="| on\w+="|(?:="|url\()https?:/, path)
    const { headers } = await read(path)
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
    )
  }
})

test('an address outside the pages of the reference is not found, and the response does not repeat it', async () => {
  const response = await read('/manage/v1/reference/%3Cscript%3E')
  assert.equal(response.status, 404)
  assert.doesNotMatch(await response.text(), /script/)
})
