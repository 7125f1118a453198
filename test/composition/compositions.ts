// A sample of the compositions that there can be, and for each what it has and nothing else.
import { defineClient, digest, hostPasswords, hostUsers, introspection, revocation, userinfo } from '@symbolon/core-protocol'
import type { AnyGrant, Storage } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { clientCredentials } from '@symbolon/grants-client-credentials'
import { deviceGrant } from '@symbolon/grants-device'
import { implicit } from '@symbolon/grants-implicit'
import { jwtProfile } from '@symbolon/grants-jwt-profile'
import { refreshToken } from '@symbolon/grants-refresh-token'
import { tokenExchange } from '@symbolon/grants-token-exchange'
import { login, password } from '@symbolon/login'
import { pushedRequests } from '@symbolon/pushed-requests'
import { secretHashing } from '@symbolon/secret-hashing'
import { createProvider, defaultLifetimes } from '@symbolon/server'
import type { Provider } from '@symbolon/server'
import { templates } from '@symbolon/ui-templates'
import { composeSymbolon } from 'symbolon'
import { masterKey } from '../support/provider.ts'
import { composeServiceAccounts } from './entries/service-accounts.ts'
import { allResources, exchangeResources, passwordResources, tokenResources } from './tables.ts'
import type { tables } from './tables.ts'

export const issuer = 'https://id.example'
export const ticket = 'a ticket'

export interface Composition {
  readonly name: string
  compose(storage: Storage): Promise<Provider>
  /** Discovery members beyond those of every composition. */
  readonly members: readonly string[]
  /** Members that every composition has, with what they say in this one. */
  readonly grantTypes: readonly string[]
  readonly responseTypes: readonly string[]
  /** Paths of the interface beyond discovery and the key set. */
  readonly paths: readonly string[]
  /** Groups of tables beyond those of core. */
  readonly tables: readonly (keyof typeof tables)[]
  /** Tables of what documents describe. */
  readonly resources: readonly string[]
}

export const coreTables: readonly (keyof typeof tables)[] = ['instance', 'signingKeys']

export const coreMembers: readonly string[] = [
  'claim_types_supported',
  'grant_types_supported',
  'id_token_signing_alg_values_supported',
  'issuer',
  'jwks_uri',
  'request_parameter_supported',
  'request_uri_parameter_supported',
  'response_types_supported',
  'subject_types_supported',
]

/** Members of every composition that responds with claims about users. */
const claimMembers = ['claims_supported', 'scopes_supported']

const tokenMembers = [...claimMembers, 'token_endpoint', 'token_endpoint_auth_signing_alg_values_supported']
const authorizationMembers = [
  ...claimMembers,
  'authorization_endpoint',
  'response_modes_supported',
  'acr_values_supported',
  'prompt_values_supported',
  'ui_locales_supported',
  'claims_parameter_supported',
  'authorization_response_iss_parameter_supported',
]
const codeMembers = [...tokenMembers, ...authorizationMembers, 'token_endpoint_auth_methods_supported', 'code_challenge_methods_supported']
const otherMembers = [
  'userinfo_endpoint',
  'end_session_endpoint',
  'introspection_endpoint',
  'introspection_endpoint_auth_methods_supported',
  'introspection_endpoint_auth_signing_alg_values_supported',
  'revocation_endpoint',
  'revocation_endpoint_auth_methods_supported',
  'revocation_endpoint_auth_signing_alg_values_supported',
]
const loginPaths = ['/ui/login', '/ui/login/login-name', '/ui/login/password', '/ui/login/accounts', '/ui/login/other-user']
const authorizationPaths = ['/oauth/v2/authorize', '/oauth/v2/authorize/resume', ...loginPaths]
const codePaths = ['/oauth/v2/token', ...authorizationPaths]
const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code'
const devicePaths = ['/oauth/v2/device_authorization', '/device', '/ui/device']
const codeTables = ['accessTokens', 'assertionIds', 'authorizationCodes', 'authorizationRequests', 'revocations', 'sessions'] as const

const hashing = secretHashing()
const signIn = () => login({ ui: templates(), authenticators: [password({ hashing })] })

/** The grant as it is while its flag is on, without a flag. */
function unswitched({ feature: _feature, ...grant }: AnyGrant): AnyGrant {
  return grant
}

export const compositions: readonly Composition[] = [
  {
    name: 'nothing but core',
    compose: async (storage) => await createProvider({ issuer, masterKey, storage }),
    members: [],
    grantTypes: [],
    responseTypes: [],
    paths: [],
    tables: [],
    resources: [],
  },
  {
    name: 'userinfo alone',
    compose: async (storage) => await createProvider({ issuer, masterKey, storage, endpoints: [userinfo] }),
    members: [...claimMembers, 'userinfo_endpoint'],
    grantTypes: [],
    responseTypes: [],
    paths: ['/oidc/v1/userinfo'],
    tables: ['accessTokens', 'revocations'],
    resources: [...tokenResources, 'personal_access_tokens'],
  },
  {
    name: 'introspection and revocation alone',
    compose: async (storage) => await createProvider({ issuer, masterKey, storage, endpoints: [introspection, revocation] }),
    members: [
      ...claimMembers,
      ...['introspection', 'revocation'].flatMap((each) => [
        `${each}_endpoint`,
        `${each}_endpoint_auth_methods_supported`,
        `${each}_endpoint_auth_signing_alg_values_supported`,
      ]),
    ],
    grantTypes: [],
    responseTypes: [],
    paths: ['/oauth/v2/introspect', '/oauth/v2/revoke'],
    tables: ['accessTokens', 'assertionIds', 'revocations'],
    resources: [...tokenResources, 'personal_access_tokens'],
  },
  {
    name: 'the code grant without userinfo',
    compose: async (storage) => await createProvider({ issuer, masterKey, storage, grants: [authorizationCode()], login: signIn() }),
    members: codeMembers,
    grantTypes: ['authorization_code'],
    responseTypes: ['code'],
    paths: codePaths,
    tables: codeTables,
    resources: passwordResources,
  },
  {
    name: 'the code grant with refresh tokens',
    compose: async (storage) =>
      await createProvider({ issuer, masterKey, storage, grants: [authorizationCode(), refreshToken()], login: signIn() }),
    members: codeMembers,
    grantTypes: ['authorization_code', 'refresh_token'],
    responseTypes: ['code'],
    paths: codePaths,
    tables: [...codeTables, 'refreshTokens'],
    resources: passwordResources,
  },
  {
    name: 'the code grant with users of the host',
    compose: async (storage) =>
      await createProvider({
        issuer,
        masterKey,
        storage,
        grants: [authorizationCode()],
        clients: [defineClient({ clientId: 'web', redirectUris: ['https://app.example/callback'] })],
        users: hostUsers({ find: async () => undefined, findByLoginName: async () => undefined }),
        login: login({ ui: templates(), authenticators: [password({ hashing: hostPasswords(async () => false) })] }),
      }),
    members: codeMembers,
    grantTypes: ['authorization_code'],
    responseTypes: ['code'],
    paths: codePaths,
    tables: [...codeTables, 'hostKnownBrowsers'],
    resources: ['sign_in_attempts'],
  },
  {
    name: 'the code grant with pushed requests',
    compose: async (storage) =>
      await createProvider({ issuer, masterKey, storage, grants: [authorizationCode()], login: signIn(), parts: pushedRequests() }),
    members: [...codeMembers, 'pushed_authorization_request_endpoint'],
    grantTypes: ['authorization_code'],
    responseTypes: ['code'],
    paths: [...codePaths, '/oauth/v2/par'],
    tables: [...codeTables, 'pushedRequests'],
    resources: passwordResources,
  },
  {
    name: 'the device grant alone, without the authorization endpoint',
    compose: async (storage) => await createProvider({ issuer, masterKey, storage, parts: deviceGrant(), login: signIn() }),
    members: [...tokenMembers, 'device_authorization_endpoint', 'token_endpoint_auth_methods_supported', 'ui_locales_supported'],
    grantTypes: [deviceGrantType],
    responseTypes: [],
    paths: ['/oauth/v2/token', ...devicePaths, ...loginPaths],
    tables: ['accessTokens', 'assertionIds', 'authorizationRequests', 'deviceAuthorizations', 'revocations', 'sessions'],
    resources: passwordResources,
  },
  {
    name: 'the implicit flow alone, which has no token endpoint',
    compose: async (storage) => await createProvider({ issuer, masterKey, storage, grants: [implicit()], login: signIn() }),
    members: authorizationMembers,
    grantTypes: ['implicit'],
    responseTypes: ['id_token', 'id_token token'],
    paths: authorizationPaths,
    tables: ['accessTokens', 'authorizationRequests', 'sessions'],
    resources: passwordResources,
  },
  {
    name: 'service users alone, by secret or by key',
    compose: async (storage) => await createProvider({ issuer, masterKey, storage, grants: [clientCredentials(), jwtProfile()] }),
    members: [...tokenMembers, 'token_endpoint_auth_methods_supported'],
    grantTypes: ['client_credentials', 'urn:ietf:params:oauth:grant-type:jwt-bearer'],
    responseTypes: [],
    paths: ['/oauth/v2/token'],
    tables: ['accessTokens', 'assertionIds'],
    resources: tokenResources,
  },
  {
    name: 'token exchange, switched off as it is at first',
    compose: async (storage) => await createProvider({ issuer, masterKey, storage, grants: [clientCredentials(), tokenExchange()] }),
    members: [...tokenMembers, 'token_endpoint_auth_methods_supported'],
    grantTypes: ['client_credentials'],
    responseTypes: [],
    paths: ['/oauth/v2/token'],
    tables: ['accessTokens', 'assertionIds', 'features', 'revocations'],
    resources: exchangeResources,
  },
  {
    name: 'token exchange alone, without its switch',
    compose: async (storage) => await createProvider({ issuer, masterKey, storage, grants: [unswitched(tokenExchange())] }),
    members: [...tokenMembers, 'token_endpoint_auth_methods_supported'],
    grantTypes: ['urn:ietf:params:oauth:grant-type:token-exchange'],
    responseTypes: [],
    paths: ['/oauth/v2/token'],
    tables: ['accessTokens', 'assertionIds', 'revocations'],
    resources: exchangeResources,
  },
  {
    name: 'everything',
    compose: async (storage) =>
      await composeSymbolon({
        issuer,
        masterKey: btoa(String.fromCharCode(...masterKey)),
        storage,
        hashing,
        vendor: 'symbolon',
        lifetimes: defaultLifetimes,
      }),
    members: [...codeMembers, ...otherMembers, 'device_authorization_endpoint', 'pushed_authorization_request_endpoint'],
    grantTypes: [
      'authorization_code',
      'refresh_token',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
      deviceGrantType,
      'implicit',
    ],
    responseTypes: ['code', 'id_token', 'id_token token'],
    paths: [
      ...devicePaths,
      ...codePaths,
      '/ui/login/totp',
      '/ui/login/external',
      '/ui/login/external/account',
      '/ui/login/external/connect',
      '/ui/login/external/link',
      '/ui/login/external/sign-in',
      '/ui/login/external/callback/:idp',
      '/oidc/v1/userinfo',
      '/oidc/v1/end_session',
      '/oauth/v2/introspect',
      '/oauth/v2/revoke',
      '/oauth/v2/par',
      '/admin/v1/apply',
      '/admin/v1/events',
      '/admin/v1/keys',
      '/admin/v1/keys/rotate',
      '/admin/v1/keys/revoke',
      '/admin/v1/users/link',
      '/ui/login/invitation/link',
      '/ui/login/invitation/password',
      '/v2/features/instance',
      '/v2/settings/security',
      '/v2/policies/security',
      '/admin/v1/policies/security',
      '/admin/v1/export',
      '/admin/v1/import',
    ],
    tables: [
      ...codeTables,
      'auditEvents',
      'consoleSessions',
      'deviceAuthorizations',
      'externalSignIns',
      'factorDrafts',
      'features',
      'importJobs',
      'mail',
      'passkeys',
      'pushedRequests',
      'recoveryCodes',
      'refreshTokens',
      'skippedOffers',
    ],
    resources: allResources,
  },
  {
    name: 'a grant of a third party, without login and without the code grant',
    compose: async (storage) => await composeServiceAccounts(issuer, masterKey, storage, digest(ticket), hashing),
    members: tokenMembers,
    grantTypes: ['urn:example:grant'],
    responseTypes: [],
    paths: ['/oauth/v2/token'],
    tables: ['accessTokens', 'assertionIds'],
    resources: allResources,
  },
]

/** Every path that some composition has, and those of the interface that none has yet. */
export const allPaths: readonly string[] = [
  ...new Set([
    ...compositions.flatMap(({ paths }) => paths),
    '/oauth/v2/introspect',
    '/oauth/v2/revoke',
    '/oauth/v2/device_authorization',
    '/oauth/v2/register',
    '/oidc/v1/end_session',
    '/admin/v1/export',
    '/admin/v1/import',
    '/admin/v1/features',
    '/ui/login/totp',
    '/ui/login/register',
  ]),
]
