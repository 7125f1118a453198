// A piece of a document as a flat list of resources, in the order in which they can be created within one organization. Pure.
import type { OrgDocument } from '@symbolon/schema-v2'
import { actionsOf, identityProvidersOf, textsOf } from './belongings.ts'
import type { DesiredResource } from './desired-resource.ts'
import type { DocumentPiece } from './document-piece.ts'
import { membersOf, projectGrantsOf, userGrantsOf } from './grants.ts'
import { instanceResourcesOf } from './instance.ts'
import { domainsOf, orgOf, policiesOf } from './orgs.ts'
import { appsOf, projectsOf } from './projects.ts'
import { humanUsersOf, machineUsersOf, userBelongingsOf, userLinksOf } from './users.ts'

const steps = [
  orgOf, domainsOf, policiesOf, identityProvidersOf, textsOf, projectsOf, humanUsersOf, machineUsersOf, appsOf, userBelongingsOf,
  userLinksOf, actionsOf, projectGrantsOf, userGrantsOf, membersOf,
]

export function resourcesOfPiece(piece: DocumentPiece): readonly DesiredResource[] {
  return steps.flatMap((step) => step(piece))
}

/** The document is in the normal form that `readDocument` gives. */
export function resourcesOf(document: OrgDocument): readonly DesiredResource[] {
  return [
    ...(document.orgs ?? []).flatMap((org, index) => resourcesOfPiece({ org, path: `orgs[${index}]` })),
    ...instanceResourcesOf(document),
  ]
}
