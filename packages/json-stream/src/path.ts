// Places in the input: keys in the input's own spelling and with its own indices, so that a row of the ledger leads to a line of the file.

/** A place in an input: keys from its root. */
export type Path = readonly (string | number)[]

const LONGEST_NAME = 100

/** `orgs[0].humanUsers[3].user.userName`. Names that are no plain word are quoted: they come from the input and may end in a terminal. */
export function formatPath(path: Path): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(key) || key.length > LONGEST_NAME) return `[${JSON.stringify(key.slice(0, LONGEST_NAME))}]`
      return index === 0 ? key : `.${key}`
    })
    .join('')
}
