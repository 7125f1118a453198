// Which users each writable member of each kind of object can affect, and in what respect. The planner decides rights by kind; this table states
// the reach of such a right. `test/security/boundary` compares it with the schema, and with the effects of changes by every role.
import type { ResourceKind } from '@symbolon/core-protocol'

/** What a change can affect. `branding`: texts and colours that users see. */
export type Effect = 'credentials' | 'names' | 'claims' | 'mails' | 'availability' | 'branding'

/**
 * Who is affected. `user`: the user of the object. `organization`: the users and applications of the organization that owns the object.
 * `granted`: users of the organization with the project grant. `visitors`: users of other organizations who sign in to the application, or
 * who have roles in the project. `instance`: everything.
 */
export type Reached = 'user' | 'organization' | 'granted' | 'visitors' | 'instance'

/**
 * The condition of a change, in addition to the right to the object. `roles`: the caller has every permission of the affected users.
 * `verify`: the caller may verify domains. `instance`: the caller may change the instance. `accepted`: the affected user accepts it.
 */
export type Guard = 'roles' | 'verify' | 'instance' | 'accepted'

/** The reach of some members of a kind. */
export interface Reach {
  /** The paths of the members, as the planner names them; `*`: all members without another row of the kind. */
  readonly members: readonly string[]
  /** None: the member describes the object to administrators. */
  readonly affects: readonly Effect[]
  readonly of: Reached
  readonly guard?: Guard
}

function row(members: string, affects: string, of: Reached, guard?: Guard): Reach {
  return {
    members: members.split(' '),
    affects: affects.split(' ').filter((each): each is Effect => each !== ''),
    of,
    ...(guard === undefined ? {} : { guard }),
  }
}

const secretMembers = 'clientSecret clientSecretHash formerClientSecretHash formerClientSecretUntil accessTokenSigningAlg accessTokenTyp'
const clientMembers = `clientId idTokenSigningAlg ${secretMembers}`
const textMembers = [row('*', 'branding', 'organization'), row('state', 'branding', 'organization')]
const instanceTextMembers = [row('*', 'branding mails', 'instance')]

/** The table. A member that no row names fails the test. */
export const reach: Readonly<Record<ResourceKind, readonly Reach[]>> = {
  org: [
    row('orgId', '', 'organization'),
    row('org.name', 'names claims branding', 'organization'),
    row('orgState', 'availability', 'granted'),
  ],
  orgDomain: [
    row('domainName isVerified isPrimary state', 'names claims availability', 'organization', 'verify'),
    row('orgId validationType', '', 'organization'),
    row('details.sequence details.creationDate details.changeDate details.resourceOwner', '', 'organization'),
  ],
  orgPolicy: [
    row(
      'allowUsernamePassword allowRegister allowExternalIdp passwordlessType disableLoginWithEmail disableLoginWithPhone',
      'availability',
      'organization',
    ),
    row('forceMfa forceMfaLocalOnly secondFactors multiFactors', 'credentials availability', 'organization'),
    row(
      'passwordCheckLifetime externalLoginCheckLifetime mfaInitSkipLifetime secondFactorCheckLifetime multiFactorCheckLifetime',
      'credentials',
      'organization',
    ),
    row('idps', 'credentials availability', 'organization'),
    row('hidePasswordReset ignoreUnknownUsernames allowDomainDiscovery defaultRedirectUri', 'availability branding', 'organization'),
    row('maxPasswordAttempts maxOtpAttempts', 'availability', 'organization'),
    row('minLength hasUppercase hasLowercase hasNumber hasSymbol', 'credentials', 'organization'),
    row('orgId userLoginMustBeDomain validateOrgDomains smtpSenderAddressMatchesInstanceDomain', '', 'organization'),
    row('tosLink privacyLink helpLink supportEmail docsLink customLink customLinkText', 'branding', 'organization'),
    row('primaryColor hideLoginNameSuffix warnColor backgroundColor fontColor', 'branding mails', 'organization'),
    row(
      'primaryColorDark backgroundColorDark warnColorDark fontColorDark disableWatermark themeMode logo logoDark icon',
      'branding mails',
      'organization',
    ),
  ],
  orgText: [...textMembers, row('title preHeader subject greeting text buttonText footerText', 'mails', 'organization')],
  oidcIdp: [
    row(
      'idpId idp.issuer idp.clientId idp.clientSecret idp.scopes idp.displayNameMapping idp.usernameMapping',
      'credentials names',
      'organization',
      'roles',
    ),
    row('idp.autoRegister state', 'availability credentials', 'organization', 'roles'),
    row('idp.name idp.stylingType', 'branding', 'organization', 'roles'),
  ],
  jwtIdp: [
    row('idpId idp.issuer idp.jwtEndpoint idp.keysEndpoint idp.headerName', 'credentials', 'organization', 'roles'),
    row('idp.autoRegister state', 'availability credentials', 'organization', 'roles'),
    row('idp.name idp.stylingType', 'branding', 'organization', 'roles'),
  ],
  humanUser: [
    row('userId', '', 'user'),
    row('user.userName', 'names claims credentials', 'user', 'roles'),
    row('user.email.email user.phone.phone', 'credentials claims mails', 'user', 'roles'),
    row('user.email.isEmailVerified user.phone.isPhoneVerified', 'claims', 'user', 'verify'),
    row('user.password user.hashedPassword.value user.otpCode', 'credentials', 'user', 'roles'),
    row('user.idps', 'credentials', 'user', 'roles'),
    row('user.passwordChangeRequired', 'availability', 'user'),
    row('user.requestPasswordlessRegistration', '', 'user'),
    row('state', 'availability', 'user', 'roles'),
    row('user.profile.firstName user.profile.lastName user.profile.nickName user.profile.displayName', 'claims mails', 'user'),
    row('user.profile.preferredLanguage', 'claims mails branding', 'user'),
    row(
      'user.profile.gender user.profile.middleName user.profile.website user.profile.profileUrl user.profile.pictureUrl',
      'claims',
      'user',
    ),
    row('user.profile.birthdate user.profile.zoneinfo user.profile.address.formatted user.profile.address.streetAddress', 'claims', 'user'),
    row(
      'user.profile.address.locality user.profile.address.region user.profile.address.postalCode user.profile.address.country',
      'claims',
      'user',
    ),
  ],
  machineUser: [
    row('userId user.userId user.description', '', 'user'),
    row('user.userName', 'names claims credentials', 'user', 'roles'),
    row('user.name user.accessTokenType', 'claims', 'user'),
    row('state', 'availability', 'user', 'roles'),
    row(secretMembers, 'credentials', 'user', 'roles'),
  ],
  userMetadata: [row('id key value state', 'claims', 'user')],
  machineKey: [row('keyId userId type expirationDate publicKey state', 'credentials', 'user', 'roles')],
  personalAccessToken: [row('tokenId userId expirationDate scopes token tokenDigest state', 'credentials', 'user', 'roles')],
  userLink: [row('userId idpId idpName issuer providedUserId providedUserName idpType state', 'credentials', 'user', 'roles')],
  passkey: [row('*', 'credentials', 'user', 'roles')],
  project: [
    row('projectId', '', 'organization'),
    row('project.name project.privateLabelingSetting', 'branding', 'granted'),
    row('project.projectRoleAssertion', 'claims', 'granted'),
    row('project.projectRoleCheck project.hasProjectCheck state', 'availability', 'granted'),
  ],
  projectRole: [row('projectId roleKey state', 'claims', 'granted'), row('displayName group', '', 'granted')],
  oidcApp: [
    row('appId app.projectId', 'claims', 'visitors'),
    row('app.name app.version app.clockSkew app.backChannelLogoutUri app.loginVersion.loginV2.baseUri', 'branding', 'visitors'),
    row('app.redirectUris app.postLogoutRedirectUris app.additionalOrigins app.skipNativeAppSuccessPage', 'claims', 'visitors'),
    row('app.responseTypes app.grantTypes app.appType app.authMethodType app.devMode', 'claims', 'visitors'),
    row('app.accessTokenType app.accessTokenRoleAssertion app.idTokenRoleAssertion app.idTokenUserinfoAssertion', 'claims', 'visitors'),
    row(clientMembers, 'claims', 'visitors'),
    row('state', 'availability', 'visitors'),
    row('clientMetadata', 'claims availability', 'visitors'),
    row('managementAccess', 'credentials', 'instance', 'instance'),
  ],
  apiApp: [
    row(`appId app.projectId app.name app.authMethodType clientMetadata ${clientMembers}`, 'claims', 'visitors'),
    row('state', 'availability', 'visitors'),
  ],
  appKey: [row('id projectId appId clientId type expirationDate publicKey state', 'claims', 'visitors')],
  action: [row('actionId action.name action.script action.timeout action.allowedToFail state', '', 'organization')],
  triggerActions: [row('flowType triggerType actionIds state', '', 'organization')],
  projectGrant: [
    row('grantId projectGrant.projectId projectGrant.grantedOrgId projectGrant.roleKeys state', 'claims availability', 'granted'),
  ],
  userGrant: [row('userId projectId projectGrantId roleKeys state', 'claims', 'visitors')],
  orgMember: [row('userId roles state', '', 'visitors', 'accepted')],
  projectMember: [row('projectId userId roles state', '', 'visitors', 'accepted')],
  projectGrantMember: [row('projectId grantId userId roles state', '', 'visitors', 'accepted')],
  instanceMember: [row('userId roles state', 'availability', 'instance')],
  instancePolicy: [
    row('forceMfaForAdministrators', 'credentials availability', 'instance'),
    row('*', 'credentials availability branding mails', 'instance'),
  ],
  instanceText: instanceTextMembers,
  removedId: [row('kind id', 'names availability', 'instance', 'instance')],
  instanceOidcIdp: [row('*', 'credentials availability', 'instance')],
}

/**
 * @param member the path of a member, e.g. `user.userName`
 * @returns what it can affect; undefined for a member that no row of the kind names
 */
export function reachOf(kind: ResourceKind, member: string): Reach | undefined {
  const rows = reach[kind]
  return rows.find(({ members }) => members.includes(member)) ?? rows.find(({ members }) => members.includes('*'))
}
