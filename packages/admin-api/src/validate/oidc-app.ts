// Every URI of an OIDC app, in the order in which the document lists them.
import type { OidcApp } from '@symbolon/schema-v2'
import type { Problem, Reason } from '../report/reason.ts'
import { originProblem, uriProblem, webUriProblem } from './uri.ts'

export function oidcAppProblem(app: OidcApp['app']): Problem | undefined {
  const rules = { ownScheme: app.appType === 'OIDC_APP_TYPE_NATIVE' }
  return listProblem(app.redirectUris, 'app.redirectUris', (uri) => uriProblem(uri, rules))
    ?? listProblem(app.postLogoutRedirectUris, 'app.postLogoutRedirectUris', (uri) => uriProblem(uri, rules))
    ?? listProblem(app.additionalOrigins, 'app.additionalOrigins', originProblem)
    ?? memberProblem(app.backChannelLogoutUri, 'app.backChannelLogoutUri')
    ?? memberProblem(app.loginVersion?.loginV2?.baseUri, 'app.loginVersion.loginV2.baseUri')
}

export function listProblem(
  values: readonly string[] | undefined,
  member: string,
  problemOf: (value: string) => Reason | undefined,
): Problem | undefined {
  for (const [index, value] of (values ?? []).entries()) {
    const reason = problemOf(value)
    if (reason !== undefined) return { reason, member: `${member}[${index}]` }
  }
  return undefined
}

function memberProblem(uri: string | undefined, member: string): Problem | undefined {
  const reason = uri === undefined ? undefined : webUriProblem(uri)
  return reason === undefined ? undefined : { reason, member }
}
