// Removes the parts of a value that may not be stored. A malformed member is left out; its object is stored.
import type { Problem, Reason } from '../report/reason.ts'

/** A value without the parts that may not be stored. */
export interface Sound<T> {
  readonly value: T
  /** The removed parts, each with its reason. */
  readonly dropped: readonly Problem[]
}

/** @returns the value, or undefined with the problem */
export function soundValue<T>(value: T | undefined, problem: Problem | undefined): Sound<T | undefined> {
  return problem === undefined ? { value, dropped: [] } : { value: undefined, dropped: [problem] }
}

/** @returns the list without its invalid entries; the indices in the problems are those of the whole list */
export function soundList(
  values: readonly string[] | undefined,
  member: string,
  problemOf: (value: string) => Reason | undefined,
): Sound<readonly string[] | undefined> {
  const dropped = (values ?? []).flatMap((value, index): readonly Problem[] => {
    const reason = problemOf(value)
    return reason === undefined ? [] : [{ reason, member: `${member}[${index}]` }]
  })
  if (dropped.length === 0) return { value: values, dropped }
  const left = (values ?? []).filter((value) => problemOf(value) === undefined)
  return { value: left.length === 0 ? undefined : left, dropped }
}

/** @returns the object with these members replaced; undefined members are absent */
export function replaced<T extends object>(object: T, members: Readonly<Record<string, Sound<unknown>>>): Sound<T> {
  const dropped = Object.values(members).flatMap((sound) => sound.dropped)
  if (dropped.length === 0) return { value: object, dropped }
  const entries = Object.entries({ ...object, ...Object.fromEntries(Object.entries(members).map(([name, { value }]) => [name, value])) })
  // The members are those of T, each with its own type or absent; all of them are optional.
  return { value: Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as T, dropped }
}
