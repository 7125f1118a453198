// The policies that apply. The login policy is that of the organization, or else that of the instance, or else the default.
// A policy applies as a whole: a member that it leaves out has the default of the format, not the value of the next policy.
import type { LoginPolicy, PolicyStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { durationAt, flagAt, isObject, parseContent, textAt, textsAt, valueAt } from '../documents/content.ts'
import type { Content } from '../documents/content.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

const defaultPasswordCheckLifetime = 240 * 60 * 60 * 1000
const defaultExternalLoginCheckLifetime = 240 * 60 * 60 * 1000
const defaultSecondFactorCheckLifetime = 18 * 60 * 60 * 1000
const defaultMultiFactorCheckLifetime = 12 * 60 * 60 * 1000
const defaultMfaInitSkipLifetime = 30 * 24 * 60 * 60 * 1000
const defaultMaxAttempts = 10

/** Finds the policies that apply. */
export function policyStore(db: Kysely<ResourceTables>): PolicyStore {
  const findLoginPolicy = async (orgId: string | undefined): Promise<LoginPolicy> => {
    const wanted = ['loginPolicy', 'lockoutPolicy']
    const ofInstance = await db.selectFrom('instance_policies').select(['policy', 'content']).where('policy', 'in', wanted).execute()
    const ofOrg =
      orgId === undefined
        ? []
        : await db
            .selectFrom('org_policies')
            .select(['policy', 'content'])
            .where('org_id', '=', orgId)
            .where('policy', 'in', wanted)
            .execute()
    return loginPolicy(contents(ofOrg), contents(ofInstance))
  }

  return {
    findLoginPolicy,
    async findLoginPolicyOfDomain(domain) {
      const row = await db
        .selectFrom('org_domains')
        .select('org_id')
        .where('domain_canonical', '=', domain)
        .where('usable', '=', 1)
        .executeTakeFirst()
      return await findLoginPolicy(row?.org_id)
    },
    async findSecurityPolicy() {
      const row = await db.selectFrom('instance_policies').select('content').where('policy', '=', 'securityPolicy').executeTakeFirst()
      return { enableImpersonation: row !== undefined && flagAt(parseContent(row.content), 'enableImpersonation') }
    },
  }
}

function contents(rows: readonly { readonly policy: string; readonly content: string }[]): ReadonlyMap<string, Content> {
  return new Map(rows.map(({ policy, content }) => [policy, parseContent(content)]))
}

function loginPolicy(ofOrg: ReadonlyMap<string, Content>, ofInstance: ReadonlyMap<string, Content>): LoginPolicy {
  const login = ofOrg.get('loginPolicy') ?? ofInstance.get('loginPolicy')
  const lockout = ofOrg.get('lockoutPolicy') ?? ofInstance.get('lockoutPolicy')
  // Exports leave lifetimes out. Without a default, every request would ask for the password.
  const defaultRedirectUri = textAt(login ?? {}, 'defaultRedirectUri')
  const lifetime = (member: string): number | undefined =>
    durationAt(login ?? {}, member) ?? durationAt(ofInstance.get('loginPolicy') ?? {}, member)
  return {
    allowUsernamePassword: login === undefined || flagAt(login, 'allowUsernamePassword'),
    disableLoginWithEmail: login !== undefined && flagAt(login, 'disableLoginWithEmail'),
    disableLoginWithPhone: login !== undefined && flagAt(login, 'disableLoginWithPhone'),
    // Nobody registers on an instance whose operator did not allow it.
    allowRegister: login !== undefined && flagAt(login, 'allowRegister'),
    allowExternalIdp: login === undefined || flagAt(login, 'allowExternalIdp'),
    idps: login === undefined ? [] : identityProviders(login),
    allowPasskey: login === undefined || textAt(login, 'passwordlessType') === 'PASSWORDLESS_TYPE_ALLOWED',
    hidePasswordReset: login !== undefined && flagAt(login, 'hidePasswordReset'),
    allowDomainDiscovery: login === undefined || flagAt(login, 'allowDomainDiscovery'),
    ...(defaultRedirectUri === undefined ? {} : { defaultRedirectUri }),
    passwordCheckLifetime: lifetime('passwordCheckLifetime') ?? defaultPasswordCheckLifetime,
    externalLoginCheckLifetime: lifetime('externalLoginCheckLifetime') ?? defaultExternalLoginCheckLifetime,
    secondFactorCheckLifetime: lifetime('secondFactorCheckLifetime') ?? defaultSecondFactorCheckLifetime,
    multiFactorCheckLifetime: lifetime('multiFactorCheckLifetime') ?? defaultMultiFactorCheckLifetime,
    mfaInitSkipLifetime: lifetime('mfaInitSkipLifetime') ?? defaultMfaInitSkipLifetime,
    forceMfa: login !== undefined && flagAt(login, 'forceMfa'),
    forceMfaLocalOnly: login !== undefined && flagAt(login, 'forceMfaLocalOnly'),
    secondFactors: login === undefined ? ['otp', 'pop'] : secondFactors(login),
    maxPasswordAttempts: lockout === undefined ? defaultMaxAttempts : attempts(lockout, 'maxPasswordAttempts'),
    maxOtpAttempts: lockout === undefined ? defaultMaxAttempts : attempts(lockout, 'maxOtpAttempts'),
  }
}

/** A policy that lists no factor allows all. */
function secondFactors(login: Content): LoginPolicy['secondFactors'] {
  const allowed = [...textsAt(login, 'secondFactors'), ...textsAt(login, 'multiFactors')]
  if (allowed.length === 0) return ['otp', 'pop']
  return [
    ...(allowed.includes('SECOND_FACTOR_TYPE_OTP') ? (['otp'] as const) : []),
    ...(allowed.includes('SECOND_FACTOR_TYPE_U2F') ? (['pop'] as const) : []),
  ]
}

function identityProviders(login: Content): LoginPolicy['idps'] {
  const entries = valueAt(login, 'idps')
  return Array.isArray(entries) ? entries.filter(isObject).flatMap((entry) => textAt(entry, 'idpId') ?? []) : []
}

function attempts(lockout: Content, member: 'maxPasswordAttempts' | 'maxOtpAttempts'): number {
  const value = valueAt(lockout, member)
  return typeof value === 'number' && value > 0 ? value : 0
}
