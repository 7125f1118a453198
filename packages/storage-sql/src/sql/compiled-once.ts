// Compiles a query once for each database, because compiling it takes longer than running it. For queries whose text depends on the number of
// their values, and for those of transactions; see `prepared` for others.
import { InsertQueryNode, SelectQueryNode } from 'kysely'
import type { Compilable, CompiledQuery, Kysely, RootOperationNode } from 'kysely'
import { deleteOldest } from './generation.ts'

/** The queries by name, of each database, oldest first. */
const compiled = new WeakMap<object, Map<string, CompiledQuery>>()
const mostQueries = 500

/**
 * @param name names the query: `build` gives the same one, but for its parameters, whenever it is called for the name
 * @param given how many of its parameters each run gives, from the first on
 * @returns the compiled query with the other parameters. Nothing of the values of the first run stays in memory.
 */
export function compiledOnce<Tables, Row>(
  db: Kysely<Tables>,
  name: string,
  build: () => Compilable<Row>,
  given?: number,
): CompiledQuery<Row>
export function compiledOnce<Tables>(db: Kysely<Tables>, name: string, build: () => Compilable, given: number = 0): CompiledQuery {
  const { adapter } = db.getExecutor()
  const known = compiled.get(adapter) ?? new Map<string, CompiledQuery>()
  compiled.set(adapter, known)
  const found = known.get(name)
  if (found !== undefined) return found
  const query = withoutGiven(build().compile(), given)
  known.set(name, query)
  if (known.size > mostQueries) deleteOldest(known)
  return query
}

function withoutGiven(query: CompiledQuery, given: number): CompiledQuery {
  return { ...query, query: withoutValues(query.query), parameters: query.parameters.slice(given) }
}

/** The tree of a query holds its values too. Its execution reads the kind, the table and the limit. */
function withoutValues(query: RootOperationNode): RootOperationNode {
  if (InsertQueryNode.is(query)) {
    const { values: _values, ...rest } = query
    return rest
  }
  if (SelectQueryNode.is(query)) {
    const { where: _where, ...rest } = query
    return rest
  }
  return query
}
