// The members of an organization in a v1 file, in both spellings: the members of v2, and four that v2 holds elsewhere.

import { documentOrgSchema, orgResourceLists } from '@symbolon/schema-v2'

const onlyInV1 = ['iamPolicy', 'secondFactors', 'multiFactors', 'idps'] as const

const spellings = new Map(documentOrgSchema.spellings)
for (const name of onlyInV1) spellings.set(name, name).set(snakeCase(name), name)

const lists = new Set<string>([...orgResourceLists.map(({ member }) => member), 'secondFactors', 'multiFactors', 'idps'])

/** The name in camelCase; undefined for a member that an organization does not have. */
export function memberName(spelling: string): string | undefined {
  return spellings.get(spelling)
}

/** Whether a member of an organization is a list. */
export function isList(name: string): boolean {
  return lists.has(name)
}

/** A member of an entry in either spelling, unchanged. null means absent. */
export function memberOf(object: unknown, name: string): { readonly spelling: string; readonly value: unknown } | undefined {
  if (typeof object !== 'object' || object === null) return undefined
  return memberSpelled(object, name) ?? memberSpelled(object, snakeCase(name))
}

function memberSpelled(object: object, spelling: string): { readonly spelling: string; readonly value: unknown } | undefined {
  const value: unknown = Object.hasOwn(object, spelling) ? Reflect.get(object, spelling) : undefined
  return value === undefined || value === null ? undefined : { spelling, value }
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}

/** Faulty exports hold empty places: null, or a message without members. */
export function isEmptyPlace(raw: unknown): boolean {
  return raw === null || raw === undefined || (typeof raw === 'object' && !Array.isArray(raw) && Object.keys(raw).length === 0)
}
