// The error for input that cannot be read. Its message is public: it names the place, the problem and what to do, and never quotes a value.
import { formatPath } from './path.ts'
import type { Path } from './path.ts'

/** Why the reader refuses an input. */
export type JsonErrorCode = 'not_json' | 'truncated' | 'not_utf8' | 'duplicate_member' | 'too_deep' | 'too_large' | 'wrong_type'

/** A place in an input. */
export interface InputPosition {
  /** Keys from the root of the input, in the input's own spelling. */
  readonly path: Path
  /** In bytes from the start of the input. Absent when the input was a parsed value, or a text inside of another. */
  readonly offset?: number | undefined
}

/**
 * The input cannot be read. Packages that read documents add their own codes.
 * @example throw new JsonInputError('too_deep', { path: ['orgs', 0], offset: 12 }, 'is nested deeper than 32 levels')
 */
export class JsonInputError<TCode extends string = JsonErrorCode> extends Error {
  readonly code: TCode
  /** For instance `orgs[0].humanUsers[3]`; empty for the input as a whole. */
  readonly path: string
  readonly offset: number | undefined

  /** @param problem continues the sentence that begins with the place, without a full stop */
  constructor(code: TCode, position: InputPosition, problem: string) {
    const path = formatPath(position.path)
    const where = path === '' ? 'The input' : path
    const at = position.offset === undefined ? '' : ` (at byte ${position.offset})`
    super(`${where} ${problem}${at}.`)
    this.name = 'JsonInputError'
    this.code = code
    this.path = path
    this.offset = position.offset
  }
}
