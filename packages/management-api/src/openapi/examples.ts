// Examples of what requests send. A test holds them against the schemas.
import type { JsonSchema } from '@symbolon/schema-v2'

/** By the name of the schema. */
export const examples: Readonly<Record<string, JsonSchema>> = {
  Org: { org: { name: 'Acme' } },
  OrgDomain: { isVerified: true, isPrimary: true },
  HumanUser: {
    user: {
      userName: 'alice',
      profile: { firstName: 'Alice', lastName: 'Liddell', preferredLanguage: 'en' },
      email: { email: 'alice@acme.example', isEmailVerified: true },
    },
  },
  MachineUser: { user: { userName: 'billing', name: 'Billing', accessTokenType: 'ACCESS_TOKEN_TYPE_JWT' } },
  Project: { project: { name: 'Shop', projectRoleAssertion: true } },
  ProjectRole: { displayName: 'Buyer', group: 'Customers' },
  OidcApp: {
    app: {
      projectId: 'shop',
      name: 'Web',
      redirectUris: ['https://shop.acme.example/callback'],
      responseTypes: ['OIDC_RESPONSE_TYPE_CODE'],
      grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'],
      authMethodType: 'OIDC_AUTH_METHOD_TYPE_BASIC',
      postLogoutRedirectUris: ['https://shop.acme.example/'],
    },
  },
  ApiApp: { app: { projectId: 'shop', name: 'Orders', authMethodType: 'API_AUTH_METHOD_TYPE_BASIC' } },
  ProjectGrant: { projectGrant: { projectId: 'shop', grantedOrgId: 'north', roleKeys: ['buyer'] } },
  UserGrant: { roleKeys: ['buyer'] },
  OrgMember: { roles: ['ORG_USER_MANAGER'] },
  InstanceMember: { roles: ['IAM_OWNER_VIEWER'] },
  LockoutPolicy: { maxPasswordAttempts: 5 },
  PasswordComplexityPolicy: { minLength: '12' },
}
