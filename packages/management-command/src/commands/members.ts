// `symbolon members`: who administrates an organization, a project or the instance.
import type { RightCommandName } from '../forms/rights.ts'
import { CommandError } from '../terminal/outcome.ts'
import { filterOf, listOutcome, readList, timeText, word } from './call.ts'
import type { Call, Command } from './call.ts'
import { findProject, findUser, orgOf, otherwise } from './find.ts'
import { addRoles, removeRoles, setRoles } from './held-roles.ts'
import type { HeldRoles } from './held-roles.ts'

/** The commands. */
export const members: Readonly<Record<Extract<RightCommandName, `members ${string}`>, Command>> = {
  async 'members list'(call) {
    const { given, client } = call
    const read = await readList(call, await listOf(call, client))
    return listOutcome(
      read,
      {
        user: ({ entry }) => entry.userId,
        roles: ({ entry }) => entry.roles?.join(', '),
        since: ({ createdAt }) => timeText(createdAt),
      },
      given.has('instance') ? 'No members of the instance.' : 'No members.',
    )
  },

  async 'members show'(call) {
    const held = await heldBy(call)
    const resource = await held.get()
    return {
      json: resource,
      blocks: [
        {
          facts: [
            ['of', held.what],
            ['roles', held.rolesOf(resource.entry).join(', ')],
            ['since', timeText(resource.createdAt)],
          ],
        },
      ],
    }
  },

  'members add': async (call) => await addRoles(await heldBy(call), call.given.words.slice(1), call),
  'members set': async (call) => await setRoles(await heldBy(call), call.given.words.slice(1), call),
  'members remove': async (call) => await removeRoles(await heldBy(call), call.given.words.slice(1), call),
}

interface Member {
  readonly createdAt: string
  readonly entry: { readonly userId: string; readonly roles?: readonly string[] }
}

type Pages = (limit: number) => AsyncIterable<{ readonly items: readonly Member[] }>

async function listOf(call: Call, client: Call['client']): Promise<Pages> {
  if (call.given.has('instance')) return (limit) => client.instance.members.pages({ limit })
  const org = await orgOf(call)
  const project = call.given.value('project')
  if (project === undefined) return (limit) => org.client.orgMembers.pages({ limit })
  const { projectId } = (await findProject(org, project)).entry
  return (limit) => org.client.projectMembers.pages({ limit, ...filterOf({ projectId }) })
}

async function heldBy(call: Call): Promise<HeldRoles> {
  const { given, client } = call
  const [named, project] = [word(call), given.value('project')]
  const rolesOf: HeldRoles['rolesOf'] = (entry) => ('roles' in entry && Array.isArray(entry.roles) ? entry.roles.map(String) : [])
  if (given.has('instance')) {
    const { userId, name } = await memberOfInstance(call)
    const { members: list } = client.instance
    return {
      what: `${name} in the instance`,
      rolesOf,
      get: async () => await list.get(userId),
      put: async (roles, options) => await list.put(userId, { roles: [...roles] }, options),
      remove: async (options) => await list.remove(userId, options),
    }
  }
  const org = await orgOf(call)
  const { userId, name } = await findUser(org, named)
  if (project === undefined) {
    const { orgMembers: list } = org.client
    return {
      what: `${name} in ${org.orgId}`,
      rolesOf,
      get: async () => await list.get(userId),
      put: async (roles, options) => await list.put(userId, { roles: [...roles] }, options),
      remove: async (options) => await list.remove(userId, options),
    }
  }
  const { entry } = await findProject(org, project)
  const { projectMembers: list } = org.client
  const id = [entry.projectId, userId] as const
  return {
    what: `${name} in ${entry.project.name}`,
    rolesOf,
    get: async () => await list.get(id),
    put: async (roles, options) => await list.put(id, { roles: [...roles] }, options),
    remove: async (options) => await list.remove(id, options),
  }
}

/** Members of the instance belong to any organization: they are looked for in all that the caller sees. */
async function memberOfInstance({ client, given: { words } }: Call): Promise<{ readonly userId: string; readonly name: string }> {
  const [named = ''] = words
  for await (const { items } of client.orgs.pages({ limit: 200 })) {
    for (const { entry } of items) {
      const org = { orgId: entry.orgId, client: client.org(entry.orgId) }
      const user = await otherwise(findUser(org, named), undefined)
      if (user !== undefined) return user
    }
  }
  throw new CommandError(
    'not_found',
    `There is no user ${named}, or you may not see the user. \`symbolon users list --org ORG\` shows the users of an organization.`,
  )
}
