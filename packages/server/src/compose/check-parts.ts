// Checks the options at run time, for callers without types. Each mistake has a code, and a message that says what to write instead.
import { isObject, similarName } from '@symbolon/core-protocol'
import type { PartKind } from '@symbolon/core-protocol'
import { CompositionError } from './composition-error.ts'
import { checkShape } from './part-shape.ts'

/** The kinds of parts, and the option that takes each. */
const kinds: Readonly<Record<PartKind, { readonly name: string; readonly option: string }>> = {
  endpoint: { name: 'an endpoint', option: 'endpoints' },
  login: { name: 'a login', option: 'login' },
  grant: { name: 'a grant', option: 'grants' },
  front_channel_grant: { name: 'a grant', option: 'grants' },
  limit: { name: 'a limit', option: 'limits' },
  task: { name: 'a task', option: 'tasks' },
  repeated_task: { name: 'a repeated task', option: 'tasks' },
  audit: { name: 'an audit trail', option: 'audit' },
  client: { name: 'a client', option: 'clients' },
  users: { name: 'the users of the host', option: 'users' },
  claims: { name: 'claims', option: 'claims' },
  scope: { name: 'a scope', option: 'scopes' },
  request_source: { name: 'a source of authorization requests', option: 'requestSources' },
  response_mode: { name: 'response modes', option: 'responseModes' },
  introspection_format: { name: 'a format of introspection answers', option: 'introspectionFormats' },
  documents: { name: 'what applies documents', option: 'documents' },
  client_source: { name: 'a client source', option: 'clients' },
}

// The option `audit` takes one part or a list.
const lists = [
  'audit',
  'claims',
  'clients',
  'grants',
  'endpoints',
  'introspectionFormats',
  'limits',
  'parts',
  'requestSources',
  'responseModes',
  'scopes',
  'tasks',
] as const
const singles = ['login', 'audit', 'documents', 'users'] as const

/**
 * @param known the names of all options
 * @throws CompositionError unknown_option, storage_missing, part_not_called, part_misplaced, invalid_part, unknown_store
 */
export function checkParts(options: unknown, known: readonly string[]): void {
  if (!isObject(options))
    throw new CompositionError('unknown_option', 'createProvider takes one object: createProvider({ issuer, storage, masterKey, … }).')
  checkNames(options, known, 'option')
  checkStorage(options['storage'])
  const brought = broughtNames(options)
  for (const option of lists) {
    const parts = options[option]
    if (parts === undefined || (isSingle(option) && !Array.isArray(parts))) continue
    if (!Array.isArray(parts)) throw new CompositionError('invalid_part', `${option} must be a list. Write ${option}: [ … ].`)
    parts.forEach((part: unknown, index) => checkPart(part, option, `${option}[${index}]`, brought))
  }
  for (const option of singles) {
    const part = options[option]
    if (part !== undefined && !(isList(option) && Array.isArray(part))) checkPart(part, option, option, brought)
  }
}

/** The names of the stores that the parts bring along. What is malformed is refused with its part. */
function broughtNames(options: Readonly<Record<string, unknown>>): readonly string[] {
  const parts = [...lists, ...singles].flatMap((option) => options[option] ?? [])
  const stores = parts.flatMap((part) => (isObject(part) && Array.isArray(part['brings']) ? (part['brings'] as readonly unknown[]) : []))
  return stores.flatMap((store) => (isObject(store) && typeof store['name'] === 'string' ? store['name'] : []))
}

function isSingle(option: string): boolean {
  return singles.some((each) => each === option)
}

function isList(option: string): boolean {
  return lists.some((each) => each === option)
}

/**
 * A misspelt name would be a setting that has no effect.
 * @param what e.g. `lifetime`
 * @throws CompositionError unknown_option
 */
export function checkNames(given: Readonly<Record<string, unknown>>, known: readonly string[], what: string): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const similar = similarName(name, known)
    throw new CompositionError(
      'unknown_option',
      `Unknown ${what} '${name}'. ${similar === undefined ? `The known ones are ${known.join(', ')}.` : `Did you mean '${similar}'?`}`,
    )
  }
}

function checkStorage(storage: unknown): void {
  const example = "e.g. storage: libsql({ url: 'file:symbolon.db' })"
  if (storage === undefined || storage === null)
    throw new CompositionError('storage_missing', `The option storage is missing. Pass one, ${example}.`)
  if (typeof storage === 'function') throw new CompositionError('part_not_called', `The storage is a function. Call it, ${example}.`)
  if (!isObject(storage) || typeof storage['open'] !== 'function')
    throw new CompositionError(
      'storage_missing',
      `The value of storage is not a storage, because it has no method open. Pass one, ${example}.`,
    )
}

function checkPart(part: unknown, option: string, place: string, brought: readonly string[]): void {
  if (typeof part === 'function') {
    throw new CompositionError('part_not_called', `${place} is the function ${part.name}. Call it, as ${part.name}().`)
  }
  if (!isObject(part) || !isKind(part['kind'])) {
    throw new CompositionError(
      'invalid_part',
      `${place} is not a part. Make it with a function such as authorizationCode(), or with define().`,
    )
  }
  const kind = kinds[part['kind']]
  if (kind.option !== option && option !== 'parts') {
    throw new CompositionError('part_misplaced', `${place} ('${String(part['name'])}') is ${kind.name}. Move it to ${kind.option}.`)
  }
  checkShape(part, part['kind'], place, brought)
}

/** @returns the option that takes parts of the kind, and whether it takes several */
export function optionOf(kind: PartKind): { readonly option: string; readonly isList: boolean } {
  const { option } = kinds[kind]
  return { option, isList: isList(option) }
}

function isKind(value: unknown): value is PartKind {
  return typeof value === 'string' && Object.hasOwn(kinds, value)
}
