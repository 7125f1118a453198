// What a reader says about a text, whose bytes come in writes of a given size.
import { createJsonReader, createValueBuilder, JsonInputError } from '../src/index.ts'
import type { Json, JsonReader, ValueBuilder } from '../src/index.ts'

/** An event, with its arguments. */
export type Said = readonly [event: string, ...args: readonly unknown[]]

/** What becomes of a text. */
export interface Reading {
  readonly said: readonly Said[]
  /** The value, if the text could be read. */
  readonly value?: Json
  /** The elements that were taken whole, with their places. */
  readonly whole: readonly { readonly value: unknown; readonly start: number; readonly end: number }[]
  readonly refused?: { readonly code: string; readonly offset: number | undefined; readonly problem: string }
  readonly reader: JsonReader
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** A reader, and what it has said. */
export interface Opened extends Pick<Reading, 'said' | 'whole' | 'reader'> {
  /** The last whole value. */
  readonly builder: ValueBuilder
}

/** @param wholeBytes how many bytes of an element may wait; without it, elements are not taken whole */
export function openReader(wholeBytes?: number): Opened {
  const said: Said[] = []
  const whole: Reading['whole'][number][] = []
  const fail = (code: string, offset: number, problem: string): never => {
    throw new JsonInputError(code, { path: [], offset }, problem)
  }
  const builder = createValueBuilder(fail)
  const say =
    <Args extends readonly unknown[]>(event: string, then: (...args: Args) => unknown) =>
    (...args: Args): void => {
      said.push([event, ...args])
      then(...args)
    }
  const add = (value: unknown): void => {
    if (Array.isArray(value)) builder.beginArray()
    else if (typeof value === 'object' && value !== null) builder.beginObject()
    else return builder.scalar(value as string)
    for (const [name, member] of Object.entries(value)) {
      if (!Array.isArray(value)) builder.key(name, 0)
      add(member)
    }
    builder.endContainer()
  }
  const reader = createJsonReader({
    beginObject: say('{', builder.beginObject),
    beginArray: say('[', builder.beginArray),
    endObject: say('}', builder.endContainer),
    endArray: say(']', builder.endContainer),
    key: say('key', builder.key),
    scalar: say('scalar', builder.scalar),
    ...(wholeBytes === undefined
      ? {}
      : {
          whole(value: object, start: number, end: number) {
            whole.push({ value, start, end })
            add(value)
          },
          wholeBytes: () => wholeBytes,
        }),
    fail,
  })
  return { said, whole, reader, builder }
}

/** Reads a whole text in writes of `size` bytes; see `openReader`. */
export function readJson(bytes: Uint8Array, size: number, wholeBytes?: number): Reading {
  const { said, whole, reader, builder } = openReader(wholeBytes)
  try {
    for (let start = 0; start < bytes.length; start += size) reader.write(bytes.subarray(start, start + size))
    reader.end()
    return { said, whole, reader, value: builder.value }
  } catch (error) {
    if (!(error instanceof JsonInputError)) throw error
    const { code, offset } = error
    const problem = error.message.replace(/^The input /, '').replace(/(?: \(at byte \d+\))?\.$/, '')
    return { said, whole, reader, refused: { code, offset, problem } }
  }
}

/** The sizes of writes to try for a text: each up to a bound, and the whole. */
export function sizesOf({ length }: Uint8Array): readonly number[] {
  return [...Array.from({ length: Math.min(length, 40) }, (_, index) => index + 1), Math.max(1, length)]
}
