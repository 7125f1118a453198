// Passkeys of users. Later changes of a stored passkey, such as its counter, are not reverted.
import { identifierProblem } from '../validate/identifier.ts'
import { desiredResource, orgReference, owned } from './desired-resource.ts'
import type { Content, DesiredResource } from './desired-resource.ts'
import { entriesOf } from './document-piece.ts'
import type { DocumentPiece } from './document-piece.ts'

/** @returns the passkeys of a piece */
export function passkeysOf(piece: DocumentPiece): readonly DesiredResource[] {
  const { orgId } = piece.org
  return entriesOf(piece, 'passkeys').map(({ item: { state, ...passkey }, path, origin }) => {
    const { credentialId, userId, creationDate, lastUsedDate } = passkey
    const content = {
      ...passkey,
      creationDate: inMilliseconds(creationDate),
      ...(lastUsedDate === undefined ? {} : { lastUsedDate: inMilliseconds(lastUsedDate) }),
    }
    return desiredResource(
      {
        kind: 'passkey',
        key: [credentialId],
        path,
        origin,
        orgId,
        content,
        removed: state === 'STATE_REMOVED',
        references: [orgReference(orgId), owned({ member: 'userId', anyOf: [{ kind: 'humanUser', key: [userId] }] })],
        keep: (stored) => learned(stored, content),
      },
      identifierProblem([userId]),
    )
  })
}

/** A counter only rises, a user who was verified stays verified, and the last use is the latest. */
function learned(stored: Content, desired: Content): Content {
  const greatest = (name: string, order: (value: unknown) => number): Content => {
    const value = order(stored[name]) > order(desired[name]) ? stored[name] : desired[name]
    return value === undefined ? {} : { [name]: value }
  }
  return {
    ...greatest('signCount', (value) => Number(value ?? 0)),
    ...greatest('lastUsedDate', (value) => (typeof value === 'string' ? Date.parse(value) : 0)),
    ...greatest('uvInitialized', (value) => Number(value === true)),
    ...greatest('backedUp', (value) => Number(value === true)),
  }
}

/** Times are stored in milliseconds. */
function inMilliseconds(time: string): string {
  return new Date(Date.parse(time)).toISOString().replace('.000Z', 'Z')
}
