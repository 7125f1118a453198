// What a document says and the directory has no place for: one row per list with its count, so that nothing is lost in silence. Pure.
import type { DocumentOrg, HumanUser, OrgDocument, UnknownMember } from '@symbolon/schema-v2'
import type { ApplyEntry } from '../report/apply-report.ts'
import type { Reason } from '../report/reason.ts'
import { placesOf } from './desired-resource.ts'
import { orgPolicies } from './orgs.ts'

const storedMembers = new Set<string>([
  'orgId', 'org', 'orgState', 'domains', ...orgPolicies, 'projects', 'projectRoles', 'humanUsers', 'machineUsers', 'oidcApps', 'apiApps',
  'appKeys', 'machineKeys', 'userMetadata', 'personalAccessTokens', 'projectGrants', 'userGrants', 'orgMembers', 'projectMembers',
  'projectGrantMembers',
] satisfies readonly (keyof DocumentOrg)[])

export function ignoredMembers(document: OrgDocument, unknownMembers: readonly UnknownMember[]): readonly ApplyEntry[] {
  return [
    ...placesOf(document.orgs, 'orgs').flatMap(({ item, path }) => [...notStored(item, path), ...notStoredOfUsers(item, path)]),
    ...unknownMembers.map(({ path }) => ignored(path, 'unknown_member')),
  ]
}

function notStored(org: DocumentOrg, path: string): readonly ApplyEntry[] {
  return Object.entries(org).filter(([name]) => !storedMembers.has(name))
    .map(([name, value]: [string, unknown]) => (
      ignored(`${path}.${name}`, 'not_stored_yet', Array.isArray(value) ? value.length : undefined)
    ))
}

function notStoredOfUsers({ humanUsers = [] }: DocumentOrg, path: string): readonly ApplyEntry[] {
  const users = humanUsers.map(({ user }) => user)
  const rows: readonly (readonly [string, Reason, number])[] = [
    ['idps', 'not_stored_yet', users.reduce((count, { idps = [] }) => count + idps.length, 0)],
    ['requestPasswordlessRegistration', 'not_stored_yet', users.filter((user) => user.requestPasswordlessRegistration === true).length],
    ['password', 'password_not_needed', users.filter(hasBothPasswords).length],
  ]
  return rows.filter(([, , count]) => count > 0)
    .map(([name, reason, count]) => ignored(`${path}.humanUsers[*].user.${name}`, reason, count))
}

function hasBothPasswords({ password, hashedPassword }: HumanUser['user']): boolean {
  return password !== undefined && hashedPassword?.value !== undefined
}

function ignored(path: string, reason: Reason, count?: number): ApplyEntry {
  return { path, kind: 'member', key: [], action: 'ignored', reason, ...(count === undefined ? {} : { count }) }
}
