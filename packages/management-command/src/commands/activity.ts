// `symbolon sessions` and `factors`: how users are signed in, and with what.
import type { FactorName } from '@symbolon/client'
import type { ActivityCommandName } from '../forms/activity.ts'
import type { EventCommandName } from './events.ts'
import type { Outcome } from '../terminal/outcome.ts'
import { confirm, hintOfMore, readList, timeText, word } from './call.ts'
import type { Command } from './call.ts'
import { findUser, orgOf } from './find.ts'

/** The commands. */
export const activity: Readonly<Record<Exclude<ActivityCommandName, EventCommandName>, Command>> = {
  async 'sessions list'(call) {
    const org = await orgOf(call)
    const { userId } = await findUser(org, word(call))
    const { sessions } = org.client.user(userId)
    const read = await readList(call, (limit) => sessions.pages({ limit }))
    return {
      json: read,
      hints: hintOfMore(read),
      blocks: [
        {
          columns: ['session', 'signed in', 'last used', 'factors', 'browser', 'network'],
          rows: read.items.map(({ sessionId, authenticatedAt, lastUsedAt, factors, device }) => [
            sessionId,
            timeText(authenticatedAt),
            timeText(lastUsedAt),
            factors.join(', '),
            [device?.browser, device?.system].filter((each) => each !== undefined).join(', '),
            device?.network,
          ]),
          empty: 'No sessions.',
        },
      ],
    }
  },

  async 'sessions remove'(call) {
    const org = await orgOf(call)
    const { userId, name } = await findUser(org, word(call))
    const { sessions } = org.client.user(userId)
    const [, sessionId] = call.given.words
    await confirm(call, `Sign ${name} out of ${sessionId === undefined ? 'every browser' : 'this session'}`)
    await (sessionId === undefined ? sessions.endAll() : sessions.end(sessionId))
    return removed(sessionId === undefined ? `Signed ${name} out everywhere.` : `Signed ${name} out of the session ${sessionId}.`)
  },

  async 'factors list'(call) {
    const org = await orgOf(call)
    const { userId } = await findUser(org, word(call))
    const factors = await org.client.user(userId).factors.list()
    const { authenticatorApp: app, recoveryCodes: codes, passkeys } = factors
    return {
      json: factors,
      blocks: [
        {
          columns: ['factor', 'name', 'since', 'last used'],
          rows: [
            ...(app === undefined ? [] : [['app', 'Authenticator app', timeText(app.enrolledAt)]]),
            ...(codes === undefined ? [] : [['recovery-codes', `${codes.left} left`, timeText(codes.confirmedAt)]]),
            ...passkeys.map(({ credentialId, name, createdAt, lastUsedAt }) => [
              credentialId,
              name,
              timeText(createdAt),
              timeText(lastUsedAt),
            ]),
          ],
          empty: 'No factors other than the password.',
        },
      ],
    }
  },

  async 'factors remove'(call) {
    const org = await orgOf(call)
    const { userId, name } = await findUser(org, word(call))
    const named = word(call, 1)
    await confirm(call, `Remove the factor ${named} of ${name}`)
    await org.client.user(userId).factors.remove(factorOf(named))
    return removed(`Removed the factor ${named} of ${name}.`)
  },
}

function removed(text: string): Outcome {
  return { json: { action: 'removed' }, blocks: [text] }
}

function factorOf(named: string): FactorName {
  if (named === 'app') return 'authenticatorApp'
  return named === 'recovery-codes' ? 'recoveryCodes' : { passkey: named }
}
