// A document that fills every list and every message of the schema, in the normal form: reading it changes nothing.

import type { OrgDocument } from '../src/index.ts'

const mail = {
  title: 'Title',
  preHeader: 'Before',
  subject: 'Subject',
  greeting: 'Hello',
  text: 'Text',
  buttonText: 'Go',
  footerText: 'Bye',
}

/** The smallest picture that a page shows. */
const image = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`

const orgId = '100000000000000001'
const projectId = '200000000000000001'
const human = 'auth0|60425dc43519d90068f82973'
const machine = '400000000000000002'

export const fullDocument: OrgDocument = {
  instance: {
    defaultLanguage: 'en',
    allowedLanguages: ['en', 'de'],
    loginPolicy: { allowUsernamePassword: true, passwordCheckLifetime: '864000s' },
    passwordComplexityPolicy: { minLength: '8' },
    passwordAgePolicy: { expireWarnDays: 10, maxAgeDays: 365 },
    lockoutPolicy: { maxPasswordAttempts: 10 },
    domainPolicy: { validateOrgDomains: true },
    privacyPolicy: { helpLink: 'https://shop.example/help' },
    labelPolicy: { primaryColor: '#5469d4' },
    securityPolicy: { enableImpersonation: true, enableIframeEmbedding: true, allowedOrigins: ['https://shop.example'] },
  },
  instanceMembers: [{ userId: human, roles: ['IAM_OWNER'] }],
  orgs: [
    {
      orgId,
      org: { name: 'Example Ltd' },
      orgState: 'ORG_STATE_ACTIVE',
      domainPolicy: { orgId, userLoginMustBeDomain: true, validateOrgDomains: true, smtpSenderAddressMatchesInstanceDomain: true },
      labelPolicy: {
        primaryColor: '#5469d4',
        hideLoginNameSuffix: true,
        themeMode: 'THEME_MODE_DARK',
        logo: image,
        logoDark: image,
        icon: image,
      },
      lockoutPolicy: { maxPasswordAttempts: 5, maxOtpAttempts: 5 },
      loginPolicy: {
        allowUsernamePassword: true,
        passwordlessType: 'PASSWORDLESS_TYPE_ALLOWED',
        mfaInitSkipLifetime: '0s',
        multiFactorCheckLifetime: '1.500s',
        secondFactors: ['SECOND_FACTOR_TYPE_OTP', 'SECOND_FACTOR_TYPE_U2F'],
        multiFactors: ['MULTI_FACTOR_TYPE_U2F_WITH_VERIFICATION'],
        idps: [{ idpId: '600000000000000001', ownerType: 'IDP_OWNER_TYPE_ORG' }],
      },
      passwordComplexityPolicy: { minLength: '10', hasUppercase: true },
      privacyPolicy: { tosLink: 'https://shop.example/tos', supportEmail: 'help@shop.example' },
      domains: [
        {
          orgId,
          domainName: 'shop.example',
          isVerified: true,
          isPrimary: true,
          validationType: 'DOMAIN_VALIDATION_TYPE_DNS',
          details: {
            sequence: '18446744073709551615',
            creationDate: '2020-01-01T00:00:00Z',
            changeDate: '2020-01-01T00:00:00.000000001Z',
            resourceOwner: orgId,
          },
          state: 'STATE_ACTIVE',
        },
      ],
      humanUsers: [
        {
          userId: human,
          user: {
            userName: 'ann',
            profile: {
              firstName: 'Ann',
              lastName: 'Lee',
              nickName: 'annie',
              displayName: 'Ann Lee',
              preferredLanguage: 'en',
              gender: 'GENDER_FEMALE',
              middleName: 'Bo',
              website: 'https://ann.example',
              profileUrl: 'https://ann.example/me',
              pictureUrl: 'https://ann.example/me.png',
              birthdate: '1990-12-31',
              zoneinfo: 'Europe/Zurich',
              address: {
                formatted: 'Way 1\nZurich',
                streetAddress: 'Way 1',
                locality: 'Zurich',
                region: 'ZH',
                postalCode: '8000',
                country: 'Switzerland',
              },
            },
            email: { email: 'ann@shop.example', isEmailVerified: true },
            phone: { phone: '+41790000000', isPhoneVerified: true },
            password: 'Correct horse battery staple',
            hashedPassword: { value: '$2a$14$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' },
            passwordChangeRequired: true,
            requestPasswordlessRegistration: true,
            otpCode: 'JBSWY3DPEHPK3PXP',
            idps: [{ configId: '600000000000000001', externalUserId: 'x-1', displayName: 'ann@elsewhere' }],
          },
          state: 'USER_STATE_LOCKED',
        },
      ],
      machineUsers: [
        {
          userId: machine,
          user: { userName: 'batch', name: 'Batch', description: 'Nightly', accessTokenType: 'ACCESS_TOKEN_TYPE_JWT', userId: machine },
          state: 'USER_STATE_ACTIVE',
          clientSecret: 'machine-secret-of-full-entropy-0123456789',
          clientSecretHash: '$sha256$AAAA',
          accessTokenSigningAlg: 'ES256',
          accessTokenTyp: 'JWT',
        },
      ],
      userMetadata: [{ id: human, key: 'tier', value: 'Z29sZA==' }],
      machineKeys: [
        {
          keyId: '700000000000000001',
          userId: machine,
          type: 'KEY_TYPE_JSON',
          expirationDate: '9999-12-31T23:59:59Z',
          publicKey: 'LS0tLS1CRUdJTg==',
          state: 'STATE_ACTIVE',
        },
      ],
      personalAccessTokens: [
        {
          tokenId: '700000000000000002',
          userId: machine,
          expirationDate: '2030-01-31T12:00:00.500Z',
          scopes: ['openid'],
          token: 'personal-access-token-of-full-entropy-0123',
          tokenDigest: 'AAAA',
          state: 'STATE_INACTIVE',
        },
      ],
      oidcIdps: [
        {
          idpId: '600000000000000001',
          idp: {
            name: 'Elsewhere',
            stylingType: 'STYLING_TYPE_GOOGLE',
            clientId: 'c',
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
          idpId: '600000000000000002',
          idp: {
            name: 'Gateway',
            stylingType: 'STYLING_TYPE_GOOGLE',
            jwtEndpoint: 'https://gw.example/jwt',
            issuer: 'https://gw.example',
            keysEndpoint: 'https://gw.example/keys',
            headerName: 'x-jwt',
            autoRegister: true,
          },
        },
      ],
      userLinks: [
        {
          userId: human,
          idpId: '600000000000000001',
          idpName: 'Elsewhere',
          providedUserId: 'x-1',
          providedUserName: 'ann@elsewhere',
          idpType: 'IDP_TYPE_JWT',
        },
      ],
      projects: [
        {
          projectId,
          project: {
            name: 'Shop',
            projectRoleAssertion: true,
            projectRoleCheck: true,
            hasProjectCheck: true,
            privateLabelingSetting: 'PRIVATE_LABELING_SETTING_ENFORCE_PROJECT_RESOURCE_OWNER_POLICY',
          },
          state: 'STATE_ACTIVE',
        },
      ],
      projectRoles: [{ projectId, roleKey: 'reader', displayName: 'Reader', group: 'people' }],
      oidcApps: [
        {
          appId: '300000000000000001',
          app: {
            projectId,
            name: 'web',
            redirectUris: ['https://shop.example/cb'],
            responseTypes: ['OIDC_RESPONSE_TYPE_CODE', 'OIDC_RESPONSE_TYPE_ID_TOKEN'],
            grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'],
            appType: 'OIDC_APP_TYPE_NATIVE',
            authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE',
            postLogoutRedirectUris: ['https://shop.example/bye'],
            devMode: true,
            accessTokenType: 'OIDC_TOKEN_TYPE_JWT',
            accessTokenRoleAssertion: true,
            idTokenRoleAssertion: true,
            idTokenUserinfoAssertion: true,
            clockSkew: '5s',
            additionalOrigins: ['https://other.example'],
            skipNativeAppSuccessPage: true,
            backChannelLogoutUri: 'https://shop.example/logout',
            loginVersion: { loginV2: { baseUri: 'https://login.example' } },
          },
          clientId: 'shop@web',
          clientSecret: 'app-secret-of-full-entropy-0123456789abcdef',
          clientSecretHash: '$2a$14$bbbb',
          idTokenSigningAlg: 'RS256',
          accessTokenSigningAlg: 'EdDSA',
          accessTokenTyp: 'at+jwt',
          state: 'STATE_REMOVED',
        },
      ],
      apiApps: [
        {
          appId: '300000000000000002',
          app: { projectId, name: 'api', authMethodType: 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT' },
          clientId: 'shop@api',
          clientSecret: 'api-secret-of-full-entropy-0123456789abcdef',
          state: 'STATE_ACTIVE',
        },
      ],
      appKeys: [
        {
          id: '700000000000000003',
          projectId,
          appId: '300000000000000002',
          clientId: 'shop@api',
          type: 'KEY_TYPE_JSON',
          expirationDate: '9999-12-31T23:59:59Z',
          publicKey: 'LS0tLS1CRUdJTg==',
          state: 'STATE_ACTIVE',
        },
      ],
      actions: [
        {
          actionId: '500000000000000001',
          action: { name: 'fill', script: 'function fill(ctx, api) {}', timeout: '10s', allowedToFail: true },
        },
      ],
      triggerActions: [{ flowType: '1', triggerType: '3', actionIds: ['500000000000000001'] }],
      projectGrants: [
        {
          grantId: '800000000000000001',
          projectGrant: { projectId, grantedOrgId: '100000000000000002', roleKeys: ['reader'] },
          state: 'STATE_ACTIVE',
        },
      ],
      userGrants: [{ userId: human, projectId, projectGrantId: '800000000000000001', roleKeys: ['reader'], state: 'STATE_ACTIVE' }],
      orgMembers: [{ userId: human, roles: ['ORG_OWNER'] }],
      projectMembers: [{ projectId, userId: human, roles: ['PROJECT_OWNER'] }],
      projectGrantMembers: [{ projectId, grantId: '800000000000000001', userId: human, roles: ['PROJECT_GRANT_OWNER'] }],
      loginTexts: [
        {
          language: 'en',
          loginText: { title: 'Welcome', externalUserDescription: 'Or elsewhere' },
          initMfaU2fText: { tokenNameLabel: 'Name of the key' },
          externalRegistrationUserOverviewText: { privacyConfirm: 'I agree' },
        },
      ],
      initMessages: [{ language: 'en', ...mail }],
      passwordResetMessages: [{ language: 'en', ...mail }],
      verifyEmailMessages: [{ language: 'en', ...mail }],
      verifyPhoneMessages: [{ language: 'en', ...mail }],
      verifySmsOtpMessages: [{ language: 'en', text: 'Code' }],
      verifyEmailOtpMessages: [{ language: 'en', ...mail }],
      domainClaimedMessages: [{ language: 'en', ...mail }],
      passwordlessRegistrationMessages: [{ language: 'en', ...mail }],
      inviteUserMessages: [{ language: 'en', ...mail }],
    },
  ],
}
