// Whether a release can use tables that a later release has migrated, so that instances of both can serve from one database while an upgrade
// is rolled out. The name of a migration states it: the database records only the names, and an earlier release knows nothing else of a migration.
//
// A migration expands a group of tables (`014-colours`) or contracts it (`016-without-paint.needs-015`). Any earlier release can continue
// after an expansion. After a contraction only releases that know the migration with the number after `needs` can continue.

/** The form of a name: a number, words, and the number of the migration that a release must know to go on. */
const nameForm = /^(?<number>\d{3})-[a-z0-9-]+(?:\.needs-(?<needs>\d{3}))?$/

/**
 * @param known the names of all migrations of a group that this release has
 * @param recorded the names of those that the database has
 * @returns false if a later release has contracted the tables, or if a release has changed them that does not come after this one
 */
export function canUse(known: readonly string[], recorded: readonly string[]): boolean {
  const later = recorded.filter((name) => !known.includes(name))
  if (later.length === 0) return true
  const latest = Math.max(0, ...known.map((name) => read(name)?.number ?? 0))
  return (
    known.every((name) => recorded.includes(name)) &&
    later.map(read).every((migration) => migration !== undefined && migration.number > latest && migration.needs <= latest)
  )
}

/** @returns undefined if the name has another form */
function read(name: string): { readonly number: number; readonly needs: number } | undefined {
  const { number, needs = '0' } = nameForm.exec(name)?.groups ?? {}
  return number === undefined ? undefined : { number: Number(number), needs: Number(needs) }
}
