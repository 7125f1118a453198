// Apps. The format has no client ids and no secrets. An application key, if the file has one, holds the client id of its app.

import type { Path } from '@symbolon/json-stream'
import { documentOrgSchema } from '@symbolon/schema-v2'
import type { ApiApp, OidcApp } from '@symbolon/schema-v2'
import type { Ledger } from '../ledger/ledger.ts'
import { readEntry } from './read-entry.ts'
import { placesOfList } from './spelled-path.ts'

const {
  oidcApps: { item: oidcAppSchema },
  apiApps: { item: apiAppSchema },
} = documentOrgSchema.fields

type ClientIds = ReadonlyMap<string, string>

/** @returns the application; undefined for an entry that does not match the format, with a row in the ledger */
export function convertOidcApp(raw: unknown, place: Path, ledger: Ledger, clientIds: ClientIds): OidcApp | undefined {
  const app = readEntry(oidcAppSchema, raw, place, ledger)
  if (app === undefined) return undefined
  const { redirectUris = [], devMode = false, appType, authMethodType = 'OIDC_AUTH_METHOD_TYPE_BASIC' } = app.app
  const places = placesOfList(raw, ['app', 'redirectUris'], place)
  const refused = [...redirectUris.entries()].filter(([, uri]) => !devMode && isPlainHttp(uri, appType === 'OIDC_APP_TYPE_NATIVE'))
  for (const [index] of refused) ledger.add('redirect-over-http', places[index] ?? place)
  const hasSecret = authMethodType === 'OIDC_AUTH_METHOD_TYPE_BASIC' || authMethodType === 'OIDC_AUTH_METHOD_TYPE_POST'
  return withClient(app, hasSecret, place, ledger, clientIds)
}

/** @returns the application; undefined for an entry that does not match the format, with a row in the ledger */
export function convertApiApp(raw: unknown, place: Path, ledger: Ledger, clientIds: ClientIds): ApiApp | undefined {
  const app = readEntry(apiAppSchema, raw, place, ledger)
  if (app === undefined) return undefined
  return withClient(app, app.app.authMethodType === undefined, place, ledger, clientIds)
}

function withClient<TApp extends ApiApp | OidcApp>(app: TApp, hasSecret: boolean, place: Path, ledger: Ledger, clientIds: ClientIds): TApp {
  const clientId = app.clientId ?? clientIds.get(app.appId)
  if (clientId === undefined) ledger.add('client-id-absent', place)
  if (hasSecret && app.clientSecret === undefined && app.clientSecretHash === undefined) ledger.add('client-secret-absent', place)
  return clientId === undefined ? app : { ...app, clientId }
}

/** Plain http is unencrypted, so it is only for loopback redirects of native apps. https://www.rfc-editor.org/rfc/rfc9700#section-2.6 */
function isPlainHttp(uri: string, native: boolean): boolean {
  return /^http:/i.test(uri) && !(native && /^http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?:[:/]|$)/.test(uri))
}
