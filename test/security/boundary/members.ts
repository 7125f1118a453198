// Every writable member of every kind of object, read from the schema, and documents that change one of them.
import type { ResourceKind } from '@symbolon/core-protocol'
import { managedLists } from '../../../packages/management-api/src/resources/managed-lists.ts'
import { instancePolicySchemas, orgPolicySchemas } from '../../../packages/management-api/src/resources/target.ts'
import { instanceLists, instanceMemberSchema, instanceSettingsSchema, jsonSchemaOf, orgEntrySchema } from '@symbolon/schema-v2'
import type { JsonSchema, OrgDocument } from '@symbolon/schema-v2'
import { redirectUri } from '@symbolon/test-kit'
import { organization, publicKey } from './world.ts'

type Entry = Readonly<Record<string, unknown>>

/** A list or a policy of a document, and the kind of its objects. */
export interface Writable {
  readonly kind: ResourceKind
  /** The member of the organization in the document, or of `instance`; `org` and `instanceMembers` stand for themselves. */
  readonly list: string
  readonly of: 'organization' | 'instance'
  /** The paths of the members of an entry, with their schemas. */
  readonly members: readonly { readonly path: string; readonly schema: JsonSchema }[]
}

/** Everything that a document can change. */
export const writables: readonly Writable[] = [
  ...managedLists.map(({ kind, member, schema }): Writable => ({
    kind,
    list: member,
    of: 'organization',
    members: membersOf(jsonSchemaOf(schema)),
  })),
  ...[...orgPolicySchemas].map(([list, schema]): Writable => ({
    kind: 'orgPolicy',
    list,
    of: 'organization',
    members: membersOf(jsonSchemaOf(schema)),
  })),
  ...[...instancePolicySchemas].map(([list, schema]): Writable => ({
    kind: 'instancePolicy',
    list,
    of: 'instance',
    members: membersOf(jsonSchemaOf(schema)),
  })),
  ...instanceLists.map(({ member }): Writable => ({
    kind: member === 'oidcIdps' ? 'instanceOidcIdp' : 'instanceText',
    list: member,
    of: 'instance',
    members: membersOf(jsonSchemaOf(instanceSettingsSchema.fields[member].item)),
  })),
  { kind: 'instanceMember', list: 'instanceMembers', of: 'instance', members: membersOf(jsonSchemaOf(instanceMemberSchema)) },
  // The last one: nothing is left of an organization that was removed.
  { kind: 'org', list: 'org', of: 'organization', members: membersOf(jsonSchemaOf(orgEntrySchema)) },
]

function membersOf({ properties }: JsonSchema, before: string = ''): Writable['members'] {
  return Object.entries((properties ?? {}) as Readonly<Record<string, JsonSchema>>).flatMap(([name, schema]) =>
    schema['properties'] === undefined ? [{ path: `${before}${name}`, schema }] : membersOf(schema, `${before}${name}.`),
  )
}

/**
 * @param orgId the organization whose object is changed; for objects of the instance it does not count
 * @returns documents that change the member of each entry of the list, to values that lead to the other organization where they can
 */
export function changesOf({ list, of }: Writable, member: Writable['members'][number], orgId: string): readonly OrgDocument[] {
  const other = orgId === 'acme' ? 'globex' : 'acme'
  return entriesOf(list, of, orgId, other).flatMap((entry) =>
    valuesFor(member.path, member.schema, orgId, other).map((value) => documentOf(list, of, orgId, withValue(entry, member.path, value))),
  )
}

/** @returns documents that create an object of the list, or remove one, at the organization */
export function wholesOf({ list, of }: Writable, orgId: string): readonly OrgDocument[] {
  const other = orgId === 'acme' ? 'globex' : 'acme'
  const removed = list.endsWith('Users') ? 'USER_STATE_DELETED' : 'STATE_REMOVED'
  const more = of === 'instance' ? [] : (extras[list] ?? []).map((entry) => documentOf(list, of, orgId, entry))
  const created = list === 'org' ? [asDocument({ orgs: [{ orgId: `${orgId}|new`, org: { name: `New of ${orgId}` } }] })] : []
  return [
    ...created,
    ...more,
    ...entriesOf(list, of, orgId, other).flatMap((entry) => [
      documentOf(list, of, orgId, withNewId(entry, orgId)),
      documentOf(list, of, orgId, { ...entry, ...(list === 'org' ? { orgState: 'ORG_STATE_REMOVED' } : { state: removed }) }),
    ]),
  ]
}

/** What roles for one thing alone can write: roles on a granted project, and the own account. */
const extras: Readonly<Record<string, readonly Entry[]>> = {
  userGrants: [{ userId: 'acme|plain', projectId: 'globex|project', projectGrantId: 'globex|grant', roleKeys: ['reader'] }],
}

function documentOf(list: string, of: Writable['of'], orgId: string, entry: Entry): OrgDocument {
  const value = list.endsWith('Policy') ? entry : [entry]
  if (list === 'instanceMembers') return asDocument({ instanceMembers: [entry] })
  if (of === 'instance') return asDocument({ instance: { [list]: value } })
  if (list === 'org') return asDocument({ orgs: [{ orgId, ...entry }] })
  return asDocument({ orgs: [{ orgId, [list]: value }] })
}

/** What the schema does not allow is left out or refused when it is read. */
function asDocument(value: unknown): OrgDocument {
  return value as OrgDocument
}

/** The entries of the list as the world has them, and one of the other organization under the same list. */
function entriesOf(list: string, of: Writable['of'], orgId: string, other: string): readonly Entry[] {
  if (list === 'instanceMembers')
    return [
      { userId: `${orgId}|plain`, roles: ['IAM_OWNER'] },
      { userId: 'sys|owner', roles: [] },
    ]
  const source = organization(orgId, other)
  const stored = valueOf(source, list)
  if (of === 'instance') return [Array.isArray(stored) ? ((stored[0] ?? {}) as Entry) : list.endsWith('Policy') ? {} : { language: 'en' }]
  if (list === 'org') return [{ org: { name: orgId } }]
  if (list === 'projectGrantMembers')
    return [{ projectId: `${orgId}|project`, grantId: `${orgId}|grant`, userId: `${other}|plain`, roles: ['PROJECT_GRANT_OWNER'] }]
  if (!Array.isArray(stored)) return [(stored ?? (list.endsWith('Policy') ? {} : { language: 'en' })) as Entry]
  const [first, second] = stored as readonly Entry[]
  return [first ?? { language: 'en' }, ...(second === undefined ? [] : [second])]
}

function valueOf(source: object, name: string): unknown {
  return Object.hasOwn(source, name) ? Reflect.get(source, name) : undefined
}

/** The values that a member is set to. Ids lead to objects of the other organization and of the instance. */
function valuesFor(path: string, schema: JsonSchema, orgId: string, other: string): readonly unknown[] {
  const name = path.split('.').at(-1) ?? ''
  const ids = idsFor(name, orgId, other)
  if (ids !== undefined) return ids
  if (name === 'roleKeys') return [['reader', 'writer'], []]
  if (name === 'roles') return [['ORG_OWNER'], ['PROJECT_OWNER'], ['PROJECT_GRANT_OWNER'], ['IAM_OWNER']]
  if (name === 'redirectUris') return [['https://evil.example/cb', redirectUri]]
  if (name === 'userName') return [`owner@${other}.example`, 'owner']
  if (name === 'email') return [`owner@${other}.example`, `member@${other}.example`]
  if (name === 'phone') return ['+41446681800']
  if (name === 'domainName') return [`${other}.example`, `new.${other}.example`, `free.example`]
  if (name === 'publicKey') return [publicKey]
  if (name === 'password') return ['another long password of the world']
  if (name === 'text' || name === 'subject') return [`Another text {{.Code}}`]
  if (schema['enum'] !== undefined) return schema['enum'] as readonly unknown[]
  switch (schema['type']) {
    case 'boolean':
      return [true, false]
    case 'array':
      return [[], [String((schema['items'] as JsonSchema | undefined)?.['enum'] ?? 'value').split(',')[0]]]
    case 'object':
      return [{}]
    default:
      return [
        /Lifetime|timeout|Skew/.test(name)
          ? '1s'
          : /Date|Until/.test(name)
            ? '2036-01-01T00:00:00Z'
            : /max|min|Days/.test(name)
              ? '1'
              : 'changed',
      ]
  }
}

function idsFor(name: string, orgId: string, other: string): readonly unknown[] | undefined {
  const of = (id: string): readonly string[] => [orgId, other, 'sys'].map((each) => `${each}|${id}`)
  switch (name) {
    case 'userId':
    case 'id':
      return [...of('member'), ...of('robot'), 'sys|owner']
    case 'projectId':
      return of('project')
    case 'appId':
    case 'clientId':
      return [...of('web'), ...of('api')]
    case 'idpId':
      return of('idp')
    case 'grantId':
    case 'projectGrantId':
      return of('grant')
    case 'grantedOrgId':
    case 'orgId':
      return [orgId, other, 'sys']
    case 'actionIds':
      return [of('action')]
    case 'keyId':
    case 'tokenId':
    case 'actionId':
      return [...of('token'), ...of('action'), ...of('machine-key')]
    default:
      return undefined
  }
}

function withValue(entry: Entry, path: string, value: unknown): Entry {
  const [name = '', ...rest] = path.split('.')
  if (rest.length === 0) return { ...entry, [name]: value }
  const inner = entry[name]
  return { ...entry, [name]: withValue(typeof inner === 'object' && inner !== null ? (inner as Entry) : {}, rest.join('.'), value) }
}

/** The entry as a new object, with a different id. */
function withNewId(entry: Entry, orgId: string): Entry {
  const own = ['userId', 'tokenId', 'keyId', 'appId', 'projectId', 'grantId', 'idpId', 'actionId'].find((name) =>
    Object.hasOwn(entry, name),
  )
  return own === undefined ? entry : { ...entry, [own]: `${orgId}|new` }
}
