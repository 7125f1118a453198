// Compiles a query once for each database: compiling it takes longer than running it.
import type { Compilable, CompiledQuery, Kysely } from 'kysely'

/** The queries by name, of each database. */
const compiled = new WeakMap<object, Map<string, CompiledQuery>>()

/**
 * @param name names the query: `build` gives the same one, but for its parameters, whenever it is called for the name
 * @returns the compiled query, with the parameters of the first call
 */
export function compiledOnce<Tables, Row>(db: Kysely<Tables>, name: string, build: () => Compilable<Row>): CompiledQuery<Row>
export function compiledOnce<Tables>(db: Kysely<Tables>, name: string, build: () => Compilable): CompiledQuery {
  const { adapter } = db.getExecutor()
  const known = compiled.get(adapter) ?? new Map<string, CompiledQuery>()
  compiled.set(adapter, known)
  const query = known.get(name) ?? build().compile()
  known.set(name, query)
  return query
}
