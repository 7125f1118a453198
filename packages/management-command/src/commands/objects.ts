// The commands that are the same for every kind of object: a list as a table, the members that options set, and a removal.
import type { Change, ChangeOptions, CreatingCollection, Removal, Resource } from '@symbolon/client'
import { CommandError } from '../terminal/outcome.ts'
import type { Outcome } from '../terminal/outcome.ts'
import { changeOptions, changeOutcome, confirm, doneLine, stateOf, timeText } from './call.ts'
import type { Call, Command } from './call.ts'
import { entrySchema, memberAt, readFields, textOf, withMember } from './fields.ts'
import type { JsonObject } from './fields.ts'

type Id = string | readonly (string | undefined)[]

/** A list of the API, whatever its entries are. */
export interface ObjectList {
  get(id: Id): Promise<Resource<object>>
  put(id: Id, entry: object, options?: ChangeOptions): Promise<Change<object>>
  patch(id: Id, patch: object, options?: ChangeOptions): Promise<Change<object>>
  remove(id: Id, options?: ChangeOptions): Promise<Removal>
}

/** An object that a command is about. */
export interface Target {
  /** For sentences, e.g. "the project Shop". */
  readonly what: string
  readonly list: ObjectList
  readonly id: Id
  /** The version that was read: a command that changes the object changes no other. */
  readonly etag?: string
}

/** The items of a list that were asked for. */
export interface Read<T> {
  readonly items: readonly T[]
  /** Whether there are more. */
  readonly more: boolean
}

/** Reads page after page of at most so many items. */
export type Pages<T> = (limit: number) => AsyncIterable<{ readonly items: readonly T[] }>

/** The path of a member, e.g. `entry.project.name`. */
type MemberPath<T> = T extends readonly unknown[]
  ? never
  : T extends object
    ? { [K in keyof T & string]-?: K | `${K}.${MemberPath<NonNullable<T[K]>>}` }[keyof T & string]
    : never

/** The columns of a table: the member that each shows, or its text. */
export type Columns<T> = Readonly<Record<string, MemberPath<T> | ((item: T) => string | undefined)>>

const defaultLimit = 50
const largestPage = 200

/** Reads as many items as `--limit` and `--all` say. */
export async function readList<T>({ given }: Call, ...lists: readonly Pages<T>[]): Promise<Read<T>> {
  const limit = given.has('all') ? Infinity : Number(given.value('limit') ?? defaultLimit)
  const items: T[] = []
  for (const list of lists) {
    // One more than is asked for shows whether there are more.
    for await (const page of list(Math.min(limit + 1 - items.length, largestPage))) {
      items.push(...page.items)
      if (items.length > limit) return { items: items.slice(0, limit), more: true }
    }
  }
  return { items, more: false }
}

/** @returns the pages of a list, with its filters of which the value is given */
export function pagesOf<T>(
  list: {
    pages(options: {
      readonly limit: number
      readonly filter: Readonly<Record<string, string>>
    }): AsyncIterable<{ readonly items: readonly T[] }>
  },
  filter: Readonly<Record<string, string | undefined>> = {},
): Pages<T> {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return (limit) => list.pages({ limit, filter: Object.fromEntries(given) })
}

/** @returns the filters of `--search` and `--state` */
export function searchOf({ given }: Call): Readonly<Record<'q' | 'state', string | undefined>> {
  return { q: given.value('search'), state: given.value('state') }
}

/** @param empty the text for a list without items */
export function listCommand<T>(pages: (call: Call) => Promise<Pages<T>>, columns: Columns<T>, empty: string): Command {
  return async (call) => listOutcome(await readList(call, await pages(call)), columns, empty)
}

/** Prints a list as a table. */
export function listOutcome<T>(read: Read<T>, columns: Columns<T>, empty: string): Outcome {
  const cells = Object.values(columns)
  const rows = read.items.map((item) => cells.map((cell) => (typeof cell === 'string' ? textAt(item, cell) : cell(item))))
  const { more, items } = read
  const hints = more ? [`These are the first ${items.length}. --all shows all of them, --limit NUMBER more.`] : []
  return { json: read, blocks: [{ columns: Object.keys(columns), rows, empty }], hints }
}

function textAt(item: unknown, path: string): string | undefined {
  const value = memberAt(item, path.split('.'))
  const text = Array.isArray(value) ? value.join(', ') : value === undefined ? undefined : textOf(value)
  if (/state$/i.test(path)) return stateOf(text)
  return /(?:At|Date)$/.test(path) ? timeText(text) : text
}

/** @returns an object with facts about it, and its times */
export function showOutcome(resource: Resource<object>, facts: Readonly<Record<string, string | undefined>>): Outcome {
  const { createdAt, changedAt } = resource
  return { json: resource, blocks: [{ facts: { ...facts, created: timeText(createdAt), changed: timeText(changedAt) } }] }
}

/** Adds an object under the id of `--id`, which no object may have, or under one that the server chooses. */
export async function add<E, Given extends keyof E>(
  call: Call,
  list: CreatingCollection<E, string, Given>,
  entry: Omit<E, Given>,
): Promise<Change<E>> {
  const id = call.given.value('id')
  if (id === undefined) return await list.create(entry, changeOptions(call))
  return await list.put(id, entry as Parameters<typeof list.put>[1], { ...changeOptions(call), ifNoneMatch: '*' })
}

/** What an option sets: the path of a member. A state has a prefix in documents; a list takes all values of the option. */
export type Members = Readonly<Record<string, string | { readonly path: string; readonly prefix?: string; readonly list?: true }>>

/** @returns the members that the options set */
export function membersFrom({ given }: Call, members: Members): JsonObject {
  const set = Object.entries(members).filter(([option]) => given.has(option))
  return set.reduce((entry: JsonObject, [option, member]) => {
    const { path, prefix, list } = typeof member === 'string' ? { path: member } : member
    const text = given.value(option)
    const value = list === true ? given.values(option) : prefix === undefined ? text : `${prefix}_${(text ?? '').toUpperCase()}`
    // An option without a value is a switch.
    return withMember(entry, path.split('.'), value ?? true)
  }, {})
}

/**
 * Changes what the options set, and what stands as NAME=VALUE after the object.
 * @param options in words, for the error where nothing is given
 * @param entryPath the path of the object in the OpenAPI document, which defines the names; absent for a command without NAME=VALUE
 */
export function setCommand<T extends Target>(
  find: (call: Call) => Promise<T>,
  members: Members | ((call: Call) => JsonObject),
  options: string,
  entryPath?: (target: T) => string,
): Command {
  return async (call) => {
    const byOptions = typeof members === 'function' ? members(call) : membersFrom(call, members)
    const assignments = entryPath === undefined ? [] : call.given.words.slice(1)
    if (Object.keys(byOptions).length + assignments.length === 0) {
      throw new CommandError('nothing_given', `Say what to change: ${options}.`)
    }
    const target = await find(call)
    const { what, list, id, etag } = target
    const patch =
      entryPath === undefined || assignments.length === 0
        ? byOptions
        : readFields(await entrySchema(call.client, entryPath(target)), assignments, byOptions)
    const change = await list.patch(id, patch, { ...changeOptions(call), ...(etag === undefined ? {} : { ifMatch: etag }) })
    return changeOutcome(call, change, what)
  }
}

/** Asks, then removes. @param question without a question mark */
export function removeCommand<T extends Target>(find: (call: Call) => Promise<T>, question: (target: T, call: Call) => string): Command {
  return async (call) => {
    const target = await find(call)
    await confirm(call, question(target, call))
    const removal = await target.list.remove(target.id, changeOptions(call))
    return { json: removal, blocks: [doneLine(call, removal, target.what)] }
  }
}
