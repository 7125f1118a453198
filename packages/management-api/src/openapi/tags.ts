// The groups of operations, each with a sentence.
import { namedSchemas } from '@symbolon/schema-v2'
import type { AnyRoute } from '../http/route.ts'

/** A group of operations. https://spec.openapis.org/oas/v3.1.1.html#tag-object */
export interface TagObject {
  readonly name: string
  readonly description: string
}

/** The groups that are not a list of one kind of object. */
const descriptions: Readonly<Record<string, string>> = {
  Caller: 'Whose token it is.',
  'Policies of organizations': 'The policies of an organization. Without its own policy, the policy of the instance applies.',
  'Policies of the instance': 'The policies that hold for organizations without their own.',
  'Policies that hold': 'What holds for an organization, and where it comes from.',
  'Client secrets':
    'The secrets of applications and service users. Two are valid at a time, so that one can be replaced while clients go on.',
  'Identity providers': 'The identity providers of both kinds, with their redirect URIs, and values for new ones.',
  Features: 'What can be switched on and off.',
  'Signing keys': 'The keys that sign tokens.',
  Users: 'What belongs to a user in addition to the entry: sessions, factors, and links to set a password.',
  'Audit trail': 'Who did what, and when.',
  'Imports and exports': 'Organizations as documents. A person needs a fresh proof for them.',
}

/**
 * @returns the groups of the routes
 * @throws TypeError for a group without a sentence
 */
export function tagsOf(routes: readonly AnyRoute[]): readonly TagObject[] {
  const groups = [...new Set(routes.map(({ group }) => group))]
  return groups.map((name) => {
    const description = descriptions[name] ?? entryDescription(routes.filter(({ group }) => group === name))
    if (description === undefined) throw new TypeError(`The group ${name} has no description`)
    return { name, description }
  })
}

/** @returns what the entries of a list are */
function entryDescription(routes: readonly AnyRoute[]): string | undefined {
  const answers = routes.map(({ operations: { GET } }) => GET?.answer)
  return namedSchemas.find(({ schema }) =>
    answers.some((answer) => answer !== undefined && 'resource' in answer && answer.resource === schema),
  )?.description
}
