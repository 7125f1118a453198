// Statistics for the query planner: how many rows a value of an index has. Without them SQLite assumes the same for every index, and reads the events
// of a frequent type instead of those of a rare user. https://www.sqlite.org/lang_analyze.html
// Only large tables have statistics. Statistics of a small table would be wrong as soon as it grows, and a plan that suits ten rows scans the table.
import type { LibsqlDatabase } from './database.ts'
import type { LocalConnection } from './local-connection.ts'
import type { NativeConnection } from './native-connection.ts'
import type { Row } from './statement.ts'
import type { WriteQueue } from './write-queue.ts'

/** A table with fewer rows has no statistics. */
const leastRows = 10_000

/** Rows that are read of each index: a few milliseconds. https://www.sqlite.org/pragma.html#pragma_analysis_limit */
const analysisLimit = 1000

/** Milliseconds between two times at which statistics are gathered. */
const interval = 86_400_000

/** Milliseconds after which the end of a process gathers statistics: a command that looks something up leaves them alone. */
const longRun = 60_000

/** The connections of a database in a file. */
export interface Analyzed {
  readonly read: LibsqlDatabase['read']
  readonly reader: LocalConnection
  readonly writer: LocalConnection
  readonly queue: WriteQueue<NativeConnection>
}

/** Statistics of a database. */
export interface PlannerStatistics {
  /** Gathers them unless they were gathered within a day. */
  gather(): Promise<void>
  /** Gathers them if the process has run for long enough to change them. */
  gatherAtEnd(): Promise<void>
}

/** @returns what gathers the statistics of a file, on a thread of the driver, one table after another */
export function plannerStatistics({ read, reader, writer, queue }: Analyzed): PlannerStatistics {
  const opened = performance.now()
  let gathered = -Infinity

  async function rowsOf(sql: string): Promise<readonly Row[]> {
    return (await read({ sql, args: [] })).rows
  }

  async function analyze(table: string): Promise<void> {
    const { connection, end } = await queue.turn()
    try {
      await connection.analyzeOnThread(table, analysisLimit)
      await connection.commit()
    } catch (error) {
      writer.distrust(connection)
      throw error
    } finally {
      end()
    }
  }

  async function gather(): Promise<void> {
    if (performance.now() - gathered < interval) return
    gathered = performance.now()
    const tables = await rowsOf("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name")
    let changed = false
    for (const { name } of tables) {
      const table = String(name)
      const reached = await rowsOf(`select 1 from "${table.replaceAll('"', '""')}" limit 1 offset ${leastRows - 1}`)
      if (reached.length === 0) continue
      await analyze(table)
      changed = true
    }
    // A connection reads the statistics when it is opened.
    if (changed) reader.renew()
  }

  return {
    gather,
    async gatherAtEnd() {
      if (performance.now() - opened >= longRun) await gather()
    },
  }
}
