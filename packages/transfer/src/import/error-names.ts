// The names that errors have for the kinds of objects, and how they spell ids: as the importers that existing clients know.
import type { ResourceKind } from '@symbolon/core-protocol'
import type { ApplyEntry, ListMember } from '@symbolon/provisioning'
import { documentOrgSchema, snakeCase } from '@symbolon/schema-v2'
import { listKinds } from '../document-lists.ts'
import type { ImportError } from './import-row.ts'

const types: Readonly<Partial<Record<ResourceKind, string>>> = {
  org: 'org', orgDomain: 'domain', humanUser: 'human_user', machineUser: 'machine_user', userMetadata: 'user_metadata',
  project: 'project', projectRole: 'project_role', projectGrant: 'project_grant', oidcApp: 'oidc_app', apiApp: 'api_app', appKey: 'app_key',
  machineKey: 'machine_user_key', personalAccessToken: 'personal_access_token', userGrant: 'user_grant', orgMember: 'org_member',
  projectMember: 'project_member', projectGrantMember: 'project_grant_member', oidcIdp: 'oidc_idp', jwtIdp: 'jwt_idp',
  userLink: 'user_link', action: 'action', triggerActions: 'trigger_action',
}

/** @param member of the document, where the kind alone does not tell */
export function errorType(kind: ResourceKind, member: string = ''): string {
  if (kind === 'orgPolicy' || kind === 'instancePolicy') return snakeCase(member)
  // `initMessages` is `init_message`, but `loginTexts` stays in the plural.
  if (kind === 'orgText') return snakeCase(member).replace(/messages$/, 'message')
  return types[kind] ?? kind
}

/** @param name a member of an organization in a document, in either spelling */
export function memberErrorType(name: string): string {
  const member = documentOrgSchema.spellings.get(name) ?? name
  if (Object.hasOwn(listKinds, member)) return errorType(listKinds[member as ListMember], member)
  return member.endsWith('Policy') ? errorType('orgPolicy', member) : 'org'
}

type About = Pick<ApplyEntry, 'kind' | 'key' | 'member'>

export function errorOf({ kind, key, member }: About, orgId: string, message: string): ImportError {
  const [first = '', second = '', third = ''] = key
  if (kind === 'member') return { type: 'org', id: orgId, message }
  if (member === 'user.otpCode') return { type: 'human_user_otp', id: first, message }
  switch (kind) {
    case 'orgPolicy': return { type: errorType(kind, second), id: first, message }
    case 'orgText': return { type: errorType(kind, second), id: `${first}_${third}`, message }
    case 'triggerActions': return { type: errorType(kind), id: `${second}_${third}`, message }
    case 'userLink': return { type: errorType(kind), id: `${first}_${second}`, message }
    case 'userGrant': return { type: errorType(kind), id: `${orgId}_${second}_${first}`, message }
    case 'projectMember':
    case 'projectGrant':
    case 'projectGrantMember': return { type: errorType(kind), id: [orgId, ...key].join('_'), message }
    default: return { type: errorType(kind), id: key.join('_'), message }
  }
}
