// Projects, their roles, their applications, and the applications' keys.
import type { ApiApp, DocumentOrg, OidcApp } from '@symbolon/schema-v2'
import { clientIdProblem, clientSecretProblem } from '../validate/client-credentials.ts'
import { identifierProblem } from '../validate/identifier.ts'
import { oidcAppProblem } from '../validate/oidc-app.ts'
import { desiredResource, orgReference, owned, placesOf, projectReference, withState } from './desired-resource.ts'
import type { Content, DesiredResource, DocumentSecrets, GeneratedName } from './desired-resource.ts'

export function projectsOf({ orgId, projects, projectRoles }: DocumentOrg, path: string): readonly DesiredResource[] {
  return [
    ...placesOf(projects, `${path}.projects`).map(({ item: { projectId, project, state }, path: place }) => desiredResource({
      kind: 'project',
      key: [projectId],
      path: place,
      orgId,
      content: { projectId, project, ...withState(state) },
      removed: state === 'STATE_REMOVED',
      references: [orgReference(orgId)],
    }, identifierProblem([projectId]))),
    ...placesOf(projectRoles, `${path}.projectRoles`).map(({ item: { state, ...item }, path: place }) => desiredResource({
      kind: 'projectRole',
      key: [item.projectId, item.roleKey],
      path: place,
      orgId,
      content: item,
      removed: state === 'STATE_REMOVED',
      references: [orgReference(orgId), owned(projectReference(item.projectId))],
    }, identifierProblem([item.projectId, item.roleKey]))),
  ]
}

export function appsOf({ orgId, oidcApps, apiApps, appKeys }: DocumentOrg, path: string): readonly DesiredResource[] {
  return [
    ...placesOf(oidcApps, `${path}.oidcApps`).map(({ item, path: place }) => {
      const method = item.app.authMethodType ?? 'OIDC_AUTH_METHOD_TYPE_BASIC'
      const needsSecret = method === 'OIDC_AUTH_METHOD_TYPE_BASIC' || method === 'OIDC_AUTH_METHOD_TYPE_POST'
      return appOf('oidcApp', item, needsSecret, oidcAppProblem(item.app), place, orgId)
    }),
    ...placesOf(apiApps, `${path}.apiApps`).map(({ item, path: place }) => (
      appOf('apiApp', item, item.app.authMethodType !== 'API_AUTH_METHOD_TYPE_PRIVATE_KEY_JWT', undefined, place, orgId)
    )),
    ...placesOf(appKeys, `${path}.appKeys`).map(({ item: { state, ...key }, path: place }) => desiredResource({
      kind: 'appKey',
      key: [key.id],
      path: place,
      orgId,
      content: { ...key, ...withState(state) },
      removed: state === 'STATE_REMOVED',
      references: [
        orgReference(orgId),
        owned({ member: 'appId', anyOf: [{ kind: 'oidcApp', key: [key.appId] }, { kind: 'apiApp', key: [key.appId] }] }),
      ],
    }, identifierProblem([key.id, key.appId]))),
  ]
}

function appOf(
  kind: 'oidcApp' | 'apiApp',
  { clientSecret, clientSecretHash, state, ...app }: OidcApp | ApiApp,
  needsSecret: boolean,
  problem: DesiredResource['problem'],
  path: string,
  orgId: string,
): DesiredResource {
  const generates: readonly GeneratedName[] = [
    ...(app.clientId === undefined ? ['clientId' as const] : []),
    ...(needsSecret && clientSecret === undefined ? ['clientSecret' as const] : []),
  ]
  return desiredResource({
    kind,
    key: [app.appId],
    path,
    orgId,
    content: { ...app, ...withState(state) },
    secrets: clientSecrets(clientSecret, clientSecretHash),
    removed: state === 'STATE_REMOVED',
    references: [orgReference(orgId), owned(projectReference(app.app.projectId, 'app.projectId'))],
    generates,
    keep: (stored): Content => app.clientId === undefined && stored['clientId'] !== undefined ? { clientId: stored['clientId'] } : {},
  }, identifierProblem([app.appId, app.app.projectId]) ?? clientIdProblem(app.clientId) ?? clientSecretProblem(clientSecret) ?? problem)
}

export function clientSecrets(clientSecret: string | undefined, clientSecretHash: string | undefined): DocumentSecrets {
  return {
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(clientSecretHash === undefined ? {} : { clientSecretHash }),
  }
}
