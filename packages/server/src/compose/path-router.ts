// Finds what belongs to a path. A path is literal, or has segments such as `:id`, each of which stands for one segment that is not empty.

/** Values by path. */
export interface PathRouter<T> {
  /** The value of the path; of several that match, the one that stands first in the list. */
  find(path: string): T | undefined
}

interface Route<T> {
  readonly segments: readonly string[]
  readonly index: number
  readonly value: T
}

/** @param routes paths as endpoints declare them, each with its value */
export function pathRouter<T>(routes: Iterable<readonly [path: string, value: T]>): PathRouter<T> {
  const literal = new Map<string, Omit<Route<T>, 'segments'>>()
  // By the number of segments and the first one, which no two of our parts share: so only few have to be compared.
  const patterns = new Map<string, Route<T>[]>()
  let index = 0
  for (const [path, value] of routes) {
    const segments = path.split('/')
    const route = { segments, index: index++, value }
    if (!segments.some(isParameter)) {
      if (!literal.has(path)) literal.set(path, route)
      continue
    }
    const [, first = ''] = segments
    const key = keyOf(segments.length, isParameter(first) ? undefined : first)
    const group = patterns.get(key)
    if (group === undefined) patterns.set(key, [route])
    else group.push(route)
  }
  return {
    find(path) {
      const exact = literal.get(path)
      if (patterns.size === 0) return exact?.value
      const segments = path.split('/')
      const groups = [patterns.get(keyOf(segments.length, segments[1])), patterns.get(keyOf(segments.length, undefined))]
      const [matched] = groups
        .flatMap((group) => group?.find((route) => matches(route.segments, segments)) ?? [])
        .toSorted((one, other) => one.index - other.index)
      if (exact === undefined || matched === undefined) return (exact ?? matched)?.value
      return (exact.index < matched.index ? exact : matched).value
    },
  }
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':')
}

/** @param first a literal segment; undefined for a parameter */
function keyOf(count: number, first: string | undefined): string {
  return first === undefined ? `${count}` : `${count}/${first}`
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return pattern.every((each, index) => (isParameter(each) ? segments[index] !== '' : each === segments[index]))
}
