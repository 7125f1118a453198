// The login policy that applies to an organization, and the security policy of the instance.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Resource } from '@symbolon/core-protocol'
import { org } from './fixtures.ts'
import { withStores } from './stores.ts'
import type { OpenFresh } from './stores.ts'

const defaults = {
  allowUsernamePassword: true,
  disableLoginWithEmail: false,
  disableLoginWithPhone: false,
  passwordCheckLifetime: 240 * 3_600_000,
  secondFactorCheckLifetime: 18 * 3_600_000,
  forceMfa: false,
  secondFactors: ['otp'],
  maxPasswordAttempts: 10,
  maxOtpAttempts: 10,
}

function orgPolicy(policy: string, content: Resource['content']): Resource {
  return { kind: 'orgPolicy', key: ['o1', policy], orgId: 'o1', content }
}

function instancePolicy(policy: string, content: Resource['content']): Resource {
  return { kind: 'instancePolicy', key: [policy], content }
}

/** Registers the tests of policies. @param open opens an empty storage with the named stores */
export function policyTests(open: OpenFresh): void {
  describe('policies', () => {
    test('returns the defaults without a policy', () =>
      withStores(open, ['policies'], async ({ policies }) => {
        assert.deepEqual(await policies.findLoginPolicy('o1'), defaults)
        assert.deepEqual(await policies.findLoginPolicy(undefined), defaults)
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
          ...defaults,
          disableLoginWithPhone: true,
          passwordCheckLifetime: 3_600_000,
          maxPasswordAttempts: 5,
          maxOtpAttempts: 4,
        }
        assert.deepEqual(await policies.findLoginPolicy(undefined), ofInstance)
        assert.deepEqual(await policies.findLoginPolicy('o2'), ofInstance)
        assert.deepEqual(await policies.findLoginPolicy('o1'), {
          allowUsernamePassword: false,
          disableLoginWithEmail: true,
          disableLoginWithPhone: false,
          passwordCheckLifetime: 1500,
          secondFactorCheckLifetime: 60_000,
          forceMfa: true,
          secondFactors: ['otp'],
          maxPasswordAttempts: 5,
          maxOtpAttempts: 4,
        })
      }))

    test('absent and zero lifetimes come from the instance; zero attempts means no limit', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        await directory.apply(
          {
            put: [
              org('o1'),
              orgPolicy('loginPolicy', { allowUsernamePassword: true, passwordCheckLifetime: '0s' }),
              orgPolicy('lockoutPolicy', {}),
            ],
            remove: [],
          },
          1000,
        )
        assert.deepEqual(await policies.findLoginPolicy('o1'), { ...defaults, maxPasswordAttempts: 0, maxOtpAttempts: 0 })
        await directory.apply({ put: [instancePolicy('loginPolicy', { passwordCheckLifetime: '60s' })], remove: [] }, 1000)
        assert.equal((await policies.findLoginPolicy('o1')).passwordCheckLifetime, 60_000)
      }))

    test('a second factor that is required of local users is required of all, because there are no others', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        await directory.apply({ put: [instancePolicy('loginPolicy', { forceMfaLocalOnly: true })], remove: [] }, 1000)
        assert.equal((await policies.findLoginPolicy('o1')).forceMfa, true)
      }))

    test('authenticator apps are allowed unless the policy lists other factors only', () =>
      withStores(open, ['directory', 'policies'], async ({ directory, policies }) => {
        const rows: readonly (readonly [Resource['content'], readonly string[]])[] = [
          [{}, ['otp']],
          [{ secondFactors: ['SECOND_FACTOR_TYPE_U2F', 'SECOND_FACTOR_TYPE_OTP'] }, ['otp']],
          [{ secondFactors: ['SECOND_FACTOR_TYPE_U2F'] }, []],
          [{ multiFactors: ['MULTI_FACTOR_TYPE_U2F_WITH_VERIFICATION'] }, []],
        ]
        for (const [content, secondFactors] of rows) {
          await directory.apply({ put: [instancePolicy('loginPolicy', content)], remove: [] }, 1000)
          assert.deepEqual((await policies.findLoginPolicy('o1')).secondFactors, secondFactors)
        }
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
