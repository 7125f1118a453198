// What a document says and nobody keeps: one row per list with its count, so that nothing is lost in silence. Pure.
import type { HumanUser, OrgDomain } from '@symbolon/schema-v2'
import type { ApplyEntry } from '../report/apply-report.ts'
import type { Reason } from '../report/reason.ts'
import type { DocumentPiece } from './document-piece.ts'

export function ignoredMembers({ org, path, unknownMembers = [] }: DocumentPiece): readonly ApplyEntry[] {
  const { orgId, humanUsers = [], machineUsers = [], domains = [], domainPolicy } = org
  const counts: readonly (readonly [string, Reason, number])[] = [
    ['domainPolicy.orgId', 'other_org_id', isOther(domainPolicy?.orgId, orgId) ? 1 : 0],
    ['domains[*].orgId', 'other_org_id', domains.filter((domain) => isOther(domain.orgId, orgId)).length],
    ['domains[*].details', 'of_the_source', domains.filter(hasDetails).length],
    ['humanUsers[*].user.requestPasswordlessRegistration', 'sends_nothing', humanUsers.filter(asksForRegistration).length],
    ['humanUsers[*].user.password', 'password_not_needed', humanUsers.filter(hasBothPasswords).length],
    ['machineUsers[*].user.userId', 'other_user_id', machineUsers.filter(({ userId, user }) => isOther(user.userId, userId)).length],
  ]
  return [
    ...counts.filter(([, , count]) => count > 0).map(([name, reason, count]) => ignored(`${path}.${name}`, reason, count)),
    ...unknownMembers.map((member) => ignored(member.path, 'unknown_member')),
  ]
}

export function unknownMember(path: string): ApplyEntry {
  return ignored(path, 'unknown_member')
}

function isOther(repeated: string | undefined, id: string): boolean {
  return repeated !== undefined && repeated !== id
}

function hasDetails({ details }: OrgDomain): boolean {
  return details !== undefined && Object.keys(details).length > 0
}

function asksForRegistration({ user }: HumanUser): boolean {
  return user.requestPasswordlessRegistration === true
}

function hasBothPasswords({ user: { password, hashedPassword } }: HumanUser): boolean {
  return password !== undefined && hashedPassword?.value !== undefined
}

function ignored(path: string, reason: Reason, count?: number): ApplyEntry {
  return { path, kind: 'member', key: [], action: 'ignored', reason, ...(count === undefined ? {} : { count }) }
}
