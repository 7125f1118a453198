// The policies that apply. The login policy is that of the organization, or else that of the instance, or else the default.
// A policy applies as a whole: a member that it leaves out has the default of the format, not the value of the next policy.
import { defaultLoginPolicy } from '@symbolon/core-protocol'
import type { LoginPolicy, PolicyStore } from '@symbolon/core-protocol'
import { passwordPolicyOf, signInRulesOf } from '@symbolon/schema-v2'
import type { Branding } from '@symbolon/schema-v2'
import type { Kysely } from 'kysely'
import { durationAt, flagAt, parseContent, textAt, valueAt } from '../documents/content.ts'
import type { Content } from '../documents/content.ts'
import { imageNames, imageOf, readImageName } from './brand-images.ts'
import { branding } from './branding.ts'
import type { BrandingContents } from './branding.ts'
import { findOrgOfDomain } from './organizations.ts'
import type { ResourceTables } from './tables/resource-tables.ts'

/** Finds the policies that apply. */
export function policyStore(db: Kysely<ResourceTables>): PolicyStore {
  const findLoginPolicy = async (orgId: string | undefined): Promise<LoginPolicy> => {
    const { ofOrg, ofInstance } = await findContents(db, orgId, ['boundaryPolicy', 'loginPolicy', 'lockoutPolicy'])
    return loginPolicy(ofOrg, ofInstance)
  }
  const findBranding = async (orgId: string | undefined): Promise<Branding> => {
    const { ofOrg, ofInstance } = await findContents(db, orgId, ['labelPolicy', 'privacyPolicy', 'loginPolicy', 'languages'])
    const policy = (name: string): Content => ofOrg.get(name) ?? ofInstance.get(name) ?? {}
    const label = policy('labelPolicy')
    return branding({
      label,
      images: imageNames(label, ofOrg.has('labelPolicy') ? orgId : undefined),
      privacy: policy('privacyPolicy'),
      homeUri: loginPolicy(ofOrg, ofInstance).defaultRedirectUri,
      defaultLanguage: textAt(ofInstance.get('languages') ?? {}, 'defaultLanguage'),
      texts: await findLoginTexts(db, orgId),
    })
  }

  return {
    findLoginPolicy,
    async findLoginPolicyOfDomain(domain) {
      return await findLoginPolicy(await findOrgOfDomain(db, domain))
    },
    async findDomainPolicy(orgId) {
      const { ofOrg, ofInstance } = await findContents(db, orgId, ['domainPolicy'])
      const policy = ofOrg.get('domainPolicy') ?? ofInstance.get('domainPolicy') ?? {}
      return { userLoginMustBeDomain: flagAt(policy, 'userLoginMustBeDomain') }
    },
    findBranding,
    async findBrandingOfDomain(domain) {
      return await findBranding(await findOrgOfDomain(db, domain))
    },
    async findBrandImage(name) {
      const read = readImageName(name)
      if (read === undefined) return undefined
      const { ofOrg, ofInstance } = await findContents(db, read.orgId, ['labelPolicy'])
      const label = (read.orgId === undefined ? ofInstance : ofOrg).get('labelPolicy') ?? {}
      return imageOf(label, read)
    },
    async findPasswordPolicy(orgId) {
      const { ofOrg, ofInstance } = await findContents(db, orgId, ['loginPolicy', 'passwordComplexityPolicy', 'passwordAgePolicy'])
      const complexity = ofOrg.get('passwordComplexityPolicy') ?? ofInstance.get('passwordComplexityPolicy')
      // A user who signs in with a password is a local user.
      const { forceMfa, forceMfaLocalOnly } = loginPolicy(ofOrg, ofInstance)
      return passwordPolicyOf(complexity, ofInstance.get('passwordAgePolicy'), forceMfa || forceMfaLocalOnly)
    },
    async findSecurityPolicy() {
      const row = await db.selectFrom('instance_policies').select('content').where('policy', '=', 'securityPolicy').executeTakeFirst()
      return { enableImpersonation: row !== undefined && flagAt(parseContent(row.content), 'enableImpersonation') }
    },
  }
}

/** The login texts by language: those of the instance, then those of the organization, which take their places. */
async function findLoginTexts(db: Kysely<ResourceTables>, orgId: string | undefined): Promise<BrandingContents['texts']> {
  const ofInstance = await db.selectFrom('instance_texts').select(['language', 'content']).where('member', '=', 'loginTexts').execute()
  const ofOrg =
    orgId === undefined
      ? []
      : await db
          .selectFrom('org_texts')
          .select(['language', 'content'])
          .where('org_id', '=', orgId)
          .where('member', '=', 'loginTexts')
          .execute()
  const found = new Map<string, Content[]>()
  for (const { language, content } of [...ofInstance, ...ofOrg])
    found.set(language, [...(found.get(language) ?? []), parseContent(content)])
  return Object.fromEntries(found)
}

type Contents = ReadonlyMap<string, Content>

/** The policies with these names, of the organization and of the instance. */
async function findContents(
  db: Kysely<ResourceTables>,
  orgId: string | undefined,
  names: readonly string[],
): Promise<{ readonly ofOrg: Contents; readonly ofInstance: Contents }> {
  const ofInstance = await db.selectFrom('instance_policies').select(['policy', 'content']).where('policy', 'in', names).execute()
  const ofOrg =
    orgId === undefined
      ? []
      : await db.selectFrom('org_policies').select(['policy', 'content']).where('org_id', '=', orgId).where('policy', 'in', names).execute()
  return { ofOrg: contents(ofOrg), ofInstance: contents(ofInstance) }
}

function contents(rows: readonly { readonly policy: string; readonly content: string }[]): Contents {
  return new Map(rows.map(({ policy, content }) => [policy, parseContent(content)]))
}

function loginPolicy(ofOrg: Contents, ofInstance: Contents): LoginPolicy {
  const login = ofOrg.get('loginPolicy') ?? ofInstance.get('loginPolicy')
  const lockout = ofOrg.get('lockoutPolicy') ?? ofInstance.get('lockoutPolicy')
  return {
    ...(login === undefined ? defaultLoginPolicy : givenPolicy(login, ofInstance.get('loginPolicy') ?? {})),
    forceMfaForAdministrators: flagAt(ofInstance.get('boundaryPolicy') ?? {}, 'forceMfaForAdministrators'),
    ...(lockout === undefined
      ? {}
      : { maxPasswordAttempts: attempts(lockout, 'maxPasswordAttempts'), maxOtpAttempts: attempts(lockout, 'maxOtpAttempts') }),
  }
}

function givenPolicy(login: Content, ofInstance: Content): LoginPolicy {
  const defaultRedirectUri = textAt(login, 'defaultRedirectUri')
  // Exports leave lifetimes out. Without a default, every request would ask for the password.
  const lifetime = (member: keyof LoginPolicy & `${string}Lifetime`): number =>
    durationAt(login, member) ?? durationAt(ofInstance, member) ?? defaultLoginPolicy[member]
  return {
    ...defaultLoginPolicy,
    ...signInRulesOf(login),
    allowRegister: flagAt(login, 'allowRegister'),
    hidePasswordReset: flagAt(login, 'hidePasswordReset'),
    allowDomainDiscovery: flagAt(login, 'allowDomainDiscovery'),
    disableLoginWithEmail: flagAt(login, 'disableLoginWithEmail'),
    disableLoginWithPhone: flagAt(login, 'disableLoginWithPhone'),
    ...(defaultRedirectUri === undefined ? {} : { defaultRedirectUri }),
    passwordCheckLifetime: lifetime('passwordCheckLifetime'),
    externalLoginCheckLifetime: lifetime('externalLoginCheckLifetime'),
    multiFactorCheckLifetime: lifetime('multiFactorCheckLifetime'),
    secondFactorCheckLifetime: lifetime('secondFactorCheckLifetime'),
    mfaInitSkipLifetime: lifetime('mfaInitSkipLifetime'),
  }
}

function attempts(lockout: Content, member: 'maxPasswordAttempts' | 'maxOtpAttempts'): number {
  const value = valueAt(lockout, member)
  return typeof value === 'number' && value > 0 ? value : 0
}
