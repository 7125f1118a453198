// Projects, their roles, their applications, and the applications' keys.
import type { ApiApp, OidcApp } from '@symbolon/schema-v2'
import type { Notice } from '../report/reason.ts'
import { clientIdProblem, clientSecretProblem } from '../validate/client-credentials.ts'
import { identifierProblem } from '../validate/identifier.ts'
import { oidcAppNotices, soundOidcApp } from '../validate/registered-uris.ts'
import { replaced, soundValue } from '../validate/sound.ts'
import type { Sound } from '../validate/sound.ts'
import { desiredResource, orgReference, owned, projectReference, withState } from './desired-resource.ts'
import type { Content, DesiredResource, DocumentSecrets, GeneratedName } from './desired-resource.ts'
import { entriesOf } from './document-piece.ts'
import type { DocumentPiece, Origin } from './document-piece.ts'

/** @returns the projects of a piece and their roles */
export function projectsOf(piece: DocumentPiece): readonly DesiredResource[] {
  const { orgId } = piece.org
  return [
    ...entriesOf(piece, 'projects').map(({ item: { projectId, project, state }, path, origin }) =>
      desiredResource(
        {
          kind: 'project',
          key: [projectId],
          path,
          origin,
          orgId,
          content: { projectId, project, ...withState(state) },
          removed: state === 'STATE_REMOVED',
          references: [orgReference(orgId)],
        },
        identifierProblem([projectId]),
      ),
    ),
    ...entriesOf(piece, 'projectRoles').map(({ item: { state, ...item }, path, origin }) =>
      desiredResource(
        {
          kind: 'projectRole',
          key: [item.projectId, item.roleKey],
          path,
          origin,
          orgId,
          content: item,
          removed: state === 'STATE_REMOVED',
          references: [orgReference(orgId), owned(projectReference(item.projectId))],
        },
        identifierProblem([item.projectId, item.roleKey]),
      ),
    ),
  ]
}

/** @returns the applications of a piece and their keys */
export function appsOf(piece: DocumentPiece): readonly DesiredResource[] {
  const { orgId } = piece.org
  return [
    ...entriesOf(piece, 'oidcApps').map(({ item, path, origin }) => {
      const method = item.app.authMethodType ?? 'OIDC_AUTH_METHOD_TYPE_BASIC'
      const needsSecret = method === 'OIDC_AUTH_METHOD_TYPE_BASIC' || method === 'OIDC_AUTH_METHOD_TYPE_POST'
      const { value: app, dropped } = soundOidcApp(item.app)
      const notices = [...oidcAppNotices(item.app), ...clientMetadataNotices(item)]
      return appOf('oidcApp', { value: { ...item, app }, dropped }, { needsSecret, notices }, path, origin)
    }),
    ...entriesOf(piece, 'apiApps').map(({ item, path, origin }) => {
      const needsSecret = item.app.authMethodType !== 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT'
      return appOf('apiApp', { value: item, dropped: [] }, { needsSecret, notices: clientMetadataNotices(item) }, path, origin)
    }),
    ...entriesOf(piece, 'appKeys').map(({ item: { state, ...key }, path, origin }) =>
      desiredResource(
        {
          kind: 'appKey',
          key: [key.id],
          path,
          origin,
          orgId,
          content: { ...key, ...withState(state) },
          removed: state === 'STATE_REMOVED',
          references: [
            orgReference(orgId),
            owned({
              member: 'appId',
              anyOf: [
                { kind: 'oidcApp', key: [key.appId] },
                { kind: 'apiApp', key: [key.appId] },
              ],
            }),
          ],
        },
        identifierProblem([key.id, key.appId]),
      ),
    ),
  ]
}

function clientMetadataNotices({ clientMetadata = {} }: OidcApp | ApiApp): readonly Notice[] {
  return Object.keys(clientMetadata).map((name) => ({
    reason: 'client_metadata_unknown',
    member: `clientMetadata.${name}`,
    unlessComposed: { clientMetadata: name },
  }))
}

function appOf(
  kind: 'oidcApp' | 'apiApp',
  given: Sound<OidcApp | ApiApp>,
  { needsSecret, notices }: { readonly needsSecret: boolean; readonly notices: readonly Notice[] },
  path: string,
  origin: Origin,
): DesiredResource {
  const { orgId } = origin.piece.org
  const {
    value: { clientSecret, clientSecretHash, formerClientSecretHash, formerClientSecretUntil, state, ...app },
    dropped,
  } = replaced(given.value, {
    clientId: soundValue(given.value.clientId, clientIdProblem(given.value.clientId)),
    clientSecret: soundValue(given.value.clientSecret, clientSecretProblem(given.value.clientSecret)),
  })
  const generates: readonly GeneratedName[] = [
    ...(app.clientId === undefined ? ['clientId' as const] : []),
    ...(needsSecret && clientSecret === undefined ? ['clientSecret' as const] : []),
  ]
  return desiredResource(
    {
      kind,
      key: [app.appId],
      path,
      origin,
      orgId,
      content: { ...app, ...withState(state) },
      secrets: clientSecrets({ clientSecret, clientSecretHash, formerClientSecretHash, formerClientSecretUntil }),
      removed: state === 'STATE_REMOVED',
      references: [orgReference(orgId), owned(projectReference(app.app.projectId, 'app.projectId'))],
      generates,
      dropped: [...dropped, ...given.dropped],
      notices,
      keep: (stored): Content => (app.clientId === undefined && stored['clientId'] !== undefined ? { clientId: stored['clientId'] } : {}),
    },
    identifierProblem([app.appId, app.app.projectId]),
  )
}

/** @returns the client secrets that are given */
export function clientSecrets(given: { readonly [name in ClientSecretName]: string | undefined }): DocumentSecrets {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

type ClientSecretName = 'clientSecret' | 'clientSecretHash' | 'formerClientSecretHash' | 'formerClientSecretUntil'
