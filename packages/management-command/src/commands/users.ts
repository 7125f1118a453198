// `symbolon users`: people and service users.
import type { Change, EntryOf, OrgClient, UserLink } from '@symbolon/client'
import type { GivenArguments } from '@symbolon/command-line'
import type { UserCommandName } from '../forms/users.ts'
import { CommandError } from '../terminal/outcome.ts'
import type { Block, Outcome } from '../terminal/outcome.ts'
import {
  afterAdding,
  changeOptions,
  changeOutcome,
  confirm,
  doneLine,
  filterOf,
  hintOfMore,
  readList,
  requireChange,
  stateFrom,
  stateOf,
  timeText,
  word,
} from './call.ts'
import type { Call, Command } from './call.ts'
import { findUser, machineFrom, orgOf, personFrom } from './find.ts'
import type { User } from './find.ts'

/** The commands. */
export const users: Readonly<Record<UserCommandName, Command>> = {
  async 'users list'(call) {
    const { client } = await orgOf(call)
    const { given } = call
    const kind = given.value('kind')
    const filter = filterOf({ q: given.value('search'), state: given.value('state') })
    const people = (limit: number): AsyncIterable<{ readonly items: readonly User[] }> =>
      each(client.humanUsers.pages({ limit, ...filter }), personFrom)
    const machines = (limit: number): AsyncIterable<{ readonly items: readonly User[] }> =>
      each(client.machineUsers.pages({ limit, ...filter }), machineFrom)
    const read = await readList(call, ...(kind === 'service' ? [] : [people]), ...(kind === 'person' ? [] : [machines]))
    return {
      json: { items: read.items.map(({ resource }) => resource), more: read.more },
      blocks: [
        {
          columns: ['user name', 'name', 'email', 'state', 'kind', 'id'],
          rows: read.items.map((user) => [
            user.name,
            displayNameOf(user),
            emailOf(user),
            stateOf(user.resource.entry.state),
            kindOf(user),
            user.userId,
          ]),
          empty: 'No users.',
        },
      ],
      hints: hintOfMore(read),
    }
  },

  async 'users show'(call) {
    const user = await findUser(await orgOf(call), word(call))
    return { json: user.resource, blocks: [factsOf(user)] }
  },

  'users add': async (call) => (call.given.has('service') ? await addServiceUser(call) : await addPerson(call)),

  async 'users set'(call) {
    const { given } = call
    const state = stateFrom(given, 'USER_STATE')
    const [name, email] = [given.value('name'), given.value('email')]
    const profile = profileOf(given)
    requireChange([name, email, state, ...Object.values(profile)], '--name, --email, --first-name, --last-name, --language or --state')
    const org = await orgOf(call)
    const user = await findUser(org, word(call))
    if (user.list === 'machineUsers' && (email !== undefined || Object.keys(profile).length > 0)) {
      throw new CommandError(
        'not_a_person',
        `${user.name} is a service user, which has neither an email address nor a first and last name.`,
      )
    }
    const patch = {
      user: {
        ...(name === undefined ? {} : { userName: name }),
        ...(Object.keys(profile).length === 0 ? {} : { profile }),
        // An unverified address.
        ...(email === undefined ? {} : { email: { email, isEmailVerified: false } }),
      },
      ...(state === undefined ? {} : { state }),
    }
    return changeOutcome(call, await patchUser(org.client, user, patch, call), `the user ${user.name}`)
  },

  async 'users lock'(call) {
    const org = await orgOf(call)
    const user = await findUser(org, word(call))
    await confirm(call, `Lock ${user.name}, which ends every session and token of the user`)
    const change = await patchUser(org.client, user, { state: 'USER_STATE_LOCKED' }, call)
    return outcomeOf(call, change, user, 'Locked', 'Would lock', 'is locked already')
  },

  async 'users unlock'(call) {
    const org = await orgOf(call)
    const user = await findUser(org, word(call))
    requireUnlockable(user)
    const change = await patchUser(org.client, user, { state: 'USER_STATE_ACTIVE' }, call)
    return outcomeOf(call, change, user, 'Unlocked', 'Would unlock', 'is active already')
  },

  async 'users remove'(call) {
    const org = await orgOf(call)
    const user = await findUser(org, word(call))
    await confirm(call, `Remove ${user.name} (${displayNameOf(user)}) and everything that belongs to the user`)
    const removal = await org.client[user.list].remove(user.userId, changeOptions(call))
    return { json: removal, blocks: [doneLine(call, removal, `the user ${user.name}`)] }
  },
}

async function addPerson(call: Call): Promise<Outcome> {
  const { given } = call
  const [name, email, id] = [word(call), given.value('email'), given.value('id')]
  const { firstName, lastName, preferredLanguage } = profileOf(given)
  if (email === undefined || firstName === undefined || lastName === undefined) {
    throw new CommandError('option_needed', 'A person needs --email, --first-name and --last-name. For a program, add --service.')
  }
  const { orgId, client } = await orgOf(call)
  const entry = {
    // An invitation lets the person choose a password.
    state: 'USER_STATE_INITIAL' as const,
    user: {
      userName: name,
      email: { email },
      profile: { firstName, lastName, ...(preferredLanguage === undefined ? {} : { preferredLanguage }) },
    },
  }
  const change =
    id === undefined
      ? await client.humanUsers.create(entry, changeOptions(call))
      : await client.humanUsers.put(id, entry, { ...changeOptions(call), ifNoneMatch: '*' })
  const userId = id ?? change.entry?.userId
  const added = changeOutcome(call, change, `the user ${name}`, userId === undefined ? [] : [{ facts: [['id', userId]] }])
  if (given.has('dry-run') || userId === undefined) return added
  if (!given.has('invite')) return { ...added, hints: [`Next: symbolon users invite ${name} --org ${orgId}`] }
  const link = await afterAdding(`the user ${name}`, client.user(userId).invite())
  return { json: { ...change, invitation: link }, blocks: [...added.blocks, linkText(link, name)] }
}

async function addServiceUser(call: Call): Promise<Outcome> {
  const [name, id] = [word(call), call.given.value('id')]
  const { client } = await orgOf(call)
  const entry = { user: { userName: name, name } }
  const change =
    id === undefined
      ? await client.machineUsers.create(entry, changeOptions(call))
      : await client.machineUsers.put(id, entry, { ...changeOptions(call), ifNoneMatch: '*' })
  const userId = id ?? change.entry?.userId
  return changeOutcome(call, change, `the service user ${name}`, userId === undefined ? [] : [{ facts: [['id', userId]] }])
}

/** @returns the command that sends a user a link: it is mailed, or printed where no mail can be sent */
export function linkCommand(kind: 'invite' | 'reset'): Command {
  return async (call) => {
    const { client, ...org } = await orgOf(call)
    const { userId, name } = await findUser({ client, ...org }, word(call))
    const link = await client.user(userId)[kind]()
    return { json: link, blocks: [linkText(link, name)] }
  }
}

/** @returns what people read about a link: it is shown here and nowhere else, or was mailed */
function linkText({ link, mailedTo, expiresAt }: UserLink, name: string): string {
  const until = timeText(expiresAt)
  if (link === undefined) return `A link was mailed to ${mailedTo ?? name}. It works once, until ${until}.`
  return `Give this link to ${name} only. It works once, until ${until}:\n\n  ${link}`
}

async function patchUser(client: OrgClient, { list, userId, resource }: User, patch: object, call: Call): Promise<Change<unknown>> {
  const options = { ...changeOptions(call), ifMatch: resource.etag }
  return list === 'humanUsers'
    ? await client.humanUsers.patch(userId, patch, options)
    : await client.machineUsers.patch(userId, patch, options)
}

/** Unlocking activates neither initial nor deactivated users. */
function requireUnlockable({ name, resource: { entry } }: User): void {
  const { state = 'USER_STATE_ACTIVE' } = entry
  if (state === 'USER_STATE_LOCKED' || state === 'USER_STATE_ACTIVE') return
  const advice =
    state === 'USER_STATE_INITIAL'
      ? `${name} has not chosen a password yet. Send an invitation: symbolon users invite ${name}`
      : `${name} is switched off. To switch it on: symbolon users set ${name} --state active`
  throw new CommandError('not_locked', advice)
}

function outcomeOf(call: Call, change: Change<unknown>, { name }: User, done: string, would: string, same: string): Outcome {
  const text = change.action === 'same' ? `${name} ${same}.` : `${call.given.has('dry-run') ? would : done} ${name}.`
  return { json: change, blocks: [text] }
}

function profileOf(given: GivenArguments): {
  readonly firstName?: string
  readonly lastName?: string
  readonly preferredLanguage?: string
} {
  const [firstName, lastName, preferredLanguage] = ['first-name', 'last-name', 'language'].map((option) => given.value(option))
  return {
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
    ...(preferredLanguage === undefined ? {} : { preferredLanguage }),
  }
}

function factsOf(user: User): Block {
  const { createdAt, changedAt, entry } = user.resource
  const person: EntryOf<'humanUsers'> | undefined = user.list === 'humanUsers' ? user.resource.entry : undefined
  const { email, phone, profile } = person?.user ?? {}
  return {
    facts: [
      ['id', user.userId],
      ['kind', kindOf(user)],
      ['user name', user.name],
      ['name', displayNameOf(user)],
      ['email', email?.email === undefined ? undefined : `${email.email}${email.isEmailVerified === true ? ' (verified)' : ''}`],
      ['phone', phone?.phone],
      ['language', profile?.preferredLanguage],
      ['state', stateOf(entry.state)],
      ['created', timeText(createdAt)],
      ['changed', timeText(changedAt)],
    ],
  }
}

function displayNameOf({ list, resource }: User): string {
  if (list === 'machineUsers') return resource.entry.user.name ?? ''
  const { displayName, firstName, lastName } = resource.entry.user.profile
  return displayName === undefined || displayName === '' ? `${firstName} ${lastName}` : displayName
}

function emailOf({ list, resource }: User): string | undefined {
  return list === 'humanUsers' ? resource.entry.user.email?.email : undefined
}

function kindOf({ list }: User): string {
  return list === 'humanUsers' ? 'person' : 'service'
}

async function* each<T, U>(
  pages: AsyncIterable<{ readonly items: readonly T[] }>,
  make: (item: T) => U,
): AsyncGenerator<{ readonly items: readonly U[] }, void> {
  for await (const { items } of pages) yield { items: items.map(make) }
}
