// Values that are bound to the parameters of a statement.

/** A value as the driver sends it: text, of which the server infers the type from the place of the parameter. */
export type BoundValue = string | null

/**
 * Converts a value. Types that no column has are refused.
 * @throws TypeError for a value of another type
 */
export function bindValue(value: unknown): BoundValue {
  // A text of Postgres holds no U+0000. U+FFFD is stored instead, as in HTML.
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  if (value === null) return null
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))) return String(value)
  throw new TypeError(`A value of type ${typeof value} cannot be bound.`)
}
