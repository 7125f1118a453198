// Places in a document.

/**
 * Spells a place in a document: orgs[0].humanUsers[3].user.userName. Names that are not plain words are quoted and escaped, because they
 * come from the document and may be logged.
 */
export type PathKey = string | number

const LONGEST_NAME = 100

/** @returns the place as text, `orgs[0].humanUsers[3].user.userName`; names that are not plain words are quoted */
export function formatJsonPath(keys: readonly PathKey[]): string {
  return keys
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(key) || key.length > LONGEST_NAME) return `[${JSON.stringify(key.slice(0, LONGEST_NAME))}]`
      return index === 0 ? key : `.${key}`
    })
    .join('')
}

/**
 * The empty places of one list. Reading leaves them out, so that later values move up. Messages about a value name its place in the input,
 * which its writer knows.
 */
export interface EmptyPlaces {
  /** The list, as `orgs[0].humanUsers`. */
  readonly list: string
  /** Ascending. */
  readonly indices: readonly number[]
}

/** @returns a function from a path in the value that was read to the path in the input, e.g. `orgs[0].humanUsers[3].user.userName` */
export function inputPaths(emptyPlaces: readonly EmptyPlaces[]): (path: string) => string {
  const emptyIn = new Map(emptyPlaces.map(({ list, indices }) => [list, indices]))
  return (path) =>
    emptyIn.size === 0
      ? path
      : path
          .split(/\[([0-9]+)\]/)
          .reduce(
            (found, part, position) =>
              position % 2 === 0 ? `${found}${part}` : `${found}[${inputIndex(Number(part), emptyIn.get(found) ?? [])}]`,
            '',
          )
}

function inputIndex(index: number, empty: readonly number[]): number {
  // Before the k-th empty place there are `empty[k] - k` values. All empty places with at most `index` values before them precede this
  // value.
  let [from, to] = [0, empty.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((empty[middle] ?? 0) - middle <= index) from = middle + 1
    else to = middle
  }
  return index + from
}
