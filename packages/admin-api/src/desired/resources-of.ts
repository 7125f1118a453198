// A document as a flat list of resources, in the order in which they can be created within one organization. Pure.
import type { OrgDocument } from '@symbolon/schema-v2'
import { placesOf } from './desired-resource.ts'
import type { DesiredResource } from './desired-resource.ts'
import { membersOf, projectGrantsOf, userGrantsOf } from './grants.ts'
import { instanceResourcesOf } from './instance.ts'
import { domainsOf, orgOf, policiesOf } from './orgs.ts'
import { appsOf, projectsOf } from './projects.ts'
import { humanUsersOf, machineUsersOf, userBelongingsOf } from './users.ts'

const steps = [
  orgOf, domainsOf, policiesOf, projectsOf, humanUsersOf, machineUsersOf, appsOf, userBelongingsOf,
  projectGrantsOf, userGrantsOf, membersOf,
]

/** The document is in the normal form that `readDocument` gives. */
export function resourcesOf(document: OrgDocument): readonly DesiredResource[] {
  return [
    ...placesOf(document.orgs, 'orgs').flatMap(({ item: org, path }) => steps.flatMap((step) => step(org, path))),
    ...instanceResourcesOf(document),
  ]
}
