// A document as a flat list of resources.
import type { InstanceSettings, OrgDocument } from '@symbolon/schema-v2'
import { soundPolicy } from '../validate/policy.ts'
import { actionsOf, identityProvidersOf, instanceListsOf, textsOf } from './belongings.ts'
import { desiredResource } from './desired-resource.ts'
import type { Content, DesiredResource } from './desired-resource.ts'
import type { DocumentPiece } from './document-piece.ts'
import { memberOf, membersOf, projectGrantsOf, userGrantsOf } from './grants.ts'
import { domainsOf, orgOf, policiesOf } from './orgs.ts'
import { passkeysOf } from './passkeys.ts'
import { appsOf, projectsOf } from './projects.ts'
import { removedIdsOf } from './removed-ids.ts'
import { humanUsersOf, machineUsersOf, userBelongingsOf, userLinksOf } from './users.ts'

const steps = [
  orgOf,
  domainsOf,
  policiesOf,
  identityProvidersOf,
  textsOf,
  projectsOf,
  humanUsersOf,
  machineUsersOf,
  appsOf,
  userBelongingsOf,
  userLinksOf,
  passkeysOf,
  actionsOf,
  projectGrantsOf,
  userGrantsOf,
  membersOf,
  removedIdsOf,
]

/** A piece of a document as a flat list of resources, in the order in which they can be created within one organization. Pure. */
export function resourcesOfPiece(piece: DocumentPiece): readonly DesiredResource[] {
  return steps.flatMap((step) => step(piece))
}

/** The document must be in the normal form that `readDocument` returns. */
export function resourcesOf(document: OrgDocument): readonly DesiredResource[] {
  return [
    ...(document.orgs ?? []).flatMap((org, index) => resourcesOfPiece({ org, path: `orgs[${index}]` })),
    ...instanceResourcesOf(document),
  ]
}

/**
 * The objects that belong to no organization: the default policies, the languages, the identity providers, texts and members of the instance.
 */
export function instanceResourcesOf({ instance, instanceMembers }: OrgDocument): readonly DesiredResource[] {
  return [
    ...(instance === undefined ? [] : [...instanceListsOf(instance), ...instancePoliciesOf(instance)]),
    ...(instanceMembers ?? []).map((item, index) =>
      memberOf('instanceMember', [item.userId], item, [], { path: `instanceMembers[${index}]` }),
    ),
  ]
}

function instancePoliciesOf({ defaultLanguage, allowedLanguages, ...policies }: InstanceSettings): readonly DesiredResource[] {
  const languages = {
    ...(defaultLanguage === undefined ? {} : { defaultLanguage }),
    ...(allowedLanguages === undefined ? {} : { allowedLanguages }),
  }
  return [
    ...Object.entries<Content | readonly unknown[] | undefined>(policies).flatMap(([name, content]) =>
      content === undefined || isList(content) ? [] : [instancePolicy(name, `instance.${name}`, content)],
    ),
    ...(Object.keys(languages).length === 0 ? [] : [instancePolicy('languages', 'instance', languages)]),
  ]
}

function instancePolicy(name: string, path: string, content: Content): DesiredResource {
  const { value, dropped } = soundPolicy(content)
  return desiredResource({ kind: 'instancePolicy', key: [name], path, content: value, dropped })
}

/** Lists in `instance` are not policies. */
function isList(value: Content | readonly unknown[]): value is readonly unknown[] {
  return Array.isArray(value)
}
