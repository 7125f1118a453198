// How each kind of resource lies in its table: the columns of its key, of its secrets, and those that repeat members of its content.
import { canonicalDomain, canonicalLoginName, nameSkeleton } from '@symbolon/core-protocol'
import type { Resource, ResourceKind, ResourceSecrets } from '@symbolon/core-protocol'
import { wireUserState } from '@symbolon/schema-v2'
import { flagAt, isActive, requiredTextAt, textAt, timeAt } from '../documents/content.ts'
import type { PublicKey } from '../documents/public-key.ts'
import { wireAuthenticationMethod } from '../documents/wire-names.ts'
import type { ResourceTables } from '../resources/tables/resource-tables.ts'
import { provenContacts } from '../resources/tables/users.ts'
import type { PasskeyTables } from '../stores/passkeys.ts'

/** A row of any table of resources. */
export type Row = Readonly<Record<string, string | number | null>>

/** A column of a secret. A resource that is put without the secret keeps the stored one. */
export type SecretColumn =
  | 'secret_digest'
  | 'secret_hash'
  | 'secret_source'
  | 'former_secret'
  | 'former_secret_until'
  | 'token_digest'
  | 'sealed_otp_secret'
  | 'otp_source'
  | 'sealed_secret'

/** The member that each column of a secret holds. */
export const secretMembers: Readonly<Record<SecretColumn, keyof ResourceSecrets>> = {
  secret_digest: 'clientSecretDigest',
  secret_hash: 'clientSecretHash',
  secret_source: 'clientSecretSource',
  former_secret: 'formerClientSecret',
  former_secret_until: 'formerClientSecretUntil',
  token_digest: 'tokenDigest',
  sealed_otp_secret: 'sealedOtpSecret',
  otp_source: 'otpSource',
  sealed_secret: 'sealedIdpSecret',
}

/** A row that must exist, by its key of one column. */
export interface Parent {
  readonly table: 'orgs' | 'users' | 'projects' | 'project_grants' | 'applications'
  readonly id: string
}

/** How one kind of resource lies in its table. */
export interface ResourceLayout {
  readonly table: keyof ResourceTables | keyof PasskeyTables
  /** The columns of the key, in the order of `resourceKeys`. */
  readonly keys: readonly [string, ...string[]]
  /** The value of `kind` where two kinds of resource share a table. */
  readonly kind?: string
  /** Whether an organization owns the resource. */
  readonly owned: boolean
  /** Whether the resource stays when its organization is removed, and may come without it. */
  readonly withoutOrg?: boolean
  readonly secrets?: readonly SecretColumn[]
  /** The parent of the resource, in addition to its organization. */
  readonly parent?: (resource: Resource) => Parent
  /** The column with the state of a resource to which tokens are issued: a change of state ends them. */
  readonly switchedBy?: 'active' | 'state'
  /** The other columns: those that repeat members of the content. */
  readonly columns?: (resource: Resource, key: PublicKey | undefined) => Row
}

const flag = (value: boolean): number => (value ? 1 : 0)
const active = ({ content }: Resource): Row => ({ active: flag(isActive(content['state'])) })

function standing({ content }: Resource): Row {
  const state = textAt(content, 'state')
  return { standing: state === 'STATE_INVITED' ? 'invited' : state === 'STATE_SUSPENDED' ? 'suspended' : null }
}

/** What is suspended stays active, and counts again when the suspension ends. Its state is not part of the stored content: one statement suspends. */
function userGrantColumns(resource: Resource): Row {
  const { state, ...content } = resource.content
  if (state !== 'STATE_SUSPENDED') return { ...active(resource), standing: null }
  return { active: 1, standing: 'suspended', content: JSON.stringify(content) }
}

function canonical(name: string | undefined): string | null {
  return name === undefined ? null : canonicalLoginName(name)
}

function keyColumns(resource: Resource, key: PublicKey | undefined): Row {
  if (key === undefined) throw new TypeError('The public key has not been read')
  const expiresAt = timeAt(resource.content, 'expirationDate')
  return { ...active(resource), expires_at: expiresAt ?? null, algorithm: key.algorithm, jwk: JSON.stringify(key.jwk) }
}

function userColumns({ content }: Resource): Row {
  const userName = requiredTextAt(content, 'user', 'userName')
  return {
    state: wireUserState(textAt(content, 'state')),
    user_name: userName,
    user_name_canonical: canonicalLoginName(userName),
    email_canonical: canonical(textAt(content, 'user', 'email', 'email')),
    phone_canonical: canonical(textAt(content, 'user', 'phone', 'phone')),
    ...provenContacts(content),
  }
}

const clientSecrets: readonly SecretColumn[] = ['secret_digest', 'secret_hash', 'secret_source', 'former_secret', 'former_secret_until']
/** The parent is the first part of the key. */
const firstOfKey =
  (table: Parent['table']) =>
  ({ key: [id = ''] }: Resource): Parent => ({ table, id })
/** The parent is named in the content. */
const textOf =
  (table: Parent['table'], ...path: readonly string[]) =>
  ({ content }: Resource): Parent => ({ table, id: requiredTextAt(content, ...path) })

function applicationColumns(resource: Resource): Row {
  const { content } = resource
  // Throws for an unknown method.
  wireAuthenticationMethod(textAt(content, 'app', 'authMethodType'))
  return {
    ...active(resource),
    project_id: requiredTextAt(content, 'app', 'projectId'),
    client_id: requiredTextAt(content, 'clientId'),
  }
}

/** The layout of each kind. */
export const resourceLayouts: Readonly<Record<ResourceKind, ResourceLayout>> = {
  org: {
    table: 'orgs',
    keys: ['org_id'],
    owned: false,
    switchedBy: 'active',
    columns: ({ content }) => ({
      name: textAt(content, 'org', 'name') ?? '',
      name_skeleton: nameSkeleton(textAt(content, 'org', 'name') ?? ''),
      active: flag(isActive(content['orgState'])),
    }),
  },
  orgDomain: {
    table: 'org_domains',
    keys: ['org_id', 'domain_name'],
    owned: false,
    columns: ({ content, key }) => ({
      domain_canonical: canonicalDomain(key[1] ?? ''),
      usable: flag(isActive(content['state']) && (flagAt(content, 'isVerified') || flagAt(content, 'isPrimary'))),
      is_primary: flag(flagAt(content, 'isPrimary')),
    }),
  },
  orgPolicy: { table: 'org_policies', keys: ['org_id', 'policy'], owned: false },
  humanUser: {
    table: 'users',
    keys: ['user_id'],
    kind: 'human',
    owned: true,
    secrets: ['sealed_otp_secret', 'otp_source'],
    switchedBy: 'state',
    columns: userColumns,
  },
  machineUser: {
    table: 'users',
    keys: ['user_id'],
    kind: 'machine',
    owned: true,
    secrets: clientSecrets,
    switchedBy: 'state',
    columns: userColumns,
  },
  userMetadata: { table: 'user_metadata', keys: ['user_id', 'metadata_key'], owned: true, parent: firstOfKey('users') },
  project: {
    table: 'projects',
    keys: ['project_id'],
    owned: true,
    switchedBy: 'active',
    columns: (resource) => ({
      ...active(resource),
      has_project_check: flag(flagAt(resource.content, 'project', 'hasProjectCheck')),
      project_role_check: flag(flagAt(resource.content, 'project', 'projectRoleCheck')),
    }),
  },
  projectRole: { table: 'project_roles', keys: ['project_id', 'role_key'], owned: true, parent: firstOfKey('projects') },
  projectGrant: {
    table: 'project_grants',
    keys: ['grant_id'],
    owned: true,
    parent: textOf('projects', 'projectGrant', 'projectId'),
    columns: (resource) => ({
      ...active(resource),
      project_id: requiredTextAt(resource.content, 'projectGrant', 'projectId'),
      granted_org_id: requiredTextAt(resource.content, 'projectGrant', 'grantedOrgId'),
    }),
  },
  oidcApp: {
    table: 'applications',
    keys: ['app_id'],
    kind: 'oidc',
    owned: true,
    secrets: clientSecrets,
    columns: applicationColumns,
    switchedBy: 'active',
    parent: textOf('projects', 'app', 'projectId'),
  },
  apiApp: {
    table: 'applications',
    keys: ['app_id'],
    kind: 'api',
    owned: true,
    secrets: clientSecrets,
    columns: applicationColumns,
    switchedBy: 'active',
    parent: textOf('projects', 'app', 'projectId'),
  },
  appKey: {
    table: 'application_keys',
    keys: ['key_id'],
    owned: true,
    parent: textOf('applications', 'appId'),
    columns: (resource, key) => ({ ...keyColumns(resource, key), app_id: requiredTextAt(resource.content, 'appId') }),
  },
  machineKey: {
    table: 'machine_keys',
    keys: ['key_id'],
    owned: true,
    parent: textOf('users', 'userId'),
    columns: (resource, key) => ({ ...keyColumns(resource, key), user_id: requiredTextAt(resource.content, 'userId') }),
  },
  personalAccessToken: {
    table: 'personal_access_tokens',
    keys: ['token_id'],
    owned: true,
    secrets: ['token_digest'],
    parent: textOf('users', 'userId'),
    switchedBy: 'active',
    columns: (resource) => ({
      ...active(resource),
      user_id: requiredTextAt(resource.content, 'userId'),
      expires_at: timeAt(resource.content, 'expirationDate') ?? null,
    }),
  },
  userGrant: { table: 'user_grants', keys: ['user_id', 'project_id', 'project_grant_id'], owned: true, columns: userGrantColumns },
  orgMember: { table: 'org_members', keys: ['org_id', 'user_id'], owned: false, columns: standing },
  projectMember: {
    table: 'project_members',
    keys: ['project_id', 'user_id'],
    owned: true,
    parent: firstOfKey('projects'),
    columns: standing,
  },
  projectGrantMember: {
    table: 'project_grant_members',
    keys: ['grant_id', 'user_id'],
    owned: true,
    parent: firstOfKey('project_grants'),
    columns: standing,
  },
  instanceMember: { table: 'instance_members', keys: ['user_id'], owned: false },
  instancePolicy: { table: 'instance_policies', keys: ['policy'], owned: false },
  instanceOidcIdp: { table: 'instance_identity_providers', keys: ['idp_id'], owned: false, secrets: ['sealed_secret'] },
  instanceText: { table: 'instance_texts', keys: ['member', 'language'], owned: false },
  oidcIdp: { table: 'identity_providers', keys: ['idp_id'], kind: 'oidc', owned: true, secrets: ['sealed_secret'] },
  jwtIdp: { table: 'identity_providers', keys: ['idp_id'], kind: 'jwt', owned: true },
  userLink: {
    table: 'user_links',
    keys: ['user_id', 'idp_id', 'provided_user_id'],
    owned: true,
    parent: firstOfKey('users'),
    columns: ({ content }) => ({ issuer: textAt(content, 'issuer') ?? '' }),
  },
  // Its rows are those of the store of passkeys, see `passkeys.ts`.
  passkey: { table: 'passkeys', keys: ['credential_id'], owned: true, parent: textOf('users', 'userId') },
  action: { table: 'actions', keys: ['action_id'], owned: true },
  triggerActions: { table: 'trigger_actions', keys: ['org_id', 'flow_type', 'trigger_type'], owned: false },
  // The organization of a removed id may be gone.
  removedId: { table: 'removed_ids', keys: ['id_kind', 'id'], owned: true, withoutOrg: true },
  orgText: { table: 'org_texts', keys: ['org_id', 'member', 'language'], owned: false },
}

/** Whether the kind is one of those that share the table of users. */
export function isUser(kind: ResourceKind): boolean {
  return kind === 'humanUser' || kind === 'machineUser'
}

/** The kinds in an order in which parents come first. */
export const kindsInOrder: readonly ResourceKind[] = [
  'org',
  'orgDomain',
  'orgPolicy',
  'orgText',
  'instancePolicy',
  'instanceOidcIdp',
  'instanceText',
  'oidcIdp',
  'jwtIdp',
  'action',
  'triggerActions',
  'humanUser',
  'machineUser',
  'userMetadata',
  'userLink',
  'passkey',
  'personalAccessToken',
  'machineKey',
  'project',
  'projectRole',
  'projectGrant',
  'oidcApp',
  'apiApp',
  'appKey',
  'userGrant',
  'orgMember',
  'projectMember',
  'projectGrantMember',
  'instanceMember',
  'removedId',
]
