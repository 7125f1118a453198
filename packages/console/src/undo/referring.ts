// The objects that refer to a new object. To undo its creation removes it, and must not remove what users created with it since.
import type { DirectoryFilter, ResourceKind } from '@symbolon/core-protocol'
import { listIdentityProviders } from '@symbolon/management-api'
import type { Target } from '@symbolon/management-api'
import type { JsonObject } from '@symbolon/schema-v2'
import { objectAt, textsIn } from '../resource/resources.ts'
import type { Visit } from '../visit/visit.ts'

const ofUser = ['userGrant', 'orgMember', 'projectMember', 'projectGrantMember', 'userLink', 'passkey'] as const

/** The kinds that may refer to an object, with the member that does. Without one they are those of the organization. */
const referring: Readonly<Partial<Record<ResourceKind, readonly (readonly [ResourceKind, DirectoryFilter | undefined])[]>>> = {
  org: [
    ['humanUser', undefined],
    ['machineUser', undefined],
    ['project', undefined],
    ['oidcIdp', undefined],
    ['orgPolicy', undefined],
    ['orgText', undefined],
    ['orgMember', undefined],
  ],
  humanUser: ofUser.map((kind) => [kind, 'userId']),
  machineUser: [...ofUser, 'machineKey' as const, 'personalAccessToken' as const].map((kind) => [kind, 'userId']),
  project: [
    ['projectRole', 'projectId'],
    ['oidcApp', 'projectId'],
    ['apiApp', 'projectId'],
    ['projectGrant', 'projectId'],
    ['userGrant', 'projectId'],
    ['projectMember', 'projectId'],
  ],
  projectRole: [
    ['userGrant', 'projectId'],
    ['projectGrant', 'projectId'],
  ],
  oidcIdp: [['userLink', 'idpId']],
  instanceOidcIdp: [['userLink', 'idpId']],
}

/** At most this many objects are searched. If there are more, something is taken to refer to the object. */
const most = 50

/** @returns whether something refers to the object that was made after it */
export async function isReferredTo({ reference: { kind, key }, orgId }: Target, { management, visitor }: Visit): Promise<boolean> {
  const [first = '', roleKey = ''] = key
  for (const [other, filter] of referring[kind] ?? []) {
    const place = filter === undefined ? { orgId: first } : { of: { [filter]: first } }
    const found = await management.context.stores.directory.page({ kind: other, limit: most, ...place })
    const isLater = found.some((resource) => {
      // The creator of an object becomes its first member.
      if (resource.key.includes(visitor.user.id) && (other === 'orgMember' || other === 'projectMember')) return false
      return kind !== 'projectRole' || rolesOf(resource.content).includes(roleKey)
    })
    if (isLater || found.length === most) return true
  }
  if (kind !== 'oidcIdp' && kind !== 'instanceOidcIdp') return false
  const providers = await listIdentityProviders(orgId === undefined ? {} : { orgId }, management)
  return providers.some(({ idpId, offered }) => idpId === first && offered)
}

function rolesOf(content: JsonObject): readonly string[] {
  return [...textsIn(content, 'roleKeys'), ...textsIn(objectAt({ content }, 'projectGrant'), 'roleKeys')]
}
