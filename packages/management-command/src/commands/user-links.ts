// `symbolon users invite|reset` through the API: a link is mailed to the user, or printed where no mail can be sent.
import type { Outcome } from '../terminal/outcome.ts'
import type { Command } from './call.ts'
import { word } from './call.ts'
import { findUser, orgOf } from './find.ts'
import { linkText } from './users.ts'

/** What the user needs a link for. */
export type LinkKind = 'invite' | 'reset'

/** @returns the command that sends a link */
export function linkCommand(kind: LinkKind): Command {
  return async (call): Promise<Outcome> => {
    const { client, ...org } = await orgOf(call)
    const { userId, name } = await findUser({ client, ...org }, word(call))
    const link = await client.user(userId)[kind]()
    return { json: link, blocks: [linkText(link, name)] }
  }
}
