// Which changes need a fresh proof: every change but the listed ones. The kinds and their members are read from the schema.
import type { ResourceKind } from '@symbolon/core-protocol'
import { instanceLists, instanceMemberSchema, instanceSettingsSchema, jsonSchemaOf, orgEntrySchema } from '@symbolon/schema-v2'
import type { JsonSchema, MessageSchema } from '@symbolon/schema-v2'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDangerous } from '../src/operations/fresh-proof.ts'
import { managedLists } from '../src/resources/managed-lists.ts'
import { instancePolicySchemas, orgPolicySchemas } from '../src/resources/target.ts'

/** Every kind of object that the API changes, with the schema of an entry. */
const kinds: readonly (readonly [ResourceKind, MessageSchema])[] = [
  ['org', orgEntrySchema],
  ...managedLists.map(({ kind, schema }) => [kind, schema] as const),
  ...[...orgPolicySchemas.values()].map((schema) => ['orgPolicy', schema] as const),
  ...[...instancePolicySchemas.values()].map((schema) => ['instancePolicy', schema] as const),
  ...instanceLists.map(
    ({ member }) => [member === 'oidcIdps' ? 'instanceOidcIdp' : 'instanceText', instanceSettingsSchema.fields[member].item] as const,
  ),
  ['instanceMember', instanceMemberSchema],
]

/** @returns the paths of the members of a schema that hold no further members */
function membersOf({ properties }: JsonSchema, before: string = ''): readonly string[] {
  return Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>).flatMap(([name, schema]) =>
    schema['properties'] === undefined ? [`${before}${name}`] : membersOf(schema, `${before}${name}.`),
  )
}

const harmlessOf = (kind: ResourceKind, schema: MessageSchema): readonly string[] =>
  membersOf(jsonSchemaOf(schema)).filter((member) => !isDangerous(kind, { action: 'changed', changed: [member] }))

/** A member that is not in this list needs a fresh proof, so a new one does until it is listed as harmless. */
const expected: Partial<Record<ResourceKind, readonly string[]>> = {
  humanUser: ['firstName', 'lastName', 'nickName', 'displayName', 'preferredLanguage', 'gender'].map((name) => `user.profile.${name}`),
  machineUser: ['user.name', 'user.description'],
  project: ['project.name'],
  projectRole: ['displayName', 'group'],
}

test('AD-32 each member of each kind needs a fresh proof to change, except the listed names and notes', () => {
  assert.ok(kinds.length > 40)
  for (const [kind, schema] of kinds) {
    assert.ok(membersOf(jsonSchemaOf(schema)).length > 0, kind)
    assert.deepEqual(harmlessOf(kind, schema).toSorted(), [...(expected[kind] ?? [])].toSorted(), kind)
  }
})

test('AD-32 each creation and each removal needs a fresh proof, and a change that changes nothing needs none', () => {
  for (const [kind] of kinds) {
    for (const action of ['created', 'removed'] as const) assert.ok(isDangerous(kind, { action, changed: [] }), `${action} ${kind}`)
    assert.equal(isDangerous(kind, { action: 'same', changed: [] }), false)
  }
})

test('AD-32 a harmless member does not hide a dangerous member of the same change, nor does a secret that has no member', () => {
  assert.ok(isDangerous('humanUser', { action: 'changed', changed: ['user.profile.nickName', 'user.userName'] }))
  assert.ok(isDangerous('humanUser', { action: 'changed', changed: [] }))
  assert.equal(isDangerous('humanUser', { action: 'changed', changed: ['user.profile.nickName', 'user.profile.firstName'] }), false)
})
