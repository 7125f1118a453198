// Reads members of canonical v2 objects by name, and checks their type. Members with their default value are absent.

/** A JSON object. */
export type Content = Readonly<Record<string, unknown>>

/** Whether the value is a JSON object. */
export function isObject(value: unknown): value is Content {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at the path; undefined if there is none. */
export function valueAt(content: Content, ...path: readonly string[]): unknown {
  let value: unknown = content
  for (const name of path) value = isObject(value) ? value[name] : undefined
  return value
}

/** The object at the path; an empty one if there is none. */
export function objectAt(content: Content, ...path: readonly string[]): Content {
  const value = valueAt(content, ...path)
  return isObject(value) ? value : {}
}

/** The text at the path; an empty one counts as absent. */
export function textAt(content: Content, ...path: readonly string[]): string | undefined {
  const value = valueAt(content, ...path)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The text at the path. @throws TypeError if there is none, which means that the object violates its schema */
export function requiredTextAt(content: Content, ...path: readonly string[]): string {
  const value = textAt(content, ...path)
  if (value === undefined) throw new TypeError(`The resource has no ${path.join('.')}`)
  return value
}

/** Whether the value at the path is `true`. */
export function flagAt(content: Content, ...path: readonly string[]): boolean {
  return valueAt(content, ...path) === true
}

/** The texts in the list at the path. */
export function textsAt(content: Content, ...path: readonly string[]): readonly string[] {
  const value = valueAt(content, ...path)
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []
}

/** An RFC 3339 timestamp as milliseconds since the epoch. @throws TypeError if it is malformed */
export function timeAt(content: Content, ...path: readonly string[]): number | undefined {
  const value = textAt(content, ...path)
  if (value === undefined) return undefined
  const time = Date.parse(value)
  if (Number.isNaN(time)) throw new TypeError(`${path.join('.')} is not a timestamp: ${value}`)
  return time
}

/** A protobuf duration such as `864000s` as milliseconds; 0 for a negative one. Undefined if it is absent or malformed. */
export function durationAt(content: Content, ...path: readonly string[]): number | undefined {
  const [, seconds] = /^([+-]?\d{1,12}(?:\.\d{1,9})?)s$/.exec(textAt(content, ...path) ?? '') ?? []
  return seconds === undefined ? undefined : Math.max(0, Math.round(Number(seconds) * 1000))
}

/** Whether a `state` member means active. An unknown state does not. */
export function isActive(state: unknown): boolean {
  return state === undefined || state === 'STATE_ACTIVE' || state === 'ORG_STATE_ACTIVE' || state === 'ORG_STATE_UNSPECIFIED'
}

/** Parses a `content` column. */
export function parseContent(json: string): Content {
  const value: unknown = JSON.parse(json)
  return isObject(value) ? value : {}
}
