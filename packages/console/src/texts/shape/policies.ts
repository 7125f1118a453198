// Which texts the pages of policies have.

/** The policies that the console shows. */
export type PolicyName =
  | 'loginPolicy'
  | 'lockoutPolicy'
  | 'passwordComplexityPolicy'
  | 'passwordAgePolicy'
  | 'domainPolicy'
  | 'privacyPolicy'
  | 'labelPolicy'
  | 'securityPolicy'
  | 'boundaryPolicy'

/** The members of policies that the console shows. */
export type SettingName =
  | 'allowUsernamePassword'
  | 'allowRegister'
  | 'allowExternalIdp'
  | 'passwordlessType'
  | 'forceMfa'
  | 'forceMfaLocalOnly'
  | 'secondFactors'
  | 'hidePasswordReset'
  | 'allowDomainDiscovery'
  | 'disableLoginWithEmail'
  | 'disableLoginWithPhone'
  | 'defaultRedirectUri'
  | 'passwordCheckLifetime'
  | 'externalLoginCheckLifetime'
  | 'secondFactorCheckLifetime'
  | 'multiFactorCheckLifetime'
  | 'mfaInitSkipLifetime'
  | 'maxPasswordAttempts'
  | 'maxOtpAttempts'
  | 'minLength'
  | 'hasUppercase'
  | 'hasLowercase'
  | 'hasNumber'
  | 'hasSymbol'
  | 'maxAgeDays'
  | 'expireWarnDays'
  | 'userLoginMustBeDomain'
  | 'tosLink'
  | 'privacyLink'
  | 'helpLink'
  | 'supportEmail'
  | 'docsLink'
  | 'customLink'
  | 'customLinkText'
  | 'primaryColor'
  | 'backgroundColor'
  | 'fontColor'
  | 'warnColor'
  | 'primaryColorDark'
  | 'backgroundColorDark'
  | 'fontColorDark'
  | 'warnColorDark'
  | 'themeMode'
  | 'hideLoginNameSuffix'
  | 'disableWatermark'
  | 'enableImpersonation'
  | 'crossOrganizationData'
  | 'trustedOrganizations'
  | 'maxPersonalAccessTokenLifetime'
  | 'maxKeyLifetime'
  | 'forceMfaForAdministrators'
  | 'maxUsersOfOrganization'
  | 'maxKeysOfOrganization'
  | 'maxMetadataOfOrganization'

/** The values that a setting may be chosen from. */
export type OptionName =
  | 'SECOND_FACTOR_TYPE_OTP'
  | 'SECOND_FACTOR_TYPE_U2F'
  | 'THEME_MODE_AUTO'
  | 'THEME_MODE_LIGHT'
  | 'THEME_MODE_DARK'
  | 'RELATED_APPLICATIONS'
  | 'ALL_APPLICATIONS'

/** The name of a setting, and what it does where the name does not say it. */
export interface SettingText {
  readonly label: string
  readonly help?: string
}

/** The texts about policies. */
export interface PoliciesTexts {
  readonly heading: string
  readonly defaultsHeading: string
  readonly lead: Readonly<Record<'instance' | 'organization', string>>
  readonly policy: string
  readonly about: Readonly<Record<PolicyName, SettingText>>
  readonly settings: Readonly<Record<SettingName, SettingText>>
  readonly options: Readonly<Record<OptionName, string>>
  readonly setting: string
  readonly effective: string
  readonly source: string
  readonly sources: Readonly<Record<'organization' | 'instance' | 'builtIn', string>>
  readonly own: Readonly<Record<'instance' | 'organization', string>>
  readonly yes: string
  readonly no: string
  readonly none: string
  readonly never: string
  readonly hours: (count: string) => string
  readonly days: (count: string) => string
  readonly hoursHelp: (inherited: string) => string
  /** Of a lifetime whose zero is explained by its own help. */
  readonly emptyHelp: (inherited: string) => string
  readonly change: string
  readonly changeOf: (policy: string) => string
  /** Above the form of a policy that does not exist yet. */
  readonly asWhole: Readonly<Record<'instance' | 'organization', string>>
  readonly save: string
  readonly reset: Readonly<Record<'instance' | 'organization', string>>
  readonly resetLead: Readonly<Record<'instance' | 'organization', string>>
  readonly errors: {
    readonly count: string
    readonly hours: string
    readonly link: string
    readonly factor: string
  }
}
