// The query of a request. A parameter that an operation does not have is refused: a misspelt filter would answer more than was asked for.
import type { HttpRequest, UserState } from '@symbolon/core-protocol'
import { RestError } from '@symbolon/rest'

/** A parameter of the query, for reading and for the documentation. */
export interface QueryParameter {
  readonly name: string
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
}

/** The parameters of a request by their names. */
export type Query = ReadonlyMap<string, string>

/** @throws RestError query_malformed for an unknown parameter and for one that occurs twice */
export function readQuery({ query }: HttpRequest, parameters: readonly QueryParameter[]): Query {
  const read = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    if (!parameters.some((parameter) => parameter.name === name)) {
      const known = parameters.map((parameter) => parameter.name).join(', ')
      throw new RestError(
        'query_malformed',
        known === '' ? 'This operation has no query parameters.' : `Unknown query parameter. Known are ${known}.`,
      )
    }
    if (read.has(name)) throw new RestError('query_malformed', `${name} occurs twice. Keep one of them.`)
    read.set(name, value)
  }
  return read
}

/** The number of entries of a page. */
export const limitParameter: QueryParameter = {
  name: 'limit',
  description: 'The number of entries of a page.',
  schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
}

/** Where a page begins. */
export const cursorParameter: QueryParameter = {
  name: 'cursor',
  description: 'The member `next` of the page before, with the same filters.',
  schema: { type: 'string' },
}

/** What a list is searched for. */
export const searchParameter: QueryParameter = {
  name: 'q',
  description:
    'Only the entries with a word in the name, or with an id, that begins with this text; of users, also those whose user name or email address does. They come in the order of what was found.',
  schema: { type: 'string', maxLength: 200 },
}

const states: readonly UserState[] = ['active', 'inactive', 'locked', 'initial', 'suspended']

/** The state of the entries of a list. */
export const stateParameter: QueryParameter = {
  name: 'state',
  description: 'Only the entries in this state. All but users are active or inactive.',
  schema: { type: 'string', enum: states },
}

/**
 * Reads `q` and `state`.
 * @throws RestError query_malformed
 */
export function readSearch(query: Query): { readonly q?: string; readonly state?: UserState } {
  const [q, named] = [query.get('q'), query.get('state')]
  if (q !== undefined && q.length > 200) throw new RestError('query_malformed', 'q must have at most 200 characters.')
  const state = states.find((each) => each === named)
  if (named !== undefined && state === undefined) throw new RestError('query_malformed', `state must be one of ${states.join(', ')}.`)
  return { ...(q === undefined ? {} : { q }), ...(state === undefined ? {} : { state }) }
}

/** Whether a change is only planned. */
export const dryRunParameter: QueryParameter = {
  name: 'dry_run',
  description: 'Returns what the change would do, and changes nothing.',
  schema: { type: 'boolean', default: false },
}

/** @throws RestError query_malformed */
export function readLimit(query: Query): number {
  const limit = query.get('limit') ?? '50'
  if (!/^[1-9][0-9]{0,2}$/.test(limit) || Number(limit) > 200) {
    throw new RestError('query_malformed', 'limit must be a number from 1 to 200.')
  }
  return Number(limit)
}

/** @throws RestError query_malformed */
export function readFlag(query: Query, name: string): boolean {
  const value = query.get(name)
  if (value !== undefined && value !== 'true' && value !== 'false') throw new RestError('query_malformed', `${name} must be true or false.`)
  return value === 'true'
}
