// The login policy that applies to an organization, and the security policy of the instance.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defaultLoginPolicy } from '@symbolon/core-protocol'
import type { Resource } from '@symbolon/core-protocol'
import { org } from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

function orgPolicy(policy: string, content: Resource['content']): Resource {
  return { kind: 'orgPolicy', key: ['o1', policy], orgId: 'o1', content }
}

function instancePolicy(policy: string, content: Resource['content']): Resource {
  return { kind: 'instancePolicy', key: [policy], content }
}

/** What a policy without members says. */
const nothing = {
  ...defaultLoginPolicy,
  allowUsernamePassword: false,
  allowExternalIdp: false,
  allowPasskey: false,
  allowDomainDiscovery: false,
}

/** Registers the tests of policies. @param open opens an empty storage with the named stores */
export function policyTests(open: OpenFresh): void {
  describe('policies', () => {
    test('returns the defaults without a policy', () =>
      withStores(open, ['policies'], async ({ policies }) => {
        assert.deepEqual(await policies.findLoginPolicy('o1'), defaultLoginPolicy)
        assert.deepEqual(await policies.findLoginPolicy(undefined), defaultLoginPolicy)
      }))

    test('the demand on administrators is that of the instance, whatever the organization has', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        const put = async (...resources: readonly Resource[]): Promise<void> => await directory.apply({ put: resources, remove: [] }, 1000)
        const demands = async (orgId?: string): Promise<boolean> => (await policies.findLoginPolicy(orgId)).forceMfaForAdministrators
        await put(org('o1'), orgPolicy('loginPolicy', { allowUsernamePassword: true, forceMfa: false, forceMfaForAdministrators: true }))
        for (const orgId of [undefined, 'o1', 'o2']) assert.equal(await demands(orgId), false)
        await put(instancePolicy('boundaryPolicy', { forceMfaForAdministrators: true }))
        for (const orgId of [undefined, 'o1', 'o2']) assert.equal(await demands(orgId), true)
        assert.equal((await policies.findLoginPolicy('o1')).forceMfa, false)
        await put(instancePolicy('boundaryPolicy', { trustedOrganizations: ['o1'] }))
        for (const orgId of [undefined, 'o1', 'o2']) assert.equal(await demands(orgId), false)
      }))

    test('the rules for passwords are those of the organization, or of the instance, or the length alone', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        const put = async (...resources: readonly Resource[]): Promise<void> => await directory.apply({ put: resources, remove: [] }, 1000)
        const day = 24 * 3_600_000
        for (const orgId of [undefined, 'o1']) assert.deepEqual(await policies.findPasswordPolicy(orgId), { minLength: 15, requires: [] })
        await put(org('o1'), orgPolicy('loginPolicy', { allowUsernamePassword: true, forceMfa: true }))
        assert.deepEqual(await policies.findPasswordPolicy('o1'), { minLength: 8, requires: [] })
        assert.deepEqual(await policies.findPasswordPolicy(undefined), { minLength: 15, requires: [] })
        await put(
          instancePolicy('passwordComplexityPolicy', {
            minLength: '12',
            hasUppercase: true,
            hasLowercase: true,
            hasNumber: true,
            hasSymbol: true,
          }),
          instancePolicy('passwordAgePolicy', { maxAgeDays: 90, expireWarnDays: 7 }),
        )
        const ofInstance = {
          minLength: 12,
          requires: ['lowercase', 'uppercase', 'digit', 'symbol'],
          maxAge: 90 * day,
          warnBefore: 7 * day,
        }
        for (const orgId of [undefined, 'o1']) assert.deepEqual(await policies.findPasswordPolicy(orgId), ofInstance)
        await put(orgPolicy('passwordComplexityPolicy', { hasNumber: true }), instancePolicy('passwordAgePolicy', { expireWarnDays: 7 }))
        assert.deepEqual(await policies.findPasswordPolicy('o1'), { minLength: 1, requires: ['digit'] }, 'no age without a number')
      }))

    test('the policy of the organization replaces that of the instance as a whole', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        await directory.apply(
          {
            put: [
              org('o1'),
              org('o2'),
              instancePolicy('loginPolicy', { allowUsernamePassword: true, disableLoginWithPhone: true, passwordCheckLifetime: '3600s' }),
              instancePolicy('lockoutPolicy', { maxPasswordAttempts: 5, maxOtpAttempts: 4 }),
              orgPolicy('loginPolicy', {
                disableLoginWithEmail: true,
                passwordCheckLifetime: '1.500s',
                secondFactorCheckLifetime: '60s',
                forceMfa: true,
              }),
            ],
            remove: [],
          },
          1000,
        )
        const ofInstance = {
          ...nothing,
          allowUsernamePassword: true,
          disableLoginWithPhone: true,
          passwordCheckLifetime: 3_600_000,
          maxPasswordAttempts: 5,
          maxOtpAttempts: 4,
        }
        assert.deepEqual(await policies.findLoginPolicy(undefined), ofInstance)
        assert.deepEqual(await policies.findLoginPolicy('o2'), ofInstance)
        assert.deepEqual(await policies.findLoginPolicy('o1'), {
          ...nothing,
          disableLoginWithEmail: true,
          passwordCheckLifetime: 1500,
          secondFactorCheckLifetime: 60_000,
          forceMfa: true,
          maxPasswordAttempts: 5,
          maxOtpAttempts: 4,
        })
      }))

    test('absent lifetimes come from the instance, and zero is a lifetime; zero attempts means no limit', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        await directory.apply(
          {
            put: [org('o1'), orgPolicy('loginPolicy', { allowUsernamePassword: true }), orgPolicy('lockoutPolicy', {})],
            remove: [],
          },
          1000,
        )
        assert.deepEqual(await policies.findLoginPolicy('o1'), {
          ...nothing,
          allowUsernamePassword: true,
          maxPasswordAttempts: 0,
          maxOtpAttempts: 0,
        })
        await directory.apply({ put: [instancePolicy('loginPolicy', { passwordCheckLifetime: '60s' })], remove: [] }, 1000)
        assert.equal((await policies.findLoginPolicy('o1')).passwordCheckLifetime, 60_000)
        await directory.apply({ put: [orgPolicy('loginPolicy', { passwordCheckLifetime: '0s' })], remove: [] }, 1000)
        assert.equal((await policies.findLoginPolicy('o1')).passwordCheckLifetime, 0)
      }))

    test('reads every member of the login policy', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        const content = {
          allowRegister: true,
          allowExternalIdp: true,
          idps: [{ idpId: 'idp-1', ownerType: 'IDP_OWNER_TYPE_ORG' }, { idpId: 'idp-2' }],
          passwordlessType: 'PASSWORDLESS_TYPE_ALLOWED',
          hidePasswordReset: true,
          allowDomainDiscovery: true,
          defaultRedirectUri: 'https://app.example/',
          externalLoginCheckLifetime: '1s',
          multiFactorCheckLifetime: '2s',
          mfaInitSkipLifetime: '3s',
          forceMfaLocalOnly: true,
        }
        await directory.apply({ put: [instancePolicy('loginPolicy', content)], remove: [] }, 1000)
        assert.deepEqual(await policies.findLoginPolicy('o1'), {
          ...nothing,
          allowRegister: true,
          allowExternalIdp: true,
          idps: ['idp-1', 'idp-2'],
          allowPasskey: true,
          hidePasswordReset: true,
          allowDomainDiscovery: true,
          defaultRedirectUri: 'https://app.example/',
          externalLoginCheckLifetime: 1000,
          multiFactorCheckLifetime: 2000,
          mfaInitSkipLifetime: 3000,
          forceMfaLocalOnly: true,
        })
      }))

    test('a skipped set-up is never offered again where the policy says so, and after the default time where it says nothing', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        const put = async (ofInstance: Resource['content'], ofOrg: Resource['content']): Promise<number> => {
          await directory.apply({ put: [instancePolicy('loginPolicy', ofInstance), orgPolicy('loginPolicy', ofOrg)], remove: [] }, 1000)
          return (await policies.findLoginPolicy('o1')).mfaInitSkipLifetime
        }
        await directory.apply({ put: [org('o1')], remove: [] }, 1000)
        assert.equal(await put({}, {}), defaultLoginPolicy.mfaInitSkipLifetime)
        assert.equal(await put({}, { mfaInitSkipLifetime: '0s' }), 0)
        assert.equal(await put({ mfaInitSkipLifetime: '0s' }, {}), 0)
        assert.equal(await put({ mfaInitSkipLifetime: '0s' }, { mfaInitSkipLifetime: '5s' }), 5000)
      }))

    test('every second factor is allowed unless the policy lists some', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        const rows: readonly (readonly [Resource['content'], readonly string[]])[] = [
          [{}, ['otp', 'pop']],
          [{ secondFactors: ['SECOND_FACTOR_TYPE_U2F', 'SECOND_FACTOR_TYPE_OTP'] }, ['otp', 'pop']],
          [{ secondFactors: ['SECOND_FACTOR_TYPE_U2F'] }, ['pop']],
          [{ secondFactors: ['SECOND_FACTOR_TYPE_OTP'] }, ['otp']],
          [{ multiFactors: ['MULTI_FACTOR_TYPE_U2F_WITH_VERIFICATION'] }, []],
        ]
        for (const [content, secondFactors] of rows) {
          await directory.apply({ put: [instancePolicy('loginPolicy', content)], remove: [] }, 1000)
          assert.deepEqual((await policies.findLoginPolicy('o1')).secondFactors, secondFactors)
        }
      }))

    test('the domain policy is that of the organization, or of the instance', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        const put = async (...resources: readonly Resource[]): Promise<void> => await directory.apply({ put: resources, remove: [] }, 1000)
        assert.deepEqual(await policies.findDomainPolicy('o1'), { userLoginMustBeDomain: false })
        await put(org('o1'), org('o2'), instancePolicy('domainPolicy', { userLoginMustBeDomain: true }), orgPolicy('domainPolicy', {}))
        for (const orgId of ['o2', undefined]) assert.deepEqual(await policies.findDomainPolicy(orgId), { userLoginMustBeDomain: true })
        assert.deepEqual(await policies.findDomainPolicy('o1'), { userLoginMustBeDomain: false })
      }))

    test('impersonation is allowed only by the security policy', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        assert.deepEqual(await policies.findSecurityPolicy(), { enableImpersonation: false })
        const steps = [
          [{ enableImpersonation: true }, true],
          [{ enableIframeEmbedding: true }, false],
          [{ enableImpersonation: 'true' }, false],
        ] as const
        for (const [content, enableImpersonation] of steps) {
          await directory.apply({ put: [instancePolicy('securityPolicy', content)], remove: [] }, 1000)
          assert.deepEqual(await policies.findSecurityPolicy(), { enableImpersonation })
        }
        await directory.apply({ put: [instancePolicy('securityPolicy', { enableImpersonation: true })], remove: [] }, 1000)
        await directory.apply({ put: [], remove: [{ kind: 'instancePolicy', key: ['securityPolicy'] }] }, 1000)
        assert.deepEqual(await policies.findSecurityPolicy(), { enableImpersonation: false })
      }))
  })
}
