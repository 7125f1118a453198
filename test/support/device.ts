// A device that signs in, and its user in a browser elsewhere.
import { endSession, introspection, revocation, userinfo } from '@symbolon/core-protocol'
import type { AnyEndpoint, AnyGrant } from '@symbolon/core-protocol'
import { authorizationCode } from '@symbolon/grants-authorization-code'
import { deviceGrant } from '@symbolon/grants-device'
import { refreshToken } from '@symbolon/grants-refresh-token'
import type { OrgDocument } from '@symbolon/schema-v2'
import { alice, clientSecret, signIn } from '@symbolon/test-kit'
import type { Credentials, Page, UserAgent } from '@symbolon/test-kit'
import { acmeWith, portalApp } from './acme.ts'
import { postToken } from './code-flow.ts'
import type { TokenAnswer } from './code-flow.ts'
import { careful, otpSecret, password } from './second-factor.ts'
import { startTestProvider } from './provider.ts'
import type { TestProvider, TestProviderOptions } from './provider.ts'

export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code'
export const tv = 'tv'
export const devicePath = '/ui/device'

const parts = deviceGrant()
export const deviceEndpoints: readonly AnyEndpoint[] = parts.filter((part) => part.kind === 'endpoint')
export const deviceGrants: readonly AnyGrant[] = parts.filter((part) => part.kind === 'grant')

const grantTypes = ['OIDC_GRANT_TYPE_DEVICE_CODE', 'OIDC_GRANT_TYPE_REFRESH_TOKEN'] as const
const names = { profile: { firstName: 'Careful', lastName: 'Carter' } }
const none = { authMethodType: 'OIDC_AUTH_METHOD_TYPE_NONE', appType: 'OIDC_APP_TYPE_NATIVE' } as const

/** Acme with the public client `tv`, the client `box` with a secret, and the client `web`, which may not use the grant. */
export function deviceDocumentWith({ state, grantTypes: ofTv = grantTypes, withCareful = false }: ChangedTv): OrgDocument {
  return acmeWith({
    humanUsers: withCareful ? [{ userId: careful.id, user: { ...names, userName: careful.id, password, otpCode: otpSecret } }] : [],
    oidcApps: [
      portalApp(tv, { name: 'Television', redirectUris: [], grantTypes: ofTv, ...none }, state === undefined ? {} : { state }),
      portalApp('radio', { name: 'Radio', redirectUris: [], grantTypes, ...none }),
      portalApp('box', { redirectUris: [], grantTypes, authMethodType: 'OIDC_AUTH_METHOD_TYPE_BASIC' }, { clientSecret }),
      portalApp('web', { redirectUris: [], grantTypes: ['OIDC_GRANT_TYPE_REFRESH_TOKEN'], ...none }),
    ],
  })
}

interface ChangedTv {
  readonly state?: 'STATE_INACTIVE'
  readonly grantTypes?: readonly (typeof grantTypes)[number][]
  /** Adds a user with an authenticator app. */
  readonly withCareful?: boolean
}

/** @returns a provider with the device grant */
export async function startDeviceProvider(options: TestProviderOptions = {}): Promise<TestProvider> {
  return await startTestProvider({
    document: deviceDocumentWith({}),
    grants: [authorizationCode(), refreshToken(), ...deviceGrants],
    endpoints: [userinfo, introspection, revocation, endSession, ...deviceEndpoints],
    ...options,
  })
}

export interface DeviceAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

/** What a device was answered. */
export interface BegunDevice {
  readonly deviceCode: string
  readonly userCode: string
  readonly complete: string
}

export async function askForCode(
  provider: TestProvider,
  fields: Readonly<Record<string, string>> | string = {},
  headers: Readonly<Record<string, string>> = {},
  remoteAddress?: string,
): Promise<DeviceAnswer> {
  const body = typeof fields === 'string' ? fields : new URLSearchParams({ client_id: tv, scope: 'openid', ...fields }).toString()
  const response = await provider.fetch(
    new Request(`${provider.issuer}/oauth/v2/device_authorization`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    }),
    remoteAddress,
  )
  return { status: response.status, headers: response.headers, body: (await response.json()) as DeviceAnswer['body'] }
}

export async function begin(provider: TestProvider, fields: Readonly<Record<string, string>> = {}): Promise<BegunDevice> {
  const { status, body } = await askForCode(provider, fields)
  if (status !== 200) throw new Error(`The device was refused: ${JSON.stringify(body)}`)
  return {
    deviceCode: String(body['device_code']),
    userCode: String(body['user_code']),
    complete: String(body['verification_uri_complete']),
  }
}

export async function poll(
  provider: TestProvider,
  deviceCode: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> {
  return await postToken(provider, { grant_type: deviceGrantType, client_id: tv, device_code: deviceCode, ...fields })
}

/** Opens the page of a request, and signs in if asked. */
export async function openRequest(
  provider: TestProvider,
  { complete }: Pick<BegunDevice, 'complete'>,
  userAgent: UserAgent = provider.newUserAgent(),
  user: Credentials = alice,
): Promise<{ readonly userAgent: UserAgent; readonly page: Page }> {
  return { userAgent, page: await signIn(userAgent, await userAgent.get(complete), user) }
}

export async function decide(
  provider: TestProvider,
  begun: BegunDevice,
  decision: 'allow' | 'deny' = 'allow',
  userAgent: UserAgent = provider.newUserAgent(),
): Promise<Page> {
  const { page } = await openRequest(provider, begun, userAgent)
  return await userAgent.submit(page, { decision })
}

export const titleOf = ({ text }: Pick<Page, 'text'>): string | undefined => /<h1>([^<]*)<\/h1>/.exec(text)?.[1]
