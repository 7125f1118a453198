// Asks a libSQL server whether it takes writes: its lock for writes can stay taken while reads go on, until the server is restarted.
// https://github.com/libsql/sqld/issues/715
import type { OpenStorage } from '@symbolon/core-protocol'
import type { LibsqlDatabase } from './database.ts'

/** One row, written again and again, with the time of the server. https://www.sqlite.org/lang_datefunc.html#modifiers */
const write = {
  sql: `insert into "instance" ("name", "value") values ('probed_at', cast(unixepoch('now', 'subsec') * 1000 as integer))
    on conflict ("name") do update set "value" = excluded."value" returning "value"`,
  args: [],
}

/** @param database one that has the table of the store `instance` */
export function serverProbe(database: Pick<LibsqlDatabase, 'write'>): NonNullable<OpenStorage['probe']> {
  return async () => {
    const [result] = await database.write({ statements: [write] })
    return { time: Number(result?.rows[0]?.['value']) }
  }
}
