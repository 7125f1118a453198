// Ids are opaque text. Control characters would forge lines of a log, and unpaired surrogates have no form in a database.
import type { Problem } from '../report/reason.ts'

export function identifierProblem(ids: readonly string[]): Problem | undefined {
  return ids.every((id) => id !== '' && id.length <= 400 && [...id].length <= 200 && id.isWellFormed() && !/\p{Cc}/u.test(id))
    ? undefined
    : { reason: 'id_malformed' }
}
