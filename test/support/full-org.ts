// Two organizations that hold something of every list that a document has, and refer to each other.
import type { OrgDocument } from '@symbolon/schema-v2'
import { generateClientKey } from '@symbolon/test-kit'

const key = await generateClientKey('key', 'ES256')
const hash = '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'

/** Of bcrypt, the hash of "password". */
export const passwordHash: string = hash
export const otpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
export const idpSecret = 'the secret that the identity provider gave us'
export const appSecret = 'an app secret of thirty-two characters or more'
export const robotSecret = 'a robot secret of thirty-two characters or more'
export const robotToken = 'symbolon_pat_robot-of-north-0123456789-0123456789'

export const twoOrgs: NonNullable<OrgDocument['orgs']> = [
  {
    orgId: 'north',
    org: { name: 'North' },
    domains: [{ domainName: 'north.example', isVerified: true, isPrimary: true }, { domainName: 'old.north.example' }],
    loginPolicy: { allowUsernamePassword: true, secondFactors: ['SECOND_FACTOR_TYPE_OTP'], passwordCheckLifetime: '3600s' },
    lockoutPolicy: { maxPasswordAttempts: 5 },
    privacyPolicy: { tosLink: 'https://north.example/tos' },
    humanUsers: [
      {
        userId: 'ann',
        user: {
          userName: 'ann',
          profile: { firstName: 'Ann', lastName: 'Ø "Quote" \\ \u2028' },
          email: { email: 'ann@north.example', isEmailVerified: true },
          hashedPassword: { value: hash },
          otpCode: otpSecret,
        },
      },
      { userId: 'ben', state: 'USER_STATE_INACTIVE', user: { userName: 'ben', profile: { firstName: 'Ben', lastName: 'B' } } },
    ],
    machineUsers: [{ userId: 'robot-of-north', user: { userName: 'robot', name: 'Robot' }, clientSecret: robotSecret }],
    userMetadata: [{ id: 'ann', key: 'tier', value: 'Z29sZA==' }],
    machineKeys: [{ keyId: 'machine-key', userId: 'robot-of-north', type: 'KEY_TYPE_JSON', publicKey: key.publicKey }],
    personalAccessTokens: [{ tokenId: 'robot-token', userId: 'robot-of-north', token: robotToken }],
    oidcIdps: [{ idpId: 'idp', idp: { name: 'IdP', clientId: 'c', clientSecret: idpSecret, issuer: 'https://idp.example' } }],
    jwtIdps: [
      {
        idpId: 'jwt-idp',
        idp: {
          name: 'JWT',
          jwtEndpoint: 'https://j.example',
          issuer: 'https://j.example',
          keysEndpoint: 'https://j.example/k',
          headerName: 'x',
        },
      },
    ],
    userLinks: [{ userId: 'ann', idpId: 'idp', providedUserId: 'ann-there', providedUserName: 'Ann there' }],
    projects: [{ projectId: 'shop', project: { name: 'Shop', projectRoleAssertion: true } }],
    projectRoles: [
      { projectId: 'shop', roleKey: 'reader', displayName: 'Reader' },
      { projectId: 'shop', roleKey: 'writer', displayName: 'Writer' },
    ],
    oidcApps: [
      {
        appId: 'web',
        clientId: 'web@shop',
        clientSecret: appSecret,
        managementAccess: true,
        app: { projectId: 'shop', name: 'Web', redirectUris: ['https://shop.example/cb'] },
      },
    ],
    apiApps: [
      {
        appId: 'api',
        clientId: 'api@shop',
        app: { projectId: 'shop', name: 'API', authMethodType: 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT' },
      },
    ],
    appKeys: [{ id: 'app-key', projectId: 'shop', appId: 'api', clientId: 'api@shop', type: 'KEY_TYPE_JSON', publicKey: key.publicKey }],
    actions: [{ actionId: 'fill', action: { name: 'fill', script: 'function fill() {}', timeout: '10s' } }],
    triggerActions: [{ flowType: '1', triggerType: '3', actionIds: ['fill'] }],
    projectGrants: [{ grantId: 'grant', projectGrant: { projectId: 'shop', grantedOrgId: 'south', roleKeys: ['reader'] } }],
    userGrants: [{ userId: 'ann', projectId: 'shop', roleKeys: ['reader', 'writer'] }],
    orgMembers: [{ userId: 'ann', roles: ['ORG_OWNER'] }],
    projectMembers: [{ projectId: 'shop', userId: 'ann', roles: ['PROJECT_OWNER'] }],
    projectGrantMembers: [{ projectId: 'shop', grantId: 'grant', userId: 'ann', roles: ['PROJECT_GRANT_OWNER'] }],
    loginTexts: [{ language: 'en', loginText: { title: 'Welcome to the North' } }],
    initMessages: [{ language: 'de', subject: 'Willkommen' }],
  },
  {
    orgId: 'south',
    org: { name: 'South' },
    domains: [{ domainName: 'south.example', isVerified: true, isPrimary: true }],
    humanUsers: [{ userId: 'sue', user: { userName: 'sue', profile: { firstName: 'Sue', lastName: 'S' } } }],
    userGrants: [{ userId: 'sue', projectId: 'shop', projectGrantId: 'grant', roleKeys: ['reader'] }],
    orgMembers: [
      { userId: 'sue', roles: ['ORG_OWNER'] },
      { userId: 'ann', roles: ['ORG_USER_MANAGER'] },
    ],
  },
]
