// The filters of the audit log. They are in the address, so that a view can be kept, sent to others, and gone back to.
import { allEventTypes } from '@symbolon/core-protocol'
import type { AuditEventQuery, Registry } from '@symbolon/core-protocol'
import type { FieldViolation } from '@symbolon/rest'
import type { TrailTexts } from '../texts/en/trail.ts'

/** The parameters of the address that narrow the log. */
export const filterNames = ['type', 'actor', 'subject', 'from', 'to'] as const

/** A parameter of the address that narrows the log. */
export type FilterName = (typeof filterNames)[number]

/** The filters as they were typed. */
export type Filters = Readonly<Partial<Record<FilterName, string>>>

/** @returns the filters of an address; a form sends empty ones too, which filter nothing */
export function filtersOf(query: URLSearchParams): Filters {
  return Object.fromEntries(
    filterNames.flatMap((name) => {
      const value = query.get(name)?.trim() ?? ''
      return value === '' ? [] : [[name, value.slice(0, 300)]]
    }),
  )
}

/** The query of the audit trail for the filters. */
export interface ReadFilters {
  readonly query: Omit<AuditEventQuery, 'limit' | 'before' | 'orgId'>
  readonly errors: readonly FieldViolation[]
}

/** Reads filters. What cannot be read is an error, and filters nothing. */
export function readFilters(
  { type, actor, subject, from, to }: Filters,
  { filters: texts }: TrailTexts,
  declared: Registry['auditEvents'],
): ReadFilters {
  const known = allEventTypes(declared).find((each) => each === type)
  const about = /^(\w+):(.+)$/.exec(subject ?? '')
  const [first, end] = [timeOf(from), timeOf(to)]
  const [, kind = '', id = ''] = about ?? []
  const error = (field: FilterName, isWrong: boolean, description: string): readonly FieldViolation[] =>
    isWrong ? [{ field, reason: 'malformed', description }] : []
  return {
    query: {
      ...(known === undefined ? {} : { type: known }),
      ...(actor === undefined ? {} : { actorId: actor }),
      ...(about === null ? {} : { subject: { kind, id } }),
      ...(first === undefined ? {} : { from: first.at }),
      ...(end === undefined ? {} : { to: end.at + end.span }),
    },
    errors: [
      ...error('type', type !== undefined && known === undefined, texts.badType),
      ...error('subject', subject !== undefined && about === null, texts.badSubject),
      ...error('from', from !== undefined && first === undefined, texts.badTime),
      ...error('to', to !== undefined && end === undefined, texts.badTime),
    ],
  }
}

/** A day, or a millisecond: the end of a filter includes it. */
function timeOf(value: string | undefined): { readonly at: number; readonly span: number } | undefined {
  const match = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z)?$/.exec(value ?? '')
  if (match === null) return undefined
  const at = Date.parse(match[0])
  return Number.isNaN(at) ? undefined : { at, span: match[1] === undefined ? 86_400_000 : 1 }
}

/** @returns the query of an address with these filters; empty without any */
export function queryOf(filters: Filters, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ ...filters, ...more }).toString()
  return query === '' ? '' : `?${query}`
}
