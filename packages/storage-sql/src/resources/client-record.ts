// The record of a client: the mapping of the row of an application, and of a service user that has a client secret or key.
import type { Client, FormerSecret } from '@symbolon/core-protocol'
import { flagAt, isObject, objectAt, parseContent, textAt, textsAt } from '../documents/content.ts'
import type { Content } from '../documents/content.ts'
import {
  serviceUserGrantTypes,
  wireApplicationType,
  wireAuthenticationMethod,
  wireGrantTypes,
  wireResponseTypes,
  wireSigningAlgorithm,
} from '../documents/wire-names.ts'

/** An application with what it needs of its project and organization, or a service user with what it needs of its organization. */
export interface ClientRow {
  readonly kind: 'oidc' | 'api' | 'service_user'
  readonly client_id: string
  readonly org_id: string
  /** The id of the project of an application; the user name of a service user. */
  readonly project_or_name: string
  /** Of a service user an empty object. */
  readonly project_content: string
  readonly secret_digest: string | null
  readonly secret_hash: string | null
  readonly former_secret: string | null
  readonly former_secret_until: string | null
  readonly content: string
  readonly created_at: number
  readonly times_ended: number
  readonly project_times_ended: number
  readonly org_times_ended: number
}

/** The client of a row. @throws TypeError if the authentication method is unknown */
export function toClient(row: ClientRow): Client {
  return row.kind === 'service_user' ? serviceUserClient(row) : applicationClient(row, row.kind)
}

function applicationClient(row: ClientRow, kind: 'oidc' | 'api'): Client {
  const content = parseContent(row.content)
  const project = parseContent(row.project_content)
  const app = objectAt(content, 'app')
  const oidc = kind === 'oidc'
  return {
    clientId: row.client_id,
    kind,
    name: textAt(app, 'name') ?? row.client_id,
    orgId: row.org_id,
    projectId: row.project_or_name,
    applicationType: wireApplicationType(textAt(app, 'appType')),
    authenticationMethod: wireAuthenticationMethod(textAt(app, 'authMethodType')),
    ...(row.secret_digest === null ? {} : { secretDigest: row.secret_digest }),
    ...(row.secret_hash === null ? {} : { secretHash: row.secret_hash }),
    ...formerSecret(row),
    grantTypes: oidc ? wireGrantTypes(textsAt(app, 'grantTypes')) : [],
    responseTypes: oidc ? wireResponseTypes(textsAt(app, 'responseTypes')) : [],
    redirectUris: textsAt(app, 'redirectUris'),
    postLogoutRedirectUris: textsAt(app, 'postLogoutRedirectUris'),
    devMode: flagAt(app, 'devMode'),
    accessTokenFormat: textAt(app, 'accessTokenType') === 'OIDC_TOKEN_TYPE_JWT' ? 'jwt' : 'opaque',
    idTokenSigningAlg: wireSigningAlgorithm(textAt(content, 'idTokenSigningAlg')),
    accessTokenSigningAlg: wireSigningAlgorithm(textAt(content, 'accessTokenSigningAlg')),
    accessTokenTyp: textAt(content, 'accessTokenTyp') === 'JWT' ? 'JWT' : 'at+jwt',
    idTokenUserinfoAssertion: flagAt(app, 'idTokenUserinfoAssertion'),
    projectRoleAssertion: flagAt(project, 'project', 'projectRoleAssertion'),
    accessTokenRoleAssertion: flagAt(app, 'accessTokenRoleAssertion'),
    idTokenRoleAssertion: flagAt(app, 'idTokenRoleAssertion'),
    managementAccess: oidc && flagAt(content, 'managementAccess'),
    ...metadataIn(content),
    ...privateLabeling(project),
    createdAt: row.created_at,
    timesEnded: row.times_ended + row.project_times_ended + row.org_times_ended,
  }
}

function metadataIn({ clientMetadata: metadata }: Content): Pick<Client, 'metadata'> {
  return isObject(metadata) ? { metadata } : {}
}

function formerSecret(row: FormerSecretColumns): Pick<Client, 'formerSecret'> {
  const former = formerSecretOf(row)
  return former === undefined ? {} : { formerSecret: former }
}

/** The columns of a second secret. */
export interface FormerSecretColumns {
  readonly former_secret: string | null
  readonly former_secret_until: string | null
}

/** @returns the second secret of an application or a service user */
export function formerSecretOf({ former_secret: stored, former_secret_until: until }: FormerSecretColumns): FormerSecret | undefined {
  return stored === null ? undefined : { stored, ...(until === null ? {} : { expiresAt: Number(until) }) }
}

function privateLabeling(project: Content): Pick<Client, 'privateLabeling'> {
  switch (textAt(project, 'project', 'privateLabelingSetting')) {
    case 'PRIVATE_LABELING_SETTING_ENFORCE_PROJECT_RESOURCE_OWNER_POLICY':
      return { privateLabeling: 'project_owner' }
    case 'PRIVATE_LABELING_SETTING_ALLOW_LOGIN_USER_RESOURCE_OWNER_POLICY':
      return { privateLabeling: 'user' }
    default:
      return {}
  }
}

function serviceUserClient(row: ClientRow): Client {
  const content = parseContent(row.content)
  return {
    clientId: row.client_id,
    kind: 'service_user',
    name: textAt(content, 'user', 'name') ?? row.project_or_name,
    orgId: row.org_id,
    applicationType: 'web',
    authenticationMethod: 'client_secret_basic',
    ...(row.secret_digest === null ? {} : { secretDigest: row.secret_digest }),
    ...(row.secret_hash === null ? {} : { secretHash: row.secret_hash }),
    ...formerSecret(row),
    grantTypes: serviceUserGrantTypes,
    responseTypes: [],
    redirectUris: [],
    postLogoutRedirectUris: [],
    devMode: false,
    accessTokenFormat: textAt(content, 'user', 'accessTokenType') === 'ACCESS_TOKEN_TYPE_JWT' ? 'jwt' : 'opaque',
    idTokenSigningAlg: 'RS256',
    accessTokenSigningAlg: wireSigningAlgorithm(textAt(content, 'accessTokenSigningAlg')),
    accessTokenTyp: textAt(content, 'accessTokenTyp') === 'JWT' ? 'JWT' : 'at+jwt',
    idTokenUserinfoAssertion: false,
    projectRoleAssertion: false,
    accessTokenRoleAssertion: false,
    idTokenRoleAssertion: false,
    managementAccess: true,
    createdAt: row.created_at,
    timesEnded: row.times_ended + row.org_times_ended,
  }
}
