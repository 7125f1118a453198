// The pages of members, of each place that has members.
import type { AnyEndpoint } from '@symbolon/core-protocol'
import type { ConsolePages } from '../page/page.ts'
import { memberList } from './list.ts'
import { changeMember, memberPage } from './member-page.ts'
import { addMember, newMember } from './new-member.ts'

const places = [
  ['the instance', '/instance/members'],
  ['an organization', '/orgs/:orgId/members'],
  ['a project', '/orgs/:orgId/projects/:projectId/members'],
] as const

/** @returns the pages. To add or to change a member needs a fresh proof of every factor. */
export function memberPages({ page }: ConsolePages): readonly AnyEndpoint[] {
  return places.flatMap(([of, path]) => [
    page({ name: `members of ${of} in the console`, path, page: memberList }),
    page({ name: `new member of ${of} in the console`, path: `${path}/new`, dangerous: true, page: newMember, post: addMember }),
    page({ name: `member of ${of} in the console`, path: `${path}/of/:userId`, dangerous: true, page: memberPage, post: changeMember }),
  ])
}
