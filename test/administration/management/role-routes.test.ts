// Every role against every operation of `/manage/v1`, from outside. The expectation is literal: role-routes.txt is reviewed and changed by
// hand. The operations come from the OpenAPI document, so that a new one without an expectation fails.
import { auditTrail } from '@symbolon/core-protocol'
import { managementEndpoints } from '@symbolon/management-api'
import type { OpenApiDocument, SendLink } from '@symbolon/management-api'
import type { OrgDocument } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { manage } from '../../support/management-request.ts'
import { twoOrgs } from '../../support/full-org.ts'
import { testHashing } from '../../support/hashing.ts'
import type { TestProvider } from '../../support/provider.ts'
import { startWholeProvider } from '../../support/whole-provider.ts'

/** The callers, in the order of the columns of the table. All but `stranger` are about the organization `north`. */
const callers = {
  owner: 'IAM_OWNER',
  orgOwner: 'ORG_OWNER',
  userManager: 'ORG_USER_MANAGER',
  viewer: 'ORG_OWNER_VIEWER',
  projectOwner: 'PROJECT_OWNER',
  grantOwner: 'PROJECT_GRANT_OWNER',
  self: 'ORG_USER_SELF_MANAGER',
  none: undefined,
  stranger: 'ORG_OWNER',
} as const
type Caller = keyof typeof callers
const names = Object.keys(callers) as readonly Caller[]

const tokenOf = (caller: string): string => `symbolon_pat_${caller}-0123456789-0123456789-0123456789`

type Entries = Readonly<Record<string, unknown>>

const messages = Object.fromEntries(
  [
    'initMessages',
    'passwordResetMessages',
    'verifyEmailMessages',
    'verifyPhoneMessages',
    'verifySmsOtpMessages',
    'verifyEmailOtpMessages',
    'domainClaimedMessages',
    'passwordlessRegistrationMessages',
    'inviteUserMessages',
  ].map((member) => [member, [{ language: 'de', subject: 'Betreff' }]]),
)

const policies = {
  loginPolicy: { allowUsernamePassword: true },
  passwordComplexityPolicy: { minLength: '8' },
  lockoutPolicy: { maxPasswordAttempts: '5' },
  privacyPolicy: { tosLink: 'https://north.example/tos' },
  labelPolicy: { primaryColor: '#445566' },
}

const members = (of: Readonly<Partial<Record<Caller, string>>>, more: Entries = {}): readonly Entries[] =>
  Object.entries(of).map(([userId, role]) => ({ ...more, userId, roles: [role] }))

/** The organizations north and south: everything that a document has, and the callers. Ann has no role. */
function world(): OrgDocument {
  const [north, south] = twoOrgs
  if (north === undefined || south === undefined) throw new Error('The fixture has two organizations')
  const machine = (userId: string): Entries => ({ userId, user: { userName: userId, name: userId } })
  const token = (userId: string): Entries => ({ tokenId: `token-of-${userId}`, userId, token: tokenOf(userId) })
  const ofSouth: readonly Caller[] = ['grantOwner', 'stranger']
  const ofNorth = names.filter((name) => !ofSouth.includes(name))
  return {
    orgs: [
      {
        ...north,
        ...messages,
        ...policies,
        domainPolicy: { orgId: 'north' },
        machineUsers: [...(north.machineUsers ?? []), ...ofNorth.map(machine)],
        personalAccessTokens: [...(north.personalAccessTokens ?? []), ...ofNorth.map(token)],
        projects: [...(north.projects ?? []), { projectId: 'desk', project: { name: 'Desk' } }],
        apiApps: [...(north.apiApps ?? []), { appId: 'of-desk', clientId: 'of-desk', app: { projectId: 'desk', name: 'Of desk' } }],
        orgMembers: [
          ...members({ orgOwner: 'ORG_OWNER', userManager: 'ORG_USER_MANAGER', viewer: 'ORG_OWNER_VIEWER', self: 'ORG_USER_SELF_MANAGER' }),
          { userId: 'ben', roles: ['ORG_OWNER_VIEWER'] },
        ],
        projectMembers: [
          ...members({ projectOwner: 'PROJECT_OWNER' }, { projectId: 'shop' }),
          { projectId: 'shop', userId: 'ben', roles: ['PROJECT_OWNER_VIEWER'] },
        ],
        projectGrantMembers: [
          ...members({ grantOwner: 'PROJECT_GRANT_OWNER' }, { projectId: 'shop', grantId: 'grant' }),
          { projectId: 'shop', grantId: 'grant', userId: 'ben', roles: ['PROJECT_GRANT_OWNER_VIEWER'] },
        ],
      },
      {
        ...south,
        machineUsers: ofSouth.map(machine),
        personalAccessTokens: ofSouth.map(token),
        orgMembers: members({ stranger: 'ORG_OWNER' }),
      },
    ],
    instance: {
      ...policies,
      ...messages,
      loginTexts: [{ language: 'en', loginText: { title: 'Sign in' } }],
      oidcIdps: [{ idpId: 'of-instance', idp: { name: 'Shared', clientId: 'c', issuer: 'https://shared.example' } }],
      domainPolicy: {},
      passwordAgePolicy: { maxAgeDays: '1' },
      boundaryPolicy: { crossOrganizationData: 'RELATED_APPLICATIONS' },
      securityPolicy: { enableIframeEmbedding: true },
    },
    instanceMembers: [
      { userId: 'owner', roles: ['IAM_OWNER'] },
      { userId: 'ben', roles: ['IAM_OWNER_VIEWER'] },
    ],
  } as unknown as OrgDocument
}

/** What changes an entry of each list, as a merge patch: a change of nothing needs only the right to read. */
const patches: Readonly<Record<string, Entries>> = {
  org: { org: { name: 'Other' } },
  domains: { validationType: 'DOMAIN_VALIDATION_TYPE_DNS' },
  verifySmsOtpMessages: { text: 'Other' },
  oidcIdps: { idp: { name: 'Other' } },
  instanceOidcIdps: { idp: { name: 'Other' } },
  jwtIdps: { idp: { name: 'Other' } },
  loginTexts: { loginText: { title: 'Other' } },
  humanUsers: { user: { profile: { nickName: 'Other' } } },
  machineUsers: { user: { description: 'Other' } },
  userMetadata: { value: 'b3RoZXI=' },
  machineKeys: { expirationDate: '2098-01-01T00:00:00Z' },
  personalAccessTokens: { expirationDate: '2098-01-01T00:00:00Z' },
  userLinks: { providedUserName: 'Other' },
  projects: { project: { name: 'Other' } },
  projectRoles: { displayName: 'Other' },
  oidcApps: { app: { name: 'Other' } },
  apiApps: { app: { name: 'Other' } },
  appKeys: { expirationDate: '2098-01-01T00:00:00Z' },
  actions: { action: { name: 'other' } },
  triggerActions: { actionIds: [] },
  projectGrants: { projectGrant: { roleKeys: ['writer'] } },
  userGrants: { roleKeys: ['reader'] },
  orgMembers: { roles: ['ORG_SETTINGS_MANAGER'] },
  projectMembers: { roles: ['PROJECT_OWNER_VIEWER_GLOBAL'] },
  projectGrantMembers: { roles: ['PROJECT_GRANT_OWNER'] },
  members: { roles: ['IAM_USER_MANAGER'] },
  loginPolicy: { allowUsernamePassword: false },
  passwordComplexityPolicy: { minLength: '9' },
  passwordAgePolicy: { maxAgeDays: '90' },
  boundaryPolicy: { crossOrganizationData: 'ALL_APPLICATIONS' },
  lockoutPolicy: { maxPasswordAttempts: '7' },
  privacyPolicy: { tosLink: 'https://other.example/tos' },
  labelPolicy: { primaryColor: '#112233' },
  domainPolicy: { userLoginMustBeDomain: true },
  securityPolicy: { enableImpersonation: true },
}

/** The objects that paths name, where the list of the path does not say it: plain users, and members without other rights. */
const parameters: Readonly<Record<string, string>> = {
  orgId: 'north',
  language: 'de',
  name: 'oidcTokenExchange',
  kid: 'none',
  importId: 'none',
  sessionId: 'none',
  credentialId: 'bm9uZQ',
  secretId: 'none',
}

/** The key of the entry of each list of which the paths are made; the first entry of the list where nothing is said. */
const entries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  loginTexts: { language: 'en' },
  domains: { domainName: 'old.north.example' },
  humanUsers: { userId: 'ann' },
  machineUsers: { userId: 'robot-of-north' },
  users: { userId: 'ann' },
  userMetadata: { id: 'ann', key: 'tier' },
  machineKeys: { keyId: 'machine-key' },
  personalAccessTokens: { tokenId: 'robot-token' },
  oidcIdps: { idpId: 'idp' },
  instanceOidcIdps: { idpId: 'of-instance' },
  jwtIdps: { idpId: 'jwt-idp' },
  userLinks: { userId: 'ann', idpId: 'idp', providedUserId: 'ann-there' },
  projects: { projectId: 'shop' },
  projectRoles: { projectId: 'shop', roleKey: 'writer' },
  oidcApps: { appId: 'web' },
  apiApps: { appId: 'api' },
  appKeys: { id: 'app-key' },
  actions: { actionId: 'fill' },
  triggerActions: { flowType: '1', triggerType: '3' },
  projectGrants: { grantId: 'grant' },
  userGrants: { userId: 'ann', projectId: 'shop', projectGrantId: 'grant' },
  orgMembers: { userId: 'ben' },
  projectMembers: { projectId: 'shop', userId: 'ben' },
  projectGrantMembers: { projectId: 'shop', grantId: 'grant', userId: 'ben' },
  members: { userId: 'ben' },
  invitations: { of: 'organization', id: 'none' },
}

const sendLink: SendLink = async (kind) => await Promise.resolve({ kind: 'shown', link: `https://id.example/${kind}`, expiresAt: 1000 })

let provider: TestProvider
let document: OpenApiDocument
before(async () => {
  provider = await startWholeProvider({
    document: world(),
    endpoints: managementEndpoints({ hashing: testHashing, sendLink }),
    audit: auditTrail,
  })
  document = (await (await provider.fetch(new Request(`${provider.issuer}/manage/v1/openapi.json`))).json()) as OpenApiDocument
})
after(async () => await provider?.close())

async function send(caller: Caller, method: string, path: string, body?: unknown): Promise<Response> {
  return await manage(provider, tokenOf(caller), method, path, body)
}

interface Documented {
  readonly id: string
  readonly method: string
  readonly template: string
  readonly dryRun: boolean
}

function operations(): readonly Documented[] {
  return Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      if (!('operationId' in operation)) return []
      const { operationId, parameters: given = [] } = operation as unknown as {
        readonly operationId: string
        readonly parameters?: readonly { readonly name?: string }[]
      }
      const dryRun = given.some(({ name }) => name === 'dry_run')
      return [{ id: operationId, method: method.toUpperCase(), template, dryRun }]
    }),
  )
}

/** The name of the list, the policy or the object that a path is about. */
function subjectOf(template: string): string {
  if (template.startsWith('/instance/oidcIdps')) return 'instanceOidcIdps'
  if (/^\/orgs(\/\{orgId\})?$/.test(template)) return 'org'
  const parts = template.split('/').filter((part) => part !== '' && !part.startsWith('{'))
  return parts[0] === 'orgs' ? (parts[1] === 'policies' ? (parts[2] ?? '') : (parts[1] ?? '')) : (parts.at(-1) ?? '')
}

/** Grants of roles through a project grant lie in the organization that has it. */
const ofSouth = { orgId: 'south', userId: 'sue', projectId: 'shop', projectGrantId: 'grant' }

function pathOf({ template }: Documented): string {
  const ids = template.includes('{projectGrantId}') ? ofSouth : { ...parameters, ...entries[subjectOf(template)] }
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = (ids as Readonly<Record<string, string>>)[name]
    assert.ok(id !== undefined, `${template}: ${name}`)
    return encodeURIComponent(id)
  })
}

/** The body by which the owner of the instance would change something. */
async function bodyOf({ id, method, template }: Documented, path: string): Promise<unknown> {
  if (method === 'GET' || method === 'DELETE') return undefined
  if (id === 'putFeature') return { enabled: true }
  const subject = subjectOf(template)
  const patch = patches[subject] ?? { subject: 'Other' }
  if (method === 'PATCH') return patch
  const stored = method === 'PUT' ? ((await (await send('owner', 'GET', path)).json()) as { readonly entry?: Entries }).entry : undefined
  if (method === 'PUT') return merged(stored ?? {}, patch)
  // Its rights are asked for each object of the document: here, only whether the caller gets so far.
  if (id === 'beginImport') return {}
  const created: Readonly<Record<string, unknown>> = {
    humanUsers: { user: { userName: 'new', profile: { firstName: 'N', lastName: 'N' } } },
    machineUsers: { user: { userName: 'new', name: 'New' } },
    machineKeys: { userId: 'robot-of-north', type: 'KEY_TYPE_JSON', publicKey: twoOrgs[0]?.machineKeys?.[0]?.publicKey },
    personalAccessTokens: { userId: 'robot-of-north' },
    appKeys: {
      projectId: 'shop',
      appId: 'api',
      clientId: 'api@shop',
      type: 'KEY_TYPE_JSON',
      publicKey: twoOrgs[0]?.appKeys?.[0]?.publicKey,
    },
    oidcIdps: { idp: { name: 'New', clientId: 'c', issuer: 'https://new.example' } },
    instanceOidcIdps: { idp: { name: 'New', clientId: 'c', issuer: 'https://new.example' } },
    jwtIdps: {
      idp: {
        name: 'New',
        jwtEndpoint: 'https://j.example',
        issuer: 'https://j.example',
        keysEndpoint: 'https://j.example/k',
        headerName: 'x',
      },
    },
    oidcApps: { app: { projectId: 'shop', name: 'New', redirectUris: ['https://new.example/cb'] } },
    apiApps: { app: { projectId: 'shop', name: 'New' } },
    actions: { action: { name: 'new', script: 'function f() {}', timeout: '10s' } },
    projectGrants: { projectGrant: { projectId: 'shop', grantedOrgId: 'south', roleKeys: ['reader'] } },
  }
  return /\/secrets$|invitation|reset|exports|signingKeys/.test(template) ? {} : (created[subject] ?? patch)
}

function merged(entry: Entries, patch: Entries): Entries {
  return Object.fromEntries(
    [...new Set([...Object.keys(entry), ...Object.keys(patch)])].map((name) => {
      const [before, after] = [entry[name], patch[name]]
      const isObject = typeof before === 'object' && typeof after === 'object' && !Array.isArray(after)
      return [name, after === undefined ? before : isObject ? merged(before as Entries, after as Entries) : after]
    }),
  )
}

/** `+` allowed, `-` forbidden (403), `.` not there (404), `*` the object was refused for another reason, after the rights were asked. */
function letterOf(status: number): string {
  if (status < 300) return '+'
  return status === 403 ? '-' : status === 404 ? '.' : status === 400 || status === 409 ? '*' : String(status)
}

/** The rows of the table: the letters of the callers, by the id of the operation. */
function readTable(): ReadonlyMap<string, string> {
  const lines = readFileSync(new URL('role-routes.txt', import.meta.url), 'utf8').split('\n')
  return new Map(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .flatMap((line) => {
        const [letters = '', ...ids] = line.trim().split(/ +/)
        return ids.map((id): [string, string] => [id, letters])
      }),
  )
}

test('AD-10 every role may call exactly what the table says, and the table has every operation', async () => {
  const table = readTable()
  const seen = new Map<string, string>()
  for (const operation of operations()) {
    const path = pathOf(operation)
    const body = await bodyOf(operation, path)
    const query = operation.dryRun ? '?dry_run=true' : ''
    const letters: string[] = []
    // The callers with most rights come last, because some operations act only once.
    for (const caller of names.toReversed()) {
      const response = await send(caller, operation.method, path + query, body)
      letters.unshift(letterOf(response.status))
      // An export is open until it has been read.
      await response.arrayBuffer()
    }
    seen.set(operation.id, letters.join(''))
  }
  assert.ok(seen.size > 190, String(seen.size))
  assert.deepEqual(Object.fromEntries(seen), Object.fromEntries(table))
})

test('AD-31 a caller who may read one project reads no other project through a filter', async () => {
  for (const path of ['oidcApps', 'apiApps', 'projectRoles', 'projectMembers', 'projectGrants', 'userGrants']) {
    assert.equal((await send('projectOwner', 'GET', `/orgs/north/${path}?projectId=desk`)).status, 403, path)
    assert.equal((await send('projectOwner', 'GET', `/orgs/south/${path}?projectId=shop`)).status, 403, path)
    assert.equal((await send('projectOwner', 'GET', `/orgs/north/${path}`)).status, 403, path)
    const { items } = (await (await send('projectOwner', 'GET', `/orgs/north/${path}?projectId=shop`)).json()) as {
      readonly items: readonly { readonly path: string }[]
    }
    for (const item of items) {
      assert.equal((await send('projectOwner', 'GET', item.path.replace('/manage/v1', ''))).status, 200, item.path)
    }
  }
  assert.equal((await send('projectOwner', 'GET', '/orgs/north/apiApps/of-desk')).status, 404)
})

test('AD-31 a list has exactly the objects that its reader may read one by one', async () => {
  for (const caller of ['orgOwner', 'viewer', 'userManager', 'grantOwner'] as const) {
    for (const { template, id } of operations().filter(({ id: name }) => name.startsWith('list'))) {
      const path = pathOf({ template, id, method: 'GET', dryRun: false })
      const listed = await send(caller, 'GET', path)
      if (listed.status !== 200) continue
      const { items = [] } = (await listed.json()) as { readonly items?: readonly { readonly path?: string }[] }
      for (const item of items) {
        if (item.path === undefined) continue
        assert.equal((await send(caller, 'GET', item.path.replace('/manage/v1', ''))).status, 200, `${caller} ${item.path}`)
      }
    }
  }
})

test('AD-31 what an owner of another organization names by an id of this one is not there', async () => {
  for (const operation of operations().filter(({ template }) => template.startsWith('/orgs/{orgId}/') && template.endsWith('}'))) {
    // A PUT may create an object of this id, and the grants of south are those of the stranger.
    if (operation.method === 'PUT' || operation.template.includes('{projectGrantId}')) continue
    const path = pathOf(operation).replace('/orgs/north/', '/orgs/south/')
    const query = operation.dryRun ? '?dry_run=true' : ''
    const { status } = await send('stranger', operation.method, path + query, await bodyOf(operation, pathOf(operation)))
    assert.equal(status, 404, `${operation.method} ${path}`)
  }
})

test('who creates a project with no other right to it becomes its owner, and who has one does not', async () => {
  const creator = 'creator'
  const put = async (path: string, body: unknown): Promise<void> =>
    assert.equal((await send('owner', 'PUT', `/orgs/north/${path}`, body)).status, 201, path)
  await put(`machineUsers/${creator}`, { user: { userName: creator, name: creator } })
  await put(`orgMembers/${creator}`, { roles: ['ORG_PROJECT_CREATOR'] })
  await put(`personalAccessTokens/token-of-${creator}`, { userId: creator, token: tokenOf(creator) })
  const as = async (method: string, path: string, body?: unknown): Promise<Response> =>
    await manage(provider, tokenOf(creator), method, path, body)
  assert.equal((await as('PUT', '/orgs/north/projects/own', { project: { name: 'Own' } })).status, 201)
  assert.equal((await as('PATCH', '/orgs/north/projects/own', { project: { name: 'Mine' } })).status, 200)
  assert.equal((await as('GET', '/orgs/north/projects/desk')).status, 404)
  const members = (await (await send('owner', 'GET', '/orgs/north/projectMembers?projectId=own')).json()) as {
    readonly items: readonly { readonly entry: Entries }[]
  }
  assert.deepEqual(
    members.items.map(({ entry }) => [entry['userId'], entry['roles']]),
    [[creator, ['PROJECT_OWNER']]],
  )
  assert.equal((await send('orgOwner', 'PUT', '/orgs/north/projects/of-owner', { project: { name: 'Theirs' } })).status, 201)
  assert.equal((await send('owner', 'GET', '/orgs/north/projectMembers/of-owner/orgOwner')).status, 404)
})
