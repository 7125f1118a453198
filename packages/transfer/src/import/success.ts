// The lists of objects that exist after an import, per organization, with the names and the order that existing clients know, including the
// misspelt `oidcIpds`.
import type { Resource, ResourceKind, ResourceReference } from '@symbolon/core-protocol'
import type { ApplyEntry } from '@symbolon/provisioning'

/** In the order of the answer. */
export const successLists = [
  'projectIds',
  'projectRoles',
  'oidcAppIds',
  'apiAppIds',
  'humanUserIds',
  'machineUserIds',
  'actionIds',
  'triggerActions',
  'projectGrants',
  'userGrants',
  'orgMembers',
  'projectMembers',
  'projectGrantMembers',
  'oidcIpds',
  'jwtIdps',
  'userLinks',
  'userMetadata',
  'domains',
  'appKeys',
  'machineKeys',
  'personalAccessTokens',
  'passkeys',
] as const

/** The name of a list. */
export type SuccessList = (typeof successLists)[number]
/** Some of the lists with their entries. */
export type SuccessLists = Readonly<Partial<Record<SuccessList, readonly unknown[]>>>

type Describe = (key: readonly string[], content: Resource['content']) => unknown

const id: Describe = ([first]) => first
const second: Describe = ([, other]) => other

const described: Readonly<Partial<Record<ResourceKind, readonly [SuccessList, Describe]>>> = {
  project: ['projectIds', id],
  projectRole: ['projectRoles', (key) => key.join('_')],
  oidcApp: ['oidcAppIds', id],
  apiApp: ['apiAppIds', id],
  humanUser: ['humanUserIds', id],
  machineUser: ['machineUserIds', id],
  action: ['actionIds', id],
  triggerActions: [
    'triggerActions',
    ([, flowType, triggerType], content) => ({ flowType, triggerType, ...given('actionIds', content['actionIds']) }),
  ],
  projectGrant: [
    'projectGrants',
    ([grantId], content) => {
      const grant = content['projectGrant']
      return { grantId, ...given('projectId', valueAt(grant, 'projectId')), ...given('orgId', valueAt(grant, 'grantedOrgId')) }
    },
  ],
  userGrant: ['userGrants', ([userId, projectId]) => ({ projectId, userId })],
  orgMember: ['orgMembers', second],
  projectMember: ['projectMembers', ([projectId, userId]) => ({ projectId, userId })],
  projectGrantMember: [
    'projectGrantMembers',
    ([grantId, userId], content) => ({ ...given('projectId', content['projectId']), grantId, userId }),
  ],
  oidcIdp: ['oidcIpds', id],
  jwtIdp: ['jwtIdps', id],
  userLink: [
    'userLinks',
    ([userId, idpId, externalUserId], content) => ({ userId, externalUserId, ...given('displayName', content['providedUserName']), idpId }),
  ],
  userMetadata: ['userMetadata', ([userId, key]) => ({ userId, key })],
  orgDomain: ['domains', second],
  appKey: ['appKeys', id],
  machineKey: ['machineKeys', id],
  personalAccessToken: ['personalAccessTokens', id],
  passkey: ['passkeys', (credential, { userId }) => ({ userId, credentialId: credential[0] })],
}

/**
 * Objects that existed before count too, so that a second run over a document returns the same lists.
 * @param contentOf the content of an object of the entries
 */
export function successOf(
  entries: readonly ApplyEntry[],
  contentOf: (reference: ResourceReference) => Resource['content'] | undefined,
): SuccessLists {
  const lists: Partial<Record<SuccessList, unknown[]>> = {}
  for (const { kind, key, action } of entries) {
    if (kind === 'member' || (action !== 'created' && action !== 'changed' && action !== 'same')) continue
    const [list, describe] = described[kind] ?? []
    if (list === undefined || describe === undefined) continue
    ;(lists[list] ??= []).push(describe(key, contentOf({ kind, key }) ?? {}))
  }
  return lists
}

function valueAt(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function given(name: string, value: unknown): Readonly<Record<string, unknown>> {
  return value === undefined ? {} : { [name]: value }
}
