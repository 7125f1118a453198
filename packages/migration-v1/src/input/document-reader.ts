// Reads the bytes of an export in bounded memory. It descends into the root, the envelope, the orgs and their lists, and assembles one
// value at a time: an entry of a list, or a member of an org.
import { createJsonReader, createValueBuilder } from '@symbolon/json-stream'
import type { Path } from '@symbolon/json-stream'
import { problems, rootMember } from './envelope.ts'
import type { V1Sink } from './envelope.ts'
import { V1InputError } from './v1-input-error.ts'
import type { V1InputErrorCode } from './v1-input-error.ts'

/** Takes the bytes of a document in any number of writes. */
export interface DocumentReader {
  write(bytes: Uint8Array): void
  /** The document, if it is a string inside of a request. It is read next, with `base` as its place. */
  end(): InnerText | undefined
  readonly position: number
  /** The start of the current value, for errors that the sink raises. */
  place(): { readonly path: Path; readonly offset: number | undefined }
}

/** A document that is a string inside of a request. */
export interface InnerText {
  readonly text: string
  readonly base: Path
}

/** Bytes of an entry that may wait for the rest of it. A longer one is read as it comes. */
const mostWaiting = 64 * 1024

/** The state of the reader: the containers that it has entered, from the root. */
interface Level {
  readonly kind: 'root' | 'document' | 'orgs' | 'org' | 'list'
  readonly names: Set<string>
  key: string
  index: number
}

/** Bounds, and the place of an inner text. */
export interface ReaderOptions {
  readonly limits: InputLimits
  /**
   * The place of a document that is a string inside of a request. Offsets would count from the start of that string, so there are none.
   */
  readonly base?: Path | undefined
}

/** @throws V1InputError, from its methods, if the input is not a document */
export function createDocumentReader(sink: V1Sink, { limits, base }: ReaderOptions): DocumentReader {
  const levels: Level[] = []
  const builder = createValueBuilder((code, offset, problem) => fail(code, offset, problem))
  /** Set while a value is assembled. */
  let valueStart: number | undefined
  let inner: InnerText | undefined
  let hasSource = false

  const json = createJsonReader({
    beginObject(offset) {
      if (valueStart !== undefined) return builder.beginObject()
      const kind = objectAt(levels.at(-1))
      if (kind !== undefined) return enter(kind, offset)
      valueStart = offset
      builder.beginObject()
    },
    beginArray(offset) {
      if (valueStart !== undefined) return builder.beginArray()
      const level = levels.at(-1) ?? fail('wrong_type', offset, problems.notAnObject)
      const kind = arrayAt(level)
      if (kind !== undefined) return enter(kind, offset)
      valueStart = offset
      builder.beginArray()
    },
    endObject: endContainer,
    endArray: endContainer,
    key(name, offset) {
      if (valueStart !== undefined) return builder.key(name, offset)
      const level = levels.at(-1)
      if (level === undefined) return
      level.key = name
      if (level.names.has(name)) fail('duplicate_member', offset, 'occurs twice in the same object; keep one of them')
      level.names.add(name)
    },
    scalar(value, offset) {
      if (valueStart === undefined) {
        valueStart = offset
        builder.scalar(value)
        found(offset, builder.value)
      } else {
        builder.scalar(value)
      }
    },
    whole(value, offset, end) {
      valueStart = offset
      found(end, value)
    },
    wholeBytes: () => (valueStart === undefined && levels.at(-1)?.kind === 'list' ? Math.min(mostWaiting, limits.maxValueBytes) : 0),
    fail,
  })

  function enter(kind: Level['kind'], offset: number): void {
    if (kind === 'org') sink.beginOrg(path())
    if (kind === 'list') sink.beginList(levels.at(-1)?.key ?? '')
    if (kind === 'document' || (kind === 'orgs' && levels.at(-1)?.kind === 'root')) claimSource(offset)
    levels.push({ kind, names: new Set(), key: '', index: 0 })
  }

  function endContainer(offset: number): void {
    if (valueStart !== undefined) {
      if (builder.endContainer()) found(offset + 1, builder.value)
      return
    }
    const left = levels.pop()
    if (left?.kind === 'org') sink.endOrg()
    const level = levels.at(-1)
    if (level?.kind === 'orgs') level.index += 1
    if (left?.kind === 'root') requireSource(left.names)
  }

  /** A whole value at a place that the reader did not enter. */
  function found(end: number, value: unknown): void {
    const start = valueStart ?? end
    const level = levels.at(-1)
    const size = end - start
    switch (level?.kind) {
      case 'list':
        sink.entry(level.index, { value, size })
        level.index += 1
        break
      case 'org':
        sink.member(level.key, { value, size })
        break
      case 'orgs':
        if (value !== null) fail('wrong_type', start, problems.notAnObject)
        sink.emptyOrg(path())
        level.index += 1
        break
      case 'root':
      case 'document':
        readOtherMember(level, value, start)
        break
      case undefined:
        fail('wrong_type', start, problems.notAnObject)
    }
    valueStart = undefined
  }

  function readOtherMember({ kind, key }: Level, value: unknown, start: number): void {
    const member = kind === 'root' ? rootMember(key) : key === 'orgs' ? 'orgs' : 'other'
    if (value === null) return
    if (member === 'other') return sink.outside(path(), value)
    if (member === 'orgs') fail('wrong_type', start, problems.notAList)
    if (member === 'elsewhere') fail('unsupported_source', start, problems.elsewhere)
    if (typeof value !== 'string') fail('wrong_type', start, problems.notADocument)
    claimSource(start)
    inner = { text: value, base: path() }
  }

  function claimSource(offset: number): void {
    if (hasSource) fail('several_sources', offset, problems.several)
    hasSource = true
  }

  function requireSource(names: ReadonlySet<string>): void {
    if ([...names].every((name) => rootMember(name) === 'other')) fail('not_an_export', 0, problems.notAnExport)
  }

  function path(): Path {
    const keys = levels.map(({ kind, key, index }) => (kind === 'orgs' || kind === 'list' ? index : key))
    return [...(base ?? []), ...keys.filter((key) => key !== '')]
  }

  function fail(code: V1InputErrorCode, offset: number, problem: string): never {
    const inside = valueStart === undefined ? [] : builder.path()
    throw new V1InputError(code, { path: [...path(), ...inside], offset: base === undefined ? offset : undefined }, problem)
  }

  return {
    get position() {
      return json.position
    },
    place: () => ({ path: path(), offset: base === undefined ? (valueStart ?? json.lastToken) : undefined }),
    write(bytes) {
      json.write(bytes)
      const waiting = json.position - (valueStart ?? json.lastToken)
      if (waiting > limits.maxValueBytes) {
        fail(
          'too_large',
          valueStart ?? json.lastToken,
          `holds a single value of more than ${limits.maxValueBytes} bytes; shorten or remove it`,
        )
      }
    },
    end() {
      json.end()
      return inner
    },
  }
}

/** The meaning of an object at this place; undefined for a value to assemble. */
function objectAt(level: Level | undefined): Level['kind'] | undefined {
  if (level === undefined) return 'root'
  if (level.kind === 'root') return rootMember(level.key) === 'document' ? 'document' : undefined
  return level.kind === 'orgs' ? 'org' : undefined
}

function arrayAt(level: Level | undefined): Level['kind'] | undefined {
  if (level?.kind === 'org') return 'list'
  return (level?.kind === 'root' || level?.kind === 'document') && level.key === 'orgs' ? 'orgs' : undefined
}

/** Bounds on the memory that one file can use. */
export interface InputLimits {
  /** The largest single value, in bytes of the input: one entry of a list, one string, one policy. */
  readonly maxValueBytes: number
  /** The members of an org that may wait for another member, in bytes of the input. */
  readonly maxHeldBytes: number
}

/** 64 MiB for one value, 16 MiB for the members that wait. */
export const defaultLimits: InputLimits = {
  maxValueBytes: 64 * 1024 * 1024,
  maxHeldBytes: 16 * 1024 * 1024,
}
