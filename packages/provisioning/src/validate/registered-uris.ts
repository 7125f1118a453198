// The URIs that applications register: which may be stored, and which may also be used.
import { isUsableScheme } from '@symbolon/core-protocol'
import type { OidcApp } from '@symbolon/schema-v2'
import type { Notice, Problem } from '../report/reason.ts'
import { replaced, soundList, soundValue } from './sound.ts'
import type { Sound } from './sound.ts'
import { originProblem, uriProblem, webUriProblem } from './uri.ts'

// Every URI of an OIDC app, in the order of the document: whether it may be stored, and whether it may be used.
type App = OidcApp['app']

/** @returns the app without the URIs that may not be stored */
export function soundOidcApp(app: App): Sound<App> {
  const registered = (uri: string) => uriProblem(uri, { ownScheme: app.appType === 'OIDC_APP_TYPE_NATIVE' })
  const { loginVersion } = app
  return replaced(app, {
    redirectUris: soundList(app.redirectUris, 'app.redirectUris', registered),
    postLogoutRedirectUris: soundList(app.postLogoutRedirectUris, 'app.postLogoutRedirectUris', registered),
    additionalOrigins: soundList(app.additionalOrigins, 'app.additionalOrigins', originProblem),
    backChannelLogoutUri: soundValue(app.backChannelLogoutUri, linkProblem(app.backChannelLogoutUri, 'app.backChannelLogoutUri')),
    loginVersion: soundValue(loginVersion, linkProblem(loginVersion?.loginV2?.baseUri, 'app.loginVersion.loginV2.baseUri')),
  })
}

function linkProblem(uri: string | undefined, member: string): Problem | undefined {
  const reason = uri === undefined ? undefined : webUriProblem(uri)
  return reason === undefined ? undefined : { reason, member }
}

/** Registered URIs that cannot be used. */
export function oidcAppNotices({
  appType,
  devMode = false,
  redirectUris = [],
  postLogoutRedirectUris = [],
  responseTypes = [],
  grantTypes = [],
}: App): readonly Notice[] {
  const client = { devMode, applicationType: appType === 'OIDC_APP_TYPE_NATIVE' ? 'native' : 'web' } as const
  const overHttp = (uris: readonly string[], member: string): readonly Notice[] =>
    uris.flatMap((uri, index) => (isUsableScheme(uri, client) ? [] : [{ reason: 'redirect_over_http', member: `${member}[${index}]` }]))
  const usesCodes =
    (grantTypes.length === 0 || grantTypes.includes('OIDC_GRANT_TYPE_AUTHORIZATION_CODE')) &&
    (responseTypes.length === 0 || responseTypes.includes('OIDC_RESPONSE_TYPE_CODE'))
  return [
    ...overHttp(redirectUris, 'app.redirectUris'),
    ...overHttp(postLogoutRedirectUris, 'app.postLogoutRedirectUris'),
    ...(usesCodes && !grantTypes.includes('OIDC_GRANT_TYPE_REFRESH_TOKEN')
      ? [{ reason: 'refresh_grant_missing', member: 'app.grantTypes', once: true } as const]
      : []),
    ...grantTypes.flatMap((name, index): readonly Notice[] =>
      name.includes(':') || name === 'OIDC_GRANT_TYPE_DEVICE_CODE'
        ? [{ reason: 'grant_type_unknown', member: `app.grantTypes[${index}]`, unlessComposed: { grantType: name } }]
        : [],
    ),
  ]
}
