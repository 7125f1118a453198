// The converter of v1 exports forecasts from the file alone what the dry run of an import with credentials forecasts on a new instance.
import { convertV1 } from '@symbolon/migration-v1'
import fc from 'fast-check'
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { reportOf, startMover } from '../support/mover.ts'
import type { ImportAnswer, Mover } from '../support/mover.ts'

const withPassword = { hashedPassword: { value: `$2a$10$${'a'.repeat(53)}` } }

interface Entry {
  readonly userId: string
  readonly user: object
}

const userOf = (userId: string, user: object, more: object): Entry => ({
  userId,
  user: { userName: userId, profile: { firstName: 'F', lastName: 'L' }, ...user },
  ...more,
})
const providerOf = (idpId: string): object => ({
  idpId,
  idp: { name: 'Upstream', clientId: 'downstream', clientSecret: 'a-secret', issuer: 'https://upstream.example', scopes: ['openid'] },
})

let mover: Mover
before(async () => {
  mover = await startMover()
})
after(async () => await mover.close())

test('the converter forecasts as the dry run does, for organizations of any content', async () => {
  const state = fc.option(fc.constantFrom('USER_STATE_ACTIVE', 'USER_STATE_INITIAL', 'USER_STATE_LOCKED', 'USER_STATE_DELETED'), {
    nil: undefined,
  })
  const people = fc.array(
    fc.record({
      state,
      password: fc.constantFrom({}, withPassword, { password: 'correct horse battery staple' }, { hashedPassword: { value: 'unknown' } }),
      inline: fc.subarray(['own', 'jwt', 'gone']),
      linked: fc.subarray(['own', 'other', 'jwt', 'gone']),
      issuer: fc.constantFrom({}, { issuer: 'https://upstream.example' }, { issuer: 'https://elsewhere.example' }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  const loginPolicy = fc.option(
    fc.record(
      {
        allowUsernamePassword: fc.boolean(),
        allowExternalIdp: fc.boolean(),
        forceMfa: fc.boolean(),
        forceMfaLocalOnly: fc.boolean(),
        secondFactors: fc.subarray(['SECOND_FACTOR_TYPE_OTP', 'SECOND_FACTOR_TYPE_OTP_EMAIL']),
        listed: fc.subarray(['own', 'other', 'jwt', 'gone']),
      },
      { requiredKeys: ['listed'] },
    ),
    { nil: undefined },
  )
  const orgState = fc.constantFrom(undefined, undefined, 'ORG_STATE_ACTIVE', 'ORG_STATE_INACTIVE')
  const orgs = fc.sample(fc.record({ orgState, loginPolicy, people }), { numRuns: 200, seed: 20_261_128 }).map((org, index) => {
    const id = (name: string): string => `any-${index}-${name}`
    const { listed, ...policy } = org.loginPolicy ?? { listed: [] }
    const users = org.people.map(({ password: credentials, inline, ...rest }, at) => ({
      ...rest,
      entry: userOf(
        id(`user-${at}`),
        { ...credentials, idps: inline.map((idp) => ({ configId: id(idp), externalUserId: `${at}` })) },
        rest.state === undefined ? {} : { state: rest.state },
      ),
    }))
    const jwt = {
      name: 'JWT',
      jwtEndpoint: 'https://a.example/jwt',
      issuer: 'https://a.example',
      keysEndpoint: 'https://a.example/keys',
      headerName: 'x',
    }
    return {
      orgId: id('org'),
      org: { name: id('name') },
      ...(org.orgState === undefined ? {} : { orgState: org.orgState }),
      ...(org.loginPolicy === undefined ? {} : { loginPolicy: { ...policy, idps: listed.map((idp) => ({ idpId: id(idp) })) } }),
      oidcIdps: [providerOf(id('own')), providerOf(id('other'))],
      jwtIdps: [{ idpId: id('jwt'), idp: jwt }],
      humanUsers: users.map(({ entry }) => entry),
      userLinks: users.flatMap(({ entry: { userId }, linked: idps, issuer }, at) =>
        idps.map((idp) => ({ userId, idpId: id(idp), providedUserId: `${at}`, ...issuer })),
      ),
    }
  })
  const dry: ImportAnswer = await reportOf(await mover.import({ data_orgsv1: { orgs }, with_credentials: true, dry_run: true }))
  const forecasts = convertV1({ orgs }).report.signIns
  assert.deepEqual(forecasts, dry.signIns)
  const reasons = new Set(forecasts.flatMap((each) => Object.keys(each.reasons)))
  assert.ok(reasons.size >= 9, [...reasons].join(', '))
})
