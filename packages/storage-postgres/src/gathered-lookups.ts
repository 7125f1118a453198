// Lookups that wait at the same time become one statement, which looks up each of them. A group sees the database as it is when the group is
// sent, which is after each of its calls was made.
import type { CompiledQuery } from 'kysely'
import { arraysOf, callColumn, callsFrom, typesOf } from './call-table.ts'
import { Gathering } from './gathering.ts'

/** Runs one statement by its name. */
export type RunByName = <Row>(sql: string, parameters: readonly unknown[]) => Promise<readonly Row[]>

/** Runs a lookup. Callers that ask the same at the same time get the same rows, which they do not change. */
export type LookUp<Row> = (parameters: readonly unknown[]) => Promise<readonly Row[]>

interface Numbered {
  readonly [callColumn]: number
}

/**
 * Prepares a lookup.
 * @param query for which `isLookUp`
 */
export function gatheredLookUp<Row>({ sql }: CompiledQuery, run: RunByName): LookUp<Row> {
  /** By the types of the parameters, which the text names. */
  const gatherings = new Map<string, Gathering<readonly unknown[], readonly Row[]>>()

  function gatheringOf(types: string): Gathering<readonly unknown[], readonly Row[]> {
    const text = textForSeveral(sql, types)
    return new Gathering({
      async send(calls) {
        // The callers of one lookup, such as of the client that most requests come from.
        const numbers = new Map<string, number>()
        const different: (readonly unknown[])[] = []
        const numberOf = calls.map((parameters) => {
          const key = JSON.stringify(parameters)
          const number = numbers.get(key) ?? different.push(parameters) - 1
          numbers.set(key, number)
          return number
        })
        const rows = await rowsOf(text, different, types)
        return numberOf.map((number) => rows[number] ?? [])
      },
    })
  }

  /** @returns the rows of each call */
  async function rowsOf(text: string, calls: readonly (readonly unknown[])[], types: string): Promise<readonly (readonly Row[])[]> {
    const [only, ...others] = calls
    if (only !== undefined && others.length === 0) return [await run<Row>(sql, only)]
    const answer: Row[][] = calls.map(() => [])
    for (const row of await run<Row & Numbered>(text, arraysOf(calls, types))) answer[row[callColumn] - 1]?.push(row)
    return answer
  }

  return (parameters) => {
    const types = typesOf(parameters)
    // The type of null follows only from its place in the statement.
    if (types === undefined || types === '' || types.includes('n')) return run<Row>(sql, parameters)
    const gathering = gatherings.get(types) ?? gatheringOf(types)
    gatherings.set(types, gathering)
    return gathering.add(parameters)
  }
}

/** Whether the query reads alone, locks nothing, and asks for no order: a join need not keep that of its parts. */
export function isLookUp({ query }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' && (query.endModifiers ?? []).length === 0 && query.orderBy === undefined
}

/** The query once for each call. https://www.postgresql.org/docs/current/queries-table-expressions.html#QUERIES-LATERAL */
function textForSeveral(sql: string, types: string): string {
  // Values are always parameters, so a dollar sign occurs in no other place.
  const each = sql.replaceAll(/\$(\d+)/g, 'call.p$1')
  return `select call.${callColumn}, found.* from ${callsFrom(types)} cross join lateral (${each}) as found`
}
