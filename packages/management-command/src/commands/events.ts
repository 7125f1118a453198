// `symbolon events`: what happened, with the names of the actors. The trail itself holds ids alone.
import type { EventQuery, Trail, TrailEvent } from '@symbolon/client'
import { plainText } from '@symbolon/command-line'
import type { activityCommands } from '../forms/activity.ts'
import { CommandError } from '../terminal/outcome.ts'
import type { Outcome } from '../terminal/outcome.ts'
import { timeText } from './call.ts'
import type { Call, Commands } from './call.ts'
import { findApp, findProject, findUser, orgOf } from './find.ts'
import { listOutcome, readList } from './objects.ts'
import type { Read } from './objects.ts'

/** The commands. */
export const events: Commands<typeof activityCommands, 'events'> = {
  async 'events list'(call) {
    const { given } = call
    const { trail, user, about } = await trailOf(call)
    const [type, from, to] = [given.value('type'), given.value('from'), given.value('to')]
    const query = {
      ...about,
      // Programs get what is stored.
      ...(given.has('json') ? {} : { names: true }),
      ...(type === undefined ? {} : { type }),
    }
    if (given.has('follow')) return await follow(call, trail, user, query)
    const times = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
    const asked = { ...query, ...times }
    const read =
      user === undefined ? await readList(call, (limit) => trail.pages({ limit, ...asked })) : await eventsOfUser(user, asked, trail, call)
    return listOutcome(
      read,
      {
        time: ({ at }) => timeText(at),
        event: 'type',
        actor: actorOf,
        about: aboutOf,
        organization: ({ names, orgId }) => (given.has('instance') ? (names?.org ?? orgId) : ''),
        from: 'remoteAddress',
        details: detailsOf,
      },
      'No events.',
    )
  },

  async 'events sign-ins'(call) {
    const { given, client } = call
    const trail = given.has('instance') ? client.events : (await orgOf(call)).client.events
    const days = given.value('days')
    const items = await trail.signIns(days === undefined ? undefined : Number(days))
    return listOutcome(
      { items, more: false },
      {
        'day (UTC)': 'date',
        'signed in': ({ succeeded }) => countText(succeeded),
        failed: ({ failed }) => countText(failed),
      },
      'No days.',
    )
  },
}

/** Prints events as they come, one on a line, until the command is ended from outside. */
async function follow({ given, terminal }: Call, trail: Trail, user: string | undefined, query: EventQuery): Promise<Outcome> {
  if (terminal.interactive) terminal.notify('Waiting for events. Ctrl-C ends it.\n')
  for await (const news of trail.follow(query)) {
    for (const event of news.filter((each) => user === undefined || isOf(each, user))) {
      const parts = [timeText(event.at), event.type, actorOf(event), aboutOf(event), event.remoteAddress, detailsOf(event)]
      const line = given.has('json')
        ? JSON.stringify(event)
        : plainText(parts.filter((part) => part !== undefined && part !== '').join('  '))
      terminal.print(`${line}\n`)
    }
  }
  return { json: undefined, blocks: [] }
}

/** The server counts no further. */
function countText(count: number): string {
  return count >= 500 ? '500 or more' : String(count)
}

interface Asked {
  readonly trail: Trail
  readonly user?: string
  readonly about?: Pick<EventQuery, 'subjectId' | 'subjectKind'>
}

/** With `--instance` it is the trail of the instance, for users who may read it. */
async function trailOf(call: Call): Promise<Asked> {
  const { given, client } = call
  const [user, app, project] = [given.value('user'), given.value('app'), given.value('project')]
  const option = user === undefined ? (app === undefined ? '--project' : '--app') : '--user'
  if (given.has('instance') && [user, app, project].every((each) => each === undefined)) return { trail: client.events }
  // Names are looked for in an organization.
  if (given.has('instance')) throw new CommandError('option_idle', `${option} needs the organization: --org ORG in place of --instance.`)
  const org = await orgOf(call)
  const trail = org.client.events
  if (user !== undefined) return { trail, user: (await findUser(org, user)).userId }
  if (app !== undefined) {
    const { list, resource } = await findApp(org, app)
    return { trail, about: { subjectKind: list === 'oidcApps' ? 'oidcApp' : 'apiApp', subjectId: resource.entry.appId } }
  }
  if (project === undefined) return { trail }
  return { trail, about: { subjectKind: 'project', subjectId: (await findProject(org, project)).entry.projectId } }
}

const userKinds = ['user', 'humanUser', 'machineUser']

/** What a user did, and what was done to the user, in one list. Lists that each begin with the newest event are merged. */
async function eventsOfUser(userId: string, query: EventQuery, trail: Trail, call: Call): Promise<Read<TrailEvent>> {
  const queries: readonly EventQuery[] = [
    { ...query, actorId: userId },
    ...userKinds.map((subjectKind) => ({ ...query, subjectKind, subjectId: userId })),
  ]
  const reads = await Promise.all(queries.map(async (each) => await readList(call, (limit) => trail.pages({ limit, ...each }))))
  const found = new Map(reads.flatMap(({ items }) => items.map((event) => [event.id, event])))
  const sorted = [...found.values()].toSorted((one, other) => (one.id < other.id ? 1 : -1))
  const limit = Math.max(...reads.map(({ items }) => items.length))
  const more = reads.some((read) => read.more)
  // Where one list was cut, what is older than its end may be missing from it.
  return { items: more ? sorted.slice(0, limit) : sorted, more }
}

function isOf({ actorId, subject }: TrailEvent, userId: string): boolean {
  return actorId === userId || (subject !== undefined && subject.id === userId && userKinds.includes(subject.kind))
}

function actorOf({ actorId, names }: TrailEvent): string | undefined {
  return names?.actor ?? actorId
}

function aboutOf({ subject, names }: TrailEvent): string | undefined {
  return subject === undefined ? undefined : `${subject.kind} ${names?.subject ?? subject.id}`
}

function detailsOf({ details = {} }: TrailEvent): string {
  return Object.entries(details)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ')
}
