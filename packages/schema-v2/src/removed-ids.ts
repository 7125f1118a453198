// Ids of removed objects: an extension. No other object gets one of them, also after a move.
import { choice } from './json/enumeration.ts'
import { message, required } from './json/message.ts'
import { identifier, optionalIdentifier } from './json/text.ts'

/** The id of an object that was removed: the `sub` of a user, the id of a client or a project as in `aud`, the id of an organization. */
export const removedIdSchema = message({
  kind: required(choice('user', 'client', 'project', 'organization')),
  id: required(identifier()),
  /** The organization of the removed object, if that organization was removed as well. Default: the organization of the entry. */
  orgId: optionalIdentifier(),
})
