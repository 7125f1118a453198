// The administrative roles of a user.
import type { Membership, ResourceReference } from '@symbolon/core-protocol'
import { findReadable } from '@symbolon/management-api'
import { may } from '@symbolon/permissions'
import type { Place, Subject } from '@symbolon/permissions'
import { html } from 'hono/html'
import { isolatedName, plainName } from '../html/markup.ts'
import { objectAt, textIn } from '../resource/resources.ts'
import type { ConsoleContent, Visit } from '../visit/visit.ts'
import { framedInUser, tabs, userOf } from './user.ts'

const subjects: Readonly<Record<Membership['of'], Subject>> = {
  instance: 'instanceMember',
  organization: 'orgMember',
  project: 'projectMember',
  project_grant: 'projectGrantMember',
}

/** `GET /ui/console/orgs/:orgId/users/:userId/memberships`: those at places whose members the visitor may see. */
export async function membershipsPage(visit: Visit): Promise<ConsoleContent> {
  const user = await userOf(visit)
  const { texts, visitor, management } = visit
  const { users } = texts
  const all = await management.context.stores.memberships.list(user.id)
  const visible = all.filter((membership) => may(visitor.caller, 'list', subjects[membership.of], placeOf(membership)) === undefined)
  const names = await namesOf(visible, visit)
  return {
    ...(await framedInUser(visit, user)),
    title: `${users.tabs.memberships} · ${plainName(user.displayName)}`,
    main: html`${tabs(user, 'memberships', visit)}
${
  visible.length === 0
    ? html`<p class="empty card">${users.memberships.empty}</p>`
    : html`<div class="table"><table><thead><tr><th scope="col">${users.memberships.place}</th><th scope="col">${users.memberships.roles}</th></tr></thead>
<tbody>${visible.map((membership) => html`<tr><td>${isolatedName(placeName(membership, names, users.memberships.instance))}</td><td>${membership.roles.join(', ')}</td></tr>`)}</tbody></table></div>`
}`,
  }
}

function placeOf({ orgId, projectId, grantId, grantedOrgId }: Membership): Place {
  return {
    ...(orgId === undefined ? {} : { orgId }),
    ...(projectId === undefined ? {} : { projectId }),
    ...(grantId === undefined ? {} : { projectGrantId: grantId }),
    ...(grantedOrgId === undefined ? {} : { grantedOrgId }),
  }
}

/** @returns the names of organizations and projects by their kinds and ids, as far as the visitor may read them */
async function namesOf(memberships: readonly Membership[], { management }: Visit): Promise<ReadonlyMap<string, string>> {
  const references = memberships.flatMap(({ orgId, projectId }): readonly ResourceReference[] => [
    ...(orgId === undefined ? [] : [{ kind: 'org', key: [orgId] } as const]),
    ...(projectId === undefined ? [] : [{ kind: 'project', key: [projectId] } as const]),
  ])
  const found = references.length === 0 ? [] : await findReadable(references, management)
  return new Map(found.map((resource) => [`${resource.kind} ${resource.key[0] ?? ''}`, textIn(objectAt(resource, resource.kind), 'name')]))
}

function placeName({ of, orgId, projectId, grantId }: Membership, names: ReadonlyMap<string, string>, instance: string): string {
  if (of === 'instance') return instance
  const org = orgId === undefined ? undefined : (names.get(`org ${orgId}`) ?? orgId)
  const project = projectId === undefined ? undefined : (names.get(`project ${projectId}`) ?? projectId)
  return [org, project, grantId].filter((part) => part !== undefined).join(' / ')
}
