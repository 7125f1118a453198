// The settings of each policy: how a value is stored, and what holds without a policy. Forms and tables are made from this table. Members
// that have no effect are not in it; what is stored of them stays.
import { defaultLoginPolicy } from '@symbolon/core-protocol'
import type { LoginPolicy } from '@symbolon/core-protocol'
import { passwordPolicyOf } from '@symbolon/schema-v2'
import type { OptionName, PolicyName, SettingName } from '../texts/shape/policies.ts'

/** One member of a policy. */
export type Setting = { readonly name: SettingName } & (
  | {
      readonly kind: 'flag'
      readonly builtIn: boolean
      /** The stored value for yes, if it is not `true`. */
      readonly on?: string
      /** The member turns off what the label names, so pages show the opposite of the stored value. */
      readonly inverted?: true
    }
  | {
      readonly kind: 'count'
      readonly builtIn: number | ((forcesSecondFactor: boolean) => number)
      /** The effective value if a policy leaves the member out. */
      readonly absent: number
      readonly zeroIsNever: boolean
    }
  /** A lifetime. Where it is absent, and where it is zero and does not mean never, that of the next policy holds. */
  | { readonly kind: 'hours'; readonly builtIn: number; readonly zeroIsNever: boolean }
  /** The longest lifetime of what others create. Empty and zero: no maximum. */
  | { readonly kind: 'maximumHours'; readonly builtIn: 0 }
  | { readonly kind: 'text' | 'link' | 'email' | 'colour'; readonly builtIn: '' }
  | { readonly kind: 'option'; readonly builtIn: OptionName; readonly options: readonly OptionName[] }
  /** A list of ids, one a line. */
  | { readonly kind: 'ids'; readonly builtIn: readonly string[] }
  /** A list. Without an entry, all of them are allowed. */
  | { readonly kind: 'options'; readonly builtIn: readonly OptionName[]; readonly options: readonly OptionName[] }
)

/** A policy. */
export interface Policy {
  readonly name: PolicyName
  readonly settings: readonly Setting[]
  /** Whether organizations may have their own policy. */
  readonly ofOrganizations: boolean
}

type LoginFlag = Extract<SettingName, keyof LoginPolicy & `${'allow' | 'hide' | 'disable' | 'force'}${string}`>
type LoginLifetime = Extract<SettingName, keyof LoginPolicy & `${string}Lifetime`>

const hour = 3_600_000

function loginFlag(name: LoginFlag): Setting {
  return { name, kind: 'flag', builtIn: defaultLoginPolicy[name] }
}

/** A flag that turns off what its label names. */
function invertedFlag(name: LoginFlag): Setting {
  return { name, kind: 'flag', builtIn: defaultLoginPolicy[name], inverted: true }
}

function lifetime(name: LoginLifetime, zeroIsNever = false): Setting {
  return { name, kind: 'hours', builtIn: defaultLoginPolicy[name] / hour, zeroIsNever }
}

function flag(name: SettingName): Setting {
  return { name, kind: 'flag', builtIn: false }
}

function text(kind: 'text' | 'link' | 'email' | 'colour', ...names: readonly SettingName[]): readonly Setting[] {
  return names.map((name): Setting => ({ name, kind, builtIn: '' }))
}

const secondFactors: readonly OptionName[] = ['SECOND_FACTOR_TYPE_OTP', 'SECOND_FACTOR_TYPE_U2F']

/** All policies, in the order in which they are listed. */
export const policies: readonly Policy[] = [
  {
    name: 'loginPolicy',
    ofOrganizations: true,
    settings: [
      loginFlag('allowUsernamePassword'),
      { name: 'passwordlessType', kind: 'flag', builtIn: defaultLoginPolicy.allowPasskey, on: 'PASSWORDLESS_TYPE_ALLOWED' },
      loginFlag('allowExternalIdp'),
      loginFlag('allowRegister'),
      loginFlag('forceMfa'),
      loginFlag('forceMfaLocalOnly'),
      { name: 'secondFactors', kind: 'options', builtIn: secondFactors, options: secondFactors },
      invertedFlag('hidePasswordReset'),
      loginFlag('allowDomainDiscovery'),
      invertedFlag('disableLoginWithEmail'),
      invertedFlag('disableLoginWithPhone'),
      lifetime('passwordCheckLifetime'),
      lifetime('secondFactorCheckLifetime'),
      lifetime('multiFactorCheckLifetime'),
      lifetime('externalLoginCheckLifetime'),
      lifetime('mfaInitSkipLifetime', true),
      ...text('link', 'defaultRedirectUri'),
    ],
  },
  {
    name: 'lockoutPolicy',
    ofOrganizations: true,
    settings: (['maxPasswordAttempts', 'maxOtpAttempts'] as const).map((name) => ({
      name,
      kind: 'count',
      builtIn: defaultLoginPolicy[name],
      absent: 0,
      zeroIsNever: true,
    })),
  },
  {
    name: 'passwordComplexityPolicy',
    ofOrganizations: true,
    settings: [
      {
        name: 'minLength',
        kind: 'count',
        builtIn: (forcesSecondFactor) => passwordPolicyOf(undefined, undefined, forcesSecondFactor).minLength,
        absent: passwordPolicyOf({}, undefined, false).minLength,
        zeroIsNever: false,
      },
      flag('hasUppercase'),
      flag('hasLowercase'),
      flag('hasNumber'),
      flag('hasSymbol'),
    ],
  },
  {
    name: 'passwordAgePolicy',
    ofOrganizations: false,
    settings: (['maxAgeDays', 'expireWarnDays'] as const).map((name) => ({
      name,
      kind: 'count',
      builtIn: 0,
      absent: 0,
      zeroIsNever: true,
    })),
  },
  { name: 'domainPolicy', ofOrganizations: true, settings: [flag('userLoginMustBeDomain')] },
  {
    name: 'privacyPolicy',
    ofOrganizations: true,
    settings: [
      ...text('link', 'tosLink', 'privacyLink', 'helpLink'),
      ...text('email', 'supportEmail'),
      ...text('link', 'docsLink', 'customLink'),
      ...text('text', 'customLinkText'),
    ],
  },
  {
    name: 'labelPolicy',
    ofOrganizations: true,
    settings: [
      ...text('colour', 'primaryColor', 'backgroundColor', 'fontColor', 'warnColor'),
      ...text('colour', 'primaryColorDark', 'backgroundColorDark', 'fontColorDark', 'warnColorDark'),
      {
        name: 'themeMode',
        kind: 'option',
        builtIn: 'THEME_MODE_AUTO',
        options: ['THEME_MODE_AUTO', 'THEME_MODE_LIGHT', 'THEME_MODE_DARK'],
      },
      flag('hideLoginNameSuffix'),
      flag('disableWatermark'),
    ],
  },
  {
    name: 'boundaryPolicy',
    ofOrganizations: false,
    settings: [
      {
        name: 'crossOrganizationData',
        kind: 'option',
        builtIn: 'RELATED_APPLICATIONS',
        options: ['RELATED_APPLICATIONS', 'ALL_APPLICATIONS'],
      },
      { name: 'trustedOrganizations', kind: 'ids', builtIn: [] },
      { name: 'maxPersonalAccessTokenLifetime', kind: 'maximumHours', builtIn: 0 },
      { name: 'maxKeyLifetime', kind: 'maximumHours', builtIn: 0 },
      flag('forceMfaForAdministrators'),
      limit('maxUsersOfOrganization', 1_000_000),
      limit('maxKeysOfOrganization', 20_000),
      limit('maxMetadataOfOrganization', 1_000_000),
    ],
  },
  { name: 'securityPolicy', ofOrganizations: false, settings: [flag('enableImpersonation')] },
]

/** How many things an organization has at most. */
function limit(name: SettingName, usual: number): Setting {
  return { name, kind: 'count', builtIn: usual, absent: usual, zeroIsNever: false }
}
