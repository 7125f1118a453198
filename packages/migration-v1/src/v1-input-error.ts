// What a file that cannot be converted is refused with. The message is public: it says where, what is wrong and what to do,
// and never holds a value of the file.

import { formatPath } from './path.ts'
import type { Path } from './path.ts'

export type V1InputErrorCode =
  | 'not_json'
  | 'truncated'
  | 'not_utf8'
  | 'duplicate_member'
  | 'too_deep'
  | 'too_large'
  | 'wrong_type'
  | 'not_an_export'
  | 'several_sources'
  | 'unsupported_source'
  | 'org_without_id'
  | 'members_out_of_order'
  | 'changed_between_passes'

export interface InputPosition {
  /** Keys from the root of the input, in the input's own spelling. */
  readonly path: Path
  /** In bytes from the start of the input; absent when the input was no text, or a text inside of another. */
  readonly offset?: number | undefined
}

export class V1InputError extends Error {
  readonly code: V1InputErrorCode
  /** For instance `orgs[0].humanUsers[3]`; empty for the input as a whole. */
  readonly path: string
  readonly offset: number | undefined

  /** `problem` continues the sentence that begins with the place. */
  constructor(code: V1InputErrorCode, position: InputPosition, problem: string) {
    const path = formatPath(position.path)
    const where = path === '' ? 'The input' : path
    const at = position.offset === undefined ? '' : ` (at byte ${position.offset})`
    super(`${where} ${problem}${at}.`)
    this.name = 'V1InputError'
    this.code = code
    this.path = path
    this.offset = position.offset
  }
}
