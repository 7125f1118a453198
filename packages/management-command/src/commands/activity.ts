// `symbolon sessions`, `factors` and `events`: what users do, and what happened.
import type { EventQuery, FactorName, Trail, TrailEvent } from '@symbolon/client'
import type { ActivityCommandName } from '../forms/activity.ts'
import { CommandError } from '../terminal/outcome.ts'
import type { Outcome } from '../terminal/outcome.ts'
import { confirm, hintOfMore, readList, timeText, word } from './call.ts'
import type { Call, Command, Read } from './call.ts'
import { findUser, orgOf } from './find.ts'

/** The commands. */
export const activity: Readonly<Record<ActivityCommandName, Command>> = {
  async 'sessions list'(call) {
    const org = await orgOf(call)
    const { userId } = await findUser(org, word(call))
    const items = await org.client.user(userId).sessions.list()
    return {
      json: { items, more: false },
      blocks: [
        {
          columns: ['session', 'signed in', 'last used', 'factors', 'browser', 'network'],
          rows: items.map(({ sessionId, authenticatedAt, lastUsedAt, factors, device }) => [
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
          empty: 'No factors beside the password.',
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

  async 'events list'(call) {
    const { given } = call
    const { trail, user } = await trailOf(call)
    const [type, from, to] = [given.value('type'), given.value('from'), given.value('to')]
    const query = { ...(type === undefined ? {} : { type }), ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
    const read =
      user === undefined ? await readList(call, (limit) => trail.pages({ limit, ...query })) : await eventsOfUser(user, query, trail, call)
    return {
      json: read,
      blocks: [
        {
          columns: ['time', 'event', 'actor', 'about', 'from', 'details'],
          rows: read.items.map(({ at, type: what, actorId, subject, remoteAddress, details }) => [
            timeText(at),
            what,
            actorId,
            subject === undefined ? undefined : `${subject.kind} ${subject.id}`,
            remoteAddress,
            Object.entries(details ?? {})
              .map(([name, value]) => `${name}=${String(value)}`)
              .join(' '),
          ]),
          empty: 'No events.',
        },
      ],
      hints: hintOfMore(read),
    }
  },
}

function removed(text: string): Outcome {
  return { json: { action: 'removed' }, blocks: [text] }
}

function factorOf(named: string): FactorName {
  if (named === 'app') return 'authenticatorApp'
  return named === 'recovery-codes' ? 'recoveryCodes' : { passkey: named }
}

/** Without `--org` it is the trail of the instance, for those who may see it. */
async function trailOf(call: Call): Promise<{ readonly trail: Trail; readonly user?: string }> {
  const { given, client } = call
  const named = given.value('user')
  const ofInstance = given.has('instance')
  if (ofInstance && named === undefined) return { trail: client.events }
  // Users are looked for in an organization.
  if (ofInstance) throw new CommandError('option_idle', '--user needs the organization of the user: --org ORG in place of --instance.')
  const org = await orgOf(call)
  return named === undefined ? { trail: org.client.events } : { trail: org.client.events, user: (await findUser(org, named)).userId }
}

/** What a user did, and what was done to the user, in one list. Three lists that each begin with the newest event are merged. */
async function eventsOfUser(userId: string, query: EventQuery, trail: Trail, call: Call): Promise<Read<TrailEvent>> {
  const queries: readonly EventQuery[] = [
    { ...query, actorId: userId },
    ...['user', 'humanUser', 'machineUser'].map((subjectKind) => ({ ...query, subjectKind, subjectId: userId })),
  ]
  const reads = await Promise.all(queries.map(async (each) => await readList(call, (limit) => trail.pages({ limit, ...each }))))
  const events = new Map(reads.flatMap(({ items }) => items.map((event) => [event.id, event])))
  const sorted = [...events.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1))
  const limit = Math.max(...reads.map(({ items }) => items.length))
  const more = reads.some((read) => read.more)
  // Where one list was cut, what is older than its end may be missing from it.
  return { items: more ? sorted.slice(0, limit) : sorted, more }
}
