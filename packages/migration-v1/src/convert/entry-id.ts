// Finds an id for an entry that is left out, so that a reader of the report finds the entry in the export.
import type { Path } from '@symbolon/json-stream'
import { orgResourceLists } from '@symbolon/schema-v2'
import type { Ledger } from '../ledger/ledger.ts'
import { memberName, memberOf } from './member-names.ts'

/** Adds a row that an object does not match the format, with the id of the object if it is an entry of a list. */
export function leaveOut(raw: unknown, place: Path, ledger: Ledger, detail: string): void {
  ledger.add('invalid-entry', place, detail, idAt(place, raw))
}

/** @param place of an entry of a list; other places have no id */
export function idAt(place: Path, raw: unknown): string | undefined {
  const [list, index] = place.slice(-2)
  return typeof list === 'string' && typeof index === 'number' ? entryId(list, raw) : undefined
}

/** Characters that a terminal shows unchanged, at most as many as an id may have. */
const readable = /^[^\p{C}]{1,200}$/u

/**
 * Reads the id of an entry that does not match the format, in either spelling. No member of the entry can be relied on.
 * @param list the member of the organization
 * @returns ids of several parts joined by an underscore; undefined when no id can be read
 */
export function entryId(list: string, entry: unknown): string | undefined {
  const { id = [] } = orgResourceLists.find(({ member }) => member === memberName(list)) ?? {}
  const parts = id.flatMap((part) => {
    const value = memberOf(entry, part)?.value
    return (typeof value === 'string' && readable.test(value)) || typeof value === 'number' ? [String(value)] : []
  })
  return parts.length === 0 ? undefined : parts.join('_')
}
