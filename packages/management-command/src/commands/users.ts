// `symbolon users`: people and service users.
import type { EntryOf, UserLink } from '@symbolon/client'
import type { userCommands } from '../forms/users.ts'
import { CommandError } from '../terminal/outcome.ts'
import type { Outcome } from '../terminal/outcome.ts'
import { afterAdding, changeOptions, changeOutcome, confirm, stateOf, timeText, word } from './call.ts'
import type { Call, Command, Commands } from './call.ts'
import { withMember } from './fields.ts'
import { machineFrom, orgOf, personFrom, userOf } from './find.ts'
import type { User } from './find.ts'
import { add, listOutcome, membersFrom, pagesOf, readList, removeCommand, searchOf, setCommand, showOutcome } from './objects.ts'
import type { Members, Pages, Target } from './objects.ts'

/** What options say about people alone. */
const profile: Members = {
  'first-name': 'user.profile.firstName',
  'last-name': 'user.profile.lastName',
  language: 'user.profile.preferredLanguage',
}

/** The commands. */
export const users: Commands<typeof userCommands> = {
  async 'users list'(call) {
    const { client } = await orgOf(call)
    const kind = call.given.value('kind')
    const lists = [
      ...(kind === 'service' ? [] : [each(pagesOf(client.humanUsers, searchOf(call)), personFrom)]),
      ...(kind === 'person' ? [] : [each(pagesOf(client.machineUsers, searchOf(call)), machineFrom)]),
    ]
    const { items, more } = await readList(call, ...lists)
    const outcome = listOutcome(
      { items, more },
      {
        'user name': 'name',
        name: displayNameOf,
        email: ({ list, resource }) => (list === 'humanUsers' ? resource.entry.user.email?.email : undefined),
        state: ({ resource }) => stateOf(resource.entry.state),
        kind: kindOf,
        id: 'userId',
      },
      'No users.',
    )
    return { ...outcome, json: { items: items.map(({ resource }) => resource), more } }
  },

  async 'users show'(call) {
    const user = await userOf(call)
    const { list, resource } = user
    const person: Partial<EntryOf<'humanUsers'>['user']> = list === 'humanUsers' ? resource.entry.user : {}
    const { email } = person
    return showOutcome(resource, {
      id: user.userId,
      kind: kindOf(user),
      'user name': user.name,
      name: displayNameOf(user),
      email: email?.email === undefined ? undefined : `${email.email}${email.isEmailVerified === true ? ' (verified)' : ''}`,
      phone: person.phone?.phone,
      language: person.profile?.preferredLanguage,
      state: stateOf(resource.entry.state),
    })
  },

  'users add': async (call) => (call.given.has('service') ? await addServiceUser(call) : await addPerson(call)),

  'users set': setCommand(
    async (call) => {
      const user = await target(call)
      if (user.kind === 'service' && ['email', ...Object.keys(profile)].some((option) => call.given.has(option))) {
        throw new CommandError(
          'not_a_person',
          `${user.name} is a service user, which has neither an email address nor a first and last name.`,
        )
      }
      return user
    },
    (call) => {
      const email = call.given.value('email')
      const patch = membersFrom(call, { name: 'user.userName', ...profile, state: { path: 'state', prefix: 'USER_STATE' } })
      // An unverified address.
      return email === undefined ? patch : withMember(patch, ['user', 'email'], { email, isEmailVerified: false })
    },
    '--name, --email, --first-name, --last-name, --language, --state or NAME=VALUE',
    ({ kind }) => `/orgs/{orgId}/${kind === 'person' ? 'humanUsers' : 'machineUsers'}/{userId}`,
  ),

  async 'users lock'(call) {
    const user = await target(call)
    await confirm(call, `Lock ${user.name}, which ends every session and token of the user`)
    return await changeState(call, user, 'USER_STATE_LOCKED', ['Locked', 'Would lock', 'is locked already'])
  },

  async 'users unlock'(call) {
    const user = await target(call)
    requireUnlockable(user)
    return await changeState(call, user, 'USER_STATE_ACTIVE', ['Unlocked', 'Would unlock', 'is active already'])
  },

  'users remove': removeCommand(target, (user) => `Remove ${user.name} (${user.displayName}) and everything that belongs to the user`),
}

interface TargetUser extends Target {
  readonly id: string
  readonly name: string
  readonly displayName: string
  readonly kind: 'person' | 'service'
  readonly state: string | undefined
}

async function target(call: Call): Promise<TargetUser> {
  const user = await userOf(call)
  const { client, list, userId, name, resource } = user
  const { etag, entry } = resource
  const what = `the user ${name}`
  return { what, list: client[list], id: userId, etag, name, displayName: displayNameOf(user), kind: kindOf(user), state: entry.state }
}

async function addPerson(call: Call): Promise<Outcome> {
  const { given } = call
  const name = word(call)
  const [email, firstName, lastName, preferredLanguage] = ['email', 'first-name', 'last-name', 'language'].map((each) => given.value(each))
  if (email === undefined || firstName === undefined || lastName === undefined) {
    throw new CommandError('option_needed', 'A person needs --email, --first-name and --last-name. For a program, add --service.')
  }
  const { orgId, client } = await orgOf(call)
  const profile = { firstName, lastName, ...(preferredLanguage === undefined ? {} : { preferredLanguage }) }
  // An invitation lets the person choose a password.
  const change = await add(call, client.humanUsers, { state: 'USER_STATE_INITIAL', user: { userName: name, email: { email }, profile } })
  const userId = given.value('id') ?? change.entry?.userId
  const added = changeOutcome(call, change, `the user ${name}`, [{ facts: { id: userId } }])
  if (given.has('dry-run') || userId === undefined) return added
  if (!given.has('invite')) return { ...added, hints: [`Next: symbolon users invite ${name} --org ${orgId}`] }
  const link = await afterAdding(`the user ${name}`, client.user(userId).invite())
  return { json: { ...change, invitation: link }, blocks: [...added.blocks, linkText(link, name)] }
}

async function addServiceUser(call: Call): Promise<Outcome> {
  const name = word(call)
  const { client } = await orgOf(call)
  const change = await add(call, client.machineUsers, { user: { userName: name, name } })
  return changeOutcome(call, change, `the service user ${name}`, [{ facts: { id: call.given.value('id') ?? change.entry?.userId } }])
}

/** @returns the command that sends a user a link: it is mailed, or printed where no mail can be sent */
export function linkCommand(kind: 'invite' | 'reset'): Command {
  return async (call) => {
    const { client, userId, name } = await userOf(call)
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

/** Unlocking activates neither initial nor deactivated users. */
function requireUnlockable({ name, state = 'USER_STATE_ACTIVE' }: TargetUser): void {
  if (state === 'USER_STATE_LOCKED' || state === 'USER_STATE_ACTIVE') return
  const advice =
    state === 'USER_STATE_INITIAL'
      ? `${name} has not chosen a password yet. Send an invitation: symbolon users invite ${name}`
      : `${name} is switched off. To switch it on: symbolon users set ${name} --state active`
  throw new CommandError('not_locked', advice)
}

async function changeState(
  call: Call,
  { list, id, etag, name }: TargetUser,
  state: string,
  [done, would, same]: readonly [done: string, would: string, same: string],
): Promise<Outcome> {
  const change = await list.patch(id, { state }, { ...changeOptions(call), ...(etag === undefined ? {} : { ifMatch: etag }) })
  const text = change.action === 'same' ? `${name} ${same}.` : `${call.given.has('dry-run') ? would : done} ${name}.`
  return { json: change, blocks: [text] }
}

function displayNameOf({ list, resource }: User): string {
  if (list === 'machineUsers') return resource.entry.user.name ?? ''
  const { displayName, firstName, lastName } = resource.entry.user.profile
  return displayName === undefined || displayName === '' ? `${firstName} ${lastName}` : displayName
}

function kindOf({ list }: User): 'person' | 'service' {
  return list === 'humanUsers' ? 'person' : 'service'
}

function each<T>(pages: Pages<T>, make: (item: T) => User): Pages<User> {
  return async function* (limit) {
    for await (const { items } of pages(limit)) yield { items: items.map(make) }
  }
}
