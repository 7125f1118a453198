// The parameters of many calls as a table of a statement, with a row for each call. The number of calls changes nothing in the text, so there is
// one plan. https://www.postgresql.org/docs/current/functions-array.html

/** The column with the number of the call, which no table has. The first is 1. */
export const callColumn = 'number_of_call'

/** The type of each parameter: `t` for a text, `b` for an integer, `n` for null. @returns undefined for any other value */
export function typesOf(parameters: readonly unknown[]): string | undefined {
  let types = ''
  for (const value of parameters) {
    if (typeof value === 'string') types += 't'
    else if (Number.isSafeInteger(value)) types += 'b'
    else if (value === null) types += 'n'
    else return undefined
  }
  return types
}

/** @returns the item of a `from` list: a table `call` with the columns `p1`, `p2` and so on, without those that are null */
export function callsFrom(types: string): string {
  const columns = columnsOf(types)
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type === 't' ? 'text' : 'bigint'}[]`)
  const names = columns.map(({ place }) => `p${place + 1}`)
  return `unnest(${arrays.join(', ')}) with ordinality as call(${names.join(', ')}, ${callColumn})`
}

/** @returns the arrays that the statement is run with */
export function arraysOf(calls: readonly (readonly unknown[])[], types: string): readonly string[] {
  return columnsOf(types).map(({ place }) => arrayOf(calls.map((parameters) => parameters[place])))
}

function columnsOf(types: string): readonly { readonly type: string; readonly place: number }[] {
  return [...types].map((type, place) => ({ type, place })).filter(({ type }) => type !== 'n')
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function arrayOf(values: readonly unknown[]): string {
  return `{${values.map((value) => (typeof value === 'string' ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : String(value))).join()}}`
}
