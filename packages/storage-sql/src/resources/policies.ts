// The policies that apply. For the login: the organization's policy where it has one, else the instance's, else the defaults.
// A policy counts as a whole: what a present policy leaves out has the format's default, not the next policy's value.
import type { LoginPolicy, PolicyStore } from '@symbolon/core-protocol'
import type { Kysely } from 'kysely'
import { durationAt, flagAt, parseContent, textsAt, valueAt } from '../documents/content.ts'
import type { Content } from '../documents/content.ts'
import type { Database } from '../database.ts'

const defaultPasswordCheckLifetime = 240 * 60 * 60 * 1000
const defaultSecondFactorCheckLifetime = 18 * 60 * 60 * 1000
const defaultMaxAttempts = 10

export function policyStore(db: Kysely<Database>): PolicyStore {
  const findLoginPolicy = async (orgId: string | undefined): Promise<LoginPolicy> => {
    const wanted = ['loginPolicy', 'lockoutPolicy']
    const ofInstance = await db.selectFrom('instance_policies').select(['policy', 'content']).where('policy', 'in', wanted).execute()
    const ofOrg = orgId === undefined ? [] : await db.selectFrom('org_policies').select(['policy', 'content'])
      .where('org_id', '=', orgId).where('policy', 'in', wanted).execute()
    return loginPolicy(contents(ofOrg), contents(ofInstance))
  }

  return {
    findLoginPolicy,
    async findLoginPolicyOfDomain(domain) {
      const row = await db.selectFrom('org_domains').select('org_id').where('domain_canonical', '=', domain).where('usable', '=', 1).executeTakeFirst()
      return await findLoginPolicy(row?.org_id)
    },
    async findSecurityPolicy() {
      const row = await db.selectFrom('instance_policies').select('content').where('policy', '=', 'securityPolicy').executeTakeFirst()
      return { enableImpersonation: row !== undefined && flagAt(parseContent(row.content), 'enableImpersonation') }
    },
  }
}

function contents(rows: readonly { readonly policy: string, readonly content: string }[]): ReadonlyMap<string, Content> {
  return new Map(rows.map(({ policy, content }) => [policy, parseContent(content)]))
}

function loginPolicy(ofOrg: ReadonlyMap<string, Content>, ofInstance: ReadonlyMap<string, Content>): LoginPolicy {
  const login = ofOrg.get('loginPolicy') ?? ofInstance.get('loginPolicy')
  const lockout = ofOrg.get('lockoutPolicy') ?? ofInstance.get('lockoutPolicy')
  // Exports leave lifetimes out; zero would ask for the password at every request.
  const lifetime = (member: string): number | undefined => (
    durationAt(login ?? {}, member) ?? durationAt(ofInstance.get('loginPolicy') ?? {}, member)
  )
  return {
    allowUsernamePassword: login === undefined || flagAt(login, 'allowUsernamePassword'),
    disableLoginWithEmail: login !== undefined && flagAt(login, 'disableLoginWithEmail'),
    disableLoginWithPhone: login !== undefined && flagAt(login, 'disableLoginWithPhone'),
    passwordCheckLifetime: lifetime('passwordCheckLifetime') ?? defaultPasswordCheckLifetime,
    secondFactorCheckLifetime: lifetime('secondFactorCheckLifetime') ?? defaultSecondFactorCheckLifetime,
    // Users who sign in with a password here are local users.
    forceMfa: login !== undefined && (flagAt(login, 'forceMfa') || flagAt(login, 'forceMfaLocalOnly')),
    secondFactors: login === undefined ? ['otp'] : secondFactors(login),
    maxPasswordAttempts: lockout === undefined ? defaultMaxAttempts : attempts(lockout, 'maxPasswordAttempts'),
    maxOtpAttempts: lockout === undefined ? defaultMaxAttempts : attempts(lockout, 'maxOtpAttempts'),
  }
}

/** A policy that lists no factor at all leaves the choice to us. */
function secondFactors(login: Content): LoginPolicy['secondFactors'] {
  const allowed = [...textsAt(login, 'secondFactors'), ...textsAt(login, 'multiFactors')]
  return allowed.length === 0 || allowed.includes('SECOND_FACTOR_TYPE_OTP') ? ['otp'] : []
}

function attempts(lockout: Content, member: 'maxPasswordAttempts' | 'maxOtpAttempts'): number {
  const value = valueAt(lockout, member)
  return typeof value === 'number' && value > 0 ? value : 0
}
