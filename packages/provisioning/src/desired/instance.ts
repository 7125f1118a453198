// What belongs to no organization: the default policies, the languages, and the members of the instance.
import type { InstanceSettings, OrgDocument } from '@symbolon/schema-v2'
import { identifierProblem } from '../validate/identifier.ts'
import { soundPolicy } from '../validate/policy.ts'
import { desiredResource, userReference } from './desired-resource.ts'
import type { Content, DesiredResource } from './desired-resource.ts'

export function instanceResourcesOf({ instance, instanceMembers }: OrgDocument): readonly DesiredResource[] {
  return [
    ...(instance === undefined ? [] : instancePoliciesOf(instance)),
    ...(instanceMembers ?? []).map(({ state, ...item }, index) => desiredResource({
      kind: 'instanceMember',
      key: [item.userId],
      path: `instanceMembers[${index}]`,
      content: item,
      removed: state === 'STATE_REMOVED',
      references: [userReference(item.userId)],
    }, identifierProblem([item.userId]))),
  ]
}

function instancePoliciesOf({ defaultLanguage, allowedLanguages, ...policies }: InstanceSettings): readonly DesiredResource[] {
  const languages = {
    ...(defaultLanguage === undefined ? {} : { defaultLanguage }),
    ...(allowedLanguages === undefined ? {} : { allowedLanguages }),
  }
  return [
    ...Object.entries<Content | undefined>(policies).flatMap(([name, content]) => (
      content === undefined ? [] : [instancePolicy(name, `instance.${name}`, content)]
    )),
    ...(Object.keys(languages).length === 0 ? [] : [instancePolicy('languages', 'instance', languages)]),
  ]
}

function instancePolicy(name: string, path: string, content: Content): DesiredResource {
  const { value, dropped } = soundPolicy(content)
  return desiredResource({ kind: 'instancePolicy', key: [name], path, content: value, dropped })
}
