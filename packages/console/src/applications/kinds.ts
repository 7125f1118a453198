// The kinds of applications, as the form for a new one offers them, and what each is registered with.
import type { StoredResource } from '@symbolon/core-protocol'
import type { JsonObject } from '@symbolon/schema-v2'
import { objectAt, textIn } from '../resource/resources.ts'
import type { Kind, Method } from './setup/values.ts'

/** The kinds, in the order of the form. */
export const kinds: readonly Kind[] = ['web', 'spa', 'native', 'api', 'service']

/** The kinds that sign users in, with the type that is stored. The one of servers is the default, and is not stored. */
const applicationTypes: Readonly<Partial<Record<Kind, string>>> = {
  spa: 'OIDC_APP_TYPE_USER_AGENT',
  native: 'OIDC_APP_TYPE_NATIVE',
}

/** @returns whether users are sent to addresses of the application */
export function signsUsersIn(kind: Kind): boolean {
  return kind === 'web' || kind === 'spa' || kind === 'native'
}

/** @returns the kind of a stored application */
export function kindOf(stored: Pick<StoredResource, 'kind' | 'content'>): Kind {
  if (stored.kind === 'apiApp') return 'api'
  const type = textIn(objectAt(stored, 'app'), 'appType')
  return kinds.find((kind) => applicationTypes[kind] === type) ?? 'web'
}

const oidcMethods: Readonly<Record<Method, string>> = {
  client_secret_basic: 'OIDC_AUTH_METHOD_TYPE_BASIC',
  client_secret_post: 'OIDC_AUTH_METHOD_TYPE_POST',
  none: 'OIDC_AUTH_METHOD_TYPE_NONE',
  private_key_jwt: 'OIDC_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT',
}

/** The methods that each kind may have, the usual one first. Code in a browser or on a device keeps no secret. */
export const methodsOf: Readonly<Record<Kind, readonly Method[]>> = {
  web: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
  spa: ['none'],
  native: ['none'],
  api: ['client_secret_basic', 'private_key_jwt'],
  service: ['client_secret_basic'],
}

/** @returns the method of a stored application */
export function methodOf(stored: Pick<StoredResource, 'kind' | 'content'>): Method {
  const name = textIn(objectAt(stored, 'app'), 'authMethodType')
  if (name === 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT') return 'private_key_jwt'
  const methods: readonly Method[] = ['client_secret_post', 'none', 'private_key_jwt']
  return methods.find((method) => oidcMethods[method] === name) ?? 'client_secret_basic'
}

/** @returns what the document calls the method */
function methodName(kind: Kind, method: Method): string {
  if (kind !== 'api') return oidcMethods[method]
  return method === 'private_key_jwt' ? 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT' : 'API_AUTH_METHOD_TYPE_BASIC'
}

/** The values of the form for a new application. */
export interface NewApplication {
  readonly kind: Kind
  readonly name: string
  /** Empty for a service user that calls no API of a project. */
  readonly projectId: string
  readonly method: Method
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
  readonly refreshTokens: boolean
  readonly devMode: boolean
}

/** @returns the entry of an application that signs users in, or of an API */
export function entryOf(application: NewApplication): JsonObject {
  const { kind, name, projectId, method, redirectUris, postLogoutRedirectUris, refreshTokens, devMode } = application
  const common = { projectId, name, authMethodType: methodName(kind, method) }
  if (kind === 'api') return { app: common }
  const appType = applicationTypes[kind]
  return {
    app: {
      ...common,
      ...(appType === undefined ? {} : { appType }),
      redirectUris,
      postLogoutRedirectUris,
      responseTypes: ['OIDC_RESPONSE_TYPE_CODE'],
      grantTypes: ['OIDC_GRANT_TYPE_AUTHORIZATION_CODE', ...(refreshTokens ? ['OIDC_GRANT_TYPE_REFRESH_TOKEN'] : [])],
      devMode,
    },
  }
}
