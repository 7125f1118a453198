// Reads members of canonical v2 objects by name, with a check instead of a promise. Members at their default are absent.

export type Content = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Content {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at the path, undefined where the path ends early. */
export function valueAt(content: Content, ...path: readonly string[]): unknown {
  let value: unknown = content
  for (const name of path) value = isObject(value) ? value[name] : undefined
  return value
}

export function objectAt(content: Content, ...path: readonly string[]): Content {
  const value = valueAt(content, ...path)
  return isObject(value) ? value : {}
}

/** The text at the path; an empty one counts as absent. */
export function textAt(content: Content, ...path: readonly string[]): string | undefined {
  const value = valueAt(content, ...path)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** @throws TypeError when there is none: whoever built the object broke its schema */
export function requiredTextAt(content: Content, ...path: readonly string[]): string {
  const value = textAt(content, ...path)
  if (value === undefined) throw new TypeError(`The resource has no ${path.join('.')}`)
  return value
}

export function flagAt(content: Content, ...path: readonly string[]): boolean {
  return valueAt(content, ...path) === true
}

export function textsAt(content: Content, ...path: readonly string[]): readonly string[] {
  const value = valueAt(content, ...path)
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []
}

/** Milliseconds since the epoch of an RFC 3339 timestamp. */
export function timeAt(content: Content, ...path: readonly string[]): number | undefined {
  const value = textAt(content, ...path)
  if (value === undefined) return undefined
  const time = Date.parse(value)
  if (Number.isNaN(time)) throw new TypeError(`${path.join('.')} is no timestamp: ${value}`)
  return time
}

/** Milliseconds of a protobuf duration such as `864000s`; zero and absence alike are undefined. */
export function durationAt(content: Content, ...path: readonly string[]): number | undefined {
  const match = /^(\d{1,12}(?:\.\d{1,9})?)s$/.exec(textAt(content, ...path) ?? '')
  const milliseconds = Math.round(Number(match?.[1] ?? 0) * 1000)
  return milliseconds === 0 ? undefined : milliseconds
}

/** Whether the object's `state` member (any of the enums) lets it act. A state that nobody knows does not. */
export function isActive(state: unknown): boolean {
  return state === undefined || state === 'STATE_ACTIVE' || state === 'ORG_STATE_ACTIVE' || state === 'ORG_STATE_UNSPECIFIED'
}

export function parseContent(json: string): Content {
  const value: unknown = JSON.parse(json)
  return isObject(value) ? value : {}
}
