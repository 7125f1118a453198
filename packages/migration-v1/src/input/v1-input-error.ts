// The error for a file that cannot be converted.
import { JsonInputError } from '@symbolon/json-stream'
import type { JsonErrorCode } from '@symbolon/json-stream'

/** Why an input is refused: the codes of the JSON reader, and the codes of exports. */
export type V1InputErrorCode =
  | JsonErrorCode
  | 'not_an_export'
  | 'several_sources'
  | 'unsupported_source'
  | 'org_without_id'
  | 'members_out_of_order'
  | 'changed_between_passes'

/** The input cannot be converted. The message names the place, the problem and what to do, and never quotes a value. */
export class V1InputError extends JsonInputError<V1InputErrorCode> {
  override readonly name = 'V1InputError'
}
