// Places in the input: keys in the input's own spelling and with its own indices, so that a row of the ledger leads to a line of the file.

/** A place in an input: keys from its root. */
export type Path = readonly (string | number)[]

const longestName = 100
const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/

/** `orgs[0].humanUsers[3].user.userName`. Names other than plain words are quoted, because they come from the input and may be printed to a terminal. */
export function formatPath(path: Path): string {
  return formatSteps(path).replace(/^\./, '')
}

/** The same for keys below another path, to follow it: `.user.userName`. */
export function formatSteps(path: Path): string {
  let text = ''
  for (const key of path) {
    if (typeof key === 'number') text += `[${key}]`
    else if (key.length > longestName || !plainName.test(key)) text += `[${JSON.stringify(key.slice(0, longestName))}]`
    else text += `.${key}`
  }
  return text
}
