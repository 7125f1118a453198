// `symbolon sessions` and `factors`: how users are signed in, and with what.
import type { FactorName } from '@symbolon/client'
import type { activityCommands } from '../forms/activity.ts'
import type { Outcome } from '../terminal/outcome.ts'
import { confirm, timeText, word } from './call.ts'
import type { Commands } from './call.ts'
import { userOf } from './find.ts'
import { listCommand } from './objects.ts'

/** The commands. */
export const activity: Commands<typeof activityCommands, 'factors' | 'sessions'> = {
  'sessions list': listCommand(
    async (call) => {
      const { client, userId } = await userOf(call)
      return (limit) => client.user(userId).sessions.pages({ limit })
    },
    {
      session: 'sessionId',
      'signed in': 'authenticatedAt',
      'last used': 'lastUsedAt',
      factors: 'factors',
      browser: ({ device }) => [device?.browser, device?.system].filter((each) => each !== undefined).join(', '),
      network: 'device.network',
    },
    'No sessions.',
  ),

  async 'sessions remove'(call) {
    const { client, userId, name } = await userOf(call)
    const { sessions } = client.user(userId)
    const [, sessionId] = call.given.words
    await confirm(call, `Sign ${name} out of ${sessionId === undefined ? 'every browser' : 'this session'}`)
    await (sessionId === undefined ? sessions.endAll() : sessions.end(sessionId))
    return removed(sessionId === undefined ? `Signed ${name} out everywhere.` : `Signed ${name} out of the session ${sessionId}.`)
  },

  async 'factors list'(call) {
    const { client, userId } = await userOf(call)
    const factors = await client.user(userId).factors.list()
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
    const { client, userId, name } = await userOf(call)
    const named = word(call, 1)
    await confirm(call, `Remove the factor ${named} of ${name}`)
    await client.user(userId).factors.remove(factorOf(named))
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
