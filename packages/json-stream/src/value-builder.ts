// Assembles one JSON value from events. A repeated member is refused (parsers disagree on which one counts), and a member named
// `__proto__` becomes a member like any other instead of the prototype.

import type { JsonErrorCode } from './json-input-error.ts'
import type { Path } from './path.ts'

/** A JSON value. */
export type Json = string | number | boolean | null | JsonObject | readonly Json[]
/** A JSON object. */
export interface JsonObject {
  readonly [name: string]: Json
}

type Scalar = string | number | boolean | null
interface OpenObject {
  readonly members: Record<string, Json>
  key: string
}
interface OpenArray {
  readonly elements: Json[]
}

const ordinary = { enumerable: true, configurable: true, writable: true }

/** Takes the events of one value after another. */
export interface ValueBuilder {
  beginObject(): void
  beginArray(): void
  /** Whether the value is whole now. */
  endContainer(): boolean
  key(name: string, offset: number): void
  scalar(value: Scalar): void
  /** Of the last whole value. */
  readonly value: Json
  /** From the value to where the builder is. */
  path(): Path
}

/** @param fail called with duplicate_member for a member that occurs twice in an object; it throws */
export function createValueBuilder(fail: (code: JsonErrorCode, offset: number, problem: string) => never): ValueBuilder {
  const open: (OpenObject | OpenArray)[] = []
  let value: Json = null

  function add(child: Json): void {
    const parent = open.at(-1)
    if (parent === undefined) value = child
    else if ('elements' in parent) parent.elements.push(child)
    else if (parent.key === '__proto__') Object.defineProperty(parent.members, parent.key, { value: child, ...ordinary })
    else parent.members[parent.key] = child
  }

  return {
    get value() {
      return value
    },
    beginObject() {
      const members: Record<string, Json> = {}
      add(members)
      open.push({ members, key: '' })
    },
    beginArray() {
      const elements: Json[] = []
      add(elements)
      open.push({ elements })
    },
    endContainer() {
      open.pop()
      return open.length === 0
    },
    key(name, offset) {
      const parent = open.at(-1)
      if (parent === undefined || 'elements' in parent) throw new TypeError('a member belongs to an object')
      parent.key = name
      if (Object.hasOwn(parent.members, name)) fail('duplicate_member', offset, 'occurs twice in the same object; keep one of them')
    },
    scalar: add,
    path: () => open.map((container) => ('elements' in container ? Math.max(0, container.elements.length - 1) : container.key)),
  }
}
