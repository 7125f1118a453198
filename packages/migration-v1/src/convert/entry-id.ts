// What names an entry that is left out, so that whoever reads the report finds it in the export.
import type { Path } from '@symbolon/json-stream'
import { orgResourceLists } from '@symbolon/schema-v2'
import type { Ledger } from '../ledger/ledger.ts'
import { memberName, memberOf } from './member-names.ts'

/** Writes that an object does not fit the format: with its id, where it is an entry of a list. */
export function leaveOut(raw: unknown, place: Path, ledger: Ledger, detail: string): void {
  ledger.add('invalid-entry', place, detail, idAt(place, raw))
}

/** @param place of an entry of a list; anything else has no id */
export function idAt(place: Path, raw: unknown): string | undefined {
  const [list, index] = place.slice(-2)
  return typeof list === 'string' && typeof index === 'number' ? entryId(list, raw) : undefined
}

/** Characters that a terminal shows as they are, and no more than an id has. */
const readable = /^[^\p{C}]{1,200}$/u

/**
 * What names an entry of a list that did not fit the format, in either spelling; nothing of it is certain.
 * @param list the member of the organization
 * @returns ids of several parts joined by an underscore; undefined where none can be read
 */
export function entryId(list: string, entry: unknown): string | undefined {
  const { id = [] } = orgResourceLists.find(({ member }) => member === memberName(list)) ?? {}
  const parts = id.flatMap((part) => {
    const value = memberOf(entry, part)?.value
    return (typeof value === 'string' && readable.test(value)) || typeof value === 'number' ? [String(value)] : []
  })
  return parts.length === 0 ? undefined : parts.join('_')
}
