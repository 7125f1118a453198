// Places in a document.

/**
 * Spells a place in a document: orgs[0].humanUsers[3].user.userName. Names that are no plain word are quoted and escaped, because they
 * come from the document and may end in a log.
 */
export type PathKey = string | number

const LONGEST_NAME = 100

/** @returns the place as text, `orgs[0].humanUsers[3].user.userName`; names that are no plain word are quoted */
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
 * Where a value that was read stands in the input. Reading leaves empty places of lists out, so that the values behind them move up;
 * whoever reports about a value names the place that its writer knows. The places of one list that hold nothing.
 */
export interface EmptyPlaces {
  /** The list, as `orgs[0].humanUsers`. */
  readonly list: string
  /** Ascending. */
  readonly indices: readonly number[]
}

/** @returns finds the place in the input of a path in what was read, as `orgs[0].humanUsers[3].user.userName` */
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
  // Before the k-th empty place stand `empty[k] - k` values: all empty places with at most `index` of them come before this one.
  let [from, to] = [0, empty.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((empty[middle] ?? 0) - middle <= index) from = middle + 1
    else to = middle
  }
  return index + from
}
