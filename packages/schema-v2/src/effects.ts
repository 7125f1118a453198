// Which members of a document have an effect. The types demand an entry in this table for every member of the schema.
// test/administration/effects.test.ts proves the table: it changes every member and observes the service.

import type { instanceSettingsSchema } from './document.ts'
import { loginTextEffects } from './login-text-effects.ts'
import type { documentOrgSchema } from './org.ts'

/**
 * - `acts`: the service depends on it. - `describes`: information for people and other programs, which is stored and exported. - `always`:
 * the service does what it demands in any case. - `reported`: it is not stored, and a row of the report says so. - `no_effect`: it is
 * stored, and the service does not do what it says. - `refuses`: a demand that the service cannot meet, so the users concerned are not
 * signed in. - a list: it acts, but these values of it have no effect.
 */
export type Effect = 'acts' | 'describes' | 'always' | 'reported' | 'no_effect' | 'refuses' | readonly string[]

type SchemaOf<TField> = TField extends { readonly required: infer TSchema } ? TSchema : TField
/** The effects of a schema: one for each member, or one for the whole. */
export type EffectsOf<TSchema> = TSchema extends { readonly fields: infer TFields }
  ? Effect | { readonly [K in keyof TFields]: EffectsOf<SchemaOf<TFields[K]>> }
  : TSchema extends { readonly item: infer TItem }
    ? EffectsOf<TItem>
    : Effect

/** What a walk over a document and the table needs to know about both. */
export type Effects = Effect | { readonly [name: string]: Effects }

const loginPolicy: EffectsOf<typeof documentOrgSchema.fields.loginPolicy> = {
  allowUsernamePassword: 'acts',
  allowRegister: 'acts',
  allowExternalIdp: 'acts',
  forceMfa: 'acts',
  passwordlessType: 'acts',
  hidePasswordReset: 'acts',
  ignoreUnknownUsernames: 'always',
  defaultRedirectUri: 'acts',
  passwordCheckLifetime: 'acts',
  externalLoginCheckLifetime: 'acts',
  mfaInitSkipLifetime: 'acts',
  secondFactorCheckLifetime: 'acts',
  multiFactorCheckLifetime: 'acts',
  secondFactors: ['SECOND_FACTOR_TYPE_OTP_EMAIL', 'SECOND_FACTOR_TYPE_OTP_SMS'],
  multiFactors: ['MULTI_FACTOR_TYPE_U2F_WITH_VERIFICATION'],
  // Exporters computed the owner from the wrong property.
  idps: { idpId: 'acts', ownerType: 'describes' },
  allowDomainDiscovery: 'acts',
  disableLoginWithEmail: 'acts',
  disableLoginWithPhone: 'acts',
  forceMfaLocalOnly: 'acts',
}

const domainPolicy = {
  userLoginMustBeDomain: 'acts',
  validateOrgDomains: 'no_effect',
  smtpSenderAddressMatchesInstanceDomain: 'no_effect',
} as const

const lockoutPolicy = { maxPasswordAttempts: 'acts', maxOtpAttempts: 'acts' } as const

const oidcIdp = {
  idpId: 'acts',
  idp: {
    name: 'acts',
    stylingType: 'no_effect',
    clientId: 'acts',
    clientSecret: 'acts',
    issuer: 'acts',
    scopes: 'acts',
    displayNameMapping: 'acts',
    usernameMapping: 'acts',
    autoRegister: 'acts',
  },
  state: 'acts',
} as const

const texts = {
  loginTexts: loginTextEffects,
  initMessages: 'acts',
  passwordResetMessages: 'acts',
  verifyEmailMessages: 'acts',
  verifyPhoneMessages: 'no_effect',
  verifySmsOtpMessages: 'no_effect',
  verifyEmailOtpMessages: 'no_effect',
  domainClaimedMessages: 'no_effect',
  passwordlessRegistrationMessages: 'no_effect',
  inviteUserMessages: 'acts',
} as const

const clientCredentials = {
  clientId: 'acts',
  clientSecret: 'acts',
  clientSecretHash: 'acts',
  formerClientSecretHash: 'acts',
  formerClientSecretUntil: 'acts',
  idTokenSigningAlg: 'acts',
  accessTokenSigningAlg: 'acts',
  accessTokenTyp: 'acts',
  clientMetadata: 'acts',
  state: 'acts',
} as const

/** The effects of the members of an organization. */
export const orgEffects: EffectsOf<typeof documentOrgSchema> = {
  orgId: 'acts',
  org: 'acts',
  orgState: 'acts',
  domains: {
    orgId: 'reported',
    details: 'reported',
    domainName: 'acts',
    isVerified: 'acts',
    isPrimary: 'acts',
    validationType: 'describes',
    state: 'acts',
  },

  domainPolicy: { orgId: 'reported', ...domainPolicy },
  labelPolicy: 'acts',
  lockoutPolicy,
  loginPolicy,
  passwordComplexityPolicy: 'acts',
  privacyPolicy: 'acts',

  humanUsers: {
    userId: 'acts',
    user: {
      userName: 'acts',
      profile: 'acts',
      email: 'acts',
      phone: 'acts',
      password: 'acts',
      hashedPassword: 'acts',
      passwordChangeRequired: 'acts',
      requestPasswordlessRegistration: 'reported',
      otpCode: 'acts',
      idps: { configId: 'acts', externalUserId: 'acts', displayName: 'describes' },
    },
    state: 'acts',
  },
  machineUsers: {
    userId: 'acts',
    user: { userName: 'acts', name: 'acts', description: 'describes', accessTokenType: 'acts', userId: 'reported' },
    state: 'acts',
    clientSecret: 'acts',
    clientSecretHash: 'acts',
    formerClientSecretHash: 'acts',
    formerClientSecretUntil: 'acts',
    accessTokenSigningAlg: 'acts',
    accessTokenTyp: 'acts',
  },
  userMetadata: 'acts',
  machineKeys: { keyId: 'acts', userId: 'acts', type: 'describes', expirationDate: 'acts', publicKey: 'acts', state: 'acts' },
  personalAccessTokens: 'acts',
  oidcIdps: oidcIdp,
  // No sign-in uses a gateway that sends JWTs.
  jwtIdps: 'no_effect',
  userLinks: {
    userId: 'acts',
    idpId: 'acts',
    idpName: 'describes',
    issuer: 'acts',
    providedUserId: 'acts',
    providedUserName: 'describes',
    idpType: 'describes',
    state: 'acts',
  },
  passkeys: 'acts',

  projects: {
    projectId: 'acts',
    project: {
      name: 'describes',
      projectRoleAssertion: 'acts',
      projectRoleCheck: 'acts',
      hasProjectCheck: 'acts',
      privateLabelingSetting: 'acts',
    },
    state: 'acts',
  },
  projectRoles: { projectId: 'acts', roleKey: 'acts', displayName: 'describes', group: 'describes', state: 'acts' },
  oidcApps: {
    appId: 'acts',
    app: {
      projectId: 'acts',
      name: 'acts',
      redirectUris: 'acts',
      responseTypes: 'acts',
      grantTypes: 'acts',
      appType: 'acts',
      authMethodType: 'acts',
      postLogoutRedirectUris: 'acts',
      // There is one version.
      version: 'always',
      devMode: 'acts',
      accessTokenType: 'acts',
      accessTokenRoleAssertion: 'acts',
      idTokenRoleAssertion: 'acts',
      idTokenUserinfoAssertion: 'acts',
      clockSkew: 'no_effect',
      additionalOrigins: 'acts',
      // There is no success page.
      skipNativeAppSuccessPage: 'always',
      backChannelLogoutUri: 'no_effect',
      loginVersion: 'no_effect',
    },
    managementAccess: 'acts',
    ...clientCredentials,
  },
  apiApps: { appId: 'acts', app: 'acts', ...clientCredentials },
  appKeys: {
    id: 'acts',
    projectId: 'describes',
    appId: 'acts',
    clientId: 'describes',
    type: 'describes',
    expirationDate: 'acts',
    publicKey: 'acts',
    state: 'acts',
  },
  actions: 'no_effect',
  triggerActions: 'no_effect',

  projectGrants: 'acts',
  userGrants: 'acts',
  orgMembers: 'acts',
  projectMembers: 'acts',
  projectGrantMembers: { projectId: 'describes', grantId: 'acts', userId: 'acts', roles: 'acts', state: 'acts' },
  removedIds: 'acts',

  ...texts,
}

/** The effects of the settings of the instance. */
export const instanceEffects: EffectsOf<typeof instanceSettingsSchema> = {
  defaultLanguage: 'acts',
  allowedLanguages: 'no_effect',
  loginPolicy,
  passwordComplexityPolicy: 'acts',
  passwordAgePolicy: 'acts',
  lockoutPolicy,
  domainPolicy,
  privacyPolicy: 'acts',
  labelPolicy: 'acts',
  boundaryPolicy: 'acts',
  securityPolicy: { enableImpersonation: 'acts', enableIframeEmbedding: 'no_effect', allowedOrigins: 'no_effect' },
  oidcIdps: oidcIdp,
  ...texts,
}

/** The keys from a value to a member without effect. */
export type MemberPath = readonly (string | number)[]

/**
 * Finds the members of a value that have no effect.
 * @param value in the normal form that reading returns
 * @param effects the part of the table about the value
 * @returns a path for each member, and for each value of a list of values; a whole member is one path
 */
export function membersWithoutEffect(value: unknown, effects: Effects, path: MemberPath = []): readonly MemberPath[] {
  const found: MemberPath[] = []
  visit(value, effects, { found, place: [...path] })
  return found
}

/**
 * The findings of a search, and its position. The functions that share it are not created for each search: V8 would drop their compiled code with
 * them, and compile it again.
 */
interface EffectSearch {
  readonly found: MemberPath[]
  /** The keys to the present value. */
  readonly place: (string | number)[]
}

function visit(given: unknown, of: Effects, search: EffectSearch): void {
  if (given === undefined) return
  const { found, place } = search
  if (of === 'no_effect' || of === 'refuses') return void found.push([...place])
  if (typeof of === 'string') return
  if (Array.isArray(given)) {
    for (const [index, entry] of given.entries()) visitMember(index, entry, of, search)
    return
  }
  if (isListOfValues(of)) {
    if (typeof given === 'string' && of.includes(given)) found.push([...place])
    return
  }
  if (typeof given !== 'object' || given === null) return
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(of, name)) visitMember(name, Reflect.get(given, name), of[name] ?? 'acts', search)
  }
}

function visitMember(key: string | number, member: unknown, of: Effects, search: EffectSearch): void {
  search.place.push(key)
  visit(member, of, search)
  search.place.pop()
}

function isListOfValues(effects: Effects): effects is readonly string[] {
  return Array.isArray(effects)
}
