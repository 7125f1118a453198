// Password hashes that are taken and cost much: until the first sign-in replaces one, each try of its user takes so long, and every
// refused sign-in waits as long as the slowest of all, so that its time tells nothing. One row for a piece, with the highest cost.
import type { SecretHashing } from '@symbolon/core-protocol'
import type { ApplyEntry } from '../report/apply-report.ts'
import type { DocumentPiece } from './document-piece.ts'

/** bcrypt of cost 13, and less, is usual. */
const slow = 500

export function slowHashesOf({ org: { humanUsers = [] }, path }: DocumentPiece, hashing: SecretHashing): readonly ApplyEntry[] {
  const costs = humanUsers.flatMap(({ user: { hashedPassword } }) => {
    const inspection = hashedPassword?.value === undefined ? undefined : hashing.inspect(hashedPassword.value)
    return inspection?.supported === true && inspection.milliseconds >= slow ? [inspection.milliseconds] : []
  })
  return costs.length === 0 ? [] : [{
    path: `${path}.humanUsers[*].user.hashedPassword`,
    kind: 'member',
    key: [],
    action: 'notice',
    reason: 'password_hash_slow',
    count: costs.length,
    milliseconds: costs.reduce((highest, cost) => Math.max(highest, cost), 0),
  }]
}
