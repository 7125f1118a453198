// SQL in every text of a document: what is stored is the text, and nothing else happens. And texts that SQL matches patterns with.
import type { ResourceKind } from '@symbolon/core-protocol'
import { DocumentError } from '@symbolon/schema-v2'
import type { OrgDocument } from '@symbolon/schema-v2'
import { alice, clientSecret, redirectUri } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { authorizationUrl, authorize, codeOf, postToken, redeem, userinfoOf } from '../support/code-flow.ts'
import { databaseFile } from '../support/database-file.ts'
import type { DatabaseFile } from '../support/database-file.ts'
import type { TestProvider } from '../support/provider.ts'
import { sqlInjections } from '../support/sql-injections.ts'
import { startWholeProvider } from '../support/whole-provider.ts'

const password = 'a password that is long enough'

/** Every text that the format leaves open, as `text` makes it of the member's name. */
function documentOf(text: (member: string) => string, id: string, secrets: { readonly password?: string } = {}): OrgDocument {
  const ascii = (member: string): string => text(member).replace(/[^\x21-\x7e]/g, '/**/')
  const orgId = text('orgId')
  const projectId = text('projectId')
  const human = ascii('userId')
  const machine = ascii('machineId')
  return {
    orgs: [
      {
        orgId,
        org: { name: text('orgName') },
        domains: [{ orgId, domainName: `d${id}.example`, isVerified: true, isPrimary: true }],
        privacyPolicy: { supportEmail: 'help@mail.example' },
        humanUsers: [
          {
            userId: human,
            user: {
              userName: text('userName'),
              ...secrets,
              profile: {
                firstName: text('firstName'),
                lastName: text('lastName'),
                nickName: text('nickName'),
                displayName: text('displayName'),
                middleName: text('middleName'),
                zoneinfo: text('zoneinfo').slice(0, 100),
                address: {
                  formatted: text('formatted'),
                  streetAddress: text('street'),
                  locality: text('locality'),
                  region: text('region'),
                  postalCode: text('postal'),
                  country: text('country'),
                },
              },
              email: { email: `e${id}@mail.example`, isEmailVerified: true },
            },
          },
        ],
        machineUsers: [
          { userId: machine, user: { userName: text('machineName'), name: text('machineTitle'), description: text('description') } },
        ],
        userMetadata: [{ id: human, key: text('metadataKey'), value: btoa(encodeURIComponent(text('metadata'))) }],
        personalAccessTokens: [
          { tokenId: text('tokenId'), userId: machine, token: `token-${id}-0123456789-0123456789-0123456789`, scopes: [ascii('scope')] },
        ],
        projects: [{ projectId, project: { name: text('projectName') } }],
        projectRoles: [{ projectId, roleKey: text('roleKey'), displayName: text('roleName'), group: text('group') }],
        oidcApps: [
          {
            appId: text('appId'),
            clientId: ascii('clientId'),
            clientSecret,
            app: { projectId, name: text('appName'), redirectUris: [redirectUri] },
          },
        ],
        apiApps: [{ appId: text('apiId'), clientId: ascii('apiClientId'), clientSecret, app: { projectId, name: text('apiName') } }],
        projectGrants: [{ grantId: text('grantId'), projectGrant: { projectId, grantedOrgId: orgId, roleKeys: [text('roleKey')] } }],
        userGrants: [{ userId: human, projectId, roleKeys: [text('roleKey')] }],
        orgMembers: [{ userId: human, roles: ['ORG_OWNER'] }],
        projectMembers: [{ projectId, userId: human, roles: ['PROJECT_OWNER'] }],
        projectGrantMembers: [{ projectId, grantId: text('grantId'), userId: human, roles: ['PROJECT_GRANT_OWNER'] }],
      },
    ],
  }
}

const ownedKinds: readonly ResourceKind[] = [
  'org',
  'orgPolicy',
  'humanUser',
  'machineUser',
  'userMetadata',
  'personalAccessToken',
  'project',
  'projectRole',
  'oidcApp',
  'apiApp',
  'projectGrant',
  'userGrant',
  'orgMember',
  'projectMember',
  'projectGrantMember',
]

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** The paths of all texts in the document. */
function placesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value === 'string') return [path]
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => placesIn(member, [...path, name]))
    : []
}

function replaced(value: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text
  if (Array.isArray(value)) return value.map((each, index) => (String(index) === name ? replaced(each, rest, text) : each))
  return { ...(value as object), [name]: replaced((value as Readonly<Record<string, unknown>>)[name], rest, text) }
}

describe('SQL in documents', () => {
  let file: DatabaseFile
  let provider: TestProvider
  before(async () => {
    file = await databaseFile()
    provider = await startWholeProvider({ storage: file.storage })
  })
  after(async () => {
    await provider.close()
    file.dispose()
  })

  test('DB-01 every text of a document is stored as it is, under keys that find it again', async () => {
    const schema = file.schema()
    const { directory } = provider.storage.stores
    assert.ok(directory !== undefined)
    const before = Object.entries(file.tables()).map(([name, rows]) => [name, rows.length] as const)
    for (const [index, injection] of sqlInjections.entries()) {
      // Names with letters of two scripts are refused for what they are.
      const text = (member: string): string => `${injection}${member}${index}`.replaceAll('\u2019', "'").replaceAll('\uff07', "'")
      // A password costs a hash.
      const secret = index % 10 === 0 ? { password: text(' gravel otter lamp nineteen ') } : {}
      const document = documentOf(text, String(index), secret)
      const report = await provider.apply(document)
      const refused = report.entries.filter(({ action }) => action === 'refused')
      assert.deepEqual(refused, [], injection)
      const [org] = document.orgs ?? []
      const orgId = org?.orgId ?? ''
      const stored = new Set<string>()
      for (const kind of ownedKinds.slice(1))
        for (const resource of await directory.list(kind, orgId)) textsIn(resource).forEach((each) => stored.add(each))
      for (const resource of await directory.find([{ kind: 'org', key: [orgId] }])) textsIn(resource).forEach((each) => stored.add(each))
      const apart = new Set([secret.password, clientSecret, org?.personalAccessTokens?.[0]?.token, org?.domains?.[0]?.domainName])
      assert.deepEqual(
        textsIn(document).filter((each) => !stored.has(each) && !apart.has(each)),
        [],
        injection,
      )
      const again = await provider.apply(document)
      const changed = again.entries.filter(({ action }) => action !== 'same').map(({ action, path, reason }) => [action, path, reason])
      assert.deepEqual(changed, [], 'finds it all again')
    }
    assert.deepEqual(file.schema(), schema)
    const after = file.tables()
    for (const [name, count] of before) assert.ok((after[name]?.length ?? 0) >= count, name)
  })

  test('DB-01 texts with a fixed form: refused, or stored, but never run', async () => {
    const honest = documentOf((member) => `honest-${member}`, 'honest')
    await provider.apply(honest)
    const rich: OrgDocument = {
      orgs: (honest.orgs ?? []).map((org) => ({
        ...org,
        orgState: 'ORG_STATE_ACTIVE',
        loginPolicy: { allowUsernamePassword: true, passwordCheckLifetime: '864000s', defaultRedirectUri: 'https://app.example/' },
        humanUsers: (org.humanUsers ?? []).map(({ user, ...each }) => ({
          ...each,
          state: 'USER_STATE_ACTIVE',
          user: {
            ...user,
            phone: { phone: '+41790000000' },
            profile: {
              ...user.profile,
              preferredLanguage: 'en',
              gender: 'GENDER_FEMALE',
              website: 'https://a.example/',
              birthdate: '1990-12-31',
            },
          },
        })),
        oidcApps: (org.oidcApps ?? []).map((each) => ({
          ...each,
          idTokenSigningAlg: 'ES256',
          app: {
            ...each.app,
            responseTypes: ['OIDC_RESPONSE_TYPE_CODE'],
            postLogoutRedirectUris: ['https://app.example/out'],
            additionalOrigins: ['https://other.example'],
            clockSkew: '1s',
          },
        })),
        personalAccessTokens: (org.personalAccessTokens ?? []).map((each) => ({ ...each, expirationDate: '2030-01-31T12:00:00Z' })),
      })),
    }
    const before = file.schema()
    const injections = ["' OR 1=1 --", "'; DROP TABLE users; --", '" UNION SELECT sql FROM sqlite_master --', '%', "x'27'"]
    let applied = 0
    for (const [index, place] of placesIn(rich).entries()) {
      for (const text of injections.slice(index % 2, (index % 2) + 3)) {
        try {
          const report = await provider.apply(replaced(rich, place, text) as OrgDocument)
          applied += 1
          assert.deepEqual(
            report.entries.filter(({ reason }) => reason === 'storage_failed'),
            [],
            `${place.join('.')} ${text}`,
          )
        } catch (error) {
          assert.ok(error instanceof DocumentError, `${place.join('.')} ${text}: ${String(error)}`)
        }
      }
    }
    assert.ok(applied > 100)
    assert.deepEqual(file.schema(), before)
    assert.deepEqual(
      provider.logged.filter(({ level }) => level === 'error'),
      [],
    )
  })
})

describe('patterns', () => {
  let provider: TestProvider
  before(async () => {
    provider = await startWholeProvider()
    const user = (userId: string, userName: string) => ({
      userId,
      user: { userName, password, profile: { firstName: 'A', lastName: 'B' } },
    })
    const humanUsers = [user('percent', 'a%'), user('under', 'a_b'), user('plain', 'axb'), user('star', 'a*')]
    await provider.apply({ orgs: [{ orgId: 'wild', org: { name: 'Wild' }, humanUsers }] })
  })
  after(async () => await provider.close())

  async function subjectOf(loginName: string, secret: string): Promise<unknown> {
    const page = await authorize(provider, {}, provider.newUserAgent(), { loginName, password: secret })
    return page.redirectedTo === undefined
      ? undefined
      : (await userinfoOf(provider, (await redeem(provider, codeOf(page))).body['access_token'])).body['sub']
  }

  test('DB-03 a wildcard in a login name stands for itself', async () => {
    for (const [name, secret] of [
      ['%', alice.password],
      ['alic_', alice.password],
      ['ali%', alice.password],
      ['alice@%', alice.password],
      ['%@acme.example', alice.password],
      ['alice@acme_example', alice.password],
      ['a*ice', alice.password],
      ['[a]lice', alice.password],
      ['a__', password],
      ['a%b', password],
      ['_%', password],
    ] as const) {
      assert.equal(await subjectOf(name, secret), undefined, name)
    }
    assert.equal(await subjectOf('a%', password), 'percent')
    assert.equal(await subjectOf('a_b', password), 'under')
    assert.equal(await subjectOf('axb', password), 'plain')
    assert.equal(await subjectOf('a*', password), 'star')
  })

  test('DB-03 a wildcard in a client id, an origin or an id does not match', async () => {
    for (const clientId of ['bas%', 'b_sic', '%', 'ba*', '_____']) {
      const page = await provider.newUserAgent().get(authorizationUrl(provider, { client_id: clientId }))
      assert.equal(page.status, 400, clientId)
      assert.equal(
        (await postToken(provider, { grant_type: 'authorization_code', code: 'x', client_id: clientId, client_secret: clientSecret }))
          .status,
        401,
      )
    }
    for (const origin of ['https://app.exampl_', 'https://%', 'https://app%', '%']) {
      const response = await provider.fetch(
        new Request(`${provider.issuer}/oauth/v2/token`, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'POST' },
        }),
      )
      assert.equal(response.headers.get('access-control-allow-origin'), null, origin)
    }
    const { directory, users } = provider.storage.stores
    assert.deepEqual(
      await directory?.find([
        { kind: 'humanUser', key: ['a%'] },
        { kind: 'humanUser', key: ['alic_'] },
        { kind: 'project', key: ['%'] },
      ]),
      [],
    )
    assert.equal(await users?.find('alic_'), undefined)
  })
})
