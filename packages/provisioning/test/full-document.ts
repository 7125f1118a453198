// A document with one or more of every resource that is stored, in two organizations that name each other.
import { pem, publicKey, rsa } from './keys.ts'

export const userPassword = 'correct horse battery staple'
export const appSecret = 'app-secret-0123456789-0123456789-0123456789'
export const serviceSecret = 'service-secret-0123456789-0123456789-0123'
export const accessToken = 'token-0123456789-0123456789-0123456789-0123'
export const otpSecret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
export const bcryptHash = '$2b$05$abcdefghijklmnopqrstuuHNbAKRhpaujgo33bRWs.NLUTJO3lOy2'

export const idpSecret = 'idp-secret'

export const clearSecrets = [userPassword, appSecret, serviceSecret, accessToken, otpSecret, bcryptHash, idpSecret]

const rsaKey = pem(await publicKey(rsa(2048)), 'RSA PUBLIC KEY')
const ecKey = pem(await publicKey({ name: 'ECDSA', namedCurve: 'P-256' }))

export function person(userId: string, userName: string, user: object = {}): object {
  return { userId, user: { userName, profile: { firstName: 'Ann', lastName: 'Lee' }, ...user } }
}

export const fullDocument = {
  instance: { loginPolicy: { allowUsernamePassword: true }, lockoutPolicy: { maxPasswordAttempts: 10 }, defaultLanguage: 'en' },
  orgs: [
    {
      orgId: 'shop',
      org: { name: 'Shop' },
      domains: [{ domainName: 'Shop.Example', isVerified: true }, { domainName: 'unproven.example' }],
      loginPolicy: { allowUsernamePassword: true, defaultRedirectUri: 'https://shop.example/' },
      domainPolicy: { orgId: 'shop', userLoginMustBeDomain: true },
      projects: [{ projectId: 'store', project: { name: 'Store', projectRoleAssertion: true } }],
      projectRoles: [{ projectId: 'store', roleKey: 'reader', displayName: 'Reader' }],
      oidcApps: [
        { appId: 'web', app: { projectId: 'store', name: 'web', redirectUris: ['https://shop.example/cb'] }, clientSecret: appSecret },
        { appId: 'spa', clientId: 'spa-client', app: { projectId: 'store', name: 'spa', authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE' } },
        { appId: 'made', app: { projectId: 'store', name: 'made', authMethodType: 'OIDC_AUTH_METHOD_TYPE_POST' } },
      ],
      apiApps: [{ appId: 'api', app: { projectId: 'store', name: 'api' } }],
      appKeys: [{ id: 'app-key', appId: 'api', type: 'KEY_TYPE_JSON', publicKey: rsaKey }],
      humanUsers: [
        person('ann', 'ann', { email: { email: 'ann@shop.example', isEmailVerified: true }, password: userPassword, otpCode: otpSecret }),
        person('bob', 'bob', { hashedPassword: { value: bcryptHash } }),
      ],
      machineUsers: [{ userId: 'batch', user: { userName: 'batch', name: 'Batch' }, clientSecret: serviceSecret }],
      machineKeys: [{ keyId: 'batch-key', userId: 'batch', publicKey: ecKey, expirationDate: '2030-01-01T00:00:00Z' }],
      personalAccessTokens: [
        { tokenId: 'given', userId: 'batch', token: accessToken },
        { tokenId: 'made', userId: 'batch' },
      ],
      userMetadata: [{ id: 'ann', key: 'tier', value: 'Z29sZA==' }],
      oidcIdps: [
        {
          idpId: 'google',
          idp: { name: 'Google', clientId: 'us', clientSecret: idpSecret, issuer: 'https://google.example', scopes: ['email'] },
        },
      ],
      jwtIdps: [
        {
          idpId: 'gate',
          idp: {
            name: 'Gate',
            jwtEndpoint: 'https://gate.example',
            issuer: 'gate',
            keysEndpoint: 'https://gate.example/keys',
            headerName: 'x-jwt',
          },
        },
      ],
      userLinks: [
        {
          userId: 'ann',
          idpId: 'google',
          idpName: 'Google',
          issuer: 'https://google.example',
          providedUserId: '1',
          providedUserName: 'ann',
          idpType: 'IDP_TYPE_OIDC',
        },
      ],
      actions: [{ actionId: 'fill', action: { name: 'fill', script: 'function fill() {}', allowedToFail: true } }],
      triggerActions: [
        { flowType: '1', triggerType: '3', actionIds: ['fill'] },
        { flowType: '2', triggerType: '4' },
      ],
      loginTexts: [
        { language: 'en', loginText: { title: 'Welcome' } },
        { language: 'de', loginText: { title: 'Willkommen' } },
      ],
      initMessages: [{ language: 'en', subject: 'Welcome' }],
      verifySmsOtpMessages: [{ language: 'en', text: 'Your code' }],
      projectGrants: [{ grantId: 'to-club', projectGrant: { projectId: 'store', grantedOrgId: 'club', roleKeys: ['reader'] } }],
      userGrants: [{ userId: 'ann', projectId: 'store', roleKeys: ['reader'] }],
      orgMembers: [{ userId: 'carl', roles: ['ORG_OWNER'] }],
      projectMembers: [{ projectId: 'store', userId: 'bob', roles: ['PROJECT_OWNER'] }],
      projectGrantMembers: [{ projectId: 'store', grantId: 'to-club', userId: 'carl', roles: ['PROJECT_GRANT_OWNER'] }],
    },
    {
      orgId: 'club',
      org: { name: 'Café Ångström & Co.' },
      humanUsers: [person('carl', 'carl', { idps: [{ configId: 'google', externalUserId: '2', displayName: 'carl' }] })],
      userGrants: [{ userId: 'carl', projectId: 'store', projectGrantId: 'to-club', roleKeys: ['reader'] }],
    },
  ],
  instanceMembers: [{ userId: 'batch', roles: ['IAM_OWNER'] }],
}
