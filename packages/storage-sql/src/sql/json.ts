// JSON columns that this package wrote itself and therefore reads back as what they were.

export function parseTexts(json: string): readonly string[] {
  const value: unknown = JSON.parse(json)
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []
}

/**
 * Reads a value that `JSON.stringify` wrote into the same column. The type is a promise of this package to itself: no other
 * writer fills these columns, and the member that is read is the member that was written.
 */
export function parseStored<T>(json: string): T {
  return JSON.parse(json)
}
