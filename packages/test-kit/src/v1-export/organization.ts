// One organization of a v1 export, with every member of the format set.
import { documentOrgSchema } from '@symbolon/schema-v2'
import type { Random } from './random.ts'

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** The ids of an organization's resources. */
export interface OrganizationIds {
  readonly org: string
  readonly project: string
  readonly role: string
  readonly oidcApp: string
  readonly apiApp: string
  readonly action: string
  readonly oidcIdp: string
  readonly jwtIdp: string
  readonly grant: string
  readonly grantedOrg: string
  human(index: number): string
  machine(index: number): string
}

/** Creates the ids of an organization: 18 digits each, as in real exports. */
export function organizationIds(index: number, orgs: number): OrganizationIds {
  const id = (kind: number, number: number = 0): string => `${kind}${String(index).padStart(5, '0')}${String(number).padStart(12, '0')}`
  return {
    org: id(1),
    project: id(2),
    role: 'reader',
    oidcApp: id(3, 1),
    apiApp: id(3, 2),
    action: id(5),
    oidcIdp: id(6, 1),
    jwtIdp: id(6, 2),
    grant: id(8),
    grantedOrg: `1${String((index + 1) % orgs).padStart(5, '0')}${'0'.repeat(12)}`,
    human: (number) => id(4, number),
    machine: (number) => id(7, number),
  }
}

const details = (ids: OrganizationIds): Json => ({
  sequence: '18446744073709551615',
  creationDate: '2021-03-04T05:06:07.123456Z',
  changeDate: '2022-03-04T05:06:07Z',
  resourceOwner: ids.org,
})

/** A P-256 public key in base64 of PEM. Its private key does not exist any more. */
const publicKey =
  'LS0tLS1CRUdJTiBQVUJMSUMgS0VZLS0tLS0KTUZrd0V3WUhLb1pJemowQ0FRWUlLb1pJemowREFRY0RRZ0FFeWkvY3JDRzlDM1ZJTTZ6MC9IYTZzQUNEVlNa' +
  'VwpSajdUTnVtRjh4anUxdkxzakxaamJTdkdsNS9kR0d6SVhRK3VvZXJvTXhjUEpDMEFRTC9PcVBSVkhnPT0KLS0tLS1FTkQgUFVCTElDIEtFWS0tLS0tCg=='

/** The members of the organization that come before its users. */
export function membersBeforeUsers(ids: OrganizationIds, random: Random, index: number): Readonly<Record<string, Json>> {
  return {
    orgId: ids.org,
    org: { name: `Organization ${index}` },
    iamPolicy: { orgId: ids.org, userLoginMustBeDomain: true },
    labelPolicy: {
      primaryColor: '#5469d4',
      hideLoginNameSuffix: true,
      warnColor: '#cd3d56',
      backgroundColor: '#fafafa',
      fontColor: '#000000',
      primaryColorDark: '#2073c4',
      backgroundColorDark: '#111827',
      warnColorDark: '#ff3b5b',
      fontColorDark: '#ffffff',
      disableWatermark: true,
    },
    lockoutPolicy: { maxPasswordAttempts: 1 + random.number(9) },
    loginPolicy: {
      allowUsernamePassword: true,
      allowRegister: true,
      allowExternalIdp: true,
      forceMfa: true,
      passwordlessType: 'PASSWORDLESS_TYPE_ALLOWED',
      hidePasswordReset: true,
      ignoreUnknownUsernames: true,
      defaultRedirectUri: 'https://shop.example/',
    },
    passwordComplexityPolicy: {
      minLength: String(8 + random.number(8)),
      hasUppercase: true,
      hasLowercase: true,
      hasNumber: true,
      hasSymbol: true,
    },
    privacyPolicy: {
      tosLink: 'https://shop.example/tos',
      privacyLink: 'https://shop.example/privacy',
      helpLink: 'https://shop.example/help',
    },
    projects: [
      {
        projectId: ids.project,
        project: {
          name: 'Shop',
          projectRoleAssertion: true,
          projectRoleCheck: true,
          hasProjectCheck: true,
          privateLabelingSetting: 'PRIVATE_LABELING_SETTING_ENFORCE_PROJECT_RESOURCE_OWNER_POLICY',
        },
      },
    ],
    projectRoles: [{ projectId: ids.project, roleKey: ids.role, displayName: 'Reader', group: 'people' }],
    apiApps: [{ appId: ids.apiApp, app: { projectId: ids.project, name: 'api', authMethodType: 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT' } }],
    oidcApps: [
      {
        appId: ids.oidcApp,
        app: {
          projectId: ids.project,
          name: 'web',
          redirectUris: ['https://shop.example/cb', 'http://shop.example/cb'],
          responseTypes: ['OIDC_RESPONSE_TYPE_CODE', 'OIDC_RESPONSE_TYPE_ID_TOKEN'],
          grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'],
          appType: 'OIDC_APP_TYPE_USER_AGENT',
          authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
          postLogoutRedirectUris: ['https://shop.example/bye'],
          version: 'OIDC_VERSION_1_0',
          devMode: random.number(2) === 1,
          accessTokenType: 'OIDC_TOKEN_TYPE_JWT',
          accessTokenRoleAssertion: true,
          idTokenRoleAssertion: true,
          idTokenUserinfoAssertion: true,
          clockSkew: '1.500s',
          additionalOrigins: ['https://other.example'],
        },
      },
    ],
  }
}

/**
 * The members of the organization that come after its users.
 *
 * `projectMembers` holds the members of all organizations' projects: real exports have this defect.
 */
export function membersAfterUsers(ids: OrganizationIds, all: readonly OrganizationIds[]): Readonly<Record<string, Json>> {
  const mail: Json = {
    language: 'en',
    title: 'Title',
    preHeader: 'Before',
    subject: 'Subject',
    greeting: 'Hello {{.FirstName}},',
    text: 'Text',
    buttonText: 'Go',
    footerText: 'Bye',
  }
  const [human, machine] = [ids.human(0), ids.machine(0)]
  return {
    triggerActions: [
      { flowType: 'FLOW_TYPE_EXTERNAL_AUTHENTICATION', triggerType: 'TRIGGER_TYPE_POST_CREATION', actionIds: [ids.action] },
      { flowType: 'FLOW_TYPE_EXTERNAL_AUTHENTICATION', triggerType: 'TRIGGER_TYPE_PRE_CREATION' },
    ],
    actions: [
      {
        actionId: ids.action,
        action: { name: 'fill', script: 'function fill(ctx, api) {}', timeout: '10s', allowedToFail: true },
      },
    ],
    projectGrants: [{ grantId: ids.grant, projectGrant: { projectId: ids.project, grantedOrgId: ids.grantedOrg, roleKeys: [ids.role] } }],
    userGrants: [{ userId: human, projectId: ids.project, projectGrantId: ids.grant, roleKeys: [ids.role] }],
    orgMembers: [{ userId: human, roles: ['ORG_OWNER'] }],
    projectMembers: all.map(({ project, human: humanOf }) => ({ projectId: project, userId: humanOf(0), roles: ['PROJECT_OWNER'] })),
    projectGrantMembers: [{ projectId: ids.project, grantId: ids.grant, userId: human, roles: ['PROJECT_GRANT_OWNER'] }],
    userMetadata: [{ id: human, key: 'tier', value: 'Z29sZA==' }],
    loginTexts: [{ language: 'en', ...screens() }],
    initMessages: [mail],
    passwordResetMessages: [mail],
    verifyEmailMessages: [mail],
    verifyPhoneMessages: [mail],
    domainClaimedMessages: [mail],
    passwordlessRegistrationMessages: [mail],
    inviteUserMessages: [mail],
    oidcIdps: [
      {
        idpId: ids.oidcIdp,
        idp: {
          name: 'Elsewhere',
          stylingType: 'STYLING_TYPE_GOOGLE',
          clientId: 'shop',
          clientSecret: 'idp-secret',
          issuer: 'https://elsewhere.example',
          scopes: ['openid', 'email'],
          displayNameMapping: 'OIDC_MAPPING_FIELD_EMAIL',
          usernameMapping: 'OIDC_MAPPING_FIELD_PREFERRED_USERNAME',
          autoRegister: true,
        },
      },
    ],
    jwtIdps: [
      {
        idpId: ids.jwtIdp,
        idp: {
          name: 'Gateway',
          stylingType: 'STYLING_TYPE_GOOGLE',
          jwtEndpoint: 'https://gateway.example/jwt',
          issuer: 'https://gateway.example',
          keysEndpoint: 'https://gateway.example/keys',
          headerName: 'x-jwt',
          autoRegister: true,
        },
      },
    ],
    secondFactors: [{ type: 'SECOND_FACTOR_TYPE_OTP' }, { type: 'SECOND_FACTOR_TYPE_U2F' }],
    multiFactors: [{ type: 'MULTI_FACTOR_TYPE_U2F_WITH_VERIFICATION' }],
    idps: [
      { idpId: ids.oidcIdp, ownerType: 'IDP_OWNER_TYPE_SYSTEM' },
      { idpId: 'idp-of-the-instance', ownerType: 'IDP_OWNER_TYPE_ORG' },
    ],
    userLinks: [
      {
        userId: human,
        idpId: ids.oidcIdp,
        idpName: 'Elsewhere',
        providedUserId: 'x-1',
        providedUserName: 'ann@elsewhere',
        idpType: 'IDP_TYPE_OIDC',
      },
    ],
    domains: [
      {
        orgId: ids.org,
        details: details(ids),
        domainName: `org-${ids.org}.example`,
        isVerified: true,
        isPrimary: true,
        validationType: 'DOMAIN_VALIDATION_TYPE_DNS',
      },
    ],
    appKeys: [
      {
        id: `9${ids.apiApp.slice(1)}`,
        projectId: ids.project,
        appId: ids.apiApp,
        clientId: `${ids.apiApp}@shop`,
        type: 'KEY_TYPE_JSON',
        expirationDate: '9999-12-31T23:59:59Z',
        publicKey,
      },
    ],
    machineKeys: [{ keyId: `9${machine.slice(1)}`, userId: machine, type: 'KEY_TYPE_JSON', publicKey }],
  }
}

/** A text for every key of every login screen. */
function screens(): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(documentOrgSchema.fields.loginTexts.item.fields).flatMap(([screen, schema]) =>
      'fields' in schema ? [[screen, Object.fromEntries(Object.keys(schema.fields).map((name) => [name, `Text ${name}`]))] as const] : [],
    ),
  )
}
