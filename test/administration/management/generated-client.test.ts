// Tools that others wrote read `/manage/v1/openapi.json`: a linter has nothing to say, and a generated client works.
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { managementEndpoints } from '@symbolon/management-api'
import type { OpenApiDocument } from '@symbolon/management-api'
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { testHashing } from '../../support/hashing.ts'
import type { TestProvider } from '../../support/provider.ts'
import { ownerToken, startWholeProvider } from '../../support/whole-provider.ts'

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
let provider: TestProvider
let text: string
before(async () => {
  const endpoints = managementEndpoints({
    hashing: testHashing,
    sendLink: async (kind) => await Promise.resolve({ kind: 'shown', link: `https://id.example/${kind}`, expiresAt: 1000 }),
  })
  provider = await startWholeProvider({ endpoints })
  text = await (await provider.fetch(new Request(`${provider.issuer}/manage/v1/openapi.json`))).text()
})
after(async () => await provider.close())

test('the linter of Redocly has nothing to say about the document under its recommended rules', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config })
  assert.deepEqual(
    problems
      // The issuer of the test.
      .filter(({ ruleId }) => ruleId !== 'no-server-example.com')
      .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`),
    [],
  )
})

test('every object of the document has a type with a name in generated clients', () => {
  const { paths } = JSON.parse(text) as OpenApiDocument
  for (const [path, item] of Object.entries(paths)) {
    for (const operation of Object.values(item)) {
      if (!('operationId' in operation)) continue
      const bodies = JSON.stringify({ body: operation.requestBody, answers: operation.responses })
      assert.doesNotMatch(bodies, /"schema":\{"(?!\$ref)(?!type":"(string|integer|boolean)")/, `${operation.operationId} ${path}`)
    }
  }
})

/** A typical program with the generated types. It is compiled strictly and then run. */
const program = `
import createClient from 'openapi-fetch'
import type { components, paths } from './api.d.ts'

type OidcApp = components['schemas']['OidcApp']

export async function round(baseUrl: string, token: string, fetch: (request: Request) => Promise<Response>): Promise<readonly string[]> {
  const api = createClient<paths>({ baseUrl, fetch, headers: { authorization: \`Bearer \${token}\` } })
  const done: string[] = []

  const caller = await api.GET('/me')
  done.push(caller.data?.kind ?? '')

  const org = await api.POST('/orgs', { body: { org: { name: 'Generated' } } })
  const orgId = org.data?.orgId ?? ''
  done.push(String(org.response.status))

  const path = { orgId, projectId: 'shop' }
  const project = await api.PUT('/orgs/{orgId}/projects/{projectId}', { params: { path }, body: { project: { name: 'Shop' } } })
  done.push(project.data?.action ?? '', project.data?.entry?.project.name ?? '')

  const entry: OidcApp = {
    app: { projectId: 'shop', name: 'Web', redirectUris: ['https://app.example/callback'], appType: 'OIDC_APP_TYPE_WEB' },
  }
  const app = await api.POST('/orgs/{orgId}/oidcApps', { params: { path: { orgId } }, body: entry })
  const appId = app.data?.entry?.appId ?? ''
  done.push(typeof app.data?.generated?.clientSecret)

  const patched = await api.PATCH('/orgs/{orgId}/oidcApps/{appId}', {
    params: { path: { orgId, appId }, header: { 'If-Match': app.response.headers.get('etag') ?? '' } },
    body: { app: { name: 'Shop', backChannelLogoutUri: null } },
  })
  done.push(patched.data?.entry?.app.name ?? '')

  const stale = await api.DELETE('/orgs/{orgId}/oidcApps/{appId}', {
    params: { path: { orgId, appId }, header: { 'If-Match': '"another"' } },
  })
  done.push(String(stale.response.status), stale.error?.details[0]?.id ?? '')

  const faulty = await api.PATCH('/orgs/{orgId}/oidcApps/{appId}', {
    params: { path: { orgId, appId } },
    body: { app: { redirectUris: ['javascript:alert(1)'] } },
  })
  done.push(faulty.error?.details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field)).join() ?? '')

  const list = await api.GET('/orgs/{orgId}/oidcApps', { params: { path: { orgId }, query: { limit: 1, q: 'sho' } } })
  done.push(list.data?.items.map(({ entry: { app } }) => app.name).join() ?? '')

  // A secret may be added without a body, and an export says only what differs from the defaults.
  const secret = await api.POST('/orgs/{orgId}/oidcApps/{appId}/secrets', { params: { path: { orgId, appId } } })
  done.push(typeof secret.data?.clientSecret)
  const exported = await api.POST('/exports', { body: { orgIds: [orgId], responseOutput: true } })
  done.push(String(exported.response.status))

  const removed = await api.DELETE('/orgs/{orgId}/oidcApps/{appId}', { params: { path: { orgId, appId } } })
  done.push(String(removed.response.status))
  const gone = await api.GET('/orgs/{orgId}/oidcApps/{appId}', { params: { path: { orgId, appId } } })
  done.push(String(gone.response.status))
  await api.DELETE('/orgs/{orgId}', { params: { path: { orgId } } })
  return done
}

/** What is not documented does not compile. */
export function refused(api: ReturnType<typeof createClient<paths>>): readonly unknown[] {
  const path = { orgId: 'acme', projectId: 'shop' }
  return [
    // @ts-expect-error no text
    () => api.PUT('/orgs/{orgId}/projects/{projectId}', { params: { path }, body: { project: { name: 1 } } }),
    // @ts-expect-error a required member is missing
    () => api.PUT('/orgs/{orgId}/projects/{projectId}', { params: { path }, body: {} }),
    // @ts-expect-error no such value
    () => api.GET('/orgs/{orgId}/projects', { params: { path, query: { state: 'sleeping' } } }),
    // @ts-expect-error a required body is missing
    () => api.POST('/orgs', {}),
  ]
}
`

test('a client that openapi-typescript generates compiles strictly, and lists, creates, patches and removes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'generated-client-'))
  try {
    await symlink(join(root, 'test', 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    await writeFile(join(folder, 'api.d.ts'), astToString(await openapiTypescript(text)))
    await writeFile(join(folder, 'round.ts'), program)
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', '--types', '']
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    await promisify(execFile)(process.execPath, [tsc, ...options, '--allowImportingTsExtensions', 'round.ts'], { cwd: folder }).catch(
      (error: unknown) => assert.fail(String((error as { readonly stdout?: string }).stdout)),
    )
    const { round } = (await import(pathToFileURL(join(folder, 'round.ts')).href)) as {
      readonly round: (baseUrl: string, token: string, fetch: TestProvider['fetch']) => Promise<readonly string[]>
    }
    assert.deepEqual(await round(`${provider.issuer}/manage/v1`, ownerToken, provider.fetch), [
      'machine',
      '201',
      'created',
      'Shop',
      'string',
      'Shop',
      '412',
      'precondition_failed',
      'app.redirectUris[0]',
      'Shop',
      'string',
      '200',
      '204',
      '404',
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
