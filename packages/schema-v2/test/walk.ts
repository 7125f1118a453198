// Ways to rewrite a JSON value as a whole, for tests that hold for every place of a document.

import { isJsonObject } from '../src/json/message.ts'

export type Path = readonly (string | number)[]

/** Rewrites every object, innermost first. */
export function mapObjects(value: unknown, rewrite: (members: [string, unknown][]) => [string, unknown][]): unknown {
  if (Array.isArray(value)) return value.map((element) => mapObjects(element, rewrite))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(rewrite(Object.entries(value).map(([name, member]) => [name, mapObjects(member, rewrite)])))
}

export function leafPaths(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((element, index) => leafPaths(element, [...path, index]))
  if (!isJsonObject(value)) return [path]
  return Object.entries(value).flatMap(([name, member]) => leafPaths(member, [...path, name]))
}

export function replaceAt(value: unknown, path: Path, replacement: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return replacement
  if (Array.isArray(value)) return value.map((element, index) => (index === key ? replaceAt(element, rest, replacement) : element))
  if (!isJsonObject(value)) throw new TypeError('the path leads nowhere')
  return { ...value, [key]: replaceAt(value[key], rest, replacement) }
}
