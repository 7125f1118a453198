// The management API: every resource of an instance as JSON over HTTP. Its operations are functions that other parts of a server may call.
import { checkPartOptions } from '@symbolon/core-protocol'
import type { AnyEndpoint, SecretHashing } from '@symbolon/core-protocol'
import { callerRoutes } from './http/caller-routes.ts'
import { invitationRoutes } from './http/invitation-routes.ts'
import { effectivePolicyRoutes } from './http/effective-policy-routes.ts'
import { resourceRoutes } from './http/resource-routes.ts'
import { endpointOf } from './http/route.ts'
import type { AnyRoute } from './http/route.ts'
import { jobRoutes } from './http/job-routes.ts'
import type { JobRouteOptions } from './http/job-routes.ts'
import { identityProviderRoutes } from './http/identity-provider-routes.ts'
import { clientSecretRoutes } from './http/client-secret-routes.ts'
import { instanceRoutes } from './http/instance-routes.ts'
import { eventRoutes } from './http/event-routes.ts'
import { userLinkRoutes, userRoutes } from './http/user-routes.ts'
import type { SendLink } from './operations/user-links.ts'
import { documentationEndpoints } from './reference/endpoints.ts'

export { commandSignIn } from './command/sign-in.ts'
export type { CommandSignIn } from './command/sign-in.ts'
export { openApiDocument } from './openapi/document.ts'
export type { OpenApiDocument } from './openapi/document.ts'
export { managementPath } from './http/route.ts'
export type { Answered, AnyOperation, AnyRoute, Call, Method, Operation, Route, Success } from './http/route.ts'
export type { Query, QueryParameter } from './http/query.ts'
export { managementStores } from './operations/context.ts'
export type { Management, ManagementStore, OperationPermission } from './operations/context.ts'
export { carryOutImport, discardImport, getPlannedImport, planImport } from './operations/planned-imports.ts'
export type { PlannedImport } from './operations/planned-imports.ts'
export { patchResource, putResource, removeResource } from './operations/change.ts'
export type { Changed, ChangeOptions } from './operations/change.ts'
export { listUserFactors, removeUserFactor, userFactorStores } from './operations/user-factors.ts'
export type { FactorReference, UserFactors } from './operations/user-factors.ts'
export { startUserLink, userLinkStores } from './operations/user-links.ts'
export type { SendLink, SentLink, UserLinkKind } from './operations/user-links.ts'
export { endUserSessions, listUserSessions, userSessionStores } from './operations/user-sessions.ts'
export type { PageQuery, UserSessionPage } from './operations/user-sessions.ts'
export { findUser, mayActOnUser, subjectOf } from './operations/user.ts'
export type { UserAction, UserReference } from './operations/user.ts'
export { identityProviderPresets, listIdentityProviders } from './operations/identity-providers.ts'
export type { IdentityProviderPlace, IdentityProviderPreset, IdentityProviderSummary } from './operations/identity-providers.ts'
export { addClientSecret, listClientSecrets, removeClientSecret, secretLists } from './operations/client-secrets.ts'
export type { AddedClientSecret, ClientSecret, SecretHolderReference } from './operations/client-secrets.ts'
export { addPublicKey, issueKey, keyTarget } from './operations/issued-keys.ts'
export type { IssuedKey } from './operations/issued-keys.ts'
export type { KeyDescription } from '@symbolon/admin-api'
export { listFeatures, listSigningKeys, revokeSigningKey, rotateSigningKeys, switchFeature } from './operations/instance.ts'
export type { FeatureState } from './operations/instance.ts'
export { exportOrganizations } from './operations/exports.ts'
export { answerImportReport, beginImport, getImport, importStores, listImportRows, listImports, stopImport } from './operations/imports.ts'
export type { ImportSettings } from './operations/imports.ts'
export { namesFor } from './operations/event-names.ts'
export type { EventNames } from './operations/event-names.ts'
export { listEffectivePolicies } from './operations/effective-policies.ts'
export type { EffectivePolicy, PolicySource, SourcedPolicy } from './operations/effective-policies.ts'
export { listEvents } from './operations/events.ts'
export type { EventPage } from './operations/events.ts'
export { listSignIns, mostSignIns } from './operations/sign-ins.ts'
export type { SignInDay } from './operations/sign-ins.ts'
export { findReadable, findResource, getResource, listResources, shown } from './operations/read.ts'
export type { ListQuery, ResourcePage } from './operations/read.ts'
export { checkConditions, entityTag, ifAbsent, ifUnchanged, unconditional } from './resources/entity-tag.ts'
export type { Conditions } from './resources/entity-tag.ts'
export { managedLists } from './resources/managed-lists.ts'
export type { ManagedList } from './resources/managed-lists.ts'
export {
  entryTarget,
  instanceEntryTarget,
  instanceMemberTarget,
  instancePolicySchemas,
  instancePolicyTarget,
  orgPolicySchemas,
  orgPolicyTarget,
  orgTarget,
} from './resources/target.ts'
export type { Target } from './resources/target.ts'

/** What the API needs. */
export interface ManagementOptions extends JobRouteOptions {
  /** Hashes passwords and verifies imported secrets. */
  readonly hashing: SecretHashing
  /** Issues links by which people set a password; without it the API has no such operations. */
  readonly sendLink?: SendLink
}

/** The routes of the API. */
export const managementRoutes: readonly AnyRoute[] = [
  ...callerRoutes,
  ...invitationRoutes,
  ...resourceRoutes,
  ...effectivePolicyRoutes,
  ...clientSecretRoutes,
  ...identityProviderRoutes,
  ...instanceRoutes,
  ...userRoutes,
  ...eventRoutes,
]

/** @returns the endpoints of the API and of its documentation, below `/manage/v1` */
export function managementEndpoints(options: ManagementOptions): readonly AnyEndpoint[] {
  checkPartOptions('managementEndpoints', options, {
    hashing: 'required',
    sendLink: 'optional',
    passkeys: 'optional',
    storages: 'optional',
    bodyLimit: 'optional',
    storageLimits: 'optional',
  })
  const { hashing, sendLink, ...jobs } = options
  const routes = [...managementRoutes, ...jobRoutes(jobs), ...(sendLink === undefined ? [] : userLinkRoutes(sendLink))]
  return [...routes.map((route) => endpointOf(route, { hashing, passkeys: jobs.passkeys })), ...documentationEndpoints(routes)]
}
