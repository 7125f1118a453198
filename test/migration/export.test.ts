// What an export holds, what it does not, and that it is whole or recognisably not.
import { openExport } from '@symbolon/transfer'
import { createSealing } from '@symbolon/core-protocol'
import { canonicalize, canonicalJson, readDocument } from '@symbolon/schema-v2'
import type { DocumentOrg, OrgDocument } from '@symbolon/schema-v2'
import { clientSecret } from '@symbolon/test-kit'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { appSecret, idpSecret, otpSecret, passwordHash, robotSecret, robotToken, twoOrgs } from '../support/full-org.ts'
import { startMover } from '../support/mover.ts'
import type { Mover } from '../support/mover.ts'

let mover: Mover

before(async () => {
  mover = await startMover({ orgs: twoOrgs })
  await mover.provider.apply({ instance: { loginPolicy: { allowUsernamePassword: true }, defaultLanguage: 'de' } })
})
after(async () => await mover?.close())

async function exported(
  body: object = {},
): Promise<{ readonly text: string; readonly document: OrgDocument; readonly orgs: readonly DocumentOrg[] }> {
  const answer = await mover.export(body)
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  const { document, unknownMembers } = readDocument(JSON.parse(text))
  assert.deepEqual(unknownMembers, [])
  return { text, document, orgs: document.orgs ?? [] }
}
const members = (orgs: readonly DocumentOrg[]): readonly string[] => [...new Set(orgs.flatMap((org) => Object.keys(org)))].sort()

test('an export is the document in its normal form, the same bytes each time', async () => {
  const { text, document } = await exported()
  assert.equal(canonicalJson(canonicalize(document)), canonicalJson(JSON.parse(text)))
  assert.equal((await exported()).text, text)
  // The id of an organization comes before its other members.
  for (const { 0: start } of text.matchAll(/\{"orgId":/g)) assert.equal(start, '{"orgId":')
  assert.deepEqual(
    document.orgs?.map(({ orgId }) => orgId),
    ['north', 'operations', 'south'],
  )
})

test('IM-14 an export holds what the interface lists, and nothing that it leaves out', async () => {
  const { text, orgs } = await exported({ with_passwords: true, with_otp: true })
  assert.deepEqual(members(orgs), [
    'actions',
    'apiApps',
    'domains',
    'humanUsers',
    'initMessages',
    'jwtIdps',
    'lockoutPolicy',
    'loginPolicy',
    'loginTexts',
    'machineUsers',
    'oidcApps',
    'oidcIdps',
    'org',
    'orgId',
    'orgMembers',
    'privacyPolicy',
    'projectGrantMembers',
    'projectGrants',
    'projectMembers',
    'projectRoles',
    'projects',
    'triggerActions',
    'userGrants',
    'userLinks',
    'userMetadata',
  ])
  // Global policies, members of the instance, keys, tokens.
  for (const absent of ['instanceMembers', '"instance"', 'IAM_OWNER', 'machineKeys', 'appKeys', 'personalAccessTokens', 'publicKey'])
    assert.ok(!text.includes(absent), absent)
  assert.equal(orgs.find(({ orgId }) => orgId === 'south')?.loginPolicy, undefined)
  assert.deepEqual(
    orgs[0]?.oidcApps?.map(({ clientId }) => clientId),
    ['web@shop'],
  )
  assert.deepEqual(
    orgs[0]?.humanUsers?.map(({ userId, state }) => [userId, state]),
    [
      ['ann', 'USER_STATE_ACTIVE'],
      ['ben', 'USER_STATE_INACTIVE'],
    ],
  )
})

test('IM-15 AD-08 OT-07 without the flags there is no hash and no seed, and never a secret in clear', async () => {
  const hashes = /\$(2[aby]|argon2|scrypt|pbkdf2|[1567]|P|H|S)\$/
  const { text, orgs } = await exported()
  assert.doesNotMatch(text, hashes)
  const everything = await exported({ with_passwords: true, with_otp: true, with_credentials: true })
  for (const secret of [clientSecret, appSecret, robotSecret, robotToken]) assert.ok(!everything.text.includes(secret))
  for (const secret of [otpSecret, idpSecret, passwordHash]) assert.ok(!text.includes(secret))
  assert.ok(!JSON.stringify(orgs).includes('clientSecret'))
  // Each flag brings its own secrets and no others.
  const passwords = await exported({ with_passwords: true })
  assert.deepEqual(
    [passwords.text.includes(passwordHash), passwords.text.includes(otpSecret), passwords.text.includes(idpSecret)],
    [true, false, false],
  )
  const otp = await exported({ with_otp: true })
  assert.deepEqual([otp.text.includes(passwordHash), otp.text.includes(otpSecret), otp.text.includes(idpSecret)], [false, true, false])
  const credentials = await exported({ with_credentials: true })
  assert.deepEqual(
    [credentials.text.includes(passwordHash), credentials.text.includes(otpSecret), credentials.text.includes(idpSecret)],
    [false, false, true],
  )
})

test('with_credentials brings keys, digests and tokens, as digests', async () => {
  const { orgs } = await exported({ with_credentials: true })
  const [north] = orgs
  assert.deepEqual(
    north?.machineKeys?.map(({ keyId }) => keyId),
    ['machine-key'],
  )
  assert.deepEqual(
    north?.appKeys?.map(({ id }) => id),
    ['app-key'],
  )
  assert.deepEqual(
    north?.personalAccessTokens?.map(({ tokenId, token, tokenDigest }) => [tokenId, token, tokenDigest?.length]),
    [['robot-token', undefined, 43]],
  )
  assert.deepEqual(
    north?.oidcApps?.map(({ clientSecretHash }) => clientSecretHash?.length),
    [43],
  )
  assert.deepEqual(
    north?.machineUsers?.map(({ clientSecretHash }) => clientSecretHash?.length),
    [43],
  )
  assert.equal(north?.oidcIdps?.[0]?.idp.clientSecret, idpSecret)
})

test('IM-17 organizations are chosen by id, exclusion takes precedence, and an unknown id is reported', async () => {
  const idsOf = async (body: object) => (await exported(body)).orgs.map(({ orgId }) => orgId)
  assert.deepEqual(await idsOf({ org_ids: ['south', 'north', 'south'] }), ['north', 'south'])
  assert.deepEqual(await idsOf({ excluded_org_ids: ['operations'] }), ['north', 'south'])
  assert.deepEqual(await idsOf({ org_ids: ['north', 'south'], excluded_org_ids: ['north'] }), ['south'])
  assert.equal((await exported({ org_ids: ['north'], excluded_org_ids: ['north'] })).text, '{"orgs":[]}')
  for (const body of [{ org_ids: ['nowhere'] }, { excluded_org_ids: ['nowhere'] }]) {
    const answer = await mover.export(body)
    assert.equal(answer.status, 404)
    assert.deepEqual(await answer.json(), {
      code: 5,
      message: 'Unknown organization: nowhere. Correct the id.',
      details: [
        {
          '@type': 'type.googleapis.com/symbolon.v1.ErrorDetail',
          id: 'org_unknown',
          message: 'Unknown organization: nowhere. Correct the id.',
        },
      ],
    })
  }
  const many = await mover.export({ org_ids: Array.from({ length: 10_000 }, (_, index) => `org-${index}`) })
  assert.equal(many.status, 404)
  assert.match(await many.text(), /and 9995 others|nor 9995 others/)
  for (const body of [{ org_ids: 'north' }, { org_ids: [1] }, { org_ids: [''] }, { org_ids: [null] }])
    assert.equal((await mover.export(body)).status, 400)
})

test('what names an object of an organization that stays behind, stays behind as well', async () => {
  const [south] = (await exported({ org_ids: ['south'] })).orgs
  assert.equal(south?.userGrants, undefined)
  assert.deepEqual(
    south?.orgMembers?.map(({ userId }) => userId),
    ['sue'],
  )
  const [north] = (await exported({ org_ids: ['north'] })).orgs
  assert.equal(north?.projectGrants, undefined)
  // Its grant goes nowhere, because the organization to which it was given stays behind.
  assert.equal(north?.projectGrantMembers, undefined)
  assert.equal(north?.userGrants?.length, 1)
  const both = (await exported({ excluded_org_ids: ['operations'] })).orgs
  assert.equal(both.find(({ orgId }) => orgId === 'south')?.userGrants?.length, 1)
  assert.equal(both.find(({ orgId }) => orgId === 'south')?.orgMembers?.length, 2)
})

/** The ids of all that a document holds, by what names them. */
function idsIn(orgs: readonly DocumentOrg[]): Readonly<Record<string, ReadonlySet<string>>> {
  const all = (...ids: readonly (readonly (string | undefined)[] | undefined)[]): ReadonlySet<string> =>
    new Set(ids.flatMap((some) => some ?? []).filter((id) => id !== undefined))
  const of = <T>(pick: (org: DocumentOrg) => readonly T[] | undefined): readonly T[] => orgs.flatMap((org) => pick(org) ?? [])
  const users = all(
    of((org) => org.humanUsers).map(({ userId }) => userId),
    of((org) => org.machineUsers).map(({ userId }) => userId),
  )
  const apps = all(
    of((org) => org.oidcApps).map(({ appId }) => appId),
    of((org) => org.apiApps).map(({ appId }) => appId),
  )
  return {
    grantedOrgId: all(orgs.map(({ orgId }) => orgId)),
    orgId: all(orgs.map(({ orgId }) => orgId)),
    userId: users,
    appId: apps,
    projectId: all(of((org) => org.projects).map(({ projectId }) => projectId)),
    grantId: all(of((org) => org.projectGrants).map(({ grantId }) => grantId)),
    projectGrantId: all(of((org) => org.projectGrants).map(({ grantId }) => grantId)),
    idpId: all(
      of((org) => org.oidcIdps).map(({ idpId }) => idpId),
      of((org) => org.jwtIdps).map(({ idpId }) => idpId),
    ),
    actionIds: all(of((org) => org.actions).map(({ actionId }) => actionId)),
    roleKey: all(of((org) => org.projectRoles).map(({ roleKey }) => roleKey)),
    roleKeys: all(of((org) => org.projectRoles).map(({ roleKey }) => roleKey)),
  }
}

/** Every reference of a document that names nothing in it, as `member.name`. */
function danglingIn(orgs: readonly DocumentOrg[]): readonly string[] {
  const ids = idsIn(orgs)
  const found: string[] = []
  const look = (value: unknown, place: string, name: string): void => {
    if (typeof value === 'string') {
      if (ids[name]?.has(value) === false) found.push(`${place}.${name}`)
    } else if (Array.isArray(value)) {
      for (const item of value) look(item, place, name)
    } else if (typeof value === 'object' && value !== null) {
      for (const [member, inner] of Object.entries(value)) look(inner, place, member)
    }
  }
  for (const org of orgs) {
    for (const [member, value] of Object.entries(org)) look(value, member, member)
    for (const { id } of org.userMetadata ?? []) look(id, 'userMetadata', 'userId')
  }
  return found.sort()
}

test('every reference of an export names something in it, or has a row in its ledger', async () => {
  const user = (userId: string): object => ({ userId, user: { userName: userId, profile: { firstName: 'F', lastName: 'L' } } })
  const web = await startMover({
    orgs: [
      ...twoOrgs,
      ...(readDocument({
        orgs: [
          {
            orgId: 'west',
            org: { name: 'West' },
            humanUsers: [user('wes')],
            loginPolicy: {
              allowExternalIdp: true,
              idps: [{ idpId: 'idp', ownerType: 'IDP_OWNER_TYPE_ORG' }, { idpId: 'of-the-instance' }],
            },
            userLinks: [
              { userId: 'wes', idpId: 'idp', providedUserId: 'w1' },
              { userId: 'wes', idpId: 'of-the-instance', providedUserId: 'w2' },
            ],
            triggerActions: [{ flowType: '1', triggerType: '3', actionIds: ['fill', 'nowhere'] }],
            projects: [{ projectId: 'mill', project: { name: 'Mill' } }],
            projectRoles: [{ projectId: 'mill', roleKey: 'miller' }],
            projectGrants: [{ grantId: 'west-grant', projectGrant: { projectId: 'mill', grantedOrgId: 'north', roleKeys: ['miller'] } }],
            projectGrantMembers: [{ projectId: 'mill', grantId: 'west-grant', userId: 'wes', roles: ['PROJECT_GRANT_OWNER'] }],
            projectMembers: [{ projectId: 'mill', userId: 'sue', roles: ['PROJECT_OWNER'] }],
            userGrants: [{ userId: 'sue', projectId: 'mill', roleKeys: ['miller'] }],
          },
        ],
      }).document.orgs ?? []),
    ],
  })
  const all = ['north', 'south', 'west', 'operations']
  for (let choice = 1; choice < 16; choice += 1) {
    const orgIds = all.filter((_, index) => (choice >> index) % 2 === 1)
    for (const selection of [
      { orgIds, excludedOrgIds: [] },
      { orgIds: [], excludedOrgIds: all.filter((id) => !orgIds.includes(id)) },
    ]) {
      const directory = web.provider.storage.stores.directory
      if (directory === undefined) throw new TypeError('directory')
      const opened = await openExport(
        { ...selection, withPasswords: false, withOtp: false, withCredentials: false },
        { directory, sealing: await createSealing(new Uint8Array(32)) },
        { timeout: 600_000, step: () => undefined },
      )
      let text = ''
      for await (const chunk of opened.chunks) text += new TextDecoder().decode(chunk)
      await opened.close()
      const { orgs = [] } = readDocument(JSON.parse(text)).document
      const reported = opened
        .ledger()
        .filter(({ reason }) => reason === 'not_exported')
        .flatMap(({ path, count }) => Array.from({ length: count }, () => path.replace(/^orgs\[\*\]\.(\w+).*\.(\w+)$/, '$1.$2')))
      assert.deepEqual(danglingIn(orgs), reported.sort(), orgIds.join())
      const behind = (member: string): number =>
        opened.ledger().find(({ path, reason }) => reason === 'stays_behind' && path === `orgs[*].${member}`)?.count ?? 0
      const written = (member: keyof DocumentOrg): number =>
        orgs.reduce((sum, org) => sum + ((org[member] as readonly unknown[] | undefined)?.length ?? 0), 0)
      for (const [member, owners] of [
        ['projectGrants', ['north', 'west']],
        ['projectGrantMembers', ['north', 'west']],
        ['projectMembers', ['north', 'west']],
      ] as const) {
        assert.equal(
          written(member) + behind(member),
          owners.filter((owner) => orgIds.includes(owner)).length,
          `${member} ${orgIds.join()}`,
        )
      }
    }
  }
  await web.close()
})

test('IM-20 the response is not cached, and browsers neither open nor sniff it', async () => {
  const answer = await mover.export()
  await answer.text()
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="[a-z.]+"$/)
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(answer.headers.get('content-type'), 'application/json')
})

test('AD-12 an export leaves in the audit trail who, what, where to and how much, and no secret', async () => {
  mover.provider.clock.advance(1)
  await exported({ org_ids: ['north'], with_passwords: true })
  const events = (await mover.provider.storage.stores.auditEvents?.list({ limit: 2 })) ?? []
  const started = events.find(({ type }) => type === 'export_started')
  const ended = events.find(({ type }) => type === 'export_ended')
  assert.deepEqual(
    [started?.type, started?.actorId, started?.details],
    [
      'export_started',
      'mover',
      {
        withPasswords: true,
        withOtp: false,
        withCredentials: false,
        orgIds: 'north',
        target: 'response',
      },
    ],
  )
  assert.deepEqual([ended?.type, ended?.actorId], ['export_ended', 'mover'])
  assert.equal(ended?.details?.['outcome'], 'completed')
  assert.equal(ended?.details?.['humanUsers'], 2)
  assert.match(String(ended?.details?.['sha256']), /^[0-9a-f]{64}$/)
  assert.ok(!JSON.stringify(events).includes(passwordHash))
})

test('IM-07 IM-06 AD-07 the request is strict', async () => {
  for (const [body, says] of [
    [{ local_output: { path: '/tmp/export.json' } }, 'The body holds local_output, which is not a member of it.'],
    [{ with_password: true }, 'The body holds with_password, which is not a member of it.'],
    [{ roles: ['IAM_OWNER'] }, 'The body holds roles, which is not a member of it.'],
    [{ response_output: true, gcs_output: { bucket: 'bucket', path: 'p', serviceaccount_json: 'e30=' } }, /more than one target/],
    ['{"with_otp":true,"with_otp":false}', /occurs twice/],
    ['[]', /must be an object/],
    ['', /is empty/],
    ['{', /truncated/],
    [`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`, /nested deeper/],
    ['PK\u0003\u0004', /archive/],
  ] as const) {
    const answer = await mover.export(body)
    assert.equal(answer.status, 400)
    const { message } = (await answer.json()) as { readonly message: string }
    if (typeof says === 'string') assert.equal(message, says)
    else assert.match(message, says)
  }
})
